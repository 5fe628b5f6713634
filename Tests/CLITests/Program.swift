import Foundation
import Testing

/// The built program, run as people run it.
struct Program {
    struct Run {
        var status: Int32
        var output: String
        var errors: String
    }

    /// `larder`, or another program that finds it on its path.
    static func run(_ arguments: [String], executable: URL? = nil) throws -> Run {
        try run(try executable ?? #require(location), arguments, in: nil)
    }

    /// A line as a user types it, with `larder` on the path and a home of its own.
    static func shell(_ line: String, in directory: String) throws -> Run {
        try run(URL(filePath: "/bin/bash"), ["-c", line], in: directory)
    }

    private static func run(_ program: URL, _ arguments: [String], in directory: String?) throws -> Run {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let products = try #require(location).deletingLastPathComponent().path
        process.environment = ["PATH": "\(products):/usr/bin:/bin", "HOME": directory ?? "/"]
        // Under the sanitizer, what `tools/sanitize` asks it for: it would report what Foundation's own Process leaves behind.
        process.environment?["ASAN_OPTIONS"] = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]
        if let directory { process.currentDirectoryURL = URL(filePath: directory) }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let written = output.fileHandleForReading.readDataToEndOfFile()
        let complained = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
            errors: String(decoding: complained, as: UTF8.self))
    }

    /// Beside the test bundle, in the products' directory.
    private static var location: URL? {
        var directory = (Bundle.main.executableURL ?? Bundle.main.bundleURL).deletingLastPathComponent()
        for argument in ProcessInfo.processInfo.arguments where argument.hasSuffix(".xctest") {
            directory = URL(filePath: argument).deletingLastPathComponent()
        }
        let program = directory.appending(path: "larder")
        return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
    }
}
