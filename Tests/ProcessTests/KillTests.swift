import Foundation
import TestSupport
import Testing

/// `kill -9` at random moments: acknowledged events stay, and the same command continues from them.
@Suite(.serialized) struct KillTests {
    @Test("a killed import loses nothing, and the next one continues", .seeded) func killedImports() throws {
        let files = try FoodComFiles()
        var numbers = SeededGenerator.ofTest()
        let scratch = TemporaryDirectory()
        let whole = DataDirectory(scratch.path("whole"))
        let begin = ContinuousClock.now
        let report = try whole.start(files.arguments).wait().json()
        var longest = begin.duration(to: .now)
        let export = try whole.text("log", "export")
        let (boards, profiles) = (try whole.boards(sampling: 8), try whole.profiles(files.usernames))
        #expect(export.split(separator: "\n").count == report["appended"] as? Int)

        var (kills, rounds, hits) = (0, 0, 0)
        let wanted = Tier.rounds(3, long: 32)
        while kills < wanted {
            rounds += 1
            let torn = DataDirectory(scratch.path("torn\(rounds)"))
            #expect(try torn.run("init").status == 0)
            let follower = try torn.start(["log", "tail", "-n", "0", "--follow", "--json"])
            defer { follower.send(SIGKILL) }
            var log = try torn.wholeLog()
            var isDone = false
            // At most as many kills as are wanted; then it may finish.
            while !isDone && kills < wanted {
                let started = ContinuousClock.now
                let program = try torn.start(files.arguments)
                try Self.sleep(below: longest, &numbers)
                let seen = try follower.output()
                program.send(SIGKILL)
                let run = try program.wait()
                isDone = !run.wasKilled
                // What was measured under load is too long a time to wait before a kill.
                if run.wasKilled { kills += 1 } else { longest = min(longest, started.duration(to: .now)) * 0.7 }
                let now = try torn.wholeLog()
                #expect(now.hasPrefix(log), "after kill \(kills) something that was there is not there any more")
                #expect(now.hasPrefix(seen), "after kill \(kills) something that was told is not there any more")
                #expect(try torn.events == now.split(separator: "\n").count)
                if now.utf8.count > log.utf8.count, run.wasKilled { hits += 1 }
                log = now
                if kills % 8 == 0 { try torn.expectVerified() }
            }
            let last = try torn.start(files.arguments).wait()
            #expect(last.status == 0, "\(last.errors)")
            #expect(try torn.text("log", "export") == export)
            #expect(try torn.boards(sampling: 8) == boards)
            #expect(try torn.profiles(files.usernames) == profiles)
            #expect(try torn.fingerprints() == whole.fingerprints())
            try torn.expectVerified()
            let again = try torn.start(files.arguments).wait().json()
            #expect(again["appended"] as? Int == 0)
        }
        #expect(hits > 0 || !Tier.isLong, "every kill came before anything was appended: that tests nothing")
        print("killed imports: \(kills) kills in \(rounds) directories, \(hits) of them after something was appended")
    }

    @Test("a killed rebuild loses no view", .seeded) func killedRebuilds() throws {
        let files = try FoodComFiles()
        var numbers = SeededGenerator.ofTest()
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.start(files.arguments).wait().status == 0)
        let (log, boards) = (try directory.wholeLog(), try directory.boards(sampling: 8))
        let (profiles, fingerprints) = (try directory.profiles(files.usernames), try directory.fingerprints())
        let begin = ContinuousClock.now
        let rebuilt = try directory.json("views", "rebuild")
        #expect(rebuilt["matchesLive"] as? Bool == true)
        var longest = begin.duration(to: .now)

        var kills = 0
        while kills < Tier.rounds(3, long: 24) {
            // Every third time there are no views at all: a mere question replays the log then.
            let isReplay = kills % 3 == 2
            if isReplay { try FileManager.default.removeItem(atPath: "\(directory.path)/views") }
            let program = try directory.start(
                isReplay ? ["leaderboard", "weeks", "--json"] : ["views", "rebuild", "--json"])
            try Self.sleep(below: longest, &numbers)
            program.send(SIGKILL)
            let run = try program.wait()
            #expect(run.wasKilled || run.status == 0, "\(run.errors)")
            if run.wasKilled { kills += 1 } else { longest = longest * 0.7 }
            #expect(try directory.fingerprints() == fingerprints, "after kill \(kills)")
            if kills % 3 == 0 {
                #expect(try directory.boards(sampling: 8) == boards, "after kill \(kills)")
                try directory.expectVerified()
            }
        }
        #expect(try directory.wholeLog() == log)
        #expect(try directory.profiles(files.usernames) == profiles)
        #expect(try directory.json("views", "rebuild")["matchesLive"] as? Bool == true)
        try directory.expectVerified()
    }

    @Test("an interrupted import exits 130, and the next one continues") func interruptedImport() throws {
        let files = try FoodComFiles()
        let scratch = TemporaryDirectory()
        let (whole, torn) = (DataDirectory(scratch.path("whole")), DataDirectory(scratch.path("torn")))
        let begin = ContinuousClock.now
        #expect(try whole.start(files.arguments).wait().status == 0)
        let longest = begin.duration(to: .now)
        var interrupted = 0
        for part in 1...Tier.rounds(2, long: 8) {
            let program = try torn.start(files.arguments)
            usleep(UInt32(Self.microseconds(longest) * part / Tier.rounds(10, long: 20)))
            let wasRunning = program.isRunning
            program.interrupt()
            let run = try program.wait()
            guard wasRunning, run.status != 0 else { continue }
            #expect(run.status == 130)
            #expect(run.errors.contains("larder: interrupted: "))
            interrupted += 1
        }
        #expect(interrupted > 0)
        #expect(try torn.start(files.arguments).wait().status == 0)
        #expect(try torn.text("log", "export") == whole.text("log", "export"))
        #expect(try torn.fingerprints() == whole.fingerprints())
    }

    static func microseconds(_ duration: Duration) -> Int {
        Int(duration.components.seconds) * 1_000_000 + Int(duration.components.attoseconds / 1_000_000_000_000)
    }

    static func sleep(below longest: Duration, _ numbers: inout SeededGenerator) throws {
        usleep(UInt32.random(in: 0...UInt32(max(1, microseconds(longest))), using: &numbers))
    }
}
