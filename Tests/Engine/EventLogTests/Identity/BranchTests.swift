import Decisions
import Foundation
import Layout
import Testing
import Transparency

@testable import EventLog
@testable import Events

/// «A copy truncated to an earlier point is read-only until it is made a log of its own (new log id, new signing key).»
@Suite struct BranchTests {
    let pantry = Pantry()
    var copy: String { pantry.path("copy") }

    private func branch() throws -> EventLog.Branch {
        let log = try pantry.open(copy)
        defer { log.close() }
        return try log.branch()
    }

    @Test("a copy until a position ends there and is read-only", arguments: 1...7)
    func aCopyEndsWhereItShould(position: UInt64) throws {
        try pantry.register("ada")
        try pantry.backUp()
        try pantry.register("bo", "cy")
        try pantry.backUp()
        let report = try pantry.restore(to: "copy", until: .position(Position(position)))
        #expect(report.position == position && report.readOnly)
        let log = try pantry.open()
        #expect(try log.read { try $0.merkleRoot(size: position).base64 } == report.root)
        log.close()
        let copied = try pantry.open(copy)
        let head = try copied.head()
        copied.close()
        #expect(head == Position(position))
        try pantry.expectHealthy(copy)
    }

    @Test("a time means the last event recorded by then, and impossible ends are refused")
    func aTimeMeansTheLastEventByThen() throws {
        try pantry.register("ada", "bo", "cy")
        try pantry.backUp()
        let log = try pantry.open()
        let times = try log.read { (snapshot) throws in
            try (1...snapshot.head.value).map { try #require(try snapshot.header(at: Position($0))).recordedAt }
        }
        log.close()
        for time in Set(times) {
            let expected = try #require(times.lastIndex { $0 <= time }) + 1
            let report = try pantry.restore(to: "at\(time.microseconds)", until: .time(time))
            #expect(report.position == UInt64(expected))
        }
        let later = Timestamp(microseconds: times[6].microseconds + 1_000_000_000)
        #expect(try pantry.restore(to: "later", until: .time(later)).position == 7)
        let before = Timestamp(microseconds: times[0].microseconds - 1)
        pantry.expectRefusal(.notFound, "before the first event") { try pantry.restore(to: "x", until: .time(before)) }
        for position in [Position.none, Position(8)] {
            pantry.expectRefusal(.notFound, "it goes from 1 to 7") {
                try pantry.restore(to: "x", until: .position(position))
            }
        }
        #expect(!FileManager.default.fileExists(atPath: pantry.path("x")))
    }

    /// Events behind the end of the copy are verified, but not copied.
    @Test("damage behind the end of a copy is found too") func damageBehindTheEndIsFound() throws {
        try pantry.register("ada", "bo")
        try pantry.backUp()
        let file = URL(filePath: "\(pantry.backup)/log-1-5.larderlog")
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count - 30] ^= 1
        try bytes.write(to: file)
        pantry.expectRefusal(.verificationFailed, "log-1-5.larderlog") {
            try pantry.restore(to: "copy", until: .position(Position(2)))
        }
    }

    @Test("a copy refuses events and signatures and stays readable") func aCopyIsForReadingOnly() throws {
        try pantry.register("ada", "bo")
        try pantry.backUp()
        try pantry.restore(to: "copy", until: .position(Position(3)))
        pantry.expectRefusal(.forbidden, "for reading only") { try pantry.register("cy", in: copy) }
        pantry.expectRefusal(.forbidden, "for reading only") { try pantry.backUp(copy) }
        let log = try pantry.open(copy)
        pantry.expectRefusal(.forbidden, "for reading only") { _ = try log.signing { try $1($0.head.value) } }
        log.close()
        #expect(try pantry.title(3, in: copy) == "ada's soup")
        #expect(!FileManager.default.fileExists(atPath: "\(copy)/vault/signing"))
    }

    @Test("a branch has its own id and key and accepts events") func aBranchIsALogOfItsOwn() throws {
        try pantry.register("ada", "bo")
        let original = try pantry.open()
        let (oldID, oldKey) = (original.logIDText, try original.verifierKey().description)
        original.close()
        try pantry.backUp()
        try pantry.restore(to: "copy", until: .position(Position(3)))
        let branch = try branch()
        #expect(branch.from == oldID && branch.logID != oldID && branch.position == 3 && branch.deleted.isEmpty)
        try pantry.register("cy", in: copy)
        let log = try pantry.open(copy)
        #expect(log.logIDText == branch.logID && !log.identity.isReadOnly)
        let ids = (1...5).map { log.lineage.text(at: Position($0)) }
        #expect(ids == [oldID, oldID, oldID, branch.logID, branch.logID])
        let note = try log.signing { snapshot, sign in try sign(snapshot.head.value) }
        #expect(try Checkpoint(note).origin == branch.logID)
        #expect(try log.verifierKey().description != oldKey)
        log.close()
        #expect(try pantry.title(3, in: copy) == "ada's soup")
        #expect(try pantry.title(5, in: copy) == "cy's soup")
        try pantry.expectHealthy(copy)
        pantry.expectRefusal(.conflict, "is a backup of the log \(oldID)") { try pantry.backUp(copy) }
        pantry.expectRefusal(.conflict, "is not a copy of a log") { _ = try self.branch() }
    }

