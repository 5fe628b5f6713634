import Foundation
import TestSupport
import Testing

/// `backup`, `restore` and `branch` as people run them.
@Suite struct BackupTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory
    private var backup: String { scratch.path("backup") }

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("ada-and-bo") { directory throws in
            for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
        }
        try post("Soup", as: "@ada")
    }

    private func post(_ title: String, as member: String, in place: DataDirectory? = nil) throws {
        let run = try (place ?? directory).run("post", "--title", title, "--step", "Boil.", "--as", member)
        #expect(run.status == 0, "\(run.errors)")
    }

    private func place(_ name: String) -> DataDirectory { DataDirectory(scratch.path(name)) }

    @Test("a restored backup has every event, and a second backup adds only new ones")
    func aBackupIsRestoredWhole() throws {
        let first = try directory.json("backup", backup)
        #expect(first["position"] as? Int == 4 && first["added"] as? Int == 4)
        try post("Bread", as: "@bo")
        let second = try directory.json("backup", backup)
        #expect(second["position"] as? Int == 5 && second["added"] as? Int == 1 && second["segments"] as? Int == 2)
        let restored = place("restored")
        let answer = try directory.json("restore", "\(backup)/", "--to", "\(restored.path)/")
        #expect(answer["position"] as? Int == 5 && answer["readOnly"] as? Bool == false)
        #expect(try answer["root"] as? String == directory.json("log", "stat")["root"] as? String)
        #expect(try restored.wholeLog() == directory.wholeLog())
        #expect(try restored.text("log", "export") == directory.text("log", "export"))
        #expect(try restored.fingerprints() == directory.fingerprints())
        #expect(try restored.run("doctor").status == 0)
        try restored.expectVerified()
        // Where --data says is where it goes, too.
        let other = place("other")
        #expect(try other.run("restore", backup, "--yes").status == 0)
        #expect(try other.events == 5)
    }

    /// The key that signs goes along, be it that nothing was signed yet: what is restored signs as the log does.
    @Test("a backup from before the first signed head holds the signing key")
    func aBackupFromBeforeTheFirstHeadHasTheKey() throws {
        #expect(try directory.run("backup", backup).status == 0)
        let restored = place("restored")
        #expect(try directory.run("restore", backup, "--to", restored.path).status == 0)
        #expect(try restored.text("audit", "key") == directory.text("audit", "key"))
    }

    @Test("a restore over a damaged vault warns that deleted members are there again")
    func aVaultThatCannotTellWhoWasErasedIsNamed() throws {
        #expect(try directory.run("backup", backup).status == 0)
        #expect(try directory.run("delete", "account", "--as", "@bo", "--yes").status == 0)
        let handle = try #require(FileHandle(forWritingAtPath: "\(directory.path)/vault/keys"))
        try handle.write(contentsOf: Data(count: 4_096))
        try handle.close()
        let run = try directory.start(["restore", backup, "--replace", "--yes"]).wait()
        #expect(
            run.status == 0 && run.output.contains("Members deleted since then exist again"), "\(run.errors)")
        let told = try directory.json("restore", backup, "--replace", "--yes")
        #expect(told["erasuresUnknown"] as? Bool == false)
    }

    /// What is written of a community never replaces a file of its own.
    @Test("an export or a backup into the community's own files is refused")
    func nothingIsWrittenOverTheCommunity() throws {
        for words in [
            ["log", "export", "--canonical", "\(directory.path)/log/data.mdb"],
            ["log", "export", "--canonical", "\(directory.path)/vault/keys"],
            ["audit", "export-tiles", "\(directory.path)/log"], ["backup", "\(directory.path)/views"],
        ] {
            let run = try directory.start(words).wait()
            #expect(
                run.status == 5 && run.errors.contains("must be outside the data directory"), "\(words): \(run.errors)")
        }
        #expect(try directory.run("doctor").status == 0)
    }

    @Test("restore --dry-run verifies a backup and finds a changed byte")
    func aBackupIsVerifiedWithoutRestoring() throws {
        #expect(try directory.run("backup", backup).status == 0)
        try post("Bread", as: "@bo")
        let run = try directory.run("restore", backup, "--dry-run")
        #expect(run.status == 0 && run.output.contains("is whole: 4 events, all verified; nothing was restored"))
        let segment = try #require(
            try FileManager.default.contentsOfDirectory(atPath: backup).first { $0.hasSuffix(".larderlog") })
        let file = try FileHandle(forUpdating: URL(filePath: "\(backup)/\(segment)"))
        try file.seek(toOffset: 200)
        try file.write(contentsOf: Data([0, 1, 2, 3]))
        try file.close()
        let damaged = try directory.run("restore", backup, "--dry-run")
        #expect(damaged.status == 7 && damaged.errors.contains("is damaged"), "\(damaged.errors)")
        #expect(try directory.events == 5)
        #expect(!FileManager.default.fileExists(atPath: "\(directory.path).restoring"))
    }

    @Test("wrong uses of backup and restore are refused with the right exit code") func wrongUsesAreRefused() throws {
        _ = try scratch.write("", to: "file")
        #expect(try directory.run("backup", backup).status == 0)
        for (arguments, status, words) in [
            (["restore", backup], 5, "is not empty"), (["restore", backup, "--replace"], 2, "--yes"),
            (["restore", backup, "--replace", "--at", "2", "--yes"], 2, "leave out --replace"),
            (["restore", backup, "--to", scratch.path("x"), "--at", "soon"], 2, "neither a position nor a time"),
            (["restore", backup, "--to", scratch.path("x"), "--at", "9"], 3, "it goes from 1 to 4"),
            (["restore", scratch.path("nowhere"), "--to", scratch.path("x")], 3, "there is no backup"),
            (["restore", scratch.path("data"), "--to", scratch.path("x")], 3, "holds no complete backup"),
            (["backup", scratch.path("data/inside")], 5, "backup folder must be outside"),
            (["branch"], 5, "is not a copy of a log"),
            (["backup"], 2, "folder"),
            (["restore", backup, "--to", scratch.path("x"), "--reason", "y"], 2, "--reason"),
            (["backup", ""], 6, "an empty name"), (["audit", "export-tiles", ""], 6, "an empty name"),
            (["log", "export", "--canonical", ""], 6, "an empty name"),
            (["backup", scratch.path("file")], 5, "is a file"),
            (["audit", "export-tiles", scratch.path("file")], 5, "is a file"),
        ] {
            let run = try directory.start(arguments).wait()
            #expect(run.status == status, "\(arguments): \(run.errors)")
            #expect(run.errors.contains(words), "\(arguments): \(run.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.path("x")))
        #expect(try directory.events == 4)
    }

    @Test(
        "restore --replace asks before it moves a community aside",
        arguments: ["the name", "another", PseudoTerminal.endOfInput])
    func whatGivesWayIsAskedFor(answer: String) throws {
        #expect(try directory.run("backup", backup).status == 0)
        try post("Bread", as: "@bo")
        #expect(try directory.run("delete", "account", "--as", "@bo", "--yes").status == 0)
        let terminal = try PseudoTerminal(columns: 300)
        let program = try Program(
            ["--data", directory.path, "restore", backup, "--replace"], input: terminal.theirs, errors: terminal.theirs)
        defer { program.send(SIGKILL) }
        try terminal.waitFor(" to continue: ")
        #expect(terminal.screen().contains("Deleted since the backup, and so deleted again: m3"))
        let name = URL(filePath: directory.path).resolvingSymlinksInPath().path
        try terminal.type(answer == "the name" ? "\(name)\n" : answer == "another" ? "yes\n" : answer)
        let run = try program.wait(watching: terminal)
        #expect(run.status == (answer == "the name" ? 0 : 1), "\(terminal.screen())")
        // The backup's four events and bo's deletion, or what was there.
        #expect(try directory.events == (answer == "the name" ? 5 : 6))
        #expect(try directory.run("profile", "@bo").status == 3)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(names.contains { $0.hasPrefix("data.replaced-") } == (answer == "the name"))
        #expect(!names.contains("data.restoring"))
        #expect(try directory.run("doctor").status == 0)
    }

    @Test("a copy of an earlier moment is read-only until it becomes a branch")
    func aCopyIsReadAndABranchIsWritten() throws {
        // Times of recording differ by more than what a clock shows.
        try post("Bread", as: "@bo")
        let shown = try directory.text("log", "tail", "-n", "1", "--json")
        let time = try #require(try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any])
        usleep(2000)
        try post("Cake", as: "@ada")
        #expect(try directory.run("backup", backup).status == 0)
        let copy = place("copy")
        let recorded = try #require(time["recordedtime"] as? String)
        #expect(
            try directory.json("restore", backup, "--to", copy.path, "--at", recorded)["position"] as? Int == 5)
        #expect(try copy.json("log", "stat")["readOnly"] as? Bool == true)
        #expect(try copy.json("feed").list("items").count == 2)
        #expect(try copy.run("doctor").status == 0)
        for arguments in [
            ["like", "r4", "--as", "@bo"], ["register", "cy"], ["delete", "account", "--as", "@bo", "--yes"],
            ["demo"], ["rules", "set", "x"], ["backup", scratch.path("no")],
        ] where arguments[0] != "rules" {
            let run = try copy.start(arguments).wait()
            #expect(run.status == (arguments[0] == "demo" ? 5 : 4), "\(arguments): \(run.errors)")
        }
        let branch = try copy.json("branch", "--original", directory.path)
        let (old, new) = (try #require(branch["from"] as? String), try #require(branch["logID"] as? String))
        #expect(try directory.json("log", "stat")["logID"] as? String == old)
        #expect(try copy.run("like", "r4", "--as", "@bo").status == 0)
        let stat = try copy.json("log", "stat")
        #expect(stat["logID"] as? String == new && stat["readOnly"] == nil)
        let from = stat["branchedFrom"] as? [String: Any]
        #expect(from?["logID"] as? String == old && from?["position"] as? Int == 5)
        let lines = try copy.text("log", "export").split(separator: "\n")
        #expect(lines.dropLast().allSatisfy { $0.contains("larder/\(old)") })
        #expect(lines.last?.contains(#""source":"larder/\#(new)","id":"6""#) == true)
        #expect(try copy.run("doctor").status == 0)
        try copy.expectVerified()
        #expect(try copy.run("backup", backup).status == 5)
        // What is not the community's own goes into a backup of its own.
        #expect(try copy.json("backup", scratch.path("branched"))["position"] as? Int == 6)
        #expect(try directory.events == 6 && directory.run("backup", backup).status == 0)
    }

    /// What stays the same in both is known in both.
    @Test("the events of a branch are submitted to the community that it came from")
    func aBranchIsSubmittedWhereItCameFrom() throws {
        #expect(try directory.run("backup", backup).status == 0)
        let copy = place("copy")
        #expect(try directory.run("restore", backup, "--to", copy.path, "--at", "4").status == 0)
        #expect(try copy.run("branch", "--yes").status == 0)
        #expect(try copy.run("like", "r4", "--as", "@bo").status == 0)
        let elsewhere = place("elsewhere")
        // That ada is an admin takes a line of its own.
        for (source, appended) in [(directory, 4), (copy, 1)] {
            let export = try scratch.write(try source.text("log", "export"), to: "export")
            #expect(try elsewhere.json("submit", export)["appended"] as? Int == appended)
        }
        #expect(try elsewhere.json("profile", "@ada")["likesReceived"] as? Int == 1)
    }
}
