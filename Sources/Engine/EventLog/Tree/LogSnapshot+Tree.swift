import LMDB
package import Layout
package import Transparency

extension LogSnapshot {
    /// The Merkle tree over all events up to the head. Nodes are read on demand. Not for several threads.
    package func merkleTree() throws(Refusal) -> MerkleTree {
        do throws(any Error) {
            let nodes = try TreeNodes(self)
            return MerkleTree(size: head.value) { try nodes.hash($0) }
        } catch {
            throw log.refusal(error)
        }
    }

    /// The Merkle root over all events, or over the first of them. O(log events), unless the log was written by a
    /// version that kept no tree.
    package func merkleRoot(size: UInt64? = nil) throws(Refusal) -> TreeHash {
        let tree = try merkleTree()
        do throws(any Error) { return try tree.root(size: size ?? head.value) } catch { throw log.refusal(error) }
    }

    /// The tree over the first events, ready for more.
    func frontier(size: UInt64) throws -> TreeFrontier {
        let nodes = try TreeNodes(self)
        return try TreeFrontier(size: size) { try nodes.hash($0) }
    }

    /// The canonical bytes of an event: its header and the bytes stored beside it. `nil` beyond the head.
    package func canonicalBytes(at position: Position) throws(Refusal) -> [UInt8]? {
        guard let header = try header(at: position) else { return nil }
        return header.bytes + (try storedBytes(of: header) ?? [])
    }

    var storedTree: StoredTree { StoredTree(log: log, table: treeTable, snapshot: snapshot) }

    /// Like `forEachStored`, with the header's bytes.
    func forEachHeaderAndStored(
        from first: Position, through last: Position, _ body: (RawSpan, RawSpan?) throws -> Void
    ) throws(Refusal) {
        try forEachStored(from: first, through: last) { header, stored in
            try header.withBytes { try body($0, stored) }
        }
    }
}

/// The full nodes of a snapshot's tree: stored nodes, and those that must be computed from the events.
final class TreeNodes {
    private static let blockSize = UInt64(1) << UInt64(LogTree.storedLevel)
    /// The runs of events whose leaves are kept: a consistency proof alternates between two.
    private static let blocksMax = 4

    private let snapshot: LogSnapshot
    private let stored: StoredTree
    /// Runs of 256 events with a stored node.
    private let storedBlocks: UInt64
    /// Full nodes of level 8 and up that are not stored.
    private let missing: [TreeNode: TreeHash]
    private var leaves: [(block: UInt64, hashes: [TreeHash])] = []

    init(_ snapshot: LogSnapshot) throws {
        self.snapshot = snapshot
        stored = snapshot.storedTree
        storedBlocks = try stored.blocks()
        var missing: [TreeNode: TreeHash] = [:]
        if storedBlocks < snapshot.end.value / Self.blockSize {
            for (node, hash) in try TreeGrowth(over: snapshot).nodes { missing[node] = hash }
        }
        self.missing = missing
    }

    func hash(_ node: TreeNode) throws -> TreeHash {
        if node.level >= LogTree.storedLevel {
            return try missing[node] ?? stored.hash(node)
        }
        let start = node.index << UInt64(node.level)
        let hashes = try leaves(of: start / Self.blockSize)
        let first = Int(start % Self.blockSize)
        var frontier = TreeFrontier()
        for hash in hashes[first..<first + 1 << node.level] { frontier.append(hash) }
        return frontier.root
    }

    private func leaves(of block: UInt64) throws -> [TreeHash] {
        if let known = leaves.first(where: { $0.block == block }) { return known.hashes }
        let first = Position(block * Self.blockSize + 1)
        let last = min(Position(first.value + Self.blockSize - 1), snapshot.head)
        var hashes: [TreeHash] = []
        hashes.reserveCapacity(Int(Self.blockSize))
        try snapshot.forEachHeaderAndStored(from: first, through: last) { hashes.append(.leaf($0, $1)) }
        if leaves.count == Self.blocksMax { leaves.removeFirst() }
        leaves.append((block, hashes))
        return hashes
    }
}
