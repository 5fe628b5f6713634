import Decisions
import Events
import Foundation
import Layout
import TestSupport
import Testing
import Transparency

@testable import EventLog

/// No two signed heads contradict each other, whatever was killed, copied and restored.
@Suite struct SignedHeadTests {
    let scratch = TemporaryDirectory()

    private func open() throws -> EventLog { try EventLog.open(.community, directory: scratch.path, create: true) }

    private func append(_ count: Int, _ name: String, to log: EventLog) throws {
        _ = try log.write { (batch) throws in
            for index in 0..<count { _ = try batch.append([Drafts.registration("\(name)\(index)")], origin: nil) }
        }
    }

    private func head(_ log: EventLog, size: UInt64? = nil) throws -> Checkpoint {
        let note = try log.signing { snapshot, sign in try sign(size ?? snapshot.head.value) }
        try note.verify(by: log.verifierKey())
        return try Checkpoint(note)
    }

    private func copyLog(to name: String) throws {
        try? FileManager.default.removeItem(atPath: "\(scratch.path)/\(name)")
        try FileManager.default.copyItem(atPath: "\(scratch.path)/log", toPath: "\(scratch.path)/\(name)")
    }

    /// Puts an earlier copy of the log back beside the present vault.
    private func putBack(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(scratch.path)/log")
        try FileManager.default.copyItem(atPath: "\(scratch.path)/\(name)", toPath: "\(scratch.path)/log")
    }

    @Test("signed heads have the log's size and root, and the key stays") func headsAreThoseOfTheLog() throws {
        let log = try open()
        for count in [1, 5, 300] {
            try append(count, "a\(count)x", to: log)
            let found = try head(log)
            let (size, root) = try log.read { ($0.head.value, try $0.merkleRoot()) }
            #expect(found == Checkpoint(origin: log.logIDText, size: size, root: root))
        }
        #expect(try head(log, size: 3).size == 3)
        #expect(try head(log, size: 0).root == .ofEmptyTree)
        let key = try log.verifierKey().description
        log.close()
        let again = try open()
        #expect(try again.verifierKey().description == key, "the key stays")
        again.close()
    }

    @Test("a log put back to an earlier copy is not signed, even after it grows beyond")
    func anEarlierCopyIsNotSigned() throws {
        var log = try open()
        try append(300, "a", to: log)
        log.close()
        try copyLog(to: "earlier")
        log = try open()
        try append(20, "b", to: log)
        _ = try head(log)
        log.close()
        try copyLog(to: "newest")

        try putBack("earlier")
        log = try open()
        expectRefusal(log, "a head of 321 events was signed, and the log has 301")
        // A log of the same length with other events.
        try append(19, "c", to: log)
        expectRefusal(log, "the log has 320")
        try append(1, "d", to: log)
        expectRefusal(log, "its first 321 events are not those")
        try append(300, "e", to: log)
        expectRefusal(log, "its first 321 events are not those")
        log.close()

        try putBack("newest")
        log = try open()
        #expect(try head(log).size == 321)
        log.close()
    }

    private func expectRefusal(_ log: EventLog, _ words: String) {
        do {
            _ = try head(log)
            Issue.record("it was signed")
        } catch let refusal as Refusal {
            #expect(refusal.code == .verificationFailed)
            #expect(refusal.message.contains(words), "\(refusal.message)")
        } catch {
            Issue.record("\(error)")
        }
    }

    private struct Killed: Error {}

    /// Between the commit and the signature, and between remembering and the signature.
    @Test("a process killed between commit and signature leaves heads consistent")
    func killedBeforeTheSignatureItStaysConsistent() throws {
        var log = try open()
        try append(10, "a", to: log)
        let first = try head(log)
        log.close()
        try copyLog(to: "earlier")
        log = try open()
        try append(10, "b", to: log)
        #expect(throws: (any Error).self) {
            try log.signing(remembered: { throw Killed() }, { snapshot, sign in try sign(snapshot.head.value) })
        }
        log.close()
        // A client may have received the head.
        try putBack("earlier")
        log = try open()
        expectRefusal(log, "a head of 21 events was signed, and the log has 11")
        log.close()

