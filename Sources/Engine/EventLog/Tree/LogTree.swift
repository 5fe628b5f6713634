import LMDB
import Layout
import Synchronization
import Transparency

/// The Merkle tree over a log's events (RFC 9162 §2.1): leaf `position - 1` is the hash of the canonical event.
///
/// Full nodes of level 8 and up are stored, in the transaction that appends the last event below them. Lower nodes are
/// computed again from at most 256 events. A log of an earlier version has fewer nodes, or none: missing nodes are
/// computed by readers, and stored with the next append.
final class LogTree: Sendable {
    static let storedLevel = 8
    static let tableName = "tree"

    private struct Known {
        var table: TypedTable<TreeNode, TreeRow>?
        /// The tree of the log as this process committed it last. A tree of another size is out of date.
        var frontier: TreeFrontier?
    }

    private let environment: Environment
    private let known: Mutex<Known>

    init(_ environment: Environment, create: Bool) throws(LMDBError) {
        self.environment = environment
        known = Mutex(Known(table: try TypedTable(environment, Self.tableName, create: create), frontier: nil))
    }

    /// `nil` if no version that keeps a tree has written yet, as far as this process has seen.
    var tableIfKnown: TypedTable<TreeNode, TreeRow>? { known.withLock { $0.table } }

    /// The table, created if it is absent, before the transaction that writes it begins.
    func preparedTable() throws -> TypedTable<TreeNode, TreeRow> {
        if let table = tableIfKnown { return table }
        guard let table = try TypedTable<TreeNode, TreeRow>(environment, Self.tableName, create: true) else {
            throw LMDBError(code: .notFound, operation: "mdb_dbi_open", path: environment.path)
        }
        known.withLock { $0.table = table }
        return table
    }

    /// The tree over all events of a snapshot's log, ready for more. O(256) events, unless nodes are missing.
    func growth(over snapshot: LogSnapshot) throws -> TreeGrowth {
        let size = snapshot.end.value
        if let frontier = known.withLock({ $0.frontier }), frontier.size == size { return TreeGrowth(frontier) }
        return try TreeGrowth(over: snapshot)
    }

    /// Keeps the frontier of what has been committed.
    func adopt(_ frontier: TreeFrontier) { known.withLock { $0.frontier = frontier } }
}
