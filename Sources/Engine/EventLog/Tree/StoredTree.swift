import LMDB
import Layout
import Transparency

/// The nodes of a log's tree as one state of the log has them stored.
struct StoredTree {
    let log: EventLog
    /// Opened before the snapshot was taken, or it could not be read. Nil: there is none.
    let table: TypedTable<TreeNode, TreeRow>?
    let snapshot: Snapshot

    /// How many runs of 256 events have a node, from the first on.
    func blocks() throws -> UInt64 {
        guard let table else { return 0 }
        return try snapshot.withTransaction { transaction in
            var cursor = try transaction.cursor(table.table)
            let isThere = try cursor.seek(TreeNode(level: LogTree.storedLevel + 1, index: 0).keyBytes)
            guard try isThere ? cursor.previous() : cursor.last() else { return 0 }
            let last = try TreeNode(keyBytes: cursor.key.copied)
            guard last.level == LogTree.storedLevel else { throw log.treeDamage("it lacks a level") }
            return last.index + 1
        }
    }

    func hash(_ node: TreeNode) throws -> TreeHash {
        do {
            guard let row = try table?.get(node, in: snapshot) else {
                throw log.treeDamage("node \(node.index) of level \(node.level) is missing")
            }
            return row.hash
        } catch is MalformedRow {
            throw log.treeDamage("node \(node.index) of level \(node.level) does not match its checksum")
        }
    }
}
