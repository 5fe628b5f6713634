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
    private let meta: Table
    private let tables: [Table]
    private let registry: TableRegistry
    private var names: [String] { registry.names }

    /// With `readOnly` nothing is made that is not there.
    init(number: Int, directory: String, registry: TableRegistry, create: Bool, readOnly: Bool = false) throws {
        self.number = number
        self.directory = directory
        self.registry = registry
        if !create, !FileManager.default.fileExists(atPath: "\(directory)/data.mdb") {
            throw LMDBError(code: .noEntry, operation: "open", path: directory)
        }
        let environment = try Environment(
            path: directory,
            configuration: .init(tablesMax: registry.names.count + 8, durability: .disposable, readOnly: readOnly))
        self.environment = environment
        func table(_ name: String) throws -> Table {
            guard let table = try environment.openTable(name, create: !readOnly) else {
                throw LMDBError(code: .notFound, operation: "mdb_dbi_open", path: directory)
            }
            return table
        }
        meta = try table("meta")
        tables = try registry.names.map(table)
    }

    func close() { try? environment.close() }

    // MARK: Surviving a reboot

    // `durability` says which boot wrote last and, only while nothing has been written since, which transaction was
    // synced. It is changed under the writer's lock alone.
    private var marker: String { "\(directory)/durability" }

    /// Nil where the system has none: then only what was synced is trusted.
    private static func bootLine() throws -> String? {
        try textIfPresent(atPath: "/proc/sys/kernel/random/boot_id")
            .map { "boot \($0.trimmingCharacters(in: .whitespacesAndNewlines))" }
    }

    private func syncedLine() throws -> String { "synced \(try environment.info.lastTransactionID)" }

    /// Whether its pages can be trusted: they come from this boot, so from memory, or from the disk, and were synced.
    func isIntact() throws -> Bool {
        let lines = try (textIfPresent(atPath: marker) ?? "").split(separator: "\n").map(String.init)
        if let boot = try Self.bootLine(), lines.contains(boot) { return true }
        return lines.contains(try syncedLine())
    }

    /// Syncs everything, and says so. Waits for nobody where that has been said already.
    func sync() throws {
        guard try textIfPresent(atPath: marker) != syncedText() else { return }
        try environment.write { _ in
            try environment.sync()
            try Data(try syncedText().utf8).write(to: URL(fileURLWithPath: marker), options: .atomic)
        }
    }

    private func syncedText() throws -> String {
        [try Self.bootLine(), try syncedLine()].compactMap { $0.map { $0 + "\n" } }.joined()
    }

    /// Takes back that everything is synced, before the first page changes.
    private func announceChange() throws {
        let text = (try Self.bootLine() ?? "") + "\n"
        guard try textIfPresent(atPath: marker) != text else { return }
        try Data(text.utf8).write(to: URL(fileURLWithPath: marker), options: .atomic)
        // A page that reached the disk before this did would be trusted after a power loss.
        for path in [marker, directory] {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            try handle.synchronize()
            try handle.close()
        }
    }

    // MARK: Reading

    func checkpoint() throws -> Checkpoint? { try checkpoint(in: try Snapshot(environment)) }

    private func checkpoint(in snapshot: Snapshot) throws -> Checkpoint? {
        try snapshot.bytes(meta, Array("checkpoint".utf8)).map { try Checkpoint(bytes: $0) }
    }

    private func base() throws -> StoredViewBase { StoredViewBase(snapshot: try Snapshot(environment), tables: tables) }

    /// Rows and the position that they stand at, out of one snapshot: others may be folding on meanwhile.
    func state() throws -> (base: StoredViewBase, checkpoint: Checkpoint?) {
        let snapshot = try Snapshot(environment)
        return (StoredViewBase(snapshot: snapshot, tables: tables), try checkpoint(in: snapshot))
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
                if state.get(table: index, key: key) != value { isSame = false }
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

    // MARK: Folding

    /// Folds one batch after the checkpoint in one transaction. Answers how far it came, and where the log ends.
    ///
    /// The writer lock is taken first, so what is read as the base is the newest: several processes may advance one
    /// generation. Reads go to a snapshot, all changes stay in the transaction's cache until they are flushed, sorted.
    func advance<P: Projector>(
        _ projector: P.Type, view: P.View, log: EventLog, fresh: Checkpoint, limits: BatchLimits
    ) throws -> (position: Position, head: Position) {
        try environment.write { transaction in
            var checkpoint = try checkpointInside(&transaction) ?? fresh
            let base = try base()
            var batch = ViewTransaction(base: base, registry: registry)
            var head = Position.none
            var count = 0
            var last = checkpoint.position
            try log.read { snapshot in
                head = snapshot.head
                guard head > last else { return }
                try snapshot.forEachHeader(from: last.next) { header in
                    if P.kinds.contains(header.kind) {
                        let record =
                            P.openedKinds.contains(header.kind)
                            ? try snapshot.record(header) : Record(header: header, body: .none)
                        P.fold(record, into: view, &batch)
                    }
                    last = header.position
                    count += 1
                    return count < limits.events && (count & 255 != 0 || batch.rowCount < limits.rows)
                }
            }
            if let failure = base.failure { throw failure }
            guard last > checkpoint.position else { return (last, head) }
            try announceChange()
            try flush(batch.changes(deriving: limits.deriving), &checkpoint, into: &transaction)
            checkpoint.position = last
            try transaction.put(meta, Array("checkpoint".utf8), checkpoint.bytes)
            return (last, head)
        }
    }

    /// Makes all indexes from the tables that they follow from; they must be empty. Sorted as a whole, they are loaded at a
    /// fraction of what keeping them up batch by batch costs.
    func derive(_ limits: BatchLimits) throws {
        try environment.write { transaction in
            guard var checkpoint = try checkpointInside(&transaction) else { return }
            let base = try base()
            for (target, derivations) in registry.derivationsByTarget.sorted(by: { $0.key < $1.key }) {
                var rows = IndexRows()
                for derivation in derivations {
                    var failure: (any Error)?
                    base.scan(table: derivation.source, from: Key(), to: nil, reversed: false) { key, bytes in
                        do throws(any Error) {
                            try derivation.derive(key, stored: bytes, &rows)
                            if rows.count >= limits.indexRows {
                                let full = exchange(&rows, with: IndexRows())
                                try flush([full.changes(target)], &checkpoint, into: &transaction)
                            }
                        } catch {
                            failure = error
                        }
                        return failure == nil
                    }
                    if let failure = failure ?? base.failure { throw failure }
                }
                try flush([rows.changes(target)], &checkpoint, into: &transaction)
            }
            try transaction.put(meta, Array("checkpoint".utf8), checkpoint.bytes)
        }
    }

    private func checkpointInside(_ transaction: inout WriteTransaction) throws -> Checkpoint? {
        guard let span = try transaction.get(meta, Array("checkpoint".utf8)) else { return nil }
        return try Checkpoint(bytes: span.copied)
    }

    private func flush(
        _ changes: [TableChanges], _ checkpoint: inout Checkpoint, into transaction: inout WriteTransaction
    ) throws {
        for table in changes {
            var summary = checkpoint.tables[names[table.table]] ?? .init()
            let flags: PutFlags = summary.rows == 0 ? .append : []
            try transaction.withWriter(tables[table.table]) { writer in
                table.forEach { key, before, after in
                    if let before {
                        summary.fingerprint.subtract(key, before)
                        summary.rows -= 1
                    }
                    if let after {
                        summary.fingerprint.add(key, after)
                        summary.rows += 1
                    }
                    key.withBytes { key in
                        if let after { writer.put(key, unsafe after.bytes, flags: flags) } else { writer.delete(key) }
                    }
                }
            }
            checkpoint.tables[names[table.table]] = summary
        }
    }
}

/// How much a batch may hold before it is flushed.
struct BatchLimits {
    var events: Int
    var rows: Int
    /// Whether indexes are kept up with each batch; otherwise they are made in the end, so many rows at a time.
    var deriving = true
    var indexRows = 0

    static let live = BatchLimits(events: 50_000, rows: 200_000)
    static let rebuild = BatchLimits(events: 2_000_000, rows: 2_000_000, deriving: false, indexRows: 3_000_000)
}
