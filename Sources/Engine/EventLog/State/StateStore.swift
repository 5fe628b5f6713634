import Foundation
import LMDB
import Layout

/// The state of decisions as it is stored: an environment of its own below the log, folded from it and disposable.
///
/// It is not synced with each append: its rows lie all over its pages, which made for most of what a commit had to bring to
/// the disk. Its position says which events it has taken in; nothing is decided, and nothing of the log is shown, on a
/// state that is behind. After a process crash it is brought on from there; after a reboot it is used only if its last
/// commit is known to have been synced, because unsynced pages may be torn, and is otherwise folded anew.
///
/// An append takes its writer's lock first and the log's second.
final class StateStore: Sendable {
    /// Below so many events a fold costs less than the syncs that would spare it.
    static let eventsWorthSyncing: UInt64 = 50_000

    let environment: Environment
    let meta: TypedTable<MetaKey, MetaRow>
    /// The domain's.
    let tables: any StateTables
    /// Members whose keys are to be destroyed, with their slots in the vault.
    let erasing: TypedTable<MemberID, NumberRow>
    private let marker: DurabilityMarker

    /// Nil when a table is missing and `create` is false.
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

    /// Opens what is there and can be trusted; else makes an empty one, or with `readOnly` answers nil.
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
        // Before any page is looked at: LMDB ends the process over some that are torn. And what vouches must do so for this very
        // file: another process may have put another one in its place, whose pages are torn.
        guard try marker.vouches(for: environment), FileIdentity(of: path) == file,
            let store = try StateStore(environment, schema, marker, create: false)
        else {
            try environment.close()
            return nil
        }
        return store
    }

    /// One process at a time: the second one finds what the first has made.
    private static func make(_ directory: String, _ schema: LogSchema) throws -> StateStore {
        var made: StateStore?
        try withCreationLock(directory) {
            made = try openIntact(directory, schema, readOnly: false)
            if made != nil { return }
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try removeFiles(directory)
            let marker = DurabilityMarker(in: directory)
            try marker.announceChange()
            let environment = try openEnvironment(directory, schema, readOnly: false)
            made = try StateStore(environment, schema, marker, create: true)
        }
        guard let made else { throw Refusal(.unavailable, "\(directory) cannot be made") }
        return made
    }

    /// Removes what cannot be read. A process that has it open goes on with the removed file.
    static func discard(_ directory: String) throws(Refusal) {
        guard FileManager.default.fileExists(atPath: directory) else { return }
        try withCreationLock(directory) { try removeFiles(directory) }
    }

    /// The lock of the folder above, for opening an environment locks its own.
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

    /// Whether it was folded by this program's fold, of this log, and with the vault as it is now.
    func isOf(_ log: EventLog, in snapshot: Snapshot) throws -> Bool {
        try meta.get(.stateVersion, in: snapshot)?.number == log.stateVersion
            && meta.get(.logID, in: snapshot)?.raw == log.logID
            && meta.get(.stateVault, in: snapshot)?.number == (log.hasVault ? 1 : 0)
    }

    /// Forgets everything, and says of what it will be folded, and whether that fold can read the names.
    func begin(_ log: EventLog, in transaction: inout WriteTransaction) throws {
        try meta.clear(in: &transaction)
        try tables.clear(in: &transaction)
        try erasing.clear(in: &transaction)
        try meta.put(.stateVersion, MetaRow(log.stateVersion), in: &transaction)
        try meta.put(.logID, MetaRow(bytes: log.logID), in: &transaction)
        try meta.put(.stateVault, MetaRow(log.hasVault ? 1 : 0), in: &transaction)
    }

    // MARK: Surviving a reboot

    /// Takes back that everything is synced, before the first page changes.
    ///
    /// What the marker says is said by a row, too, so that an append need not read a file.
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

    /// Syncs everything and says so, unless that has been said.
    func sync() throws {
        guard try meta.get(.synced, in: Snapshot(environment)) == nil else { return }
        let transactionID = try environment.write { transaction in
            try meta.put(.synced, MetaRow(1), in: &transaction)
            return transaction.id
        }
        try environment.write { _ in
            // Another process may have written since, and taken it back.
            guard try environment.info.lastTransactionID == transactionID else { return }
            try marker.sync(environment)
        }
    }
}
