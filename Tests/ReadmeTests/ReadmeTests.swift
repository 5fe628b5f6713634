import Foundation
import Testing

/// What README.md shows is run: every `$ …` line but those with `tools/`, in order, on one fresh data directory, with the binary that was
/// built beside the tests.
@Suite struct ReadmeTests {
    @Test func everyCommandEndsAsItSays() throws {
        let commands = try ReadmeCommands.all()
        #expect(!commands.isEmpty)
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(
            "larder-readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        // Commands see the package's files by the paths that a reader sees, and write beside the copy only.
        let samples = scratch.appendingPathComponent("Tests/Samples")
        try FileManager.default.createDirectory(
            at: samples.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: ReadmeCommands.root.appendingPathComponent("Tests/Samples"), to: samples)
        for command in commands {
            let (status, output) = try run(command.text, in: scratch)
            #expect(status == command.exitStatus, "\(command)\n\(output)")
        }
    }

    @Test func commandsAreFound() {
        let commands = ReadmeCommands.parse(
            """
            $ larder outside
            ```console
            $ larder feed --limit 2
            one
            $ tools/test
            $ larder recipe r9999        # exits 3
            ```
            """)
        #expect(commands.map(\.text) == ["larder feed --limit 2", "larder recipe r9999"])
        #expect(commands.map(\.exitStatus) == [0, 3])
        #expect(commands.map(\.line) == [3, 6])
    }

    /// Runs a line as a shell would, with the built `larder` on the path.
    private func run(_ command: String, in directory: URL) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = directory
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("LARDER_") }
        environment["PATH"] = "\(try Self.products().path):\(environment["PATH"] ?? "/usr/bin:/bin")"
        process.environment = environment
        let file = directory.appendingPathComponent("output-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        // A file instead of a pipe: nobody has to read while it runs.
        let output = try FileHandle(forWritingTo: file)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        try output.close()
        return (process.terminationStatus, (try? String(contentsOf: file, encoding: .utf8)) ?? "")
    }

    /// The directory that holds the test bundle, and with it `larder`.
    private static func products() throws -> URL {
        let candidates =
            [CommandLine.arguments.first, Bundle.main.executablePath].compactMap { $0 }
            + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
        let directories = candidates.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        return try #require(
            directories.first {
                FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("larder").path)
            }, "larder is not built beside the tests: swift build --product larder")
    }
}
