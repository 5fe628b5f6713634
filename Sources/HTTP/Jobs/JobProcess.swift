import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Synchronization

/// Does jobs in processes of their own: each is a command line of this program.
///
/// So a job takes no memory of the service, a damaged file that ends the process ends the job alone, and a job that is cancelled leaves
/// what an interrupted command leaves: nothing half done. `docs/decisions/jobs.md` has the measurements.
package struct JobProgram: Sendable {
    private let executable: String

    package init(executable: String) { self.executable = executable }

    /// The program that is running. It stays the same one if its file is replaced.
    package static let thisProgram = JobProgram(executable: "/proc/self/exe")

    /// Variables of a member's shell that would change what a command does.
    private static let dropped = ["LARDER_DATA", "LARDER_SERVER", "LARDER_AS", "LARDER_TOKEN"]

    /// A command of the program, ready to run. `input` is what it reads from standard input.
    func process(_ arguments: [String], input: [UInt8]) -> JobProcess {
        var environment = ProcessInfo.processInfo.environment.filter { !Self.dropped.contains($0.key) }
        environment["LARDER_PROGRESS"] = "json"
        return JobProcess(executable, arguments, environment, input)
    }
}

/// How far a command says it is, on a line of its standard error.
struct JobProgress: Codable, Equatable, Sendable {
    var part: String
    var done: Int
    /// 0: not known.
    var of: Int
}

/// One run of the program.
final class JobProcess: Sendable {
    /// How it ended.
    struct Ending: Sendable {
        /// What it wrote to standard output.
        var output: [UInt8]
        /// The code and the sentence of its refusal, if it reported one.
        var refusal: (code: String, message: String)?
        /// Whether it ended with 0.
        var isSuccess: Bool
    }

    /// The longest result that is kept.
    static let outputBytesMax = 2 << 20
    private static let messageBytesMax = 64 << 10

    private enum Stage {
        case notStarted
        case running(pid_t)
        case over
    }

    private let executable: String
    private let arguments: [String]
    private let environment: [String: String]
    private let input: [UInt8]
    private let stage = Mutex(Stage.notStarted)

    init(_ executable: String, _ arguments: [String], _ environment: [String: String], _ input: [UInt8]) {
        (self.executable, self.arguments, self.environment, self.input) = (executable, arguments, environment, input)
    }

    /// Ends the process if it runs. If it has not started yet, it will not.
    func cancel() {
        stage.withLock { stage in
            // The process inherits that SIGTERM is ignored. A command that is killed leaves nothing half done.
            if case .running(let id) = stage { kill(id, SIGKILL) }
            stage = .over
        }
    }

    /// Blocks until the process has ended: call it on a thread for such work.
    func run(_ progress: @escaping @Sendable (JobProgress) -> Void) throws -> Ending {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        (process.arguments, process.environment) = (arguments, environment)
        let (output, messages) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, messages)
        let file = try HandedInput(input)
        process.standardInput = file.handle
        let isStarted = try stage.withLock { stage in
            guard case .notStarted = stage else { return false }
            try process.run()
            stage = .running(process.processIdentifier)
            return true
        }
        guard isStarted else { return Ending(output: [], refusal: nil, isSuccess: false) }
        let found = Mutex<[UInt8]>([])
        let reading = DispatchGroup()
        DispatchQueue.global().async(group: reading) {
            let bytes = Self.bytes(of: output.fileHandleForReading, max: Self.outputBytesMax)
            found.withLock { $0 = bytes }
        }
        let refusal = Self.refusal(in: messages.fileHandleForReading, progress)
        reading.wait()
        process.waitUntilExit()
        stage.withLock { $0 = .over }
        let written = found.withLock { $0 }
        guard written.count <= Self.outputBytesMax else {
            throw Refusal(.tooLarge, "its result has more than \(Self.outputBytesMax >> 20) MiB: run it at the machine")
        }
        let isSuccess = process.terminationReason == .exit && process.terminationStatus == 0
        return Ending(output: written, refusal: refusal, isSuccess: isSuccess)
    }

    /// What is written until the process ends: all of it, or somewhat more than `max`. The rest is read, too: a full pipe would hold the
    /// process.
    private static func bytes(of handle: FileHandle, max: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while let part = next(of: handle, max: 64 << 10) {
            if bytes.count <= max { bytes += part }
        }
        return bytes
    }

    /// Reads lines until the process closes its standard error. Lines of progress are handed on; the last refusal counts.
    private static func refusal(
        in handle: FileHandle, _ progress: (JobProgress) -> Void
    ) -> (code: String, message: String)? {
        var rest: [UInt8] = []
        var refusal: (String, String)?
        while let part = next(of: handle, max: 4_096) {
            rest += part
            while let end = rest.firstIndex(of: 0x0A) {
                let line = rest[..<end]
                if let found = try? JSONDecoder().decode(JobProgress.self, from: Data(line)) {
                    progress(found)
                } else if let document = try? JSONDecoder().decode(ReportedRefusal.self, from: Data(line)) {
                    refusal = (document.error.code, document.error.message)
                }
                rest.removeSubrange(...end)
            }
            if rest.count > messageBytesMax { rest = [] }
        }
        return refusal
    }

    /// What can be read now, at once; `nil` at the end. A `FileHandle` waits until it has as much as is asked for.
    private static func next(of handle: FileHandle, max: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: max)
        while true {
            let count = unsafe read(handle.fileDescriptor, &buffer, max)
            if count < 0, errno == EINTR { continue }
            return count > 0 ? Array(buffer.prefix(count)) : nil
        }
    }

    /// A refusal as commands report it with `--json`.
    private struct ReportedRefusal: Decodable {
        struct Document: Decodable {
            var code: String
            var message: String
        }
        var error: Document
    }
}

/// Bytes for a process to read. A file without a name holds them: a pipe would block, or fail, where the process reads late or not at all.
private struct HandedInput {
    let handle: FileHandle

    init(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else {
            handle = .nullDevice
            return
        }
        let url = FileManager.default.temporaryDirectory.appending(path: "larder-\(UUID().uuidString)")
        let made = FileManager.default.createFile(
            atPath: url.path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        guard made else { throw Refusal(.unavailable, "there is no room for the input of a job: free some space") }
        defer { try? FileManager.default.removeItem(at: url) }
        handle = try FileHandle(forReadingFrom: url)
    }
}
