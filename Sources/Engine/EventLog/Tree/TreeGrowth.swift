import LMDB
import Layout
import Transparency

/// A log's tree during appends, with the nodes that became full and are not stored yet.
struct TreeGrowth {
    private(set) var frontier: TreeFrontier
    private(set) var nodes: [(node: TreeNode, hash: TreeHash)] = []

    /// The tree over the stored events.
    init(_ frontier: TreeFrontier = TreeFrontier()) { self.frontier = frontier }

    /// The tree over all events of a snapshot's log, from the stored nodes and the events behind them.
    init(over snapshot: LogSnapshot) throws {
        let stored = snapshot.storedTree
        let blocks = try stored.blocks()
        guard blocks <= snapshot.end.value >> UInt64(LogTree.storedLevel) else {
            throw snapshot.log.treeDamage("it has nodes over more events than there are")
        }
        frontier = try TreeFrontier(size: blocks << UInt64(LogTree.storedLevel)) { node in
            try stored.hash(node)
        }
        let next = Position(frontier.size + 1)
        guard next <= snapshot.end else { return }
        try snapshot.forEachHeaderAndStored(from: next, through: snapshot.end) { header, stored in
            append(header, stored)
        }
    }

    /// Adds the canonical bytes of the next event: its header, and the bytes stored beside it.
    mutating func append(_ header: RawSpan, _ stored: RawSpan?) {
        frontier.append(.leaf(header, stored)) { node, hash in
            if node.level >= LogTree.storedLevel { nodes.append((node, hash)) }
        }
    }

    mutating func append(_ header: RawSpan, stored: [UInt8]?) {
        if let stored { append(header, unsafe stored.span.bytes) } else { append(header, nil) }
    }

    /// Stores the nodes that became full.
    mutating func flush(
        into table: TypedTable<TreeNode, TreeRow>, in transaction: inout WriteTransaction
    ) throws {
        for (node, hash) in nodes { try table.put(node, TreeRow(hash), in: &transaction) }
        nodes.removeAll()
    }
}
