import Foundation
import TestSupport
import Testing

/// «A master key that lies outside»: nothing opens without it, and whatever happens while the vault is rewritten, one key does.
@Suite struct MasterKeyTests {
    private let scratch: TemporaryDirectory
    private let directory: DataDirectory
    private let keys: [String]

    init() throws {
        let scratch = TemporaryDirectory()
        self.scratch = scratch
        directory = DataDirectory(scratch.path("data"))
        keys = try (1...2).map { number in
            let key = Data(repeating: UInt8(number), count: 32).base64EncodedString()
            let path = try scratch.write(key + "\n", to: "key\(number)")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            return path
        }
        try directory.become("master-key") { directory throws in
            for line in [
                ["register", "ada", "--name", "Ada"], ["post", "--title", "Soup", "--step", "Boil.", "--as", "@ada"],
                ["register", "bo"], ["comment", "r3", "Nice.", "--as", "@bo"],
            ] { #expect(try directory.start(line).wait().status == 0) }
        }
    }

    private func run(_ arguments: String..., key: Int?) throws -> Program.Run {
        try start(arguments, key: key, [:]).wait()
    }

    private func start(
        _ arguments: [String], key: Int?, _ environment: [String: String], input: FileHandle = .nullDevice
    ) throws -> Program {
        let option = key.map { ["--master-key-file", keys[$0]] } ?? []
        return try Program(["--data", directory.path] + arguments + option, environment: environment, input: input)
    }

    /// All files, but for LMDB's tables of readers and what says what is synced.
    private func files() throws -> [String: Data] {
        let walk = try #require(FileManager.default.enumerator(atPath: directory.path))
        var files: [String: Data] = [:]
        for case let name as String in walk where !name.hasSuffix("/lock.mdb") && !name.hasSuffix("/durability") {
            files[name] = FileManager.default.contents(atPath: "\(directory.path)/\(name)")
        }
        return files
    }

    private func vault() throws -> Data { try Data(contentsOf: URL(filePath: scratch.path("data/vault/keys"))) }

    /// It may hold all keys in plain, beside a vault that is protected.
    @Test("files that a killed rotation left are removed by the next command")
    func whatAKilledRewritingHasLeftGoesWithTheNextCommand() throws {
        #expect(try run("vault", "protect", key: 0).status == 0)
        let leftOver = try scratch.write("keys", to: "data/vault/keys.rewritten.new")
        #expect(try run("feed", key: 0).status == 0)
        #expect(!FileManager.default.fileExists(atPath: leftOver))
    }

    @Test("a protected vault opens with its master key only") func nothingOpensWithoutTheKeyOrWithAnother() throws {
        let before = try vault()
        let plain = (0..<4).map { before[(64 * ($0 + 1))..<(64 * ($0 + 1) + 32)] } + [before[24..<56]]
        let protected = try run("vault", "protect", "--json", key: 0)
        #expect(protected.status == 0, "\(protected.errors)")
        #expect(try protected.json()["protected"] as? Bool == true)
        let after = try vault()
        for key in plain { #expect(after.range(of: Data(key)) == nil, "a key lies there as it is") }
        let files = try files()
        let (wrong, none) = (try run("like", "r3", "--as", "@bo", key: 1), try run("feed", key: nil))
        for refused in [wrong, none] {
            #expect(refused.status == 8, "\(refused.errors)")
            #expect(
                refused.errors.hasPrefix("larder: unavailable: ") && refused.errors.contains("LARDER_MASTER_KEY_FILE"))
        }
        #expect(try self.files() == files)

        // The same key in each of the ways in which it can be given.
        let hexadecimal = String(repeating: "01", count: 32)
        for environment in [
            ["LARDER_MASTER_KEY_FILE": keys[0]], ["LARDER_MASTER_KEY": hexadecimal],
            ["LARDER_MASTER_KEY": Data(repeating: 1, count: 32).base64EncodedString()],
        ] {
            let answer = try start(["comments", "r3", "--json"], key: nil, environment).wait()
            #expect(answer.status == 0 && answer.output.contains("Nice."), "\(answer.errors)")
        }
        let doctor = try run("doctor", key: 0)
        #expect(doctor.status == 0, "\(doctor.output)")
        let blind = try run("doctor", key: nil)
        #expect(blind.status == 7 && blind.output.contains("master key"), "\(blind.output)")
    }

    @Test("doctor reports a signing key that an interrupted protection left plain") func aPlainSigningKey() throws {
        #expect(try run("audit", "key", key: nil).status == 0)
        let signing = URL(filePath: scratch.path("data/vault/signing"))
        let plain = try Data(contentsOf: signing)
        #expect(try run("vault", "protect", key: 0).status == 0)
        #expect(try Data(contentsOf: signing) != plain)
        try plain.write(to: signing)
        let doctor = try run("doctor", key: 0)
        #expect(doctor.status == 0 && doctor.output.contains("the key that signs lies there in plain"))
        #expect(try run("vault", "protect", key: 0).status == 0)
        #expect(try !run("doctor", key: 0).output.contains("in plain"))
    }

    @Test("a malformed master key is refused") func whatIsNoKeyIsRefused() throws {
        #expect(try run("vault", "protect", key: nil).status == 8)
        let short = try scratch.write("too short", to: "short")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: short)
        let open = try scratch.write(Data(repeating: 1, count: 32).base64EncodedString(), to: "open")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
        for path in [short, open, scratch.path("absent")] {
            let run = try directory.start(["vault", "protect", "--master-key-file", path]).wait()
            #expect(run.status == 8 && run.errors.contains(path), "\(run.errors)")
        }
        #expect(try run("vault", "rotate", "--new-master-key-file", keys[1], key: nil).status == 5)
        #expect(try directory.json("vault", "status")["format"] as? Int == 1)
    }

