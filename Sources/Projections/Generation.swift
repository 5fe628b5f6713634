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
    let meta: Table
    let tables: [Table]
    let registry: TableRegistry
    var names: [String] { registry.names }

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
    func announceChange() throws {
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

    static let checkpointKey = Array("checkpoint".utf8)

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
                let isThere = state.withRow(table: index, key: key) { if !$0.isEqual(to: value) { isSame = false } }
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
        guard let span = try transaction.get(meta, Self.checkpointKey) else { return nil }
        return try Checkpoint(bytes: span)
    }
}
