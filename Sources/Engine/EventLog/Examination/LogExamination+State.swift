import LMDB
import Layout

/// A row of the state that differs from a replay.
package struct StateDifference {
    private(set) var rows = 0
    /// In the order of the tables.
    private(set) var first: String?

    package mutating func add(_ table: String, _ row: String, _ what: String) {
        rows += 1
        first = first ?? "\(table) \(row) \(what)"
    }
}

/// The stored state beside a fold of the log. Other processes append meanwhile, so the two are compared at the last
/// event that the stored state has folded, and not at the end of the log.
struct StateComparison {
    /// One unchanging state of the store.
    private let stored: Result<(store: StateStore, snapshot: Snapshot, end: Position)?, any Error>
    private var outcome: Result<(difference: StateDifference, rowCount: Int), any Error>?

    init(_ log: EventLog) {
        stored = Result {
            guard let store = log.state else { return nil }
            let snapshot = try Snapshot(store.environment)
            guard try store.isOf(log, in: snapshot) else { return nil }
            return (store, snapshot, try store.position(in: snapshot))
        }
    }

    /// The last event that the stored state has folded; `nil` if there is no stored state of this log and this fold.
    var end: Position? { (try? stored.get())?.end }

    /// Compares once `state` has folded all that the store has folded. To be called before each event is folded, and
    /// after the last one, with no position.
    mutating func compare(with state: StateProgress, before position: Position?) {
        guard outcome == nil, case .success(let found?) = stored else { return }
        if let position, position <= found.end { return }
        outcome = Result {
            var difference = StateDifference()
            try found.snapshot.withTransaction { transaction in
                try state.fold.compare(with: found.store.tables, in: transaction, &difference)
                try found.store.erasing.forEachStored(in: transaction) { key, row in
                    let member = try MemberID(keyBytes: key)
                    if state.erasures[member].map({ NumberRow(UInt64($0)).bytes }) != row {
                        difference.add("erasing", "\(member)", "is there though that account was not deleted")
                    }
                }
            }
            return (difference, state.fold.rowCount)
        }
    }

    /// `nil` if there is no stored state of this log and this fold.
    func result() throws -> (difference: StateDifference, rowCount: Int)? {
        guard try stored.get() != nil else { return nil }
        return try outcome?.get()
    }
}

extension LogExamination {
    /// Judges the comparison of the state tables with a fold of the log.
    func stateFinding(_ comparison: StateComparison, _ walk: LogWalk) throws -> Finding {
        let name = "state"
        if let vaultRefusal { return Finding(name, cannotRun: vaultRefusal) }
        if let stateObstacle { return stateObstacle }
        guard let (difference, rowCount) = try comparison.result() else { return Self.otherFold }
        guard walk.hasAllHeaders, walk.hasAllBodies else {
            return Finding(name, .failed, "it cannot be checked, because the log is damaged: restore it from a backup")
        }
        guard let first = difference.first else {
            return Finding(name, .ok, "\(rowCount) rows equal a replay of the log", count: rowCount)
        }
        return Finding(
            name, .failed,
            "\(difference.rows) of its rows are not what a replay of the log makes them, the first: \(first)",
            count: difference.rows, repair: .state, remedy: .repairState)
    }
}
