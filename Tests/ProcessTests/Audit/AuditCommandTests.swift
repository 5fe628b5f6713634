import Foundation
import TestSupport
import Testing

/// `larder audit` as its keeper types it, and as a stranger does who has nothing but texts.
@Suite struct AuditCommandTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("demo", "--members", "20", "--weeks", "1", "--seed", "7").status == 0)
    }

    private func write(_ name: String, _ arguments: String...) throws -> String {
        let run = try directory.start(arguments).wait()
        #expect(run.status == 0, "\(arguments): \(run.errors)")
        return try scratch.write(run.output, to: name)
    }

    /// A stranger with the files alone, in an empty folder.
    private func stranger(_ arguments: String..., input: String? = nil) throws -> Program.Run {
        let place = scratch.path("elsewhere")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let input = try input.map { try #require(FileHandle(forReadingAtPath: $0)) } ?? .nullDevice
        let run = try Program(["audit", "verify"] + arguments, directory: place, input: input).wait()
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
        return run
    }

    private func key() throws -> String {
        try directory.text("audit", "key").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("audit head signs the root and the size that log stat shows") func theHeadIsSigned() throws {
        let (head, text) = (try directory.json("audit", "head"), try directory.text("audit", "head"))
        #expect(head["note"] as? String == text)
        let stat = try directory.json("log", "stat")
        #expect(head["root"] as? String == stat["root"] as? String)
        #expect(head["size"] as? Int == stat["events"] as? Int)
        #expect(head["origin"] as? String == stat["logID"] as? String)
        #expect(head["key"] as? String == (try key()))
        #expect(try directory.json("audit", "key")["key"] as? String == (try key()))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 6 && lines[1] == "\(head["size"] as? Int ?? 0)" && lines[3].isEmpty)
        let file = try write("head", "audit", "head")
        #expect(try stranger(file, "--key", key()).status == 0)
        #expect(try stranger("-", "--key", key(), input: file).status == 0)
        #expect(try directory.run("audit", "verify", file).status == 0)
    }

    @Test("a proof of an event is verified with the key alone") func anEventIsProvedToStrangers() throws {
        let proof = try write("proof", "audit", "prove", "700")
        let run = try stranger(proof, "--key", key())
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("Event 700, "))
        let json = try stranger(proof, "--key", key(), "--json").json()
        #expect(json["verified"] as? Bool == true && json["claim"] as? String == "inclusion")
        #expect((json["event"] as? [String: Any])?["position"] as? Int == 700)
        #expect(json["equalsLog"] == nil)
        #expect(try directory.json("audit", "verify", proof)["equalsLog"] as? Bool == true)
        // By its id, in an earlier head.
        #expect(try stranger(write("early", "audit", "prove", "r700", "--size", "701"), "--key", key()).status == 0)
    }

    @Test("a proof between two heads is verified with the key alone") func growthIsProvedToStrangers() throws {
        let old = try write("old", "audit", "head", "--size", "500")
        let new = try write("new", "audit", "head")
        let proof = try write("proof", "audit", "prove", "--from", "500")
        let key = try key()
        for files in [[proof], [old, proof], [old, new, proof]] {
            let run = try Program(["audit", "verify", "--key", key] + files, directory: scratch.path).wait()
            #expect(run.status == 0, "\(files): \(run.errors)")
        }
        #expect(try directory.run("audit", "verify", old, new).status == 0)
        let bare = try stranger(old, new, "--key", key)
        #expect(bare.status == 6)
        #expect(bare.errors.contains("larder audit prove --from 500 --to "))
        let early = try write("early", "audit", "prove", "--from", "500", "--to", "600")
        #expect(try stranger(old, new, early, "--key", key).status == 7)
        #expect(try stranger(new, old, "--key", key).status == 7)
    }

    @Test("audit verify exits 7 for a false proof and 6 for what is no proof")
    func whatDoesNotHoldIsSevenAndWhatIsNoProofIsSix() throws {
        let (proof, key) = (try directory.text("audit", "prove", "700"), try key())
        let other = DataDirectory(scratch.path("other"))
        #expect(try other.run("init").status == 0)
        let otherKey = try other.text("audit", "key").trimmingCharacters(in: .whitespacesAndNewlines)
        let file = try scratch.write(proof, to: "proof")
        for (name, run, status) in [
            ("another key", try stranger(file, "--key", otherKey), 7), ("no key", try stranger(file), 3),
            ("another place's log", try stranger(file, "--key", key, "--data", scratch.path("none")), 3),
            ("a word", try stranger(file, "--key", "word"), 6),
            ("another log", try other.run("audit", "verify", file), 7),
            (
                "another place",
                try stranger(
                    scratch.write(proof.replacing("\nindex 699\n", with: "\nindex 698\n"), to: "place"), "--key", key),
                7
            ),
            (
                "cut off", try stranger(scratch.write(String(proof.dropLast(3)), to: "cut"), "--key", key), 6
            ),
            ("nothing", try stranger(scratch.write("", to: "nothing"), "--key", key), 6),
            ("no file", try stranger(scratch.path("none"), "--key", key), 3),
            ("other bytes", try stranger(file, "--key", key, "--event", file), 7),
            (
                "others' signatures too",
                try stranger(
                    scratch.write(proof + "\u{2014} witness.example AAAAAAAA\n", to: "more"), "--key", key), 0
            ),
        ] as [(String, Program.Run, Int32)] {
            #expect(run.status == status, "\(name): \(run.output)\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == (status == 0 ? 0 : 1), "\(name)")
            let code = status == 7 ? "verification-failed" : status == 6 ? "invalid" : status == 3 ? "not-found" : ""
            #expect(status == 0 || run.errors.hasPrefix("larder: \(code): "), "\(name): \(run.errors)")
            #expect(run.output.isEmpty == (status != 0), "\(name)")
        }
    }

    @Test("audit commands refuse wrong arguments with the right exit code") func whatIsAskedWronglyIsSaid() throws {
        for (line, status) in [
            ("audit prove", 2), ("audit prove 5 --from 3", 2), ("audit prove 5 --to 9", 2),
            ("audit prove --from 3 --size 9", 2), ("audit prove soup", 2), ("audit prove 0", 2),
            ("audit prove 999999", 3), ("audit prove 9 --size 8", 6), ("audit prove 9 --size 999999", 3),
            ("audit prove --from 9 --to 8", 6), ("audit prove --from 999999", 3), ("audit head --size 999999", 3),
            ("audit head --size -1", 2), ("audit verify", 2), ("audit verify --full --key x", 2), ("audit", 2),
            ("audit head --as-of 3", 2), ("audit export-tiles", 2), ("log export --canonical - --verbatim", 2),
        ] as [(String, Int32)] {
            let run = try directory.start(line.split(separator: " ").map(String.init)).wait()
            #expect(run.status == status, "\(line): \(run.output)\(run.errors)")
            #expect(run.errors.hasPrefix("larder: "), "\(line)")
            #expect(run.output.isEmpty, "\(line)")
        }
    }

    @Test("without the vault nothing is signed, and everything is still verified")
    func withoutTheVaultNothingIsSignedAndAllIsVerified() throws {
        let (head, key) = (try write("head", "audit", "head"), try key())
        try FileManager.default.removeItem(atPath: scratch.path("data/vault"))
        for line in [["audit", "head"], ["audit", "key"], ["audit", "prove", "3"]] {
            #expect(try directory.start(line).wait().status == 8)
        }
        #expect(try directory.json("audit", "verify", head, "--key", key)["equalsLog"] as? Bool == true)
        #expect(try directory.run("audit", "verify", "--full").status == 0)
    }

    // MARK: From the bytes

    @Test("audit verify --full recomputes the root and finds a changed byte") func allIsRecomputed() throws {
        let head = try directory.json("audit", "head")
        let report = try directory.json("audit", "verify", "--full")
        #expect(report["verified"] as? Bool == true)
        #expect(report["root"] as? String == head["root"] as? String)
        #expect(report["events"] as? Int == head["size"] as? Int)
        #expect(try directory.text("audit", "verify", "--full").contains("root \(head["root"] as? String ?? "?")"))
        // A byte that the disk turned over.
        let export = try write("export", "log", "show", "700", "--json")
        #expect(!export.isEmpty)
        let canonical = scratch.path("events")
        #expect(try directory.run("log", "export", "--canonical", canonical).status == 0)
        let header = try Self.events(Data(contentsOf: URL(filePath: canonical)))[699].prefix(64)
        let file = URL(filePath: scratch.path("data/log/data.mdb"))
        var bytes = try Data(contentsOf: file)
        var place = bytes.startIndex
        while let found = bytes.range(of: header, in: place..<bytes.endIndex) {
            bytes[found.lowerBound + 20] ^= 1
            place = found.upperBound
        }
        try #require(place != bytes.startIndex)
        try bytes.write(to: file)
        let run = try directory.run("audit", "verify", "--full", "--json")
        #expect(run.status == 7)
        #expect(run.errors.contains("the first that does not fit is event 700"), "\(run.errors)")
        #expect(try run.json()["firstUnfit"] as? Int == 700)
    }

    /// Four bytes, big-endian, and as many as they say.
    private static func events(_ bytes: Data) throws -> [Data] {
        var rest = bytes[...]
        var events: [Data] = []
        while !rest.isEmpty {
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            try #require(rest.count >= 4 + count)
            events.append(Data(rest.dropFirst(4).prefix(count)))
            rest = rest.dropFirst(4 + count)
        }
        return events
    }

    @Test("an interrupted canonical export leaves a whole file or none", .seeded) func endedExports() throws {
        let (file, copy) = (scratch.path("events"), scratch.path("copy"))
        #expect(try directory.run("log", "export", "--canonical", file).status == 0)
        let bytes = try Data(contentsOf: URL(filePath: file))
        #expect(try Self.events(bytes).count == directory.events)
        let piped = try directory.start(["log", "export", "--canonical", "-"])
        #expect(try piped.wait().status == 0)
        #expect(try Data(contentsOf: URL(filePath: piped.outputPath)) == bytes)
        var numbers = SeededGenerator.ofTest()
        for round in 0..<Tier.rounds(2, long: 12) {
            let program = try directory.start(["log", "export", "--canonical", copy])
            usleep(UInt32.random(in: 0...80_000, using: &numbers))
            program.send(round.isMultiple(of: 2) ? SIGKILL : SIGINT)
            _ = try program.wait()
            if let there = FileManager.default.contents(atPath: copy) { #expect(there == bytes) }
            try? FileManager.default.removeItem(atPath: copy)
        }
        #expect(try directory.run("log", "export", "--canonical", copy).status == 0)
        #expect(!FileManager.default.fileExists(atPath: "\(copy).new"))
        for place in [scratch.path("none/events"), "/dev/null", scratch.path] {
            #expect(try directory.run("log", "export", "--canonical", place).status == 8, "\(place)")
        }
    }
}
