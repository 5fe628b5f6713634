import EventLog
import Events
import Foundation
import LMDB
import Layout

/// One generation of all views: an environment of its own under `views/gen-N`, disposable.
///
/// It is not synced per batch. After a process crash it resumes from its own checkpoint; after a reboot it is used only if
/// its last commit is known to have been synced, because unsynced pages may be torn.
final class Generation: Sendable {
    let number: Int
    let directory: String
    let environment: Environment
    let meta: StoredTable
    let tables: [StoredTable]
    let registry: TableRegistry
    let marker: DurabilityMarker
    var names: [String] { registry.names }

    /// With `readOnly` nothing is made that is not there. Throws `UnsyncedViews` where nothing vouches for what is there.
    init(number: Int, directory: String, registry: TableRegistry, create: Bool, readOnly: Bool = false) throws {
        self.number = number
        self.directory = directory
        self.registry = registry
        marker = DurabilityMarker(in: directory)
        if !create, !FileManager.default.fileExists(atPath: "\(directory)/data.mdb") {
            throw LMDBError(code: .noEntry, operation: "open", path: directory)
        }
        let environment = try Environment(
            path: directory,
            configuration: .init(tablesMax: registry.names.count + 8, durability: .disposable, readOnly: readOnly))
        self.environment = environment
        // Before any page is looked at: a table is opened by its root, and LMDB ends the process over some that are torn.
        if !create, try !marker.vouches(for: environment) {
            // No transaction has begun, so closing cannot fail.
            try? environment.close()
            throw UnsyncedViews()
        }
        func table(_ name: String) throws -> StoredTable {
            // One that was lost must not come back empty.
            guard let table = try environment.openTable(name, create: create) else {
                throw LMDBError(code: .notFound, operation: "mdb_dbi_open", path: directory)
            }
            return StoredTable(table)
        }
        meta = try table("meta")
        tables = try registry.names.map(table)
    }

    func close() {
        // Fails only while a snapshot is open. The environment then closes with its last reference.
        try? environment.close()
    }

    /// False, without any effect, while a snapshot is open.
    func closeIfIdle() -> Bool { (try? environment.close()) != nil }

    // MARK: Surviving a reboot

    /// Syncs everything, and says so, once the log that it was folded from is on the disk. Waits for nobody where that has been said
    /// already.
    func sync(after log: EventLog) throws {
        guard try !marker.saysSynced(environment) else { return }
        try log.makeDurable()
        try environment.write { _ in try marker.sync(environment) }
    }

    // MARK: Reading

    /// Where the checkpoint stands; its number is that of the form in which rows are stored, 2 the one with checksums.
    ///
    /// Views of another form have no checkpoint for this program, nor these for that of another form: both fold them anew.
    static let checkpointKey = Key("checkpoint 2".utf8)

    func checkpoint() throws -> Checkpoint? { try base().checkpoint() }

    /// Rows and the position that they stand at, out of one snapshot: others may be folding on meanwhile.
    func base() throws -> StoredViewBase {
        StoredViewBase(snapshot: try Snapshot(environment), meta: meta, tables: tables)
    }

    /// Rows and fingerprints by table, as counted from the rows of that state. O(rows).
    func recount(_ state: StoredViewBase) throws -> [String: Checkpoint.TableSummary] {
        var tables: [String: Checkpoint.TableSummary] = [:]
        for (index, name) in names.enumerated() { tables[name] = state.recount(table: index) }
        if let failure = state.failure { throw failure }
        return tables
    }

