import Foundation
import TestSupport
import Testing

@testable import CLI

@Suite struct DemoCommandTests {
    private let scratch = TemporaryDirectory()
    private var directory: String { scratch.path("community") }

    /// The exit code.
    private func run(_ arguments: String...) -> Int32 {
        Tool.run(["--data", directory, "--quiet"] + arguments).rawValue
    }

    @Test("demo with members fills a directory once and refuses other sizes or seeds")
    func aSyntheticCommunityIsMadeOnce() {
        #expect(run("demo", "--members", "10", "--weeks", "2") == 0)
        #expect(run("demo", "--members", "10", "--weeks", "2") == 0)
        #expect(run("demo", "--members", "10", "--weeks", "2", "--seed", "2") == 5)
        #expect(run("demo", "--members", "10") == 5)
        #expect(run("demo") == 5)
        #expect(run("views", "verify") == 0)
    }

    @Test("demo refuses a community that has members and changes nothing") func aCommunityWithMembersIsLeftAlone() {
        #expect(run("init") == 0)
        #expect(run("register", "ada") == 0)
        #expect(run("demo") == 5)
        #expect(run("demo", "--members", "10") == 5)
        #expect(run("profile", "@margot") == 3)
    }

    @Test("demo fills an empty community once") func anEmptyCommunityIsFilled() {
        #expect(run("init") == 0)
        #expect(run("demo", "--seed", "4") == 0)
        #expect(run("recipe", "external:demo:seed-4/recipe/shakshuka") == 0)
        #expect(run("demo") == 5)
    }

    @Test("demo refuses impossible options and creates no directory") func whatCannotBeIsRefused() {
        #expect(run("demo", "--weeks", "3") == 2)
        #expect(run("demo", "--members", "9") == 6)
        #expect(run("demo", "--members", "-5") == 6)
        #expect(run("demo", "--members", "10", "--weeks", "0") == 6)
        #expect(run("demo", "--seed", "-1") == 2)
        #expect(!FileManager.default.fileExists(atPath: directory))
    }
}
