import Foundation
import LMDB
package import Layout

extension EventLog {
    /// Opens the log of a data directory. With `create`, an absent or empty directory becomes one. `mayLag`: the state may stay behind
    /// the log where there is no room, see `stateLag`.
    package static func open(
        _ schema: LogSchema, directory: String, create: Bool, mayLag: Bool = false,
        clock: @escaping @Sendable () -> Timestamp = systemClock
    ) throws(Refusal) -> EventLog {
        if try !checkDirectory(directory, create: create) { try begin(schema, directory, clock: clock) }
        let log = try attach(schema, directory, clock: clock) { logID in
            try Vault.open(directory: "\(directory)/vault", logID: logID, adopting: true)
        }
        try log.prepareState(mayLag: mayLag)
        log.finishErasures()
        if !log.identity.isReadOnly { log.reserve.begin() }
        return log
    }

    /// Opens the stored files as they are and repairs nothing. `other`: the directory of a state that is used in place
    /// of the stored one.
    static func attach(
        _ schema: LogSchema, _ directory: String, readOnly: Bool = false, state other: String? = nil,
        clock: @escaping @Sendable () -> Timestamp = systemClock,
        vault: (_ logID: [UInt8]) throws -> Vault?
    ) throws(Refusal) -> EventLog {
        try refuseJournal(directory)
        do throws(any Error) {
            let environment = try openEnvironment("\(directory)/log", readOnly: readOnly)
            guard let tables = try LogTables(environment, create: false) else { throw notALog(directory) }
            let identity = try identity(tables, in: Snapshot(environment), directory)
            let vault = try vault(identity.lineage.root)
            let state = try StateStore.open(
                directory: other ?? stateDirectory("\(directory)/log"), schema, readOnly: readOnly && other == nil)
            return EventLog(
                directory: directory, schema, identity: identity, environment: environment, tables: tables,
                tree: try LogTree(environment, create: false), state: state, vault: vault, clock: clock)
        } catch {
            throw refusal(error, directory)
        }
    }

    /// Refuses a directory in which a version before the first release kept a journal beside a data file. Such a data file may lack
    /// commits that are in the journal, and only that version can read it.
    static func refuseJournal(_ directory: String) throws(Refusal) {
        for path in ["log/journal", "vault/accounts/journal"]
        where FileManager.default.fileExists(atPath: "\(directory)/\(path)") {
            throw Refusal(
                .unavailable,
                "\(directory)/\(path) is from a larder before its first release, and this larder cannot read it: make a backup with that larder, and restore it here"
            )
        }
    }

    private static func identity(_ tables: LogTables, in snapshot: Snapshot, _ directory: String) throws -> LogIdentity
    {
        do {
            return try LogIdentity(tables, in: snapshot)
        } catch let problem as LogIdentity.Problem {
            switch problem {
            case .notALog: throw notALog(directory)
            case .newer(let format):
                throw Refusal(
                    .unavailable,
                    "\(directory) has log format \(format), this larder knows \(formatMax): use a newer larder")
            }
        }
    }

    /// Creates the log, unless another process has just created it.
    private static func begin(
        _ schema: LogSchema, _ directory: String, clock: @escaping @Sendable () -> Timestamp
    ) throws(Refusal) {
        try withCreationLock(directory) {
            guard try !checkDirectory(directory, create: true) else { return }
            let logID = unsafe withUnsafeBytes(of: UUID().uuid) { unsafe Array($0) }
            try Vault.create(directory: "\(directory)/vault", logID: logID)
            try initialize(
                schema, directory: directory, LogIdentity(new: logID, created: clock()), clock: clock
            ) { log in
                try log.write { try $0.appendCreation() }
            }
        }
    }

