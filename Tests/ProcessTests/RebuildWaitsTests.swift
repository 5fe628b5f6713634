import Foundation
import TestSupport
import Testing

/// Rebuilds and deletions exclude each other: each waits for the other, says so, and can be interrupted.
@Suite struct RebuildWaitsTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
        let file = try scratch.write(Leaver.events(), to: "events")
        #expect((try directory.json("submit", file)["refused"] as? [String: Int]) == [:])
        _ = try directory.text("search", "qvtitle")
    }

    /// A lock that this process holds, as a process does that rebuilds.
    private final class Held {
        private let descriptor: Int32

        init(_ path: String) throws {
            descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
        }

        deinit { close(descriptor) }
    }

    /// Waits until the program has reported its wait.
    private func awaitNotice(of program: Program, _ work: String) throws {
        let begin = ContinuousClock.now
        var said = ""
        while !said.contains("larder: another \(work) is under way: waiting until it has ended\n") {
            try #require(program.isRunning && begin.duration(to: .now) < Program.patience, "\(said)")
            usleep(10_000)
            said = try program.errors()
        }
        #expect(begin.duration(to: .now) >= .milliseconds(900))
    }

    @Test(
        "views rebuild waits for work on views or index, says so, and succeeds",
        arguments: [("views", "rebuild of the views"), ("search", "change of the search index")])
    func rebuildWaits(folder: String, work: String) throws {
        var held: Held? = try Held("\(directory.path)/\(folder)/lock")
        let rebuild = try directory.start(["views", "rebuild"])
        try awaitNotice(of: rebuild, work)
        #expect(held != nil)
        held = nil
        let run = try rebuild.wait()
        #expect(run.status == 0 && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        try directory.expectVerified()
    }

    @Test("a deletion waits for a rebuild of the views, and then removes every word")
    func deletionWaits() throws {
        var held: Held? = try Held("\(directory.path)/views/lock")
        let before = try directory.events
        let deletion = try directory.start(["delete", "account", "--as", "@qvusername", "--yes"])
        try awaitNotice(of: deletion, "rebuild of the views")
        // The deletion itself is durable, and its keys are destroyed.
        #expect(try directory.events == before + 1)
        #expect(held != nil)
        held = nil
        let run = try deletion.wait()
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Leaver.found(below: directory.path) == [:])
        try directory.expectVerified()
    }

    @Test("Ctrl-C while it waits leaves a rebuild undone and a deletion to the next command")
    func interruptedWaits() throws {
        var held: Held? = try Held("\(directory.path)/views/lock")
        for (arguments, words) in [
            (["views", "rebuild"], "nothing is half done"),
            (["delete", "account", "--as", "@qvusername", "--yes"], "the deletion is done"),
        ] {
            let program = try directory.start(arguments)
            try awaitNotice(of: program, "rebuild of the views")
            program.interrupt()
            let run = try program.wait()
            #expect(run.status == 130 && run.errors.contains("larder: interrupted: \(words)"), "\(run.errors)")
        }
        #expect(try Leaver.found(below: directory.path) != [:])
        #expect(held != nil)
        held = nil
        #expect(try directory.run("log", "show", "1").status == 0)
        #expect(try Leaver.found(below: directory.path) == [:])
        #expect(try directory.run("views", "rebuild").status == 0)
        try directory.expectVerified()
    }

    /// The index takes long enough to be rebuilt that deletions fall into it.
    @Test("views rebuild beside deletions never fails, and neither does a deletion") func sideBySide() throws {
        let synthetic = DataDirectory(scratch.path("synthetic"))
        #expect(try synthetic.run("demo", "--members", "\(Tier.rounds(60, long: 300))", "--quiet").status == 0)
        let rounds = Tier.rounds(4, long: 20)
        // The first one is admin, and the last admin cannot be deleted.
        #expect(try synthetic.run("register", "keeper").status == 0)
        for number in 1...rounds { #expect(try synthetic.run("register", "gone\(number)").status == 0) }
        _ = try synthetic.text("search", "soup")
        var number = 0
        var deletion: Program?
        while number < rounds || deletion != nil {
            let rebuild = try synthetic.start(["views", "rebuild", "--json"])
            while rebuild.isRunning {
                if deletion?.isRunning != true {
                    if let run = try deletion?.wait() { #expect(run.status == 0, "\(run.errors)") }
                    deletion = nil
                    guard number < rounds else { break }
                    number += 1
                    deletion = try synthetic.start(["delete", "account", "--as", "@gone\(number)", "--yes"])
                }
                usleep(20_000)
            }
            let run = try rebuild.wait()
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(try synthetic.run("profile", "@gone\(rounds)").status == 3)
        try synthetic.expectVerified()
    }
}
