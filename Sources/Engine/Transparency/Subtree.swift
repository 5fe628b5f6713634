/// A run of leaves that every larger tree has as a node, or as its right edge: its start is a multiple of the smallest
/// power of two that is not below its length. The whole tree is the subtree that starts at 0.
package struct Subtree: Hashable, Sendable {
    package let start: UInt64
    /// The leaf after the last.
    package let end: UInt64

    /// The tree of that size; `nil` without leaves.
    package init?(size: UInt64) { self.init(start: 0, end: size) }

    /// `nil` if there is no such subtree, or it has no leaf.
    package init?(start: UInt64, end: UInt64) {
        guard start < end else { return nil }
        if start > 0 {
            let levels = UInt64(64 - (end - start - 1).leadingZeroBitCount)
            guard UInt64(start.trailingZeroBitCount) >= levels else { return nil }
        }
        self.start = start
        self.end = end
    }
}

extension Subtree {
    /// Verifies that `leaf` is the leaf `index` of the subtree, counted from the tree's first leaf, by the algorithm of
    /// RFC 9162 §2.1.3.2 for the whole tree. O(log n) hashes.
    package func verifyInclusion(
        of leaf: TreeHash, at index: UInt64, proof: [TreeHash], root: TreeHash
    ) throws(ProofError) {
        guard start <= index, index < end else {
            throw ProofError(.unproven, "leaf \(index) lies outside of the tree, which ends before \(end)")
        }
        var (place, last) = (index - start, end - 1 - start)
        var hash = leaf
        for sibling in proof {
            guard last > 0 else { throw ProofError(.unproven, "the proof is longer than its tree is high") }
            if place & 1 == 1 || place == last {
                hash = .node(sibling, hash)
                // At the right edge of a tree that is not full, levels without a sibling take no hash.
                while place & 1 == 0 { (place, last) = (place >> 1, last >> 1) }
            } else {
                hash = .node(hash, sibling)
            }
            (place, last) = (place >> 1, last >> 1)
        }
        guard last == 0 else { throw ProofError(.unproven, "the proof is shorter than its tree is high") }
        guard hash == root else { throw ProofError(.unproven, "the proof leads to another root") }
    }

    /// Verifies that the tree of `size` leaves with `treeRoot` has this subtree with `root`. For the whole tree of an
    /// earlier size this is the consistency of RFC 9162 §2.1.4.2. O(log n) hashes.
    package func verifyConsistency(
        root: TreeHash, withTreeOf size: UInt64, treeRoot: TreeHash, proof: [TreeHash]
    ) throws(ProofError) {
        guard end <= size else { throw ProofError(.unproven, "the tree of \(size) is smaller than that of \(end)") }
        var (first, last, treeLast) = (start, end - 1, size - 1)
        while first != last, last == treeLast || last & 1 == 1 {
            (first, last, treeLast) = (first >> 1, last >> 1, treeLast >> 1)
        }
        var rest = proof[...]
        // If the subtree is a full node of the tree, the proof leaves out its root, which is known.
        guard let begin = first == last ? root : rest.popFirst() else {
            throw ProofError(.unproven, "the proof is shorter than its tree is high")
        }
        var (hash, treeHash) = (begin, begin)
        for sibling in rest {
            guard treeLast > 0 else { throw ProofError(.unproven, "the proof is longer than its tree is high") }
            if last & 1 == 1 || last == treeLast {
                if first < last { hash = .node(sibling, hash) }
                treeHash = .node(sibling, treeHash)
                while last & 1 == 0 { (first, last, treeLast) = (first >> 1, last >> 1, treeLast >> 1) }
            } else {
                treeHash = .node(treeHash, sibling)
            }
            (first, last, treeLast) = (first >> 1, last >> 1, treeLast >> 1)
        }
        guard treeLast == 0 else { throw ProofError(.unproven, "the proof is shorter than its tree is high") }
        guard hash == root else { throw ProofError(.unproven, "the proof leads to another root of the earlier tree") }
        guard treeHash == treeRoot else {
            throw ProofError(.unproven, "the proof leads to another root of the later tree")
        }
    }
}
