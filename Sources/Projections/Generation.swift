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
    private let names: [String]

    /// With `readOnly` nothing is made that is not there.
    init(number: Int, directory: String, names: [String], create: Bool, readOnly: Bool = false) throws {
        self.number = number
        self.directory = directory
        self.names = names
        if !create, !FileManager.default.fileExists(atPath: "\(directory)/data.mdb") {
            throw Refusal(.notFound, "\(directory) is gone")
        }
        let environment = try Environment(
            path: directory,
            configuration: .init(tablesMax: names.count + 8, durability: .disposable, readOnly: readOnly))
        self.environment = environment
        guard let meta = try environment.openTable("meta", flags: [], create: !readOnly) else {
            throw Refusal(.unavailable, "\(directory) has no table of checkpoints")
        }
        self.meta = meta
        tables = try names.map { name in
            guard let table = try environment.openTable(name, flags: [], create: !readOnly) else {
                throw Refusal(.unavailable, "\(directory) has no table \(name)")
            }
            return table
        }
    }

    func close() { try? environment.close() }

    // MARK: Surviving a reboot

    private var marker: String { "\(directory)/durability" }

    private static let bootID =
        (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8))?
        .trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown"

    /// Whether its pages can be trusted. To be asked before anything is written.
    func isIntact() throws -> Bool {
        let lines = ((try? String(contentsOfFile: marker, encoding: .utf8)) ?? "").split(separator: "\n")
        if lines.contains("boot \(Self.bootID)") { return true }
        return lines.contains("synced \(try environment.info.lastTransactionID)")
    }

    /// Says that this boot's pages are in the page cache, synced or not.
    func markBoot() throws {
        try Data("boot \(Self.bootID)\n".utf8).write(to: URL(fileURLWithPath: marker), options: .atomic)
    }

    /// Syncs everything, and says so.
    func sync() throws {
        try environment.sync()
        let transaction = try environment.info.lastTransactionID
        try Data("boot \(Self.bootID)\nsynced \(transaction)\n".utf8)
            .write(to: URL(fileURLWithPath: marker), options: .atomic)
    }

    // MARK: Reading

    func checkpoint() throws -> Checkpoint? { try checkpoint(in: try Snapshot(environment)) }

    private func checkpoint(in snapshot: Snapshot) throws -> Checkpoint? {
        try snapshot.bytes(meta, Array("checkpoint".utf8)).map { try Checkpoint(bytes: $0) }
    }

    func base() throws -> StoredViewBase { StoredViewBase(snapshot: try Snapshot(environment), tables: tables) }

    /// Rows and the position that they stand at, out of one snapshot: others may be folding on meanwhile.
    func state() throws -> (base: StoredViewBase, checkpoint: Checkpoint?) {
        let snapshot = try Snapshot(environment)
        return (StoredViewBase(snapshot: snapshot, tables: tables), try checkpoint(in: snapshot))
    }

    /// Rows and fingerprints as counted from the rows themselves. O(rows).
    func recount(_ progress: (Int) -> Void) throws -> [String: Checkpoint.TableSummary] {
        let base = try base()
        var result: [String: Checkpoint.TableSummary] = [:]
        var done = 0
        for (index, name) in names.enumerated() {
            var summary = Checkpoint.TableSummary()
            base.scan(table: index, from: Key(), to: nil, reversed: false) { key, value in
                summary.rows += 1
                summary.fingerprint.add(key, value)
                done += 1
                if done % 16_384 == 0 { progress(done) }
                return true
            }
            result[name] = summary
        }
        if let failure = base.failure { throw failure }
        return result
    }

    // MARK: Folding

    /// Folds one batch after the checkpoint in one transaction. Answers whether the log's head is reached.
    ///
    /// The writer lock is taken first, so what is read as the base is the newest: several processes may advance one
    /// generation. Reads go to a snapshot, all changes stay in the transaction's cache until they are flushed, sorted.
    func advance<P: Projector>(
        _ projector: P.Type, view: P.View, log: EventLog, fresh: Checkpoint, limits: BatchLimits
    ) throws -> (position: Position, head: Position) {
        try environment.write { transaction in
            var checkpoint = try checkpointInside(&transaction) ?? fresh
            let base = try base()
            var batch = ViewTransaction(base: base, tableCount: names.count)
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
            try flush(batch, &checkpoint, into: &transaction)
            checkpoint.position = last
            try transaction.put(meta, Array("checkpoint".utf8), checkpoint.bytes)
            return (last, head)
        }
    }

    private func checkpointInside(_ transaction: inout WriteTransaction) throws -> Checkpoint? {
        guard let span = try transaction.get(meta, Array("checkpoint".utf8)) else { return nil }
        return try Checkpoint(bytes: span.copied)
    }

    private func flush(
        _ batch: borrowing ViewTransaction, _ checkpoint: inout Checkpoint, into transaction: inout WriteTransaction
    ) throws {
        for (index, cache) in batch.cache.enumerated() {
            var summary = checkpoint.tables[names[index]] ?? .init()
            let isEmpty = summary.rows == 0
            for (key, cached) in cache.filter({ $0.value.original != $0.value.current }).sorted(by: { $0.key < $1.key })
            {
                if let original = cached.original {
                    summary.fingerprint.subtract(key, original)
                    summary.rows -= 1
                }
                if let current = cached.current {
                    summary.fingerprint.add(key, current)
                    summary.rows += 1
                    try transaction.put(tables[index], key.bytes, current, flags: isEmpty ? .append : [])
                } else {
                    _ = try transaction.delete(tables[index], key.bytes)
                }
            }
            checkpoint.tables[names[index]] = summary
        }
    }
}

/// How much a batch may hold before it is flushed.
struct BatchLimits {
    var events: Int
    var rows: Int

    static let live = BatchLimits(events: 50_000, rows: 200_000)
    static let rebuild = BatchLimits(events: 2_000_000, rows: 1_000_000)
}
