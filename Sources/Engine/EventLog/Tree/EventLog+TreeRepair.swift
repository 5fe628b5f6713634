import LMDB
package import Layout

extension EventLog {
    /// Makes the stored tree of a community that this process does not have open anew from the log. O(events).
    package static func repairTree(_ schema: LogSchema, directory: String) throws(Refusal) {
        _ = try checkDirectory(directory, create: false)
        let log = try attach(schema, directory) { _ in nil }
        defer { log.close() }
        do throws(any Error) {
            let table = try log.tree.preparedTable()
            try log.environment.write { transaction in
                let snapshot = try LogSnapshot(log, isLogAlone: true)
                var growth = TreeGrowth()
                try snapshot.forEachHeaderAndStored(from: Position(1), through: snapshot.end) { growth.append($0, $1) }
                try table.clear(in: &transaction)
                try growth.flush(into: table, in: &transaction)
            }
        } catch {
            throw log.refusal(error)
        }
    }
}
