import Foundation
import TestSupport
import Testing

/// Programs that follow the log for hours, and read it for milliseconds.
@Suite struct FollowersTests {
    @Test("idle followers hold no reader slot, and go on when something happens") func followersHoldNoSlot() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada").status == 0)
        let before = try slots(directory)
        let followers = try (0..<12).map { _ in
            try directory.start(["log", "tail", "-n", "0", "--follow", "--json"])
        }
        defer { for follower in followers { follower.send(SIGKILL) } }
        for follower in followers { while try follower.output().isEmpty { usleep(10_000) } }
        // Each frees its slots just after it has written.
        var after = Int.max
        for _ in 0..<500 where after > before {
            after = try slots(directory)
            usleep(10_000)
        }
        #expect(after <= before, "followers hold \(after - before) slots")
        #expect(try directory.run("register", "bo").status == 0)
        for follower in followers {
            // The log's first event, ada, and then bo.
            while try follower.output().split(separator: "\n").count < 3 {
                try #require(follower.isRunning)
                usleep(10_000)
            }
        }
    }

    private func slots(_ directory: DataDirectory) throws -> Int {
        let checks = try #require(try directory.json("doctor")["checks"] as? [[String: Any]])
        return try #require(checks.first { $0["name"] as? String == "readers" }?["count"] as? Int)
    }
}
