import Foundation
import LMDB
import Layout
import TestSupport
import Testing

@testable import Decisions
@testable import EventLog
@testable import Events

/// The state is below the log and unsynced: any damage to it is repaired from the log.
@Suite struct StateStoreTests {
    let scratch = TemporaryDirectory()

    private var marker: URL { URL(fileURLWithPath: scratch.path + "/log/state/durability") }
    private var pages: URL { URL(fileURLWithPath: scratch.path + "/log/state/data.mdb") }

    private func open() throws -> EventLog { try EventLog.open(.community, directory: scratch.path, create: true) }

    private func markerText() throws -> String { try String(contentsOf: marker, encoding: .utf8) }

    /// Ada, bo and a recipe of ada's.
    private func village(_ log: EventLog) throws -> (ada: MemberID, bo: MemberID, recipe: Position) {
        try log.write { (batch) throws in
            let ada = MemberID(try batch.append([Drafts.registration("ada")], origin: Drafts.origin("u1")))
            let bo = MemberID(try batch.append([Drafts.registration("bo")], origin: nil))
            return (ada, bo, try batch.append([Drafts.recipe("Soup", by: ada)], origin: Drafts.origin("p1")))
        }
    }

    private func rows(_ log: EventLog) throws -> [[UInt8]] {
        let state = try #require(log.state)
        func bytes<K, R>(_ table: TypedTable<K, R>, _ transaction: borrowing ReadTransaction) throws -> [[UInt8]] {
            try table.rows(in: transaction).map { $0.key.keyBytes + [0xFF] + $0.row.bytes }
        }
        return try state.environment.read { transaction in
            let tables = WriteModelTables.of(state.tables)
            return try bytes(tables.members, transaction) + bytes(tables.entities, transaction)
                + bytes(tables.relations, transaction) + bytes(tables.usernames, transaction)
                + bytes(tables.origins, transaction)
        }
    }

    /// Writes the log without the state, like a process that dies between the two commits.
    private func appendToTheLogAlone(_ log: EventLog, _ draft: Draft) throws {
        let store = try #require(log.state)
        let tree = try log.tree.preparedTable()
        try log.environment.write { transaction in
            let batch = try #require(try LogBatch(log, store, clock: EventLog.systemClock()))
            _ = try batch.append([draft], origin: nil)
            _ = try batch.flush(into: &transaction, tree: tree)
        }
    }

    @Test("a state behind the log catches up before the next decision")
    func aStateThatIsBehindIsBroughtOnBeforeAnythingIsDecided() throws {
        let log = try open()
        let (ada, bo, recipe) = try village(log)
        try appendToTheLogAlone(log, Drafts.like(recipe, by: bo, owner: ada))
        #expect(try log.head() == recipe, "shown before the state knows of it")
        let seen = try log.write { (batch) throws in
            #expect(batch.model.relation(bo, .like, recipe)?.position == recipe.next)
            return try batch.append([Drafts.like(recipe, by: ada, owner: ada)], origin: nil)
        }
        #expect(seen.value == recipe.value + 2)
        #expect(try log.head() == seen)
        log.close()
    }

    /// After a failed sync the kernel may call lost pages clean, and later openers of the file do not see the failure.
    @Test("pages whose sync has failed are not trusted, not even after reopening")
    func onceASyncHasFailedNobodyVouchesForThePages() throws {
        let folder = scratch.path + "/pages"
        let environment = try Environment(path: folder, configuration: .init(tablesMax: 3, durability: .disposable))
        let table = try #require(try environment.openTable("rows", create: true))
        let (marker, others) = (DurabilityMarker(in: folder), DurabilityMarker(in: folder))
        try marker.announceChange()
        try environment.write { try $0.put(table, [1], [2]) }
        try marker.sync(environment)
        #expect(try marker.covers(environment) && others.covers(environment))
        let outcome = FaultInjector.fail(callNumber: 1, with: .init(rawValue: EIO)) { try marker.sync(environment) }
        #expect(outcome.fired)
        #expect(throws: LMDBError.self) { try outcome.result.get() }
        #expect(try !marker.covers(environment) && !others.covers(environment))
        // Nor after another process changes the pages, or syncs them without an error.
        try others.announceChange()
        try environment.close()
        let again = try Environment(path: folder, configuration: .init(tablesMax: 3, durability: .disposable))
        try others.sync(again)
        #expect(try !others.covers(again) && !others.saysSynced(again))
        try again.close()
    }

