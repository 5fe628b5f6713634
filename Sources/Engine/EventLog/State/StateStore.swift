import Foundation
import LMDB
import Layout

/// The stored state of decisions: an environment of its own below the log, folded from it and disposable.
///
/// It is not synced with each append: its rows lie all over its pages, and made most of the bytes that a commit had to
/// write. Its position says which events it has folded. No decision is made, and no event is shown, on a state that is
/// behind. After the death of a process it catches up from its position. After a reboot it is used only if its last
/// commit is known to be synced, because unsynced pages may be torn; otherwise it is folded again.
///
/// An append takes the state's writer lock first and the log's second.
final class StateStore: Sendable {
    /// With fewer events a fold costs less than the syncs that would save it.
    static let eventsWorthSyncing: UInt64 = 50_000

    let environment: Environment
    let meta: TypedTable<MetaKey, MetaRow>
    /// The domain's.
    let tables: any StateTables
    /// Members whose keys are to be destroyed, with their slots in the vault.
    let erasing: TypedTable<MemberID, NumberRow>
    private let marker: DurabilityMarker

    /// `nil` if a table is missing and `create` is false.
    private init?(
        _ environment: Environment, _ schema: LogSchema, _ marker: DurabilityMarker, create: Bool
    ) throws(LMDBError) {
        guard let meta = try TypedTable<MetaKey, MetaRow>(environment, "meta", create: create),
            let tables = try schema.state.init(environment, meta: meta, create: create),
            let erasing = try TypedTable<MemberID, NumberRow>(environment, "erasing", create: create)
        else { return nil }
        self.environment = environment
        self.meta = meta
        self.tables = tables
        self.erasing = erasing
        self.marker = marker
    }

    /// Opens a state that can be trusted. Otherwise creates an empty one, or returns `nil` with `readOnly`.
    static func open(directory: String, _ schema: LogSchema, readOnly: Bool) throws -> StateStore? {
        if let store = try openIntact(directory, schema, readOnly: readOnly) { return store }
        return readOnly ? nil : try make(directory, schema)
    }

    private static func openIntact(
        _ directory: String, _ schema: LogSchema, readOnly: Bool
    ) throws -> StateStore? {
        let path = "\(directory)/data.mdb"
        guard let file = FileIdentity(of: path),
            let environment = try openEnvironmentIfReadable(directory, schema, readOnly: readOnly)
        else { return nil }
        let marker = DurabilityMarker(in: directory)
        // Before any page is read, because LMDB ends the process over some torn pages. The marker must belong to this
        // very file: another process may have replaced the file with one whose pages are torn.
        guard try marker.covers(environment), FileIdentity(of: path) == file,
            let store = try StateStore(environment, schema, marker, create: false)
        else {
            try environment.close()
            return nil
        }
        return store
    }

    /// One process at a time: the second process finds the state of the first.
    private static func make(_ directory: String, _ schema: LogSchema) throws -> StateStore {
        var made: StateStore?
        try withCreationLock(directory) {
            made = try openIntact(directory, schema, readOnly: false)
            if made != nil { return }
            try makePrivateFolder(directory)
            try removeFiles(directory)
            let marker = DurabilityMarker(in: directory)
            try marker.announceChange()
            let environment = try openEnvironment(directory, schema, readOnly: false)
            made = try StateStore(environment, schema, marker, create: true)
        }
        guard let made else { throw Refusal(.unavailable, "\(directory) cannot be made") }
        return made
    }

    /// Removes a state that cannot be read. A process that has it open continues with the removed file.
    static func discard(_ directory: String) throws(Refusal) {
        guard FileManager.default.fileExists(atPath: directory) else { return }
        try withCreationLock(directory) { try removeFiles(directory) }
    }

    /// The lock is on the folder above, because opening an environment locks its own folder.
    private static func withCreationLock<R>(_ directory: String, _ body: () throws -> R) throws(Refusal) -> R {
        try EventLog.withCreationLock(URL(filePath: directory).deletingLastPathComponent().path, body)
    }

    private static func removeFiles(_ directory: String) throws {
        for file in ["data.mdb", "lock.mdb", DurabilityMarker.fileName] {
            try removeIfPresent("\(directory)/\(file)")
        }
    }

    /// `nil` if the file is no LMDB data file: then the caller replaces it.
    private static func openEnvironmentIfReadable(
        _ path: String, _ schema: LogSchema, readOnly: Bool
    ) throws -> Environment? {
        do { return try openEnvironment(path, schema, readOnly: readOnly) } catch let error as LMDBError
            where [.invalid, .corrupted, .versionMismatch].contains(error.code)
        { return nil }
    }

    private static func openEnvironment(
        _ path: String, _ schema: LogSchema, readOnly: Bool
    ) throws -> Environment {
        try Environment(
            path: path,
            configuration: .init(tablesMax: schema.state.names.count + 9, durability: .disposable, readOnly: readOnly))
    }

    // MARK: What it was folded from

    /// The last event that has been folded.
    func position(in snapshot: Snapshot) throws -> Position {
        Position(try meta.get(.position, in: snapshot)?.number ?? 0)
    }

    /// Whether this program's fold made it, from this log, and with the present vault.
    func isOf(_ log: EventLog, in snapshot: Snapshot) throws -> Bool {
        try meta.get(.stateVersion, in: snapshot)?.number == log.stateVersion
            && meta.get(.logID, in: snapshot)?.raw == log.logID
            && meta.get(.stateVault, in: snapshot)?.number == (log.hasVault ? 1 : 0)
    }

    /// Removes all rows, and stores which log and fold the next rows come from, and whether that fold can read the
    /// names.
    func begin(_ log: EventLog, in transaction: inout WriteTransaction) throws {
        try meta.clear(in: &transaction)
        try tables.clear(in: &transaction)
        try erasing.clear(in: &transaction)
        try meta.put(.stateVersion, MetaRow(log.stateVersion), in: &transaction)
        try meta.put(.logID, MetaRow(bytes: log.logID), in: &transaction)
        try meta.put(.stateVault, MetaRow(log.hasVault ? 1 : 0), in: &transaction)
    }

    // MARK: Surviving a reboot

    /// Removes the statement that everything is synced. To be called before the first page changes.
    ///
    /// A row repeats the statement of the marker, so that an append need not read a file.
    func announceChange(in transaction: inout WriteTransaction) throws {
        guard try meta.get(.synced, in: Snapshot(environment)) != nil else { return }
        try marker.announceChange()
        try meta.delete(.synced, in: &transaction)
    }

    /// Syncs what is worth a sync.
    func close() {
        // A failure costs a fold after a reboot, and no data: the state is folded from the log.
        if !environment.configuration.readOnly, environment.fatalError == nil,
            let position = try? position(in: Snapshot(environment)), position.value >= Self.eventsWorthSyncing
        {
            try? sync()
        }
        try? environment.close()
    }

    /// Syncs everything and stores that statement, unless it is stored already.
    func sync() throws {
        guard try meta.get(.synced, in: Snapshot(environment)) == nil else { return }
        let transactionID = try environment.write { transaction in
            try meta.put(.synced, MetaRow(1), in: &transaction)
            return transaction.id
        }
        try environment.write { _ in
            // Another process may have written since, and removed the statement.
            guard try environment.info.lastTransactionID == transactionID else { return }
            try marker.sync(environment)
        }
    }
}
