import Decisions
import EventLog
import Events
import Foundation
import LMDB
import Layout
import TestSupport
import Testing

@testable import Projections

/// Counts likes by recipe: the smallest fold with rows that can be lost.
private enum LikesProjector: Projector {
    struct View: ViewSchema {
        let likes: ViewTable<Count>
        init(_ registry: inout TableRegistry) { likes = registry.table("likes.rows", of: Count.self) }
    }
    struct Count: StoredRow, Equatable {
        var value: UInt64
        init(value: UInt64) { self.value = value }
        init(bytes: RawSpan) throws(MalformedRow) {
            var reader = ByteReader(bytes)
            value = try reader.readUInt64()
        }
        func encode(into writer: inout ByteWriter) { writer.write(value) }
    }
    static let identity = ViewIdentity(name: "likes", version: 1)
    static let kinds: EventKindSet = [.recipeLiked]
    static let openedKinds: EventKindSet = []
    static func fold(_ record: borrowing Record, into view: View, _ transaction: inout ViewTransaction) {
        transaction.update(view.likes, Key(record.header.subject.value), or: Count(value: 0)) { $0.value += 1 }
    }
}

/// Generations of views: built, kept, repaired and removed.
@Suite struct ViewStoreTests {
    private typealias Store = ViewStore<LikesProjector>

    private let scratch = TemporaryDirectory()
    private var views: String { scratch.path + "/views" }

