package import Foundation
import Synchronization
import TestSupport

/// A program that is run to its end, in an environment of its own.
package struct Launch: Sendable {
    package struct End: Sendable {
        package var status: Int32
        /// The signal that ended it; nil if it ended itself.
        package var signal: Int32?
        package var isTimedOut = false
        package var outputBytes: Data
        package var errors: String

        package var output: String { String(decoding: outputBytes, as: UTF8.self) }

        package var isDone: Bool { signal == nil && status == 0 }

        package var summary: String {
            let end =
                isTimedOut ? "took too long" : signal.map { "was ended by signal \($0)" } ?? "ended with \(status)"
            return "\(end) \(errors.prefix(300))"
        }
    }

    package var executable: String
    package var arguments: [String]
    package var environment: [String: String] = [:]
    package var secondsMax = 120.0

    /// Starts it; what it says goes into files in `scratch`, so that no pipe must be read meanwhile.
    package func start(in scratch: Scratch) throws -> Running {
        let name = scratch.newName()
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SWIFT_BACKTRACE": "enable=no"]
            .merging(environment) { $1 }
        // Under the sanitizer, what `tools/sanitize` asks it for: it would report what Foundation's own Process leaves behind.
        process.environment?["ASAN_OPTIONS"] = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]
        let (output, errors) = ("\(name).out", "\(name).err")
        for path in [output, errors] { try Data().write(to: URL(filePath: path)) }
        process.standardInput = FileHandle.nullDevice
        // Whatever holds the process later, of many thousands none may keep files open here.
        let files = try [output, errors].map { try FileHandle(forWritingTo: URL(filePath: $0)) }
        defer { for file in files { try? file.close() } }
        (process.standardOutput, process.standardError) = (files[0], files[1])
        try process.run()
        return Running(process: process, output: output, errors: errors, secondsMax: secondsMax)
    }

    package func run(in scratch: Scratch) throws -> End { try start(in: scratch).end() }

    package struct Running {
        let process: Process
        let output: String
        let errors: String
        let secondsMax: Double

        package func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

        package func end() throws -> End {
            let limit = Date(timeIntervalSinceNow: secondsMax)
            var isTimedOut = false
            while process.isRunning {
                if Date() > limit, !isTimedOut {
                    isTimedOut = true
                    kill()
                }
                usleep(500)
            }
            defer { for path in [output, errors] { try? FileManager.default.removeItem(atPath: path) } }
            let wasKilled = process.terminationReason == .uncaughtSignal
            return End(
                status: process.terminationStatus, signal: wasKilled ? process.terminationStatus : nil,
                isTimedOut: isTimedOut, outputBytes: try Data(contentsOf: URL(filePath: output)),
                errors: String(decoding: try Data(contentsOf: URL(filePath: errors)), as: UTF8.self))
        }
    }
}

/// A directory that is removed with the last reference to it. In memory where the system has such a place: what is torn is
/// decided by the model of the disk, and no real one has to be waited for.
package final class Scratch: Sendable {
    private let directory: TemporaryDirectory
    package let path: String
    private let names = Counter()

    package init() {
        let memory = "/dev/shm"
        directory = TemporaryDirectory(in: FileManager.default.isWritableFile(atPath: memory) ? memory : nil)
        // The recorder compares resolved paths.
        path = directory.url.resolvingSymlinksInPath().path
    }

    /// A path at which nothing is yet.
    package func newName() -> String { "\(path)/\(names.next())" }
}

private final class Counter: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).newValue }
}