        // A head that was only committed was not remembered: the earlier copy may continue.
        try FileManager.default.removeItem(atPath: scratch.path)
        log = try open()
        try append(10, "a", to: log)
        #expect(try head(log).size == first.size)
        log.close()
        try copyLog(to: "earlier")
        log = try open()
        try append(10, "b", to: log)
        log.close()
        try putBack("earlier")
        log = try open()
        try append(3, "c", to: log)
        #expect(try head(log).size == 14)
        log.close()
    }

    @Test("a head that cannot be remembered is not signed") func nothingIsSignedThatCannotBeRemembered() throws {
        let log = try open()
        try append(10, "a", to: log)
        _ = try head(log)
        try append(10, "b", to: log)
        // The temporary file of the remembered head is blocked.
        try FileManager.default.createDirectory(
            atPath: "\(scratch.path)/vault/signing.new", withIntermediateDirectories: true)
        #expect(throws: Refusal.self) { try head(log) }
        #expect(try head(log, size: 11).size == 11, "what is remembered already needs no memory")
        try FileManager.default.removeItem(atPath: "\(scratch.path)/vault/signing.new")
        #expect(try head(log).size == 21)
        log.close()
    }

    @Test("a damaged, missing or foreign memory of signed heads prevents signing")
    func withoutItsMemoryTheKeySignsNothing() throws {
        let log = try open()
        _ = try head(log)
        let path = "\(scratch.path)/vault/signing"
        let good = try Data(contentsOf: URL(fileURLWithPath: path))
        for harm in [good.dropLast(), good + [0], Data(), Data(good.map { $0 ^ ($0 == good.last ? 1 : 0) })] {
            try harm.write(to: URL(fileURLWithPath: path))
            #expect(throws: Refusal.self) { try head(log) }
            #expect(throws: Refusal.self) { try log.verifierKey() }
        }
        try good.write(to: URL(fileURLWithPath: path))
        #expect(try head(log).size == 1)
        log.close()
        let other = TemporaryDirectory()
        let stranger = try EventLog.open(.community, directory: other.path, create: true)
        try good.write(to: URL(fileURLWithPath: other.path + "/vault/signing"))
        #expect(throws: Refusal.self) { try head(stranger) }
        stranger.close()
    }

    @Test("a log without a vault signs nothing") func withoutAVaultNothingIsSigned() throws {
        var log = try open()
        log.close()
        try FileManager.default.removeItem(atPath: scratch.path + "/vault")
        log = try open()
        #expect(throws: Refusal.self) { try head(log) }
        log.close()
    }

    @Test("the examination reports a log that is shorter than its signed head") func doctorKnowsWhatWasSigned() throws {
        var log = try open()
        try append(10, "a", to: log)
        log.close()
        try copyLog(to: "earlier")
        log = try open()
        try append(10, "b", to: log)
        _ = try head(log)
        log.close()
        try putBack("earlier")
        let examination = try LogExamination(.community, directory: scratch.path)
        let report = examination.treeFindings { _, _, _ in }
        let tree = try #require(report.findings.last)
        examination.close()
        #expect(report.first == Position(12))
        #expect(tree.status == .failed)
        #expect(tree.message.contains("the head of 21 events was signed, and there are 11"))
    }

    /// The bytes that readers hash are the leaves of the tree.
    @Test("the canonical export has the log's root") func theCanonicalExportHasTheRoot() throws {
        let log = try open()
        try append(300, "a", to: log)
        var bytes: [UInt8] = []
        try log.read { snapshot in try CanonicalExport.write(snapshot) { chunk, _ in bytes += chunk } }
        var rest = bytes[...]
        var frontier = TreeFrontier()
        while rest.count >= 4 {
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            frontier.append(.leaf(Array(rest.dropFirst(4).prefix(count))))
            rest = rest.dropFirst(4 + count)
        }
        #expect(rest.isEmpty)
        #expect(frontier.size == 301)
        #expect(try log.read { try $0.merkleRoot() } == frontier.root)
        log.close()
    }
}