    private func log() throws -> EventLog {
        try EventLog.open(.community, directory: scratch.path, create: true)
    }
    private func store(_ log: EventLog, version: UInt32 = 1) -> Store {
        Store(log, identities: [ViewIdentity(name: "likes", version: version)])
    }
    private func like(_ recipe: UInt64, times: Int, in log: EventLog) throws {
        _ = try log.write { batch in
            for _ in 0..<times {
                let time = Timestamp(seconds: 1_700_000_000)
                let draft = Draft(.recipeLiked, actor: .operator, subject: Position(recipe), occurredAt: time)
                _ = try batch.append([draft], origin: nil)
            }
        }
    }
    private func likes(_ recipe: UInt64, _ store: Store) throws -> UInt64? {
        try store.query { snapshot in snapshot.get(store.view.likes, Key(recipe))?.value }
    }
    private func generations() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: views).filter { $0.hasPrefix("gen-") }.sorted()
    }

    @Test("views folded in batches equal views folded in one go") func batchesGiveWhatOneGoGives() throws {
        let log = try log()
        let store = store(log)
        for round in 1...5 {
            try like(7, times: round, in: log)
            try like(8, times: 1, in: log)
            #expect(try likes(8, store) == UInt64(round))
        }
        #expect(try likes(7, store) == 15)
        let comparison = try store.rebuild(replacing: false) { _, _ in }
        #expect(comparison.matches)
        #expect(comparison.rebuilt["likes.rows"]?.rows == 2)
        #expect(try generations() == ["gen-1"])
        store.close()
        log.close()
    }

    @Test("a rebuild replaces the generation and removes the old one")
    func aRebuildReplacesTheGenerationAndRemovesTheOld() throws {
        let log = try log()
        let store = store(log)
        try like(7, times: 3, in: log)
        #expect(try likes(7, store) == 3)
        #expect(try store.rebuild(replacing: true) { _, _ in }.matches)
        #expect(try generations() == ["gen-2"])
        try like(7, times: 1, in: log)
        #expect(try likes(7, store) == 4)
        store.close()
        log.close()
    }

    @Test("views of another version are rebuilt unasked") func anotherVersionIsRebuiltUnasked() throws {
        let log = try log()
        try like(7, times: 3, in: log)
        let old = store(log)
        #expect(try likes(7, old) == 3)
        old.close()
        let new = store(log, version: 2)
        #expect(try likes(7, new) == 3)
        #expect(try generations() == ["gen-2"])
        new.close()
        log.close()
    }

    @Test("the remains of an interrupted build are removed") func whatAnInterruptedBuildLeftIsCleanedAway() throws {
        let log = try log()
        try like(7, times: 3, in: log)
        try FileManager.default.createDirectory(atPath: views + "/gen-5", withIntermediateDirectories: true)
        let store = store(log)
        #expect(try likes(7, store) == 3)
        #expect(try generations() == ["gen-6"])
        store.close()
        log.close()
    }

    @Test("after a reboot only synced views are trusted") func afterARebootOnlyWhatWasSyncedIsTrusted() throws {
        let log = try log()
        try like(7, times: 3, in: log)
        var open = store(log)
        #expect(try likes(7, open) == 3)
        open.close()
        let marker = URL(fileURLWithPath: views + "/gen-1/durability")
        let lines = try String(contentsOf: marker, encoding: .utf8).split(separator: "\n").map(String.init)
        let synced = try #require(lines.first { $0.hasPrefix("synced ") })

        // Another boot, but the last transaction was synced: kept.
        try Data("boot another\n\(synced)\n".utf8).write(to: marker)
        open = store(log)
        #expect(try likes(7, open) == 3)
        #expect(try generations() == ["gen-1"])
        open.close()

        // Another boot, and it is unknown what reached the disk: rebuilt.
        try Data("boot another\n".utf8).write(to: marker)
        open = store(log)
        #expect(try likes(7, open) == 3)
        #expect(try generations() == ["gen-2"])
        open.close()

        // No page is read either: the pages that the first two name may be missing.
        try Data("boot another\n".utf8).write(to: URL(fileURLWithPath: views + "/gen-2/durability"))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: views + "/gen-2/data.mdb"))
        try file.truncate(atOffset: 2 * 4096)
        try file.close()
        open = store(log)
        #expect(try likes(7, open) == 3)
        #expect(try generations() == ["gen-3"])
        open.close()
        log.close()
    }

    /// Unsynced pages may be torn: the marker is removed before the first page changes.
    @Test("the first change of the views removes the mark of a sync, and a query does not")
    func theMarkOfASyncGoesWithTheFirstChangeAndNotWithAQuestion() throws {
        func isMarkedSynced() throws -> Bool {
            try String(contentsOfFile: views + "/gen-1/durability", encoding: .utf8).contains("synced ")
        }
        let log = try log()
        try like(7, times: 3, in: log)
        var open = store(log)
        #expect(try likes(7, open) == 3)
        open.close()
        #expect(try isMarkedSynced())
        open = store(log)
        #expect(try likes(7, open) == 3)
        #expect(try isMarkedSynced())
        try like(7, times: 1, in: log)
        #expect(try likes(7, open) == 4)
        #expect(try !isMarkedSynced())
        open.close()
        #expect(try isMarkedSynced())
        log.close()
    }

    @Test("views that cannot be read now are refused and not rebuilt")
    func whatCannotBeReadNowIsNoReasonToBeginAnew() throws {
        let log = try log()
        try like(7, times: 3, in: log)
        var open = store(log)
        #expect(try likes(7, open) == 3)
        open.close()
        // A symbolic link to itself: it exists, and cannot be read.
        try FileManager.default.moveItem(atPath: views + "/current", toPath: views + "/aside")
        try FileManager.default.createSymbolicLink(atPath: views + "/current", withDestinationPath: "current")
        open = store(log)
        #expect(throws: Refusal.self) { try likes(7, open) }
        #expect(try generations() == ["gen-1"])
        try FileManager.default.removeItem(atPath: views + "/current")
        try FileManager.default.moveItem(atPath: views + "/aside", toPath: views + "/current")
        #expect(try likes(7, open) == 3)
        #expect(try generations() == ["gen-1"])
        open.close()
        log.close()
    }

    /// Only «damaged, missing or of another version» leads to a rebuild.
    @Test("views that cannot be opened now are refused and not rebuilt")
    func whatCannotBeOpenedNowIsNoReasonToBeginAnew() throws {
        let log = try log()
        try like(7, times: 3, in: log)
        var open = store(log)
        #expect(try likes(7, open) == 3)
        open.close()
        // LMDB opens an environment once per process.
        let held = try Generation(number: 1, directory: views + "/gen-1", registry: open.registry, create: false)
        open = store(log)
        let refusal = #expect(throws: Refusal.self) { try likes(7, open) }
        #expect(refusal?.code == .unavailable)
        held.close()
        #expect(try likes(7, open) == 3)
        #expect(try generations() == ["gen-1"])
        open.close()
        log.close()
    }

    @Test("only damage is healed by replay, not other errors") func onlyDamageIsHealedByReplay() {
        func healed(_ code: LMDBError.Code) -> Bool {
            LMDBError(code: code, operation: "mdb_get", path: views).isHealedByReplay
        }
        for code in [
            LMDBError.Code.corrupted, .pageNotFound, .invalid, .versionMismatch, .incompatible, .noEntry, .notFound,
        ] {
            #expect(healed(code), "\(code)")
        }
        for code in [LMDBError.Code.noMemory, .noSpace, .io, .readersFull, .mapFull, .closed, .busy, .panic] {
            #expect(!healed(code), "\(code)")
        }
        #expect(MalformedRow().isHealedByReplay)
        #expect(DamagedTable("likes.rows").isHealedByReplay)
        #expect(!Refusal(.damaged, "a header of the log").isHealedByReplay)
    }

    @Test("views of another log are never shown") func viewsOfAnotherLogAreNeverShown() throws {
        let other = TemporaryDirectory()
        let otherLog = try EventLog.open(.community, directory: other.path, create: true)
        try like(7, times: 9, in: otherLog)
        let otherStore = store(otherLog)
        #expect(try likes(7, otherStore) == 9)
        otherStore.close()
        otherLog.close()
        let log = try log()
        try like(7, times: 2, in: log)
        try FileManager.default.copyItem(atPath: other.path + "/views", toPath: views)
        let store = store(log)
        #expect(try likes(7, store) == 2)
        store.close()
        log.close()
    }

    /// Bytes of the one row, as they lie in the file: its key, a number, a checksum.
    private func flip(_ harm: (inout Data, Range<Int>) -> Void) throws {
        let file = URL(fileURLWithPath: views + "/gen-1/data.mdb")
        var bytes = try Data(contentsOf: file)
        let row = try #require(bytes.range(of: Data(Key(7).bytes + [3, 0, 0, 0, 0, 0, 0, 0])))
        #expect(bytes.range(of: bytes[row], in: row.upperBound..<bytes.count) == nil)
        harm(&bytes, row.lowerBound..<row.upperBound + 4)
        try bytes.write(to: file)
    }

    /// Whichever byte is changed: no wrong number and no absence is returned, and a rebuild repairs it.
    @Test("any changed byte of a row is an error until a rebuild repairs it")
    func aChangedByteOfARowIsAnErrorUntilARebuild() throws {
        for place in 0..<8 + 8 + 4 {
            try? FileManager.default.removeItem(atPath: scratch.path)
            let log = try log()
            try like(7, times: 3, in: log)
            var open = store(log)
            #expect(try likes(7, open) == 3)
            open.close()
            try flip { $0[$1.lowerBound + place] ^= 1 << UInt8(place % 8) }
            open = store(log)
            let refusal = #expect(throws: Refusal.self) { try likes(7, open) }
            #expect(refusal?.code == .damaged, "byte \(place)")
            #expect(refusal?.message.hasSuffix("likes.rows") == true && refusal?.remedy == .rebuildViews)
            // No fold continues from it either.
            try like(7, times: 1, in: log)
            #expect(throws: Refusal.self) { try likes(7, open) }
            let comparison = try open.rebuild(replacing: true) { _, _ in }
            #expect(comparison.damaged == ["likes.rows"])
            #expect(try likes(7, open) == 4)
            open.close()
            log.close()
        }
    }

    /// As an earlier version stored them: without checksums, and with a checkpoint under another name.
    @Test("views of an earlier format are rebuilt unasked") func viewsOfAnEarlierFormAreFoldedAnewUnasked() throws {
        let log = try log()
        try like(7, times: 3, in: log)
        var open = store(log)
        #expect(try likes(7, open) == 3)
        let checkpoint = try open.checkpoint().checkpoint
        open.close()
        do {
            let generation = try Generation(
                number: 1, directory: views + "/gen-1", registry: open.registry, create: false)
            try generation.environment.write { transaction in
                let row = [9, 0, 0, 0, 0, 0, 0, 0] as [UInt8]
                try transaction.put(generation.tables[0].table, Key(7).bytes, row)
                try transaction.delete(generation.meta.table, Generation.checkpointKey.bytes)
                try transaction.put(generation.meta.table, Array("checkpoint".utf8), checkpoint.bytes)
            }
            try generation.sync(after: log)
            generation.close()
        }
        open = store(log)
        #expect(try open.examine().obstacle?.contains("another version of larder") == true)
        #expect(try likes(7, open) == 3)
        #expect(try generations() == ["gen-2"])
        open.close()
        log.close()
    }

    /// A table that LMDB does not find any more does not count as empty.
    @Test("views that lost a table are rebuilt unasked") func viewsThatLostATableAreFoldedAnewUnasked() throws {
        let log = try log()
        try like(7, times: 3, in: log)
        var open = store(log)
        #expect(try likes(7, open) == 3)
        open.close()
        let file = URL(fileURLWithPath: views + "/gen-1/data.mdb")
        var bytes = try Data(contentsOf: file)
        while let name = bytes.range(of: Data("likes.rows".utf8)) { bytes[name.lowerBound] ^= 1 }
        try bytes.write(to: file)
        open = store(log)
        #expect(try likes(7, open) == 3)
        #expect(try generations() == ["gen-2"])
        open.close()
        log.close()
    }

    @Test("a damaged row is named, and removing the views heals it by replay")
    func aDamagedRowIsNamedAndHealsByReplay() throws {
        let log = try log()
        try like(7, times: 3, in: log)
        var open = store(log)
        #expect(try likes(7, open) == 3)
        open.close()
        do {
            let generation = try Generation(
                number: 1, directory: views + "/gen-1", registry: open.registry, create: false)
            let table = try #require(try generation.environment.openTable("likes.rows", flags: [], create: false))
            try generation.environment.write { transaction in try transaction.put(table, Key(7).bytes, [1, 2]) }
            try generation.sync(after: log)
            generation.close()
        }
        open = store(log)
        do {
            _ = try likes(7, open)
            Issue.record("a damaged row was given as right")
        } catch {
            let refusal = error as? Refusal
            #expect(refusal?.code == .damaged && refusal?.remedy == .rebuildViews)
            #expect(refusal?.message.hasSuffix("likes.rows") == true)
        }
        #expect(!(try open.rebuild(replacing: true) { _, _ in }.matches))
        #expect(try likes(7, open) == 3)
        open.close()
        try FileManager.default.removeItem(atPath: views)
        open = store(log)
        #expect(try likes(7, open) == 3)
        open.close()
        log.close()
    }
}
