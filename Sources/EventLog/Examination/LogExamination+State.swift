import Events
import LMDB
import Layout

/// What is stored otherwise than a replay has it.
struct StateDifference {
    private(set) var rows = 0
    /// In the order of the tables.
    private(set) var first: String?

    mutating func add(_ table: String, _ row: String, _ what: String) {
        rows += 1
        first = first ?? "\(table) \(row) \(what)"
    }
}

extension LogExamination {
    /// Compares the state tables with `state`, which was folded anew from the log.
    func stateFinding(_ state: LogState, _ walk: LogWalk) throws -> Finding {
        let name = "state"
        if let vaultRefusal { return Finding(name, cannotRun: vaultRefusal) }
        if let stateObstacle { return stateObstacle }
        guard let stored = log.state else { return Self.otherFold }
        let (tables, snapshot) = (stored.tables, try Snapshot(stored.environment))
        guard try tables.isOf(log.logID, hasVault: log.hasVault, in: snapshot) else {
            return Self.otherFold
        }
        guard walk.hasAllHeaders, walk.hasAllBodies else {
            return Finding(name, .failed, "it cannot be proved, because the log is damaged: mend the log first")
        }
        var difference = StateDifference()
        try snapshot.withTransaction { transaction in
            try state.members.compare("members", tables.members, in: transaction, &difference)
            try state.entities.compare("entities", tables.entities, in: transaction, &difference)
            try state.relations.compare("relations", tables.relations, in: transaction, &difference)
            try state.plans.compare("plans", tables.plans, in: transaction, &difference)
            try state.tallies.compare("tallies", tables.tallies, in: transaction, &difference)
            try state.cookbooks.compare("cookbooks", tables.cookbooks, in: transaction, &difference)
            try state.usernames.compare("usernames", tables.usernames, in: transaction, &difference)
            try state.origins.compare("origins", tables.origins, in: transaction, &difference)
            try tables.erasing.forEachStored(in: transaction) { key, row in
                let member = try MemberID(keyBytes: key)
                if state.erasures[member].map({ NumberRow(UInt64($0)).bytes }) != row {
                    difference.add("erasing", "\(member)", "is there though nobody deleted that account")
                }
            }
        }
        if try tables.meta.get(.counts, in: snapshot)?.raw != state.counts.bytes {
            difference.add("meta", MetaKey.counts.rawValue, "differs")
        }
        guard let first = difference.first else {
            return Finding(name, .ok, "\(state.rowCount) rows equal a replay of the log", count: state.rowCount)
        }
        return Finding(
            name, .failed,
            "\(difference.rows) of its rows are not what a replay of the log makes them, the first: \(first)",
            count: difference.rows, repair: .state, remedy: .repairState)
    }
}

extension LogState {
    fileprivate var rowCount: Int {
        members.rowCount + entities.rowCount + relations.rowCount + plans.rowCount + tallies.rowCount
            + cookbooks.rowCount + usernames.rowCount + origins.rowCount
    }
}

extension Overlay {
    /// Compares what is stored, byte by byte, with these rows, which are all that there should be.
    fileprivate func compare(
        _ name: String, _ table: TypedTable<Key, Row>, in transaction: borrowing ReadTransaction,
        _ difference: inout StateDifference
    ) throws {
        var absent = Dictionary(uniqueKeysWithValues: sortedRows)
        try table.forEachStored(in: transaction) { keyBytes, stored in
            // A key that cannot be decoded is a row too many: the finding shows its bytes.
            let key = try? Key(keyBytes: keyBytes)
            let row = key.flatMap { absent.removeValue(forKey: $0) }
            guard row?.bytes != stored else { return }
            difference.add(name, key.map { "\($0)" } ?? hex(keyBytes), row == nil ? "is one too many" : "differs")
        }
        for key in absent.keys.sorted() { difference.add(name, "\(key)", "is missing") }
    }
}
