import Foundation
import TestSupport
import Testing

/// The built program, run as people run it: as a process of its own.
final class Program {
    struct Run {
        var status: Int32
        var wasKilled: Bool
        var output: String
        var errors: String
        /// The most memory that it was seen to hold, in bytes; only where it was watched.
        var peakBytes = 0

        /// The answer of a command that was given `--json`.
        func json() throws -> [String: Any] {
            let parsed = try? JSONSerialization.jsonObject(with: Data(output.utf8))
            return try #require(
                parsed as? [String: Any], "no JSON document: \(output.prefix(300)) \(errors.prefix(300))")
        }
    }

    /// How long something is waited for that comes: on a busy machine, beside a thousand other tests.
    static let patience = Duration.seconds(120)

    private let process = Process()
    private let files = TemporaryDirectory()
    let outputPath: String
    private let errorsPath: String

    /// Starts it. What it says goes into files, unless it is given something else: the program needs no reader to go
    /// on.
    init(
        _ arguments: [String], executable: URL? = nil, directory: String? = nil,
        environment: [String: String] = [:], input: FileHandle = .nullDevice, output: FileHandle? = nil,
        errors: FileHandle? = nil
    ) throws {
        outputPath = files.path("out")
        errorsPath = files.path("err")
        let program = try #require(executable ?? Self.location, "the larder binary is not built beside the tests")
        process.executableURL = program
        process.arguments = arguments
        if let directory { process.currentDirectoryURL = URL(filePath: directory) }
        process.environment = Self.surroundings.merging(environment) { $1 }
        let files = (try Self.newFile(outputPath), try Self.newFile(errorsPath))
        process.standardInput = input
        process.standardOutput = output ?? files.0
        process.standardError = errors ?? files.1
        // Worker threads block all signals, and a child inherits that: Ctrl-C would never reach it.
        var (none, before) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    static let searchPath = "/usr/sbin:/usr/bin:/sbin:/bin"

    /// What the program is told, besides what a test tells it: little, and the same wherever the tests run.
    private static let surroundings = {
        var surroundings = ["PATH": searchPath, "SWIFT_BACKTRACE": "enable=no"]
        // A sanitizer takes most of the address space, and is told what it may complain of.
        for name in ["LARDER_MAP_SIZE", "ASAN_OPTIONS", "TSAN_OPTIONS"] {
            surroundings[name] = ProcessInfo.processInfo.environment[name]
        }
        return surroundings
    }()

    private static func newFile(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(filePath: path))
        return try FileHandle(forWritingTo: URL(filePath: path))
    }

    var isRunning: Bool { process.isRunning }

    /// What it has said so far.
    func output() throws -> String { String(decoding: try Data(contentsOf: URL(filePath: outputPath)), as: UTF8.self) }

    /// What it has said on standard error so far.
    func errors() throws -> String { String(decoding: try Data(contentsOf: URL(filePath: errorsPath)), as: UTF8.self) }

    func send(_ signal: Int32) { if process.isRunning { _ = kill(process.processIdentifier, signal) } }

    /// Sends Ctrl-C as soon as the program listens to it: one that has not begun to yet dies of it, as every program does.
    func interrupt() {
        let begin = ContinuousClock.now
        while process.isRunning, !isListening, begin.duration(to: .now) < Self.patience { usleep(1000) }
        send(SIGINT)
    }

    private var isListening: Bool {
        (status("SigCgt").flatMap { UInt64($0, radix: 16) } ?? 0) & 1 << UInt64(SIGINT - 1) != 0
    }

    /// What the kernel says of it under that name, without a unit; nil when it is gone.
    private func status(_ name: String) -> Substring? {
        let lines = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = lines.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
    }

    /// The most memory that it has held so far, in bytes; 0 when it is gone.
    var peakBytes: Int { (status("VmHWM").flatMap { Int($0) } ?? 0) * 1024 }

    /// From here on `peakBytes` counts from the memory that it holds now.
    func forgetPeak() throws {
        try "5".write(toFile: "/proc/\(process.processIdentifier)/clear_refs", atomically: false, encoding: .utf8)
    }

    func wait() throws -> Run {
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
            output: try output(),
            errors: String(decoding: try Data(contentsOf: URL(filePath: errorsPath)), as: UTF8.self))
    }

    /// Waits, and looks at what it shows meanwhile.
    func wait(watching terminal: PseudoTerminal) throws -> Run {
        while process.isRunning {
            _ = terminal.screen()
            usleep(2000)
        }
        return try wait()
    }

    /// Waits, and looks every few milliseconds how much memory it has held.
    func waitWatchingMemory() throws -> Run {
        var peak = 0
        while process.isRunning {
            peak = max(peak, peakBytes)
            usleep(2000)
        }
        var run = try wait()
        run.peakBytes = peak
        return run
    }

    /// Beside the test bundle, in the products' directory.
    static var location: URL? {
        var directory = (Bundle.main.executableURL ?? Bundle.main.bundleURL).deletingLastPathComponent()
        for argument in ProcessInfo.processInfo.arguments where argument.hasSuffix(".xctest") {
            directory = URL(filePath: argument).deletingLastPathComponent()
        }
        let program = directory.appending(path: "larder")
        return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
    }
}