    @Test("a state whose sync failed is folded again at opening") func aStateWhoseSyncFailedIsFoldedAnew() throws {
        var log = try open()
        let (ada, _, recipe) = try village(log)
        let before = try rows(log)
        log.close()
        try Data("failed\n".utf8).write(to: marker)
        log = try open()
        #expect(try rows(log) == before)
        #expect(try !markerText().contains("failed"))
        _ = try log.write { (batch) throws in
            try batch.append([Drafts.like(recipe, by: ada, owner: ada)], origin: nil)
        }
        log.close()
    }

    @Test("opening brings a state that is behind up to the log") func openingBringsItOn() throws {
        var log = try open()
        let (ada, bo, recipe) = try village(log)
        try appendToTheLogAlone(log, Drafts.like(recipe, by: bo, owner: ada))
        log.close()
        log = try open()
        #expect(try log.head() == recipe.next)
        log.close()
    }

    @Test("after a reboot a state is trusted only if it was synced", arguments: [true, false])
    func afterARebootItIsTrustedOnlyIfItWasSynced(_ isSynced: Bool) throws {
        var log = try open()
        _ = try village(log)
        let before = try rows(log)
        if isSynced { try log.state?.sync() }
        log.close()
        let text = try markerText()
        #expect(text.contains("synced") == isSynced)
        let others = text.split(separator: "\n").filter { !$0.hasPrefix("boot") } + ["boot of another day"]
        try Data(others.joined(separator: "\n").utf8).write(to: marker)
        if !isSynced {
            // Torn: the bytes behind the first pages are older.
            var bytes = try Data(contentsOf: pages)
            for index in 2 * 4096..<bytes.count { bytes[index] = 0xEE }
            try bytes.write(to: pages)
        }
        log = try open()
        #expect(try rows(log) == before)
        #expect(try markerText().contains("boot of another day") == isSynced, "trusted, or rebuilt")
        log.close()
    }

    @Test("the first change removes the mark that all is synced") func theFirstChangeTakesBackThatAllIsSynced() throws {
        let log = try open()
        let (ada, bo, recipe) = try village(log)
        try log.state?.sync()
        #expect(try markerText().contains("synced"))
        // A reader causes no write.
        try log.write { _ in }
        #expect(try markerText().contains("synced"))
        _ = try log.write { try $0.append([Drafts.like(recipe, by: bo, owner: ada)], origin: nil) }
        #expect(try !markerText().contains("synced"))
        log.close()
    }

    @Test("a state of a later history is discarded when the log was put back")
    func aStateOfALaterHistoryIsForgotten() throws {
        var log = try open()
        _ = try village(log)
        let before = try rows(log)
        log.close()
        let kept = scratch.path("kept")
        let data = scratch.path + "/log/data.mdb"
        try FileManager.default.copyItem(atPath: data, toPath: kept)
        log = try open()
        _ = try log.write { try $0.append([Drafts.registration("cy")], origin: nil) }
        log.close()
        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.copyItem(atPath: kept, toPath: data)
        log = try open()
        #expect(try rows(log) == before)
        log.close()
    }

    @Test("state that earlier versions kept in the log is cleared")
    func whatEarlierVersionsKeptInTheLogIsCleared() throws {
        var log = try open()
        _ = try village(log)
        let before = try rows(log)
        let old = try #require(try log.environment.openTable("members", flags: .integerKey))
        try log.environment.write { transaction in
            try transaction.put(old, 2, [1, 2, 3])
            try log.tables.meta.put(.stateVersion, MetaRow(2), in: &transaction)
        }
        log.close()
        log = try open()
        #expect(try rows(log) == before)
        let members = try #require(try log.environment.openTable("members", flags: .integerKey, create: false))
        #expect(try log.environment.read { try $0.count(members) } == 0)
        let version = try log.tables.meta.get(.stateVersion, in: Snapshot(log.environment))?.number
        #expect(version == UInt64(WriteModelTables.version))
        log.close()
    }

    @Test("a damaged state is folded again from the log") func damageOfTheStateIsNoDamageOfTheLog() throws {
        var log = try open()
        _ = try village(log)
        let before = try rows(log)
        log.close()
        try Data(repeating: 0x5A, count: 20_000).write(to: pages)
        log = try open()
        #expect(try rows(log) == before)
        log.close()
    }
}