    /// As above, of a state that may be damaged, beside a sound one of the same tables. Damaged tables are named instead.
    ///
    /// LMDB ends the process when a walk comes to a page that is none, while looking a key up there only fails. So the
    /// sound rows are looked up; only a table that can be read, and is another, is walked.
    func recount(
        _ state: StoredViewBase, beside sound: StoredViewBase, _ summaries: [String: Checkpoint.TableSummary]
    ) throws -> (tables: [String: Checkpoint.TableSummary], damaged: [String]) {
        var state = state
        var tables: [String: Checkpoint.TableSummary] = [:]
        var damaged: [String] = []
        for (index, name) in names.enumerated() {
            var isSame = state.count(table: index) == summaries[name]?.rows
            sound.scan(table: index, from: Key(), to: nil, reversed: false) { key, value in
                let isThere = state.withRowOfDamaged(table: index, key: key) {
                    if !$0.isEqual(to: value) { isSame = false }
                }
                if !isThere { isSame = false }
                return state.failure == nil
            }
            if let failure = sound.failure { throw failure }
            tables[name] = isSame ? summaries[name] : state.failure == nil ? state.recount(table: index) : nil
            guard let failure = state.failure else { continue }
            guard failure.isHealedByReplay else { throw failure }
            tables[name] = nil
            damaged.append(name)
            // A transaction that met a damaged page reads no more.
            state = try base()
        }
        return (tables, damaged)
    }

    func checkpointInside(_ transaction: inout WriteTransaction) throws -> Checkpoint? {
        let key = Self.checkpointKey.bytes
        guard let record = try transaction.get(meta.table, key) else { return nil }
        return try Checkpoint(bytes: meta.row(of: record, unsafe key.span.bytes))
    }
}

extension Generation {
    /// Folds one batch after the checkpoint in one transaction, at most through `end`. Answers how far it came, and where the
    /// log, or the fold, ends.
    ///
    /// The writer lock is taken first, so what is read as the base is the newest: several processes may advance one
    /// generation. Reads go to a snapshot, all changes stay in the transaction's tables until they are flushed, sorted.
    func advance<P: Projector>(
        _ projector: P.Type, view: P.View, log: EventLog, fresh: Checkpoint, through end: Position? = nil
    ) throws -> (position: Position, head: Position) {
        try environment.write { transaction in
            var checkpoint = try checkpointInside(&transaction) ?? fresh
            let base = try base()
            var batch = ViewTransaction(base: base, registry: registry)
            let start = checkpoint.position
            var chunk: LogChunk
            repeat {
                chunk = try LogChunk(log, after: checkpoint.position, through: end, for: projector)
                chunk.fold { P.fold($0, into: view, &batch) }
                if let failure = base.failure { throw failure }
                checkpoint.position = chunk.last
            } while chunk.last < chunk.head && batch.rowCount < Self.liveRowsMax
            guard checkpoint.position > start else { return (start, chunk.head) }
            let changes = batch.changes()
            // Sums are added to what the base holds.
            if let failure = base.failure { throw failure }
            try marker.announceChange()
            try flush(changes, &checkpoint, into: &transaction)
            return (checkpoint.position, chunk.head)
        }
    }

    /// Rows that a batch of views which serve may hold, more or less.
    private static var liveRowsMax: Int { 200_000 }

    /// Stores changes and, with them, the checkpoint that they lead to.
    func flush(
        _ changes: [TableChanges], _ checkpoint: inout Checkpoint, into transaction: inout WriteTransaction
    ) throws {
        for table in changes {
            var summary = checkpoint.tables[names[table.table]] ?? .init()
            let flags: PutFlags = summary.rows == 0 ? .append : []
            let stored = tables[table.table]
            try transaction.withWriter(stored.table) { writer in
                table.forEachChange { key, before, after in
                    if let before {
                        summary.fingerprint.subtract(key, before)
                        summary.rows -= 1
                    }
                    if let after {
                        summary.fingerprint.add(key, after)
                        summary.rows += 1
                    }
                    key.withBytes { key in
                        if let after {
                            stored.put(key, unsafe after.bytes, into: &writer, flags: flags)
                        } else {
                            writer.delete(key)
                        }
                    }
                }
            }
            checkpoint.tables[names[table.table]] = summary
        }
        try store(checkpoint, in: &transaction)
    }

    func store(_ checkpoint: Checkpoint, in transaction: inout WriteTransaction) throws {
        try meta.put(Self.checkpointKey.bytes, checkpoint.bytes, in: &transaction)
    }
}
