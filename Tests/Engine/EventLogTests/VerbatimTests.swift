import Decisions
import Foundation
import Layout
import TestSupport
import Testing

@testable import EventLog
@testable import Events

@Suite struct VerbatimTests {
    let scratch = TemporaryDirectory()
    let copyDirectory = TemporaryDirectory()

    private func filled() throws -> EventLog {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        let ada = try log.write { MemberID(try $0.append([Drafts.registration("ada")], origin: Drafts.origin("a"))) }
        let recipe = try log.write { try $0.append([Drafts.recipe("Soup", by: ada)], origin: nil) }
        _ = try log.write { (batch) throws in
            for _ in 0..<300 { _ = try batch.append([Drafts.like(recipe, by: ada, owner: ada)], origin: nil) }
        }
        return log
    }

    private func exported(_ log: EventLog) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try Verbatim.export(log) { bytes += $0 }
        return bytes
    }

    private func restore(_ bytes: [UInt8], into directory: String) throws -> Int {
        var rest = bytes[...]
        return try Verbatim.restore(.community, into: directory) { count in
            let chunk = Array(rest.prefix(min(count, 1000)))
            rest = rest.dropFirst(chunk.count)
            return chunk
        }
    }

    @Test("a verbatim copy is byte-identical and complete with its vault") func theCopyIsByteIdentical() throws {
        let log = try filled()
        let bytes = try exported(log)
        let root = try log.read { try $0.merkleRoot() }
        log.close()
        #expect(try restore(bytes, into: copyDirectory.path) == 303)
        let copied = try EventLog.open(.community, directory: copyDirectory.path, create: false)
        #expect(try exported(copied) == bytes)
        #expect(try copied.read { try $0.merkleRoot() } == root)
        #expect(!copied.hasVault)
        #expect(try copied.read { try $0.record(at: Position(3))?.isErased } == true)
        copied.close()
        try FileManager.default.copyItem(atPath: scratch.path + "/vault", toPath: copyDirectory.path + "/vault")
        let opened = try EventLog.open(.community, directory: copyDirectory.path, create: false)
        #expect(try opened.read { try $0.record(at: Position(3))?.isErased } == false)
        #expect(try opened.read { try $0.position(of: Origin(source: "test", id: "a")) } == Position(2))
        opened.close()
    }

    @Test("names are known at once if the vault is put back before the import")
    func namesAreKnownWhenTheVaultWasPutBackFirst() throws {
        let log = try filled()
        let bytes = try exported(log)
        log.close()
        try FileManager.default.copyItem(atPath: scratch.path + "/vault", toPath: copyDirectory.path + "/vault")
        #expect(try restore(bytes, into: copyDirectory.path) == 303)
        let copied = try EventLog.open(.community, directory: copyDirectory.path, create: false)
        defer { copied.close() }
        #expect(try copied.write { $0.memberID(username: "ada") } == MemberID(2))
        #expect(try copied.read { try $0.record(at: Position(3))?.isErased } == false)
    }

    /// The size of the chunks and the number of transactions make no difference: the log and its state are equal.
    @Test(
        "a copy is the same whatever the sizes of its chunks and transactions",
        arguments: [(1, 7), (67, 50), (100_000, 64), (1000, 1 << 17)])
    func theCopyIsTheSameWhateverItsTransactions(blockByteCount: Int, eventsAtOnce: UInt64) throws {
        let log = try filled()
        for name in ["bo", "cy", "di"] {
            try log.write { (batch) throws in
                let member = MemberID(
                    try batch.append([Drafts.registration(name)], origin: Drafts.origin(name)))
                let recipe = try batch.append(
                    [Drafts.recipe("\(name)'s", by: member)], origin: Drafts.origin("r\(name)"))
                _ = try batch.append(
                    [Drafts.like(recipe, by: member, owner: member)], origin: Drafts.origin("l\(name)"))
            }
        }
        let bytes = try exported(log)
        log.close()
        try FileManager.default.copyItem(atPath: scratch.path + "/vault", toPath: copyDirectory.path + "/vault")
        var rest = bytes[...]
        let count = try Verbatim.restore(
            .community, into: copyDirectory.path, clock: EventLog.systemClock, eventsAtOnce: eventsAtOnce
        ) { _ in
            let chunk = Array(rest.prefix(blockByteCount))
            rest = rest.dropFirst(chunk.count)
            return chunk
        }
        #expect(count == 312)
        let copied = try EventLog.open(.community, directory: copyDirectory.path, create: false)
        #expect(try exported(copied) == bytes)
        copied.close()
        let examination = try LogExamination(.community, directory: copyDirectory.path)
        defer { examination.close() }
        for finding in examination.findings({ _, _, _ in }).findings { #expect(finding.status == .ok, "\(finding)") }
    }

    /// The vault is older than a deletion in the log: the import destroys the key again.
    @Test("an import destroys the keys of members that the log deletes") func keysOfTheDeletedAreDestroyed() throws {
        let log = try filled()
        try FileManager.default.copyItem(atPath: scratch.path + "/vault", toPath: copyDirectory.path + "/vault")
        _ = try log.write { try $0.append([Drafts.deletion(of: MemberID(2))], origin: nil) }
        let bytes = try exported(log)
        log.close()
        #expect(try restore(bytes, into: copyDirectory.path) == 304)
        let vault = try #require(
            try Vault.open(directory: copyDirectory.path + "/vault", logID: log.logID, adopting: false))
        guard case .destroyed = try vault.slot(1) else {
            Issue.record("the key is still there")
            return
        }
        guard case .key = try vault.slot(0) else {
            Issue.record("the operator's key is gone")
            return
        }
    }

    @Test("a truncated or damaged verbatim export leaves nothing behind", .seeded) func damagedExports() throws {
        let log = try filled()
        let bytes = try exported(log)
        log.close()
        var generator = SeededGenerator.ofTest()
        for _ in 0..<20 {
            var damaged = bytes
            if Bool.random(using: &generator) {
                damaged = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator)))
            } else {
                damaged[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x10
            }
            #expect(throws: Refusal.self) { try restore(damaged, into: copyDirectory.path) }
            #expect(!FileManager.default.fileExists(atPath: copyDirectory.path + "/log"))
            #expect(!FileManager.default.fileExists(atPath: copyDirectory.path + "/log.new"))
        }
    }

    @Test("an import refuses what follows the end of the export") func whatFollowsTheEndIsRefused() throws {
        let log = try filled()
        let bytes = try exported(log)
        log.close()
        for more in [[0], Array("LARDERLOG1\n".utf8), bytes] {
            let refusal = #expect(throws: Refusal.self) { try restore(bytes + more, into: copyDirectory.path) }
            #expect(refusal?.message.contains("more bytes follow its end") == true, "\(refusal?.message ?? "")")
            #expect(!FileManager.default.fileExists(atPath: copyDirectory.path + "/log"))
        }
        _ = try restore(bytes, into: copyDirectory.path)
    }

    @Test("an import never replaces an existing log") func aLogThatIsThereIsNotReplaced() throws {
        let log = try filled()
        let bytes = try exported(log)
        log.close()
        #expect(throws: Refusal.self) { try restore(bytes, into: scratch.path) }
    }
}
