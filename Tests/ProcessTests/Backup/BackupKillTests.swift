import Foundation
import TestSupport
import Testing

/// `kill -9` at random moments of a backup and of a restoration; and others who go on writing.
@Suite(.serialized) struct BackupKillTests {
    private func filled(_ scratch: TemporaryDirectory) throws -> DataDirectory {
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("demo", "--members", "10", "--weeks", "2", "--quiet").status == 0)
        return directory
    }

    /// A file with as many registrations.
    private func guests(_ count: Int, _ scratch: TemporaryDirectory) throws -> String {
        let events = (0..<count).map { index in
            #"{"specversion":"1.0","type":"larder.member.registered","source":"t","id":"\#(index)","#
                + #""data":{"username":"guest\#(index)","name":"Guest"}}"#
        }
        return try scratch.write(events.joined(separator: "\n"), to: "events.ndjson")
    }

    @Test("a killed backup restores the earlier backup or the new one", .seeded) func killedBackups() throws {
        var numbers = SeededGenerator.ofTest()
        let scratch = TemporaryDirectory()
        let directory = try filled(scratch)
        let backup = scratch.path("backup")
        let begin = ContinuousClock.now
        #expect(try directory.run("backup", backup).status == 0)
        var longest = begin.duration(to: .now)
        // Half of them are of a whole log, half of an increment.
        var (kills, complete) = (0, 0)
        while kills < Tier.rounds(2, long: 12) {
            let isWhole = kills.isMultiple(of: 2)
            if isWhole {
                try? FileManager.default.removeItem(atPath: backup)
            } else {
                #expect(try directory.run("backup", backup).status == 0)
            }
            // Every time there is something new.
            #expect(try directory.run("register", "guest\(try directory.events)").status == 0)
            let head = try directory.events
            let program = try directory.start(["backup", backup])
            try KillTests.sleep(below: longest, &numbers)
            program.send(SIGKILL)
            let run = try program.wait()
            if run.wasKilled { kills += 1 } else { longest = longest * 0.8 }
            let restored = DataDirectory(scratch.path("restored"))
            let answer = try restored.run("restore", backup, "--yes", "--json")
            guard answer.status == 0 else {
                // Nothing was there before, and what was begun never looks complete.
                #expect(answer.status == 3 && isWhole, "\(answer.errors)")
                continue
            }
            complete += 1
            let position = try #require(try answer.json()["position"] as? Int)
            #expect(position == head || (run.wasKilled && !isWhole && position == head - 1))
            #expect(try restored.events == position)
            try FileManager.default.removeItem(atPath: restored.path)
        }
        #expect(complete > 0 || !Tier.isLong)
        #expect(try directory.json("backup", backup)["position"] as? Int == directory.events)
        let names = try FileManager.default.contentsOfDirectory(atPath: backup)
        #expect(!names.contains { $0.hasSuffix(".new") } && names.filter { $0.hasPrefix("vault-") }.count == 1)
        print("killed backups: \(kills) kills, \(complete) backups to restore from")
    }

    @Test("a killed restore keeps the old directory or has the whole backup", .seeded) func killedRestores() throws {
        var numbers = SeededGenerator.ofTest()
        let scratch = TemporaryDirectory()
        let directory = try filled(scratch)
        let backup = scratch.path("backup")
        #expect(try directory.run("backup", backup).status == 0)
        let earlier = try directory.events
        #expect(try directory.run("register", "later").status == 0)
        let later = try directory.events
        let spare = scratch.path("spare")
        try FileManager.default.copyItem(atPath: directory.path, toPath: spare)
        let begin = ContinuousClock.now
        #expect(try DataDirectory(scratch.path("whole")).run("restore", backup, "--yes").status == 0)
        var longest = begin.duration(to: .now)
        var (kills, done) = (0, 0)
        while kills < Tier.rounds(2, long: 12) {
            let program = try directory.start(["restore", backup, "--replace", "--yes"])
            try KillTests.sleep(below: longest, &numbers)
            program.send(SIGKILL)
            let run = try program.wait()
            if run.wasKilled { kills += 1 } else { longest = longest * 0.8 }
            let now = try directory.events
            #expect(now == later || now == earlier, "neither what was there nor what is in the backup")
            #expect(run.wasKilled || now == earlier)
            if now == earlier {
                done += 1
                #expect(try directory.run("doctor").status == 0)
                for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path)
                where name == "data" || name.hasPrefix("data.replaced-") {
                    try FileManager.default.removeItem(atPath: scratch.path(name))
                }
                try FileManager.default.copyItem(atPath: spare, toPath: directory.path)
            }
        }
        #expect(try directory.run("restore", backup, "--replace", "--yes").status == 0)
        #expect(try directory.wholeLog().split(separator: "\n").count == earlier)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: scratch.path).contains("data.restoring"))
        print("killed restorations: \(kills) kills, \(done) times all was done")
    }

    @Test("a backup beside a writer holds a prefix of the log") func aHotBackupIsABeginningOfTheLog() throws {
        let scratch = TemporaryDirectory()
        let directory = try filled(scratch)
        let backup = scratch.path("backup")
        let file = try guests(8_000, scratch)
        let writer = try directory.start(["submit", file])
        defer { writer.send(SIGKILL) }
        var heads: [Int] = []
        while writer.isRunning || heads.isEmpty {
            heads.append(try #require(try directory.json("backup", backup)["position"] as? Int))
        }
        #expect(try writer.wait().status == 0)
        #expect(heads == heads.sorted())
        let restored = DataDirectory(scratch.path("restored"))
        let answer = try restored.json("restore", backup, "--yes")
        #expect(answer["position"] as? Int == heads.last)
        #expect(try directory.wholeLog().hasPrefix(try restored.wholeLog()))
        #expect(try restored.run("doctor").status == 0)
        try restored.expectVerified()
        #expect(try directory.json("backup", backup)["position"] as? Int == directory.events)
    }

    /// Who writes while another community is put in the place is refused from then on: what was acknowledged lies in what was
    /// moved aside, and what is there now is the backup's to the byte.
    @Test("a writer is refused once another community was restored in its place")
    func aWriterIsHeldBackWhereAnotherTakesThePlace() throws {
        let scratch = TemporaryDirectory()
        let directory = try filled(scratch)
        let backup = scratch.path("backup")
        #expect(try directory.run("backup", backup).status == 0)
        let before = try directory.wholeLog()
        let (file, signed) = (try guests(20_000, scratch), try directory.json("audit", "head")["size"] as? Int)
        let writer = try directory.start(["submit", file])
        defer { writer.send(SIGKILL) }
        while try directory.events == signed { usleep(10_000) }
        let report = try directory.json("restore", backup, "--replace", "--yes")
        let ended = try writer.wait()
        #expect(ended.status == 8 && ended.errors.contains("has been moved away"), "\(ended.errors)")
        #expect(try directory.wholeLog() == before)
        #expect(try directory.run("doctor").status == 0)
        let replaced = DataDirectory(try #require(report["replaced"] as? String))
        #expect(try replaced.events > directory.events)
        #expect(try replaced.wholeLog().hasPrefix(before))
        #expect(try replaced.run("doctor").status == 0)
        // The same lines find nothing there that they would take for sent.
        #expect(try directory.json("submit", file)["appended"] as? Int == 20_000)
    }
}
