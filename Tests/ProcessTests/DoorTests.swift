import Foundation
import TestSupport
import Testing

/// What is wrong with a data directory is said in one line, with the documented exit code.
@Suite struct DoorTests {
    private func expect(_ directory: DataDirectory, _ arguments: [String], _ code: String, _ status: Int32) throws {
        let run = try directory.start(arguments).wait()
        #expect(run.status == status, "\(run.errors)")
        let errors = run.errors.split(separator: "\n").filter { !$0.hasPrefix("larder: warning: ") }
        #expect(errors.count == 1 && errors.first?.hasPrefix("larder: \(code): ") == true, "\(run.errors)")
        let json = try directory.start(arguments + ["--json"]).wait()
        let document = try #require(json.errors.split(separator: "\n").last)
        #expect(document.hasPrefix(#"{"error":{"code":"\#(code)""#), "\(json.errors)")
    }

    @Test("a directory that is no community is refused, and stays as it was") func whatIsNoCommunityIsRefused() throws {
        let scratch = TemporaryDirectory()
        try expect(DataDirectory(scratch.path("absent")), ["feed"], "not-found", 3)
        let files = FileManager.default
        try files.createDirectory(atPath: scratch.path("empty"), withIntermediateDirectories: true)
        try expect(DataDirectory(scratch.path("empty")), ["feed"], "not-found", 3)
        try files.createDirectory(atPath: scratch.path("other"), withIntermediateDirectories: true)
        _ = try scratch.write("mine", to: "other/notes")
        for arguments in [["feed"], ["init"], ["register", "ada"]] {
            try expect(DataDirectory(scratch.path("other")), arguments, "not-found", 3)
        }
        try files.createDirectory(atPath: scratch.path("garbage/log"), withIntermediateDirectories: true)
        _ = try scratch.write(String(repeating: "nonsense", count: 10_000), to: "garbage/log/data.mdb")
        try expect(DataDirectory(scratch.path("garbage")), ["feed"], "damaged", 7)
    }

    @Test("a log with a missing vault or another community's vault is refused")
    func aForeignOrMissingVaultIsRefused() throws {
        let scratch = TemporaryDirectory()
        let (mine, other) = (DataDirectory(scratch.path("mine")), DataDirectory(scratch.path("other")))
        for directory in [mine, other] { #expect(try directory.run("register", "ada").status == 0) }
        let files = FileManager.default
        try files.removeItem(atPath: scratch.path("mine/vault"))
        try expect(mine, ["register", "bo"], "unavailable", 8)
        try files.copyItem(atPath: scratch.path("other/vault"), toPath: scratch.path("mine/vault"))
        try expect(mine, ["feed"], "unavailable", 8)
    }
}