    /// The copy has the vault of the whole backup: a member who was deleted later is deleted here.
    @Test("a member who was deleted later is deleted in the branch")
    func whoWasErasedLaterIsDeletedInTheBranch() throws {
        let members = try pantry.register("ada", "bo")
        try pantry.delete(members[0])
        try pantry.backUp()
        try pantry.restore(to: "copy", until: .position(Position(5)))
        try pantry.expectHealthy(copy)
        #expect(try pantry.title(3, in: copy) == nil)
        #expect(try pantry.title(5, in: copy) == "bo's soup")
        #expect(try branch().deleted == ["m2"])
        let log = try pantry.open(copy)
        #expect(try log.head() == Position(6))
        #expect(log.lineage.text(at: Position(6)) == log.logIDText)
        log.close()
        try pantry.expectHealthy(copy)
    }

    /// A branch of a branch, through backups and verbatim exports: each event keeps its log.
    @Test("each event keeps its log's id through branches, backups and exports") func lineageGoesAlong() throws {
        try pantry.register("ada", "bo")
        try pantry.backUp()
        try pantry.restore(to: "copy", until: .position(Position(3)))
        let first = try branch()
        try pantry.register("cy", in: copy)
        try pantry.backUp(copy, to: pantry.path("second"))
        try pantry.restore(to: "copy2", until: .position(Position(4)), from: pantry.path("second"))
        var log = try pantry.open(pantry.path("copy2"))
        let second = try log.branch()
        log.close()
        #expect(second.from == first.logID)
        try pantry.register("di", in: pantry.path("copy2"))
        var bytes = try pantry.bytes(pantry.path("copy2"))[...]
        #expect(bytes.starts(with: Array("LARDERLOG2\n".utf8)))
        _ = try Verbatim.restore(.community, into: pantry.path("imported")) { count in
            defer { bytes = bytes.dropFirst(count) }
            return Array(bytes.prefix(count))
        }
        log = try pantry.open(pantry.path("imported"))
        defer { log.close() }
        let ids = (1...6).map { log.lineage.text(at: Position($0)) }
        #expect(ids == Array(repeating: first.from, count: 3) + [first.logID, second.logID, second.logID])
    }

    /// A copy that is imported again is still a copy.
    @Test("an imported export of a copy is read-only too") func anExportOfACopyIsACopy() throws {
        try pantry.register("ada", "bo")
        try pantry.backUp()
        try pantry.restore(to: "copy", until: .position(Position(3)))
        var bytes = try pantry.bytes(copy)[...]
        _ = try Verbatim.restore(.community, into: pantry.path("imported")) { count in
            defer { bytes = bytes.dropFirst(count) }
            return Array(bytes.prefix(count))
        }
        let log = try pantry.open(pantry.path("imported"))
        defer { log.close() }
        pantry.expectRefusal(.forbidden, "for reading only") {
            _ = try log.write { try $0.append([Drafts.registration("x")], origin: nil) }
        }
    }

    /// Killed between the branching and the removal of the former signing key: that key signs nothing here.
    @Test("the signing key of the original log signs nothing in a branch")
    func theKeyOfTheOtherLogSignsNothing() throws {
        try pantry.register("ada", "bo")
        let original = try pantry.open()
        let oldKey = try original.verifierKey().description
        original.close()
        try pantry.backUp()
        try pantry.restore(to: "copy", until: .position(Position(3)))
        let signing = URL(filePath: "\(pantry.data)/vault/signing")
        _ = try branch()
        try FileManager.default.copyItem(at: signing, to: URL(filePath: "\(copy)/vault/signing"))
        let log = try pantry.open(copy)
        defer { log.close() }
        let note = try log.signing { snapshot, sign in try sign(snapshot.head.value) }
        #expect(try Checkpoint(note).origin == log.logIDText)
        #expect(try log.verifierKey().description != oldKey)
    }
}
