import Foundation
import TestSupport
import Testing

@testable import CLI

@Suite struct BinaryTests {
    @Test("larder without arguments exits 2 and shows examples") func noArgumentsAreUsage() throws {
        let run = try Program.run([])
        #expect(run.status == 2)
        #expect(run.errors.contains("EXAMPLES:") && run.output.isEmpty)
    }

    @Test("a misspelt command exits 2 and suggests the nearest one") func aWrongCommandIsUsage() throws {
        let run = try Program.run(["fed", "--json"])
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("larder: usage: ") && run.errors.contains("did you mean feed?"))
        #expect(run.errors.contains(#"{"error":{"code":"usage""#))
    }

    @Test("an unknown option or option value exits 2") func aWrongOptionIsUsage() throws {
        #expect(try Program.run(["feed", "--nonsense"]).status == 2)
        #expect(try Program.run(["submit", "-", "--as-of", "3"]).status == 2)
        #expect(try Program.run(["feed", "--sort", "popular"]).status == 2)
    }

    @Test("a question to a directory without a community exits 3 and names init")
    func aDirectoryWithoutCommunityIsNotFound() throws {
        let run = try Program.run(["--data", "/nonexistent/larder", "feed"])
        #expect(run.status == 3)
        #expect(run.errors.hasPrefix("larder: not-found: ") && run.errors.contains("init"))
    }

    @Test("the help of every command begins with examples, by --help and by help")
    func helpBeginsWithExamples() throws {
        for (path, _) in CommandTree.all {
            let run = try Program.run(path + ["--help"])
            #expect(run.status == 0, "\(path)")
            #expect(run.output.hasPrefix("EXAMPLES:\n  larder "), "\(path)")
            #expect(try Program.run(["help"] + path).output == run.output, "\(path)")
        }
    }

    @Test("a new community takes acts, answers questions and refuses with the right exit codes")
    func aCommunityBeginsAndAnswers() throws {
        let scratch = TemporaryDirectory()
        let directory = scratch.path("community")
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
