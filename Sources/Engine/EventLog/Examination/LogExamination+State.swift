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

extension LogExamination {
    /// Compares the state tables with `state`, which was folded again from the log.
    func stateFinding(_ state: StateProgress, _ walk: LogWalk) throws -> Finding {
        let name = "state"
        if let vaultRefusal { return Finding(name, cannotRun: vaultRefusal) }
        if let stateObstacle { return stateObstacle }
        guard let stored = log.state else { return Self.otherFold }
        let snapshot = try Snapshot(stored.environment)
        guard try stored.isOf(log, in: snapshot) else {
            return Self.otherFold
        }
        guard walk.hasAllHeaders, walk.hasAllBodies else {
            return Finding(name, .failed, "it cannot be checked, because the log is damaged: restore it from a backup")
        }
        var difference = StateDifference()
        try snapshot.withTransaction { transaction in
            try state.fold.compare(with: stored.tables, in: transaction, &difference)
            try stored.erasing.forEachStored(in: transaction) { key, row in
                let member = try MemberID(keyBytes: key)
                if state.erasures[member].map({ NumberRow(UInt64($0)).bytes }) != row {
                    difference.add("erasing", "\(member)", "is there though that account was not deleted")
                }
            }
        }
        guard let first = difference.first else {
            return Finding(
                name, .ok, "\(state.fold.rowCount) rows equal a replay of the log", count: state.fold.rowCount)
        }
        return Finding(
            name, .failed,
            "\(difference.rows) of its rows are not what a replay of the log makes them, the first: \(first)",
            count: difference.rows, repair: .state, remedy: .repairState)
    }
}
