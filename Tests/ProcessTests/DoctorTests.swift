import Foundation
import TestSupport
import Testing

/// «`larder doctor`: exit 0 when nothing failed, warnings too, 7 otherwise.»
@Suite struct DoctorTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("doctor") { directory throws in
            #expect(try directory.run("register", "ada").status == 0)
            let post = try directory.run(
                "post", "--title", "Soup", "--ingredient", "1 l water", "--step", "Boil.", "--as", "@ada")
            #expect(post.status == 0)
        }
    }

    /// Runs it as people and as programs do. Answers the checks, each with its status and its message.
    private func doctor(_ status: Int32) throws -> [String: (status: String, message: String)] {
        let run = try directory.run("doctor")
        #expect(run.status == status, "\(run.output) \(run.errors)")
        #expect(run.errors.isEmpty == (status == 0))
        let json = try directory.run("doctor", "--json")
        #expect(json.status == status)
        let document = try json.json()
        #expect(document["healthy"] as? Bool == (status == 0))
        let checks = try #require(document["checks"] as? [[String: Any]])
        let lines = checks.map { "\($0["name"] ?? "")\t\($0["status"] ?? "")\t\($0["message"] ?? "")" }
        // Who reads along takes slots of their own.
        #expect(Self.stable(run.output) == Self.stable(lines.joined(separator: "\n")))
        return Dictionary(
            uniqueKeysWithValues: checks.map {
                ($0["name"] as? String ?? "", ($0["status"] as? String ?? "", $0["message"] as? String ?? ""))
            })
    }

    private static func stable(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.hasPrefix("readers") && !$0.hasPrefix("space") }
    }

    @Test("doctor exits 0 on a sound community") func healthIsZero() throws {
        let checks = try doctor(0)
        #expect(checks.count == 7)
        #expect(checks.values.allSatisfy { $0.status == "ok" })
    }

    @Test("doctor exits 0 when it only warns") func aWarningIsZero() throws {
        try FileManager.default.createDirectory(
            atPath: scratch.path("data/log.new"), withIntermediateDirectories: true)
        #expect(try doctor(0)["space"]?.status == "warning")
    }

    @Test("doctor --repair removes leftovers and rebuilds views") func whatNeedsItIsMended() throws {
        #expect(try directory.run("feed").status == 0)
        try FileManager.default.createDirectory(
            atPath: scratch.path("data/log.new"), withIntermediateDirectories: true)
        try FileManager.default.removeItem(atPath: scratch.path("data/views/current"))
        let run = try directory.run("doctor", "--repair")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.output) \(run.errors)")
        #expect(run.output.hasPrefix("leftovers\tdone\tremoved: log.new\nviews\tdone\trebuilt from 3 events\n"))
        #expect(try doctor(0).values.allSatisfy { $0.status == "ok" })
        #expect(try directory.run("doctor", "--repair").output.contains("nothing needed a repair"))
        let json = try directory.json("doctor", "--repair", "state", "tree", "views")
        let repairs = try #require(json["repairs"] as? [[String: Any]])
        #expect(repairs.map { $0["part"] as? String } == ["tree", "state", "views"])
        #expect(try directory.run("doctor", "state").status == 2)
    }

    /// A byte of the file that the disk turned over, not one that went through LMDB.
    @Test("doctor exits 7 for a changed byte") func aTurnedByteIsSeven() throws {
        let file = URL(filePath: scratch.path("data/log/data.mdb"))
        let export = scratch.path("export")
        let run = try Program(
            [
                "-c", #""$0" --data "$1" log export --verbatim > "$2""#, #require(Program.location).path,
                directory.path, export,
            ],
            executable: URL(filePath: "/bin/bash")
        ).wait()
        #expect(run.status == 0)
        // The last event ends 16 bytes before the end of the export: 4 and 8 for the end, 4 for the checksum.
        let sealed = try Data(contentsOf: URL(filePath: export)).dropLast(16).suffix(40)
        var bytes = try Data(contentsOf: file)
        var places: [Data.Index] = []
        while let place = bytes.range(of: sealed, in: (places.last.map { $0 + 1 } ?? 0)..<bytes.count) {
            places.append(place.lowerBound)
        }
        #expect(!places.isEmpty)
        for place in places { bytes[place] ^= 0x10 }
        try bytes.write(to: file)
        let checks = try doctor(7)
        #expect(checks["log"]?.status == "failed")
        #expect(checks["log"]?.message.contains("beside event 3 does not match its checksum") == true)
        #expect(checks["vault"]?.status == "ok")
    }

    @Test("doctor exits 7 for a destroyed key, also after a repair")
    func aDestroyedKeyIsSevenAndWhatARepairCannotMendStaysSo() throws {
        let file = try FileHandle(forWritingTo: URL(filePath: scratch.path("data/vault/keys")))
        try file.seek(toOffset: 128)
        try file.write(contentsOf: Data(repeating: 0, count: 64))
        try file.close()
        #expect(
            try doctor(7)["vault"]?.message.contains(
                "m2's key is destroyed, but this log has no deletion of m2: log/ and vault/ are from different times. Put"
            ) == true)
        #expect(try directory.run("doctor", "--repair", "state").status == 7)
        #expect(try directory.run("doctor", "--repair", "vault").status == 2)
    }

    @Test("doctor frees the reader slot of a killed process") func theSlotOfAKilledReaderIsFreed() throws {
        let sample = DataDirectory(scratch.path("sample"))
        try sample.becomeSampleCommunity()
        // While a process has the log open, the next one does not make the table of readers again.
        let staying = try sample.start(["log", "tail", "--follow", "--json"])
        defer { staying.send(SIGKILL) }
        while try staying.output().isEmpty { usleep(10_000) }
        // An export whose output is not read stops in the middle of its transaction.
        let pipe = Pipe()
        let killed = try Program(["--data", sample.path, "log", "export"], output: pipe.fileHandleForWriting)
        defer { killed.send(SIGKILL) }
        var waiting: CInt = 0
        while killed.isRunning, waiting < 60_000 {
            usleep(10_000)
            _ = unsafe ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &waiting)
        }
        killed.send(SIGKILL)
        _ = try killed.wait()
        let run = try sample.run("doctor")
        #expect(run.status == 0)
        #expect(run.output.contains("freed, because their processes had died: 1\n"), "\(run.output)")
        #expect(try !sample.run("doctor").output.contains("freed"))
    }

    /// Of LMDB's file only the two pages stay that say where everything is.
    @Test("doctor exits 7 with a sentence for a truncated log") func aLogThatIsCutShortIsSevenAndASentence() throws {
        #expect(try directory.run("feed").status == 0)
        try cut("log")
        let feed = try directory.run("feed")
        #expect(feed.status == 7 && !feed.wasKilled)
        #expect(feed.errors.hasPrefix("larder: damaged: a data file is truncated"), "\(feed.errors)")
        for arguments in [["doctor"], ["doctor", "--repair"]] {
            let run = try directory.start(arguments).wait()
            #expect(run.status == 7 && !run.wasKilled)
            #expect(run.output.contains("log\tfailed\tcannot be checked: \(directory.path)/log has damaged pages"))
            #expect(run.output.contains("space\tok\t"))
        }
    }

    /// What is made of the log is named, and mended.
    @Test("doctor --repair folds a damaged derived file again", arguments: ["log/state", "views/gen-1"])
    func aFileThatIsFoldedIsMended(_ folder: String) throws {
        #expect(try directory.run("feed").status == 0)
        let before = try directory.text("feed", "--json")
        try cut(folder)
        let feed = try directory.run("feed")
        #expect(feed.status == 7 && feed.errors.contains("larder doctor says which"), "\(feed.errors)")
        let name = folder == "log/state" ? "state" : "views"
        let checks = try doctor(7)
        #expect(checks.filter { $0.value.status != "ok" }.map(\.key) == [name])
        #expect(checks[name]?.message.contains("damaged pages") == true)
        let run = try directory.run("doctor", "--repair")
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        #expect(run.output.contains("\(name)\tdone\trebuilt from"))
        #expect(try doctor(0).values.allSatisfy { $0.status == "ok" })
        #expect(try directory.text("feed", "--json") == before)
        #expect(try directory.run("register", "bo").status == 0)
    }

    @Test("doctor names damaged accounts, and they are put back from a backup")
    func damagedAccounts() throws {
        /// Folds the new event, too: else the first examination would report it, and not the second one.
        func change(to password: String) throws -> Int32 {
            let file = try scratch.write(password + "\n", to: "password")
            let input = try #require(FileHandle(forReadingAtPath: file))
            let status = try Program(["--data", directory.path, "change-password", "--as", "@ada"], input: input)
                .wait().status
            #expect(try directory.run("feed").status == 0)
            return status
        }
        #expect(try change(to: "correct horse") == 0)
        #expect(try doctor(0)["accounts"]?.status == "ok")
        #expect(try directory.run("backup", scratch.path("backup")).status == 0)
        try cut("vault/accounts")
        let checks = try doctor(7)
        #expect(checks.filter { $0.value.status != "ok" }.map(\.key) == ["accounts"])
        #expect(checks["accounts"]?.message.contains("copy accounts.mdb from the newest folder vault-…") == true)
        try FileManager.default.removeItem(atPath: "\(directory.path)/vault/accounts")
        try FileManager.default.copyItem(
            atPath: scratch.path("backup/vault-1/accounts.mdb"), toPath: "\(directory.path)/vault/accounts.mdb")
        #expect(try change(to: "battery staple") == 0)
        #expect(try doctor(0)["accounts"]?.status == "ok")
    }

    private func cut(_ folder: String) throws {
        let file = try FileHandle(forUpdating: URL(filePath: scratch.path("data/\(folder)/data.mdb")))
        try file.truncate(atOffset: 8192)
        try file.close()
    }
}
