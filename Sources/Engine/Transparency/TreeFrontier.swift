/// A place in a Merkle tree over any number of leaves: node `index` of those that span 2^level leaves each.
package struct TreeNode: Hashable, Sendable {
    package var level: Int
    package var index: UInt64

    package init(level: Int, index: UInt64) {
        self.level = level
        self.index = index
    }

    package var left: TreeNode { TreeNode(level: level - 1, index: 2 * index) }
    package var right: TreeNode { TreeNode(level: level - 1, index: 2 * index + 1) }
    /// The smallest size of a tree that has all leaves of the node.
    package var end: UInt64 { (index + 1) << UInt64(level) }
}

/// The part of a Merkle tree that appends need: the roots of its full subtrees. O(log n) memory.
package struct TreeFrontier: Sendable, Equatable {
    /// The number of leaves.
    package private(set) var size: UInt64 = 0
    /// The largest subtree first: one for each bit that is set in `size`.
    private var subtrees: [TreeHash] = []

    package init() { subtrees.reserveCapacity(64) }

    /// The frontier of a tree whose full nodes can be looked up.
    package init(size: UInt64, node: (TreeNode) throws -> TreeHash) rethrows {
        self.init()
        for level in stride(from: 63, through: 0, by: -1) where size >> UInt64(level) & 1 == 1 {
            let index = size >> UInt64(level) - 1
            subtrees.append(try node(TreeNode(level: level, index: index)))
        }
        self.size = size
    }

    /// Adds one leaf. `completed` gets the nodes above it that became full, from below. O(1) hashes on average, O(log
    /// n) at most.
    package mutating func append(_ leaf: TreeHash, completed: (TreeNode, TreeHash) throws -> Void) rethrows {
        var hash = leaf
        var level = 0
        while size >> UInt64(level) & 1 == 1 {
            hash = .node(subtrees.removeLast(), hash)
            level += 1
            try completed(TreeNode(level: level, index: size >> UInt64(level)), hash)
        }
        subtrees.append(hash)
        size += 1
    }

    package mutating func append(_ leaf: TreeHash) { append(leaf) { _, _ in } }

    /// The root over all leaves (RFC 9162 §2.1.1).
    package var root: TreeHash {
        guard var root = subtrees.last else { return .ofEmptyTree }
        for subtree in subtrees.dropLast().reversed() { root = .node(subtree, root) }
        return root
    }
}
