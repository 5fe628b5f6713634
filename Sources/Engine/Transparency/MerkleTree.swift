/// A Merkle tree whose full nodes can be looked up: computes the roots of all its sizes, and proofs.
package struct MerkleTree {
    /// The number of leaves.
    package let size: UInt64
    private let node: (TreeNode) throws -> TreeHash

    /// `node` returns the hash of a node whose leaves are all among the first `size`.
    package init(size: UInt64, node: @escaping (TreeNode) throws -> TreeHash) {
        self.size = size
        self.node = node
    }

    /// The root over the first `size` leaves (RFC 9162 §2.1.1). O(log n) look-ups.
    package func root(size: UInt64) throws -> TreeHash {
        precondition(size <= self.size)
        return size == 0 ? .ofEmptyTree : try hash(from: 0, count: size)
    }

    /// The proof that leaf `index` is in the tree of the first `size` leaves: PATH of RFC 9162 §2.1.3.1, the leaf's
    /// sibling first. O(log² n) look-ups.
    package func inclusionProof(index: UInt64, size: UInt64) throws -> [TreeHash] {
        precondition(index < size && size <= self.size)
        var hashes: [TreeHash] = []
        var (start, count) = (UInt64(0), size)
        while count > 1 {
            let left = Self.leftCount(count)
            if index - start < left {
                hashes.append(try hash(from: start + left, count: count - left))
                count = left
            } else {
                hashes.append(try hash(from: start, count: left))
                start += left
                count -= left
            }
        }
        return hashes.reversed()
    }

    /// The proof that the tree of the first `size` leaves begins with that of the first `oldSize`, which is at least 1:
    /// PROOF of RFC 9162 §2.1.4.1. O(log² n) look-ups.
    package func consistencyProof(from oldSize: UInt64, to size: UInt64) throws -> [TreeHash] {
        precondition(0 < oldSize && oldSize <= size && size <= self.size)
        var hashes: [TreeHash] = []
        var (start, count) = (UInt64(0), size)
        while oldSize - start != count {
            let left = Self.leftCount(count)
            if oldSize - start <= left {
                hashes.append(try hash(from: start + left, count: count - left))
                count = left
            } else {
                hashes.append(try hash(from: start, count: left))
                start += left
                count -= left
            }
        }
        // If the old tree is a full node of the new one, the verifier has its root.
        if start > 0 { hashes.append(try hash(from: start, count: count)) }
        return hashes.reversed()
    }

    /// The largest power of two below `count`.
    private static func leftCount(_ count: UInt64) -> UInt64 { 1 << UInt64(63 - (count - 1).leadingZeroBitCount) }

    /// The root over a run of leaves that starts where a subtree of that size may start.
    private func hash(from start: UInt64, count: UInt64) throws -> TreeHash {
        var (place, rest) = (start + count, count)
        var root: TreeHash?
        while rest > 0 {
            let level = rest.trailingZeroBitCount
            place -= 1 << UInt64(level)
            rest -= 1 << UInt64(level)
            let part = try node(TreeNode(level: level, index: place >> UInt64(level)))
            root = root.map { .node(part, $0) } ?? part
        }
        return root ?? .ofEmptyTree
    }
}
