package import Events
import Foundation
import LMDB
package import Layout
import Synchronization

extension Refusal.Code {
    /// Stored bytes are not what was stored.
    package static let damaged = Refusal.Code(rawValue: "damaged")
}

/// The append-only log of one community, with the state that decisions need and the vault that opens it.
///
/// `Schemas/format-1.md` draws what it stores. Any number of processes may open one directory: LMDB's writer lock puts
/// their batches in order, and readers never wait. Within a process a directory is opened once.
package final class EventLog: Sendable {
    /// The version of what is stored for ever.
    static let format: UInt32 = 1
    /// The version of the state fold: another one stored makes the state be rebuilt on opening.
    static let stateVersion: UInt32 = 1

    package let directory: String
    package let logID: [UInt8]
    package let created: Timestamp
    let environment: Environment
    let tables: LogTables
    /// Nil: the log is here without its vault. It can be read as erased, and nothing can be appended.
    let vault: Vault?
    private let clock: @Sendable () -> Timestamp

    package var logIDText: String { hex(logID) }
    package var hasVault: Bool { vault != nil }

    private init(
        directory: String, logID: [UInt8], created: Timestamp, environment: Environment, tables: LogTables,
        vault: Vault?, clock: @escaping @Sendable () -> Timestamp
    ) {
        self.directory = directory
        self.logID = logID
        self.created = created
        self.environment = environment
        self.tables = tables
        self.vault = vault
        self.clock = clock
    }

    package static let systemClock: @Sendable () -> Timestamp = {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    // MARK: Opening

    /// Opens the log of a data directory. With `create`, an absent or empty directory becomes one.
    package static func open(
        directory: String, create: Bool, clock: @escaping @Sendable () -> Timestamp = systemClock
    ) throws(Refusal) -> EventLog {
        let exists = try checkDirectory(directory, create: create)
        if !exists {
            let logID = UUID().uuid
            let bytes = unsafe withUnsafeBytes(of: logID) { unsafe Array($0) }
            try Vault.create(directory: "\(directory)/vault", logID: bytes)
            try initialize(directory: directory, logID: bytes, created: clock(), clock: clock) { batch in
                try batch.appendCreation(logID: bytes)
            }
        }
        let environment = try openEnvironment(directory)
        let notALog = Refusal(
            .notFound,
            "\(directory)/log holds no larder log: name another directory with --data, or begin one with larder init")
        do throws(any Error) {
            guard let tables = try LogTables(environment, create: false) else { throw notALog }
            let (format, logID, created, stateVersion, stateHadVault) = try readMeta(environment, tables)
            guard let format, let logID, let created else { throw notALog }
            guard format <= Self.format else {
                throw Refusal(
                    .unavailable,
                    "\(directory) has log format \(format), this larder knows \(Self.format): use a newer larder")
            }
            let vault = try Vault.open(directory: "\(directory)/vault", logID: logID, adopting: true)
            let log = EventLog(
                directory: directory, logID: logID, created: created, environment: environment, tables: tables,
                vault: vault, clock: clock)
            if stateVersion != Self.stateVersion || stateHadVault != (vault != nil) { try log.rebuildState() }
            try log.sweepErasures()
            return log
        } catch {
            throw refusal(error, directory)
        }
    }

    /// Whether there is a log; refuses when there is none and none may be made.
    private static func checkDirectory(_ directory: String, create: Bool) throws(Refusal) -> Bool {
        let files = FileManager.default
        var isDirectory = ObjCBool(false)
        let begin = "begin one with larder --data \(directory) init, or name another with --data"
        guard unsafe files.fileExists(atPath: directory, isDirectory: &isDirectory) else {
            if create { return false }
            throw Refusal(.notFound, "there is no community at \(directory): \(begin)")
        }
        guard isDirectory.boolValue else {
            throw Refusal(.notFound, "\(directory) is a file, not a data directory: name another with --data")
        }
        if files.fileExists(atPath: "\(directory)/log/data.mdb") { return true }
        guard let contents = try? files.contentsOfDirectory(atPath: directory) else {
            throw Refusal(.unavailable, "\(directory) cannot be read: check its permissions")
        }
        // A creation that was interrupted left a vault or an unfinished log, and no event.
        let isEmpty = Set(contents).isSubset(of: ["vault", "log.new"])
        if create, isEmpty { return false }
        if isEmpty { throw Refusal(.notFound, "there is no community at \(directory) yet: \(begin)") }
        throw Refusal(
            .notFound, "\(directory) is no larder data directory (it has no log/): \(begin)")
    }

    /// Makes a log with its first events aside and moves it into place, so that a half-made one is never opened.
    static func initialize(
        directory: String, logID: [UInt8], created: Timestamp, clock: @escaping @Sendable () -> Timestamp,
        _ fill: (LogBatch) throws -> Void
    ) throws(Refusal) {
        let new = "\(directory)/log.new"
        do throws(any Error) {
            try? FileManager.default.removeItem(atPath: new)
            try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true)
            let environment = try Environment(
                path: new, configuration: .init(tablesMax: LogTables.count + 7, durability: .synced))
            guard let tables = try LogTables(environment, create: true) else { return }
            let vault = try Vault.open(directory: "\(directory)/vault", logID: logID, adopting: false)
            try environment.write { transaction in
                try transaction.put(tables.meta, Array("format".utf8), LogBatch.bytes(UInt64(format)))
                try transaction.put(tables.meta, Array("logID".utf8), logID)
                try transaction.put(
                    tables.meta, Array("created".utf8), LogBatch.bytes(UInt64(bitPattern: created.microseconds)))
                try transaction.put(tables.meta, Array("stateVersion".utf8), LogBatch.bytes(UInt64(stateVersion)))
                try transaction.put(tables.meta, Array("stateVault".utf8), LogBatch.bytes(vault == nil ? 0 : 1))
            }
            let log = EventLog(
                directory: directory, logID: logID, created: created, environment: environment, tables: tables,
                vault: vault, clock: clock)
            try log.write(fill)
            try environment.close()
            guard unsafe rename(new, "\(directory)/log") == 0 else {
                throw Refusal(
                    .unavailable, "\(directory)/log cannot be made: \(unsafe String(cString: strerror(errno)))")
            }
            let descriptor = unsafe Foundation.open(directory, O_RDONLY | O_CLOEXEC)
            if descriptor >= 0 {
                fsync(descriptor)
                Foundation.close(descriptor)
            }
        } catch {
            throw refusal(error, directory)
        }
    }

    private static func openEnvironment(_ directory: String) throws(Refusal) -> Environment {
        do throws(any Error) {
            return try Environment(
                path: "\(directory)/log", configuration: .init(tablesMax: LogTables.count + 7, durability: .synced))
        } catch {
            throw refusal(error, directory)
        }
    }

    private static func readMeta(_ environment: Environment, _ tables: LogTables) throws -> (
        format: UInt32?, logID: [UInt8]?, created: Timestamp?, stateVersion: UInt32, stateHadVault: Bool
    ) {
        try environment.read { transaction in
            let logID = try value("logID", tables.meta, transaction)
            return (
                try number("format", tables.meta, transaction).map { UInt32(truncatingIfNeeded: $0) },
                logID?.count == 16 ? logID : nil,
                try number("created", tables.meta, transaction).map {
                    Timestamp(microseconds: Int64(bitPattern: $0))
                },
                UInt32(truncatingIfNeeded: try number("stateVersion", tables.meta, transaction) ?? 0),
                try number("stateVault", tables.meta, transaction) == 1
            )
        }
    }

    private static func value(
        _ name: String, _ meta: Table, _ transaction: borrowing ReadTransaction
    ) throws(LMDBError) -> [UInt8]? {
        guard let span = try transaction.get(meta, Array(name.utf8)) else { return nil }
        return span.copied
    }

    private static func number(
        _ name: String, _ meta: Table, _ transaction: borrowing ReadTransaction
    ) throws(LMDBError) -> UInt64? {
        guard let bytes = try value(name, meta, transaction), bytes.count == 8 else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    package func close() {
        try? environment.close()
    }

    // MARK: Reading

    package func read<R>(_ body: (LogSnapshot) throws -> R) throws(Refusal) -> R {
        do throws(any Error) { return try body(try LogSnapshot(self)) } catch { throw refusal(error) }
    }

    package func head() throws(Refusal) -> Position { try read { $0.head } }

    /// A number that changes with every commit of any process: cheap to poll.
    func changeCount() throws(Refusal) -> UInt64 {
        do throws(any Error) { return try environment.info.lastTransactionID } catch { throw refusal(error) }
    }

    /// Bytes of the environment in use.
    package func usedBytes() throws(Refusal) -> Int {
        do throws(any Error) { return try environment.info.usedBytes } catch { throw refusal(error) }
    }

    // MARK: Writing

    /// Decides and appends under the writer lock, in one synced transaction. When it returns, everything is durable; when
    /// it throws, nothing was appended. Members deleted in it lose their data keys before it returns; only if that fails is
    /// something durable though it throws, which the refusal then says.
    package func write<R>(_ body: (LogBatch) throws -> R) throws(Refusal) -> R {
        do throws(any Error) {
            var erasures: [MemberID: UInt32] = [:]
            let result: R = try environment.write { transaction in
                let batch = try LogBatch(self, clock: clock())
                let result = try body(batch)
                if let failure = batch.failure { throw failure }
                if batch.count > 0 { try batch.flush(into: &transaction) }
                erasures = batch.erasures
                return result
            }
            if !erasures.isEmpty { try destroyKeys() }
            return result
        } catch {
            throw refusal(error)
        }
    }

    private func destroyKeys() throws(Refusal) {
        do throws(Refusal) {
            try sweepErasures()
        } catch {
            throw Refusal(
                error.code,
                "the deletion is in the log, but its data key could not be destroyed yet (\(error.message)): mend that and open the community again, which finishes it"
            )
        }
    }

    /// Destroys the keys of members whose deletion is durable, log before vault: also what an interruption left over.
    private func sweepErasures() throws(Refusal) {
        guard let vault else { return }
        do throws(any Error) {
            let pending: [UInt64: UInt64] = try environment.read { transaction in
                var found: [UInt64: UInt64] = [:]
                var cursor = try transaction.cursor(tables.erasing)
                var isThere = try cursor.first()
                while isThere {
                    found[cursor.integerKey] = cursor.value.copied.reversed().reduce(0) { $0 << 8 | UInt64($1) }
                    isThere = try cursor.next()
                }
                return found
            }
            guard !pending.isEmpty else { return }
            for slot in pending.values { try vault.destroy(slot: UInt32(truncatingIfNeeded: slot)) }
            try environment.write { transaction in
                for member in pending.keys { _ = try transaction.delete(tables.erasing, member) }
            }
        } catch {
            throw refusal(error)
        }
    }

    /// Folds the state anew from the log: after a change of its version, or when the vault has come or gone.
    private func rebuildState() throws(Refusal) {
        do throws(any Error) {
            try environment.write { transaction in
                for table in [tables.members, tables.entities, tables.relations, tables.usernames, tables.origins] {
                    try transaction.clear(table)
                }
                let batch = try LogBatch(self, clock: clock())
                batch.beginRebuild()
                // Data keys are found through the very rows being made: opening goes through the batch's own members.
                try batch.snapshot.forEachHeader(from: Position(1)) { header in
                    let stored = try batch.snapshot.storedBytes(of: header)
                    let originKey = stored.flatMap { StoredBody.originKey(of: $0, header: header) }
                    var body: Record.Body = stored == nil ? .none : .erased
                    if let stored, StateKinds.opened.contains(header.kind) || header.kind == .logCreated {
                        let slot =
                            header.kind == .memberRegistered
                            ? UInt32(batch.memberCount + 1) : batch.member(header.keyHolder)?.ordinal ?? 0
                        let key = vault?.key(slot: slot)
                        if let opened = StoredBody.open(stored, header: header, logID: logID, key: key),
                            let payload = try? Payload(kind: header.kind, storedBytes: opened.payload)
                        {
                            body = .open(payload: payload, origin: nil)
                        }
                    }
                    batch.refold(Record(header: header, body: body), originKey: originKey)
                    return true
                }
                if let failure = batch.failure { throw failure }
                try batch.flushState(into: &transaction)
                try transaction.put(
                    tables.meta, Array("stateVersion".utf8), LogBatch.bytes(UInt64(Self.stateVersion)))
                try transaction.put(tables.meta, Array("stateVault".utf8), LogBatch.bytes(vault == nil ? 0 : 1))
            }
        } catch {
            throw refusal(error)
        }
    }

    // MARK: Refusals

    func refusal(_ error: any Error) -> Refusal { Self.refusal(error, directory) }

    static func refusal(_ error: any Error, _ directory: String) -> Refusal {
        switch error {
        case let refusal as Refusal: return refusal
        case let error as LMDBError:
            // LMDB reports a write that was cut short for want of room as an input/output error.
            if [.io, .noSpace].contains(error.code), isDiskFull(directory) {
                return Refusal(
                    .unavailable,
                    "the disk of \(directory) is full: free some space and go on. What was acknowledged is safe")
            }
            let isDamage = [.corrupted, .pageNotFound, .invalid].contains(error.code)
            return Refusal(isDamage ? .damaged : .unavailable, "\(error)")
        case is MalformedRow:
            return Refusal(
                .damaged,
                "a state row of \(directory)/log is damaged: restore the log from a backup, or rebuild its state")
        default: return Refusal(.unavailable, "\(error)")
        }
    }

    /// Less than a megabyte left.
    private static func isDiskFull(_ directory: String) -> Bool {
        var status = statvfs()
        guard unsafe statvfs(directory, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 1 << 20
    }

    func damage(_ position: Position, _ what: String) -> Refusal {
        Refusal(.damaged, "event \(position) of \(directory)/log is damaged: \(what). Restore the log from a backup")
    }

    var vaultMissing: Refusal {
        Refusal(
            .unavailable,
            "\(directory)/vault is missing, so nothing can be written and texts cannot be read: put back the vault/ that was kept with this log"
        )
    }
}

/// Of which kinds the state needs to know more than the header says.
enum StateKinds {
    static let opened: EventKindSet = [.memberRegistered, .memberProfileChanged, .memberBanned]
}
