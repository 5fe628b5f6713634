import Foundation
import TestSupport
import Testing

/// The ordinary disaster: the disk is gone, a backup is left, and an account was deleted in between.
@Suite struct RestoredErasureTests {
    private let scratch: TemporaryDirectory
    private let directory: DataDirectory
    private var backup: String { scratch.path("backup") }

    init() throws {
        scratch = TemporaryDirectory()
        directory = DataDirectory(scratch.path("data"))
        for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
        #expect(try directory.run("backup", backup).status == 0)
        #expect(try directory.run("delete", "account", "--as", "@bo", "--yes").status == 0)
    }

    private func place(_ name: String) -> DataDirectory { DataDirectory(scratch.path(name)) }

    @Test("a restore that knows no deletions says so, names what to do, and waits for --yes")
    func deletedMembersDoNotComeBackSilently() throws {
        let empty = place("empty")
        let run = try empty.run("restore", backup)
        #expect(run.status == 2, "\(run.errors)")
        for words in ["would exist again", "--data", "--erasures", "--yes"] { #expect(run.errors.contains(words)) }
        #expect(!FileManager.default.fileExists(atPath: empty.path))
        let copy = try empty.run("restore", backup, "--at", "3")
        #expect(copy.status == 2 && copy.errors.contains("would exist again"), "\(copy.errors)")
        let dry = try empty.json("restore", backup, "--dry-run")
        #expect(dry["erasuresUnknown"] as? Bool == true)
        let told = try empty.json("restore", backup, "--yes")
        #expect(told["erasuresUnknown"] as? Bool == true)
        #expect((told["advice"] as? String)?.contains("--erasures") == true)
        let text = try place("words").text("restore", backup, "--yes")
        #expect(
            text.contains("who was deleted after event 3, with which the list")
                && text.contains("Members deleted since then exist again"))
    }

    @Test("a restore asks on a terminal before deleted members may come back", arguments: [true, false])
    func itAsks(isTyped: Bool) throws {
        let terminal = try PseudoTerminal(columns: 300)
        let empty = place("empty")
        let program = try Program(
            ["--data", empty.path, "restore", backup], input: terminal.theirs, errors: terminal.theirs)
        defer { program.send(SIGKILL) }
        try terminal.waitFor(" to continue: ")
        #expect(terminal.screen().contains("Members deleted since then would exist again"))
        let parent = URL(filePath: scratch.path).resolvingSymlinksInPath().path
        try terminal.type(isTyped ? "\(parent)/empty\n" : "yes\n")
        #expect(try program.wait(watching: terminal).status == (isTyped ? 0 : 1), "\(terminal.screen())")
        #expect(FileManager.default.fileExists(atPath: empty.path) == isTyped)
    }

    @Test("--data names the damaged community, whose vault keeps its members deleted") func theVaultIsConsulted() throws
    {
        try FileManager.default.removeItem(atPath: "\(directory.path)/log")
        let restored = place("restored")
        let told = try directory.json("restore", backup, "--to", restored.path)
        #expect(told["deletedAgain"] as? [String] == ["m3"] && told["erasuresUnknown"] as? Bool == false)
        #expect(try restored.run("profile", "@bo").status == 3)
        #expect(try restored.run("doctor").status == 0)
    }

    @Test("erasures export keeps a list with which an older backup is restored") func aListIsConsulted() throws {
        let list = scratch.path("list")
        let answer = try directory.json("erasures", "export", list)
        #expect(answer["position"] as? Int == 4 && answer.list("erasures").count == 1)
        #expect(try String(contentsOfFile: list, encoding: .utf8) == answer["note"] as? String)
        // A member who leaves after the list was written would come back: the restoration says so, and waits for --yes.
        try FileManager.default.removeItem(atPath: directory.path)
        let run = try place("restored").run("restore", backup, "--erasures", list)
        #expect(run.status == 2, "\(run.errors)")
        for words in ["after event 4,", "would exist again", "--yes"] { #expect(run.errors.contains(words)) }
        #expect(!FileManager.default.fileExists(atPath: place("restored").path))
        let told = try place("restored").json("restore", backup, "--erasures", list, "--yes")
        #expect(told["deletedAgain"] as? [String] == ["m3"] && told["erasuresUnknown"] as? Bool == true)
        #expect(told["erasuresThrough"] as? Int == 4)
        #expect(try place("restored").run("profile", "@bo").status == 3)
    }

    @Test("the next backup keeps the list beside it") func theNextBackupKeepsIt() throws {
        let kept = scratch.path("kept")
        try FileManager.default.copyItem(atPath: backup, toPath: kept)
        let report = try directory.json("backup", backup)
        #expect(report["erasures"] as? Int == 1)
        #expect((report["erasureList"] as? String)?.hasSuffix("/backup.erasures") == true)
        try FileManager.default.removeItem(atPath: directory.path)
        let told = try place("restored").json("restore", kept, "--yes")
        #expect(told["deletedAgain"] as? [String] == ["m3"])
    }

    @Test("a branch without --original waits for --yes") func aBranchAsks() throws {
        let copy = place("copy")
        #expect(try directory.run("restore", backup, "--to", copy.path, "--at", "3").status == 0)
        let run = try copy.run("branch")
        #expect(run.status == 2 && run.errors.contains("--original"), "\(run.errors)")
        let branch = try copy.json("branch", "--original", directory.path)
        #expect(branch["deleted"] as? [String] == ["m3"])
    }
}
