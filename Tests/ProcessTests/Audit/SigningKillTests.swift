import Foundation
import TestSupport
import Testing
import Transparency

/// «Never sign two inconsistent heads, not even after a crash.»
@Suite(.serialized) struct SigningKillTests {
    /// Every head that was ever shown, of however little of the process was left to show it.
    private struct Heads {
        private(set) var notes: [SignedNote] = []

        mutating func take(_ output: String) throws {
            guard let note = try? SignedNote(Array(output.utf8)) else { return }
            notes.append(note)
        }

        /// One history has all of them: then each is consistent with each.
        func expectOneHistory(_ directory: DataDirectory) throws {
            let key = try VerifierKey(
                directory.text("audit", "key").trimmingCharacters(in: .whitespacesAndNewlines))
            let roots = try Self.roots(directory)
            for note in notes {
                let head = try note.checkpoint(signedBy: key)
                try #require(head.size < UInt64(roots.count))
                #expect(head.root == roots[Int(head.size)], "the head of \(head.size) is not of this history")
            }
        }

        /// Of every size, from the bytes.
        private static func roots(_ directory: DataDirectory) throws -> [TreeHash] {
            let export = try directory.start(["log", "export", "--canonical", "-"])
            #expect(try export.wait().status == 0)
            var rest = try Data(contentsOf: URL(filePath: export.outputPath))[...]
            var frontier = TreeFrontier()
            var roots = [frontier.root]
            while !rest.isEmpty {
                let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                frontier.append(.leaf(Array(rest.dropFirst(4).prefix(count))))
                roots.append(frontier.root)
                rest = rest.dropFirst(4 + count)
            }
            return roots
        }
    }

    private static func registrations(_ round: Int) -> String {
        (0..<40).map {
            #"{"specversion":"1.0","type":"larder.member.registered","source":"kill","id":"\#(round)-\#($0)","#
                + #""data":{"username":"cook\#(round)x\#($0)","name":"Cook"}}"# + "\n"
        }.joined()
    }

    @Test("heads signed beside kills belong to one history", .seeded) func killedSigners() throws {
        var numbers = SeededGenerator.ofTest()
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("init").status == 0)
        var heads = Heads()
        try heads.take(directory.text("audit", "head"))
        var patience = Duration.milliseconds(60)
        var (kills, shown) = (0, 0)
        let rounds = Tier.rounds(4, long: 500)
        for round in 0..<rounds {
            let events = try scratch.write(Self.registrations(round), to: "events\(round)")
            let appender = try directory.start(["submit", events])
            let signers = try (0..<3).map { _ in try directory.start(["audit", "head"]) }
            try KillTests.sleep(below: patience, &numbers)
            if Bool.random(using: &numbers) { appender.send(SIGKILL) }
            for signer in signers {
                signer.send(SIGKILL)
                try KillTests.sleep(below: patience / 4, &numbers)
            }
            let runs = try signers.map { try $0.wait() }
            for run in runs { try heads.take(run.output) }
            let killed = runs.count { $0.wasKilled }
            kills += killed
            shown += runs.count - killed
            // Whatever else this machine does: some should be killed just before they are done, or just after.
            if killed == runs.count { patience = patience * 1.4 } else if killed == 0 { patience = patience * 0.7 }
            _ = try appender.wait()
            try heads.take(directory.text("audit", "head"))
        }
        #expect(heads.notes.count > rounds)
        #expect(kills > 0 && shown > 0 || !Tier.isLong, "all were killed too early, or none at all: that tests nothing")
        try heads.expectOneHistory(directory)
        #expect(try directory.run("audit", "verify", "--full").status == 0)
        print("killed signers: \(kills) kills, \(heads.notes.count) heads shown, \(shown) of them beside a kill")
    }

    /// An older log/ beneath the newer vault: what was signed is not gone back on, however long the log becomes.
    @Test("an older log beside a newer vault is not signed until it has grown to what was signed")
    func aLogThatWasPutBackIsNotSignedUntilItIsWhatItWas() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("demo", "--members", "20", "--weeks", "1", "--seed", "5").status == 0)
        var heads = Heads()
        try heads.take(directory.text("audit", "head"))
        func copy(_ from: String, _ to: String) throws {
            try? FileManager.default.removeItem(atPath: scratch.path(to))
            try FileManager.default.copyItem(atPath: scratch.path(from), toPath: scratch.path(to))
        }
        try copy("data/log", "older")
        let olderExport = try directory.start(["log", "export", "--verbatim"])
        #expect(try olderExport.wait().status == 0)
        #expect(try directory.run("submit", scratch.write(Self.registrations(1), to: "one")).status == 0)
        try heads.take(directory.text("audit", "head"))
        try copy("data/log", "newest")
        let newestExport = try directory.start(["log", "export", "--verbatim"])
        #expect(try newestExport.wait().status == 0)

        try copy("older", "data/log")
        func expectRefusal(_ directory: DataDirectory) throws {
            for line in [
                ["audit", "head"], ["audit", "head", "--size", "3"], ["audit", "prove", "3"],
                ["audit", "prove", "--from", "3"], ["audit", "export-tiles", scratch.path("tiles")],
            ] {
                let run = try directory.start(line).wait()
                #expect(run.status == 7, "\(line): \(run.errors)")
                #expect(run.output.isEmpty)
                #expect(run.errors.hasPrefix("larder: verification-failed: this log is not the one that was signed"))
            }
            #expect(try directory.run("audit", "verify", "--full").status == 7)
        }
        try expectRefusal(directory)
        // Other events than were there, up to the size that was signed, and beyond it.
        for round in 2...4 {
            #expect(
                try directory.run("submit", scratch.write(Self.registrations(round), to: "more\(round)")).status == 0)
            try expectRefusal(directory)
        }
        // From exports, with the newest vault beside them.
        for (name, export, isWhole) in [("short", olderExport, false), ("whole", newestExport, true)] {
            let restored = DataDirectory(scratch.path(name))
            #expect(try restored.run("log", "import", "--verbatim", export.outputPath).status == 0)
            try copy("data/vault", "\(name)/vault")
            if isWhole {
                try heads.take(restored.text("audit", "head"))
            } else {
                try expectRefusal(restored)
            }
        }
        try copy("newest", "data/log")
        try heads.take(directory.text("audit", "head"))
        #expect(try directory.run("submit", scratch.write(Self.registrations(5), to: "five")).status == 0)
        try heads.take(directory.text("audit", "head"))
        #expect(heads.notes.count == 5)
        try heads.expectOneHistory(directory)
    }
}
