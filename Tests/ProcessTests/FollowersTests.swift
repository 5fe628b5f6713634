import Foundation
import TestSupport
import Testing

/// Programs that follow the log for hours, and read it for milliseconds.
@Suite struct FollowersTests {
    /// With two slots each, the long tier's followers would fill the table of 512.
    @Test("idle followers hold no reader slot, shut no program out, and go on when something happens")
    func followersHoldNoSlot() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada").status == 0)
        let before = try slots(directory)
        let followers = try (0..<Tier.rounds(12, long: 270)).map { _ in
            try directory.start(["log", "tail", "-n", "0", "--follow", "--json"])
        }
        defer { for follower in followers { follower.send(SIGKILL) } }
        for follower in followers { try awaitLines(1, of: follower) }
        // Each frees its slots just after it has written.
        let begin = ContinuousClock.now
        var after = try slots(directory)
        while after > before, begin.duration(to: .now) < Program.patience {
            usleep(10_000)
            after = try slots(directory)
        }
        #expect(after <= before, "followers hold \(after - before) slots")
        // All of them read at the moment of an append, and others read and write beside them.
        for (index, name) in ["bo", "cy"].enumerated() {
            #expect(try directory.run("register", name).status == 0)
            for arguments in [["feed"], ["members"], ["log", "stat"], ["views", "status"]] {
                let run = try directory.start(arguments).wait()
                #expect(run.status == 0, "\(arguments): \(run.errors)")
            }
            // The log's first event, ada, and the members since.
            for follower in followers { try awaitLines(3 + index, of: follower) }
        }
    }

    private func awaitLines(_ count: Int, of follower: Program) throws {
        while try follower.output().split(separator: "\n").count < count {
            try #require(follower.isRunning)
            usleep(10_000)
        }
    }

    private func slots(_ directory: DataDirectory) throws -> Int {
        let checks = try #require(try directory.json("doctor")["checks"] as? [[String: Any]])
        return try #require(checks.first { $0["name"] as? String == "readers" }?["count"] as? Int)
    }
}
