import Decisions
import Events
import Foundation
import Layout
import TestSupport
import Testing
import Transparency

@testable import EventLog

/// `log/data.mdb` alone is the truth, whatever other files are beside it, and whatever tool has copied it.
@Suite struct DataFileTests {
    let scratch = TemporaryDirectory()
    let other = TemporaryDirectory()

    private struct Contents: Equatable {
        var head: Position
        var root: TreeHash
    }

    private func contents(_ log: EventLog) throws -> Contents {
        try log.read { Contents(head: $0.head, root: try $0.merkleRoot()) }
    }

    /// Many commits, with headers of more than one page, bodies, and a table of hashes.
    private func fill(_ log: EventLog) throws {
        let ada = try log.write { MemberID(try $0.append([Drafts.registration("ada")], origin: Drafts.origin("u1"))) }
        for round in 0..<30 {
            try log.write { (batch) throws in
                let recipe = try batch.append([Drafts.recipe("Soup \(round)", by: ada)], origin: nil)
                for _ in 0..<20 { _ = try batch.append([Drafts.like(recipe, by: ada, owner: ada)], origin: nil) }
            }
        }
    }

    private func run(_ script: String) throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-ec", script]
        try shell.run()
        shell.waitUntilExit()
        try #require(shell.terminationStatus == 0, "\(script) ended with \(shell.terminationStatus)")
    }

    /// The log opens with these contents, and accepts events.
    private func expect(_ expected: Contents, in directory: String) throws {
        let log = try EventLog.open(.community, directory: directory, create: false)
        defer { log.close() }
        #expect(try contents(log) == expected)
        let next = try log.write { try $0.append([Drafts.registration("bo")], origin: nil) }
        #expect(next == expected.head.next)
    }

    @Test(
        "a copy of a log at rest has every acknowledged event, whatever tool made it",
        arguments: [
            "cp FROM/data.mdb TO/data.mdb",
            "cp -a FROM/. TO/",
            "mdb_copy FROM TO",
            "mdb_copy -c FROM TO",
            "mdb_dump -a FROM | mdb_load TO",
        ])
    func copyAtRest(tool: String) throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        try fill(log)
        let filled = try contents(log)
        log.close()
        try run("mkdir -p '\(other.path)/log'; cp -a '\(scratch.path)/vault' '\(other.path)/vault'")
        try run(tool.replacing("FROM", with: "'\(scratch.path)/log'").replacing("TO", with: "'\(other.path)/log'"))
        try expect(filled, in: other.path)
    }

    @Test(
        "a data file that was closed in order keeps its last event beside older or missing neighbours",
        arguments: [true, false])
    func neighbours(areOlder: Bool) throws {
        func log(_ path: String) throws -> EventLog { try EventLog.open(.community, directory: path, create: true) }
        let first = try log(scratch.path)
        try fill(first)
        first.close()
        // A partial restore: older neighbour files or none, and the present data file.
        try run("cp -a '\(scratch.path)/log' '\(other.path)/older'")
        let later = try log(scratch.path)
        _ = try later.write { try $0.append([Drafts.registration("cy")], origin: nil) }
        let last = try contents(later)
        later.close()
        let place = "\(scratch.path)/log"
        try run("mv '\(place)/data.mdb' '\(other.path)/data.mdb'; rm -r '\(place)'; mkdir '\(place)'")
        if areOlder { try run("cp -a '\(other.path)/older/.' '\(place)/'") }
        try run("mv '\(other.path)/data.mdb' '\(place)/data.mdb'")
        try expect(last, in: scratch.path)
    }

    @Test("a commit by another LMDB tool is kept")
    func commitByAnotherTool() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        try fill(log)
        let filled = try contents(log)
        log.close()
        // Loading the existing rows is one durable commit that changes nothing.
        try run("mdb_dump -s meta '\(scratch.path)/log' | mdb_load '\(scratch.path)/log'")
        try expect(filled, in: scratch.path)
    }

    @Test("a directory that has a journal is refused with one sentence", arguments: ["log", "vault/accounts"])
    func journal(folder: String) throws {
        try EventLog.open(.community, directory: scratch.path, create: true).close()
        let journal = "\(scratch.path)/\(folder)/journal"
        try run("mkdir -p '\(scratch.path)/\(folder)'; touch '\(journal)'")
        let refused = Refusal(
            .unavailable,
            "\(journal) is from a larder before its first release, and this larder cannot read it: make a backup with that larder, and restore it here"
        )
        #expect(throws: refused) { try EventLog.open(.community, directory: scratch.path, create: true) }
        #expect(throws: refused) { try LogExamination(.community, directory: scratch.path) }
    }
}
