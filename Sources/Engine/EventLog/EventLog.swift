import Foundation
import LMDB
package import Layout
import Synchronization
import Transparency

/// The append-only log of one community, with the state that decisions need and the vault that opens it.
///
/// `Schemas/format-1.md` draws what it stores. Any number of processes may open one directory: LMDB's writer lock puts
/// their batches in order, and readers never wait. Within a process a directory is opened once.
package final class EventLog: Sendable {
    /// The first version of the log's format.
    static let format: UInt32 = 1
    /// The version for branches and copies: programs that do not know it must not open them.
    static let formatMax: UInt32 = 2

    package let directory: String
    package let schema: LogSchema
    package let identity: LogIdentity
    let environment: Environment
    let tables: LogTables
    let tree: LogTree
    /// `nil` if the log is only examined, and there is no state that can be trusted.
    let state: StateStore?
    /// `nil` if the vault is missing: then payloads read as erased, and nothing can be appended.
    let vault: Vault?
    package let clock: @Sendable () -> Timestamp
    let unfinished = Mutex<Refusal?>(nil)
    private let erased = Atomic(false)
    private let policyOfClock = Atomic(ClockPolicy.unchecked)
    let isClockAnchored = Atomic(false)
    /// Whether this object has last failed to fold the events that the state lacked.
    let isStateStuck = Atomic(false)
    let reserve: DiskReserve

    package var lineage: LogLineage { identity.lineage }
    /// The present name of the log.
    package var logID: [UInt8] { lineage.id }
    package var logIDText: String { hex(logID) }
    /// The id for sealing and for the vault: the one with which the log began.
    var sealID: [UInt8] { lineage.root }
    package var hasVault: Bool { vault != nil }
    /// The codes of names and origins in the state; `nil` without the vault.
    package var secretCodes: SecretCodes? { vault.map(SecretCodes.init) }
    var stateVersion: UInt64 { UInt64(schema.state.version) }
    /// Whether an account was deleted through this object.
    package var hasErased: Bool { erased.load(ordering: .relaxed) }

    /// What to make of a clock far ahead of the last event.
    package var clockPolicy: ClockPolicy {
        get { policyOfClock.load(ordering: .relaxed) }
        set { policyOfClock.store(newValue, ordering: .relaxed) }
    }

    init(
        directory: String, _ schema: LogSchema, identity: LogIdentity, environment: Environment, tables: LogTables,
        tree: LogTree,
        state: StateStore?, vault: Vault?, clock: @escaping @Sendable () -> Timestamp
    ) {
        self.directory = directory
        self.schema = schema
        self.identity = identity
        self.environment = environment
        self.tables = tables
        self.tree = tree
        self.state = state
        self.vault = vault
        self.clock = clock
        reserve = DiskReserve(log: "\(directory)/log")
    }

    package static let systemClock: @Sendable () -> Timestamp = {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    package func close() {
        state?.close()
        // Every acknowledged commit is on the disk: a failing close loses nothing.
        try? environment.close()
    }

    // MARK: Reading

    package func read<R>(_ body: (LogSnapshot) throws -> R) throws(Refusal) -> R {
        try read(with: KeyRing(), body)
    }

    /// Reads with the keys that earlier reads have used.
    package func read<R>(with keys: KeyRing, _ body: (LogSnapshot) throws -> R) throws(Refusal) -> R {
        do throws(any Error) { return try body(try LogSnapshot(self, keys: keys)) } catch { throw refusal(error) }
    }

    package func head() throws(Refusal) -> Position { try read { $0.head } }

    /// The last position of the log, whether or not the state has folded it.
    package func end() throws(Refusal) -> Position { try read { $0.end } }

    /// A number that changes with every commit of any process: cheap to poll.
    func changeCount() throws(Refusal) -> UInt64 {
        do throws(any Error) {
            return try (state?.environment ?? environment).info.lastTransactionID
        } catch {
            throw refusal(error)
        }
    }

    /// Bytes of the state's environment in use.
    package func stateBytes() throws(Refusal) -> Int {
        do throws(any Error) { return try state?.environment.info.usedBytes ?? 0 } catch { throw refusal(error) }
    }

    /// Frees the reader slots that this process holds while it does not read.
    package func releaseReaders() {
        environment.releaseIdleReaders()
        state?.environment.releaseIdleReaders()
    }

    /// The share of the reader slots that all processes together have taken, from 0 to 1.
    package func readersShare() throws(Refusal) -> Double {
        do throws(any Error) {
            return try [environment, state?.environment].compactMap(\.self).reduce(0) { share, environment in
                max(share, Double(try environment.readersInUse) / Double(try environment.info.readersMax))
            }
        } catch {
            throw refusal(error)
        }
    }

    /// Why an append would be refused now, whatever it says; `nil` if no reason is known. Takes no lock.
    package func appendObstacle() throws(Refusal) -> Refusal? {
        if let writeFailure { return writeFailure }
        guard let vault else { return vaultMissing }
        if identity.isReadOnly { return readOnlyRefusal }
        do throws(Refusal) {
            try checkInPlace()
            // Another process may have put the vault under a master key that this one does not have.
            guard try vault.key(slot: 0) != nil else { return vaultMissing }
        } catch {
            return error
        }
        return try clockRefusal()
    }

    /// Why nothing can be written until the log is opened again; `nil` if no failure is known.
    package var writeFailure: Refusal? { environment.fatalError.map { refusal($0) } }

    /// Bytes of the log's environment in use.
    package func usedBytes() throws(Refusal) -> Int {
        do throws(any Error) { return try environment.info.usedBytes } catch { throw refusal(error) }
    }

    /// The largest size of the environment.
    package func mapSizeBytes() throws(Refusal) -> Int {
        do throws(any Error) { return try environment.info.mapSizeBytes } catch { throw refusal(error) }
    }

    // MARK: Writing

    /// Makes sure that what can be read now survives a power loss, see `Environment.makeDurable`. To be called before anything is
    /// promised on the ground of it.
    package func makeDurable() throws(Refusal) {
        do throws(any Error) { try environment.makeDurable() } catch { throw refusal(error) }
    }

    /// Decides and appends under the writers' locks, in one synced transaction. When it returns, everything is durable; when
    /// it throws, nothing was appended. Members deleted in it lose their data keys before it returns; if that fails,
    /// `unfinishedErasure` says so.
    ///
    /// `urgent`: uses the reserve where there is no room, see `usingReserve`; the body may then run more than once.
    package func write<R>(urgent: Bool = false, _ body: (LogBatch) throws -> R) throws(Refusal) -> R {
        guard !identity.isReadOnly else { throw readOnlyRefusal }
        return try write(with: { _ in }, urgent: urgent, body)
    }

    /// The same, also in a copy for reading only; what `other` writes becomes durable with it.
    func write<R>(
        with other: (inout WriteTransaction) throws -> Void, urgent: Bool = false, _ body: (LogBatch) throws -> R
    ) throws(Refusal) -> R {
        do throws(any Error) {
            if !urgent { try checkRoom() }
            while true {
                let attempt =
                    urgent
                    ? try usingReserve { try writeUnlessBehind(other, body) } : try writeUnlessBehind(other, body)
                if let written = attempt {
                    if !written.erasures.isEmpty { erased.store(true, ordering: .relaxed) }
                    if !written.erasures.isEmpty || unfinishedErasure != nil { finishErasures() }
                    return written.result
                }
                try usingReserve { try bringStateOn() }
            }
        } catch {
            throw refusal(error)
        }
    }

    private struct Written<R> {
        let result: R
        let erasures: [MemberID: UInt32]
    }

    /// Nil, and nothing done, if the state is behind the log.
    private func writeUnlessBehind<R>(
        _ other: (inout WriteTransaction) throws -> Void, _ body: (LogBatch) throws -> R
    ) throws -> Written<R>? {
        guard let state else { throw Refusal(.unavailable, "\(directory) is open for reading only") }
        let treeTable = try tree.preparedTable()
        var written: Written<R>?
        var isDurable = false
        do {
            try state.environment.write { stateTransaction in
                var frontier: TreeFrontier?
                try environment.write { transaction in
                    try checkInPlace()
                    guard let batch = try LogBatch(self, state, clock: clock()) else { return }
                    let result = try body(batch)
                    if let failure = batch.failure { throw failure }
                    if batch.count > 0 {
                        frontier = try batch.flush(into: &transaction, tree: treeTable)
                        try state.announceChange(in: &stateTransaction)
                        try batch.progress.flush(into: &stateTransaction)
                        try anchorClock(at: batch.now, in: &stateTransaction)
                    }
                    // Nothing is committed: the answer rests on what another process may have left undurable.
                    if batch.count == 0 { try environment.makeDurable() }
                    try other(&transaction)
                    written = Written(result: result, erasures: batch.progress.erasures)
                }
                isDurable = true
                if let frontier { tree.adopt(frontier) }
            }
        } catch {
            // What is durable has happened, whatever became of the state. It is brought on at once, for nothing is shown that
            // it lacks; if that fails as well, the next write tries again, or says why not.
            guard isDurable, written != nil else { throw error }
            try? usingReserve { try bringStateOn() }
        }
        return written
    }
}
