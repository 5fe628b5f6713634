import EventLog
import Foundation
import LMDB
import Layout

/// One generation of all views: a disposable LMDB environment under `views/gen-N`.
///
/// Batches are not synced. After a process crash the generation resumes from its own checkpoint. After a reboot it is
/// used only if its last commit is known to have been synced, because unsynced pages may be torn.
final class Generation: Sendable {
    let number: Int
    let directory: String
    let environment: Environment
    let meta: StoredTable
    let tables: [StoredTable]
    let registry: TableRegistry
    /// `nil`: nothing of the generation outlives the process.
    let marker: DurabilityMarker?
    var names: [String] { registry.names }

    /// An empty generation in a new folder, which is removed if that fails.
    convenience init(number: Int, newAt directory: String, registry: TableRegistry) throws {
        do { try self.init(number: number, directory: directory, registry: registry, create: true) } catch {
            // The first error is the one to throw. What stays is never live, and the next publication removes it.
            try? removeIfPresent(directory)
            throw error
        }
    }

    /// `readOnly` creates nothing. `isKept`: whether other processes may open the files. Throws `UnsyncedViews` if the files
    /// may be torn.
    init(
        number: Int, directory: String, registry: TableRegistry, create: Bool, readOnly: Bool = false,
        isKept: Bool = true
    ) throws {
        self.number = number
        self.directory = directory
        self.registry = registry
        marker = isKept ? DurabilityMarker(in: directory) : nil
        if !create, !FileManager.default.fileExists(atPath: "\(directory)/data.mdb") {
            throw LMDBError(code: .noEntry, operation: "open", path: directory)
        }
        let environment = try Environment(
            path: directory,
            configuration: .init(tablesMax: registry.names.count + 8, durability: .disposable, readOnly: readOnly))
        self.environment = environment
        // Before any page is read: opening a table reads its root page, and LMDB aborts the process on some torn pages.
        if !create, try marker?.covers(environment) == false {
            // No transaction has begun, so closing cannot fail.
            try? environment.close()
            throw UnsyncedViews()
        }
        func table(_ name: String) throws -> StoredTable {
            // A lost table must not come back empty.
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

    /// Syncs the generation and records that, once the log that it was folded from is on disk. Returns at once if that
    /// is recorded already.
    func sync(after log: EventLog) throws {
        guard let marker, try !marker.saysSynced(environment) else { return }
        try log.makeDurable()
        try environment.write { _ in try marker.sync(environment) }
    }

    // MARK: Reading

    /// Key of the checkpoint. Its number is the version of the row format; format 2 has checksums.
    ///
    /// Programs find no checkpoint in views of another format, and fold them again.
    static let checkpointKey = Key("checkpoint 2".utf8)

    func checkpoint() throws -> Checkpoint? { try base().checkpoint() }

    /// Rows and their position from one snapshot: other processes may be folding.
    func base() throws -> StoredViewBase {
        StoredViewBase(snapshot: try Snapshot(environment), meta: meta, tables: tables)
    }

    /// Rows and fingerprints by table, computed from the rows of that state. O(rows).
    func recount(_ state: StoredViewBase) throws -> [String: Checkpoint.TableSummary] {
        var tables: [String: Checkpoint.TableSummary] = [:]
        for (index, name) in names.enumerated() { tables[name] = state.recount(table: index) }
        if let failure = state.failure { throw failure }
        return tables
    }

    /// Counts a state that may be damaged, beside a sound state of the same tables. Returns damaged tables by name
    /// instead.
    ///
    /// LMDB aborts the process when a cursor reaches a damaged page, while a lookup only fails. So the rows of the
    /// sound state are looked up. Only a readable table that differs is scanned.
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
            // A transaction that met a damaged page cannot read on.
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
    /// Folds one batch after the checkpoint in one transaction, at most through `end`. Returns the new position, and
    /// the end of the log or of the fold.
    ///
    /// The writer lock comes first, so the base is the newest state: several processes may advance one generation.
    /// Reads use a snapshot. All changes stay in memory until they are flushed in key order.
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
            // Computing the sums read the base again.
            if let failure = base.failure { throw failure }
            try marker?.announceChange()
            try flush(changes, &checkpoint, into: &transaction)
            return (checkpoint.position, chunk.head)
        }
    }

    /// Approximate maximum of rows in a batch of live views.
    private static var liveRowsMax: Int { 200_000 }

    /// Stores changes together with the checkpoint that they lead to.
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
