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
    func stateFinding(_ state: LogState, _ walk: LogWalk, _ snapshot: Snapshot) throws -> Finding {
        let name = "state"
        if let vaultRefusal { return Finding(name, cannotRun: vaultRefusal) }
        guard identity.stateVersion == UInt64(EventLog.stateVersion), identity.stateHadVault == log.hasVault else {
            return Finding(
                name, .warning,
                "it was folded by another version of larder, or while the vault was (or was not) there: any other command folds it anew"
            )
        }
        guard walk.hasAllHeaders, walk.hasAllBodies else {
            return Finding(name, .failed, "it cannot be proved, because the log is damaged: mend the log first")
        }
        var difference = StateDifference()
        try snapshot.withTransaction { transaction in
            try state.members.compare("members", in: transaction, &difference)
            try state.entities.compare("entities", in: transaction, &difference)
            try state.relations.compare("relations", in: transaction, &difference)
            try state.usernames.compare("usernames", in: transaction, &difference)
            try state.origins.compare("origins", in: transaction, &difference)
            try log.tables.erasing.forEachStored(in: transaction) { key, row in
                let member = try MemberID(keyBytes: key)
                if state.erasures[member].map({ NumberRow(UInt64($0)).bytes }) != row {
                    difference.add("erasing", "\(member)", "is there though nobody deleted that account")
                }
            }
        }
        if try log.tables.meta.get(.counts, in: snapshot)?.raw != state.counts.bytes {
            difference.add("meta", MetaKey.counts.rawValue, "differs")
        }
        guard let first = difference.first else {
            return Finding(name, .ok, "\(state.rowCount) rows equal a replay of the log", count: state.rowCount)
        }
        return Finding(
            name, .failed,
            "\(difference.rows) of its rows are not what a replay of the log makes them, the first: \(first). larder doctor --repair state folds them anew",
            count: difference.rows)
    }
}

extension LogState {
    fileprivate var rowCount: Int {
        members.rowCount + entities.rowCount + relations.rowCount + usernames.rowCount + origins.rowCount
    }
}

extension Overlay {
    fileprivate var rowCount: Int { known.count { $0.value != nil } }

    /// Compares what is stored, byte by byte, with these rows, which are all that there should be.
    fileprivate func compare(
        _ name: String, in transaction: borrowing ReadTransaction, _ difference: inout StateDifference
    ) throws {
        var absent = known
        try table.forEachStored(in: transaction) { keyBytes, stored in
            let key = try? Key(keyBytes: keyBytes)
            let row = key.flatMap { absent.removeValue(forKey: $0) ?? nil }
            guard row?.bytes != stored else { return }
            difference.add(name, key.map { "\($0)" } ?? hex(keyBytes), row == nil ? "is one too many" : "differs")
        }
        for key in absent.filter({ $0.value != nil }).keys.sorted() { difference.add(name, "\(key)", "is missing") }
    }
}
