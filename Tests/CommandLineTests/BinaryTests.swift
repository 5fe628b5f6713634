import ArgumentParser
import Foundation
import Testing

@testable import CommandLine

/// The built program, run as people run it.
struct Program {
    struct Run {
        var status: Int32
        var output: String
        var errors: String
    }

    static func run(_ arguments: [String], executable: URL? = nil) throws -> Run {
        let process = Process()
        let program: URL = try #require(executable ?? location)
        process.executableURL = program
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin"]
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
    static var location: URL? {
        var directory = (Bundle.main.executableURL ?? Bundle.main.bundleURL).deletingLastPathComponent()
        for argument in ProcessInfo.processInfo.arguments where argument.hasSuffix(".xctest") {
            directory = URL(filePath: argument).deletingLastPathComponent()
        }
        let program = directory.appending(path: "larder")
        return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
    }
}

@Suite struct BinaryTests {
    private static func paths(
        _ command: any ParsableCommand.Type = Larder.self, below path: [String] = []
    ) -> [[String]] {
        let configuration = command.configuration
        let below = configuration.subcommands
        return [path] + below.flatMap { paths($0, below: path + [CommandPath.name(of: $0)]) }
    }

    @Test func noArgumentsAreUsage() throws {
        let run = try Program.run([])
        #expect(run.status == 2)
        #expect(run.errors.contains("EXAMPLES:") && run.output.isEmpty)
    }

    @Test func aWrongCommandIsUsage() throws {
        let run = try Program.run(["fed", "--json"])
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("larder: usage: ") && run.errors.contains("did you mean feed?"))
        #expect(run.errors.contains(#"{"error":{"code":"usage""#))
    }

    @Test func aWrongOptionIsUsage() throws {
        #expect(try Program.run(["feed", "--nonsense"]).status == 2)
        #expect(try Program.run(["feed", "--as-of", "3"]).status == 2)
        #expect(try Program.run(["feed", "--sort", "popular"]).status == 2)
    }

    @Test func aDirectoryWithoutCommunityIsNotFound() throws {
        let run = try Program.run(["--data", "/nonexistent/larder", "feed"])
        #expect(run.status == 3)
        #expect(run.errors.hasPrefix("larder: not-found: ") && run.errors.contains("init"))
    }

    @Test func helpBeginsWithExamples() throws {
        for path in Self.paths() {
            let run = try Program.run(path + ["--help"])
            #expect(run.status == 0, "\(path)")
            #expect(run.output.hasPrefix("EXAMPLES:\n  larder "), "\(path)")
            #expect(try Program.run(["help"] + path).output == run.output, "\(path)")
        }
    }

    @Test func aCommunityBeginsAndAnswers() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "larder-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        func run(_ arguments: String...) throws -> Program.Run { try Program.run(["--data", directory] + arguments) }
        let registered = try run("register", "ada", "--json")
        #expect(registered.output == #"{"changed":true,"id":"m2","position":2}"# + "\n")
        let posted = try run(
            "post", "--title", "Soup", "--ingredient", "1 l water", "--step", "Boil.", "--as", "@ada", "--json")
        #expect(posted.output == #"{"changed":true,"id":"r3","position":3}"# + "\n")
        #expect(try run("recipe", "r3").output.contains("1 l water"))
        #expect(try run("like", "r3", "--as", "ada").status == 0)
        #expect(try run("like", "r3", "--as", "ada").output == "4\tunchanged\n")
        #expect(try run("rate", "r3", "9", "--as", "ada").status == 6)
        #expect(try run("profile", "@adda").errors.contains("did you mean @ada"))
        #expect(try run("register", "ADA").status == 5)
        #expect(try run("views", "verify").status == 0)
    }
}