    /// Lets one process at a time create a log. The lock is on the directory itself, which is created if it is absent.
    package static func withCreationLock<R>(_ directory: String, _ body: () throws -> R) throws(Refusal) -> R {
        do throws(any Error) {
            var isDirectory = ObjCBool(false)
            if unsafe !FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory) {
                // A folder that is there keeps what its owner gave it, such as a group that may look into it.
                try makePrivateFolder(directory)
            } else if !isDirectory.boolValue {
                throw Refusal(.conflict, "\(directory) is a file: name an absent or empty folder")
            }
            guard let folder = HeldDirectory(directory), folder.lock() == nil else {
                throw Refusal.file(directory, cannotBe: "made")
            }
            defer { folder.unlock() }
            return try body()
        } catch {
            throw refusal(error, directory)
        }
    }

    static func notALog(_ directory: String) -> Refusal {
        Refusal(
            .damaged,
            "\(directory)/log/data.mdb holds no log", remedy: .restoreLogOrNameDirectory)
    }

    /// Within the log's own directory, so that both are put in place at once.
    static func stateDirectory(_ log: String) -> String { "\(log)/state" }

    private static func openEnvironment(
        _ path: String, durability: Environment.Durability = .synced, readOnly: Bool = false
    ) throws(LMDBError) -> Environment {
        try Environment(
            path: path,
            configuration: .init(tablesMax: LogTables.count + 7, durability: durability, readOnly: readOnly))
    }

    /// Refuses settings of this process that are impossible: then nothing is wrong with the directory.
    package static func checkSettings(_ directory: String) throws(Refusal) {
        do { _ = try MapSize.bytes(for: directory) } catch { throw refusal(error, directory) }
    }

    /// Whether there is a log; refuses a directory in which none could be created either.
    package static func exists(in directory: String) throws(Refusal) -> Bool {
        try checkDirectory(directory, create: true)
    }

    /// The service's settings, which may lie in a data directory before its community.
    static let settingsFileName = "serve.yaml"

    /// Whether there is a log; refuses if there is none and `create` is false.
    static func checkDirectory(_ directory: String, create: Bool) throws(Refusal) -> Bool {
        try checkSettings(directory)
        let files = FileManager.default
        var isDirectory = ObjCBool(false)
        guard unsafe files.fileExists(atPath: directory, isDirectory: &isDirectory) else {
            if create { return false }
            throw Refusal(
                .notFound, "there is no community at \(directory)", remedy: .beginCommunity(directory: directory))
        }
        guard isDirectory.boolValue else {
            throw Refusal(.notFound, "\(directory) is a file, not a data directory", remedy: .nameDirectory)
        }
        if files.fileExists(atPath: "\(directory)/log/data.mdb") { return true }
        // The cause makes no difference to what the operator has to look at.
        guard let contents = try? files.contentsOfDirectory(atPath: directory) else {
            throw Refusal(.unavailable, "\(directory) cannot be read: check its permissions")
        }
        // Another process may have put its new log in place since the first look.
        if files.fileExists(atPath: "\(directory)/log/data.mdb") { return true }
        // An interrupted creation left a vault or an unfinished log, and no event.
        let isEmpty = Set(contents).isSubset(of: ["vault", "log.new", settingsFileName])
        if create, isEmpty { return false }
        if isEmpty {
            throw Refusal(
                .notFound, "there is no community at \(directory) yet", remedy: .beginCommunity(directory: directory))
        }
        if contents.contains("vault") || contents.contains("views") {
            throw Refusal(.notFound, "\(directory) has lost its log/: put it back from a backup")
        }
        throw Refusal(
            .notFound, "\(directory) holds other files and no community", remedy: .nameEmptyDirectory)
    }

    /// Creates a log with its first events aside, and moves it into place when all of it is on the disk, so that no
    /// process opens a half-made log.
    static func initialize(
        _ schema: LogSchema, directory: String, _ identity: LogIdentity, clock: @escaping @Sendable () -> Timestamp,
        _ fill: (EventLog) throws -> Void
    ) throws(Refusal) {
        let new = "\(directory)/log.new"
        do throws(any Error) {
            // Events of an interrupted creation must not become the first events of this log.
            try removeIfPresent(new)
            try makePrivateFolder(new)
            let environment = try openEnvironment(new, durability: .disposable)
            guard let tables = try LogTables(environment, create: true) else { throw notALog(directory) }
            let vault = try Vault.open(
                directory: "\(directory)/vault", logID: identity.lineage.root, adopting: false)
            try environment.write { transaction in
                try identity.store(in: tables, &transaction)
                try tables.meta.put(.stateVersion, MetaRow(UInt64(schema.state.version)), in: &transaction)
            }
            let state = try StateStore.open(directory: stateDirectory(new), schema, readOnly: false)
            let log = EventLog(
                directory: directory, schema, identity: identity, environment: environment, tables: tables,
                tree: try LogTree(environment, create: true), state: state, vault: vault, clock: clock)
            try log.prepareState()
            do {
                try fill(log)
                try environment.sync()
            } catch {
                log.close()
                throw error
            }
            state?.close()
            try environment.close()
            // The names of the new files become durable before the name of the folder that contains them.
            try syncFolder(new)
            try syncNames(above: directory)
            guard unsafe rename(new, "\(directory)/log") == 0 else {
                throw Refusal.file("\(directory)/log", cannotBe: "made")
            }
            try syncFolder(directory)
        } catch {
            throw refusal(error, directory)
        }
    }

    // MARK: State

    /// Removes a stored state that cannot be read. The next opening of the community folds it again.
    package static func discardState(directory: String) throws(Refusal) {
        try StateStore.discard(stateDirectory("\(directory)/log"))
    }

    /// Folds the state of a community that this process has not opened again from the log, and destroys the keys of all
    /// members whose deletion is in the log.
    package static func repairState(_ schema: LogSchema, directory: String) throws(Refusal) {
        _ = try checkDirectory(directory, create: false)
        let log = try attach(schema, directory) { logID in
            try Vault.open(directory: "\(directory)/vault", logID: logID, adopting: true)
        }
        defer { log.close() }
        try log.rebuildState()
        log.finishErasures()
    }
}