    /// A protected community does what any does; erasure and what follows included.
    @Test("a protected community takes acts, deletions and exports") func aProtectedCommunityLives() throws {
        #expect(try run("vault", "protect", key: 0).status == 0)
        for line in [
            ["register", "cy", "--name", "Qvname"], ["comment", "r3", "qvtext", "--as", "@cy"], ["feed"],
            ["like", "r3", "--as", "@cy"], ["delete", "account", "--as", "@cy", "--yes"], ["views", "verify"],
            ["doctor"], ["erase-receipt", "m6"], ["export-person", "@bo"], ["members"],
        ] {
            let run = try start(line, key: 0, [:]).wait()
            #expect(run.status == 0, "\(line): \(run.errors)\(run.output)")
        }
        #expect(try Leaver.found(below: directory.path) == [:])
        #expect(try run("vault", "status", "--json", key: 0).json()["signingKeyProtected"] as? Bool == true)

        let rotated = try run("vault", "rotate", "--new-master-key-file", keys[1], key: 0)
        #expect(rotated.status == 0, "\(rotated.errors)")
        #expect(try run("feed", key: 0).status == 8)
        #expect(try run("erase-receipt", "m6", key: 1).status == 0)
        #expect(try run("register", "dee", key: 1).status == 0)
        #expect(try run("vault", "unprotect", key: 1).status == 0)
        #expect(try directory.run("erase-receipt", "m6").status == 0)
        let comments = try directory.text("comments", "r3", "--json")
        #expect(comments.contains("Nice.") && !comments.contains("qvtext"))
        #expect(try directory.run("doctor").status == 0)
    }

    /// A process that has the file open while it is rewritten continues with the new one, and loses no key that it makes.
    @Test("a running submission notices that its vault was rewritten, and loses no key")
    func othersNoticeThatTheFileIsAnother() throws {
        #expect(try run("vault", "protect", key: 0).status == 0)
        // Many members, in batches, while the vault is rewritten under the same key: between any two parts of them, and as they come.
        let (pipe, parts) = (Pipe(), 6)
        let submission = try start(["submit", "-", "--json"], key: 0, [:], input: pipe.fileHandleForReading)
        var rewritings = 0
        func rewrite() throws {
            #expect(try run("vault", "protect", key: 0).status == 0)
            rewritings += 1
        }
        for part in 0..<parts {
            let events = (1...1_000).map { number in
                let name = "guest\(1_000 * part + number)"
                return #"{"specversion":"1.0","type":"larder.member.registered","source":"g","id":"\#(name)","#
                    + #""data":{"username":"\#(name)","name":"\#(name)"}}"# + "\n"
            }
            try pipe.fileHandleForWriting.write(contentsOf: Data(events.joined().utf8))
            try rewrite()
        }
        try pipe.fileHandleForWriting.close()
        while submission.isRunning { try rewrite() }
        let report = try submission.wait()
        #expect(report.status == 0, "\(report.errors)")
        #expect(try report.json()["appended"] as? Int == 6_000)
        #expect(rewritings > 1)
        let doctor = try run("doctor", key: 0)
        #expect(doctor.status == 0, "\(doctor.output)")
        print("rewritten \(rewritings) times while 6,000 members joined")
    }

    @Test("after a killed rotation exactly one of the two master keys opens the vault", .seeded)
    func killedRotations() throws {
        #expect(try run("vault", "protect", key: 0).status == 0)
        var numbers = SeededGenerator.ofTest()
        let first = ContinuousClock.now
        #expect(try run("vault", "rotate", "--new-master-key-file", keys[1], key: 0).status == 0)
        var (key, kills, turns, longest) = (1, 0, 0, first.duration(to: .now))
        while kills < Tier.rounds(3, long: 24) || turns == 0 {
            let begin = ContinuousClock.now
            let program = try start(["vault", "rotate", "--new-master-key-file", keys[1 - key]], key: key, [:])
            try KillTests.sleep(below: longest, &numbers)
            program.send(SIGKILL)
            if try program.wait().wasKilled { kills += 1 } else { longest = begin.duration(to: .now) }
            let answers = try (0...1).map { try run("comments", "r3", "--json", key: $0) }
            let opening = answers.indices.filter { answers[$0].status == 0 }
            #expect(opening.count == 1, "\(answers.map(\.errors))")
            #expect(opening.first.map { answers[$0].output.contains("Nice.") } == true)
            if opening.first != key { (key, turns) = (1 - key, turns + 1) }
        }
        #expect(try run("doctor", key: key).status == 0)
        // What a kill leaves half rewritten goes before the next key is destroyed.
        #expect(try run("delete", "account", "--as", "@bo", "--yes", key: key).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("data/vault")) == ["keys"])
        print("killed rotations: \(kills), of which \(turns) had taken place")
    }
}
