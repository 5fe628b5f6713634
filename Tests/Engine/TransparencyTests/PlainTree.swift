@testable import Transparency

/// The definitions of RFC 9162 §2.1, word for word: slow, and simple.
struct PlainTree {
    var leaves: [TreeHash]

    init(count: Int) { leaves = (0..<count).map { .leaf([UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]) } }

    init(_ leaves: [TreeHash]) { self.leaves = leaves }

    /// MTH(D[start:end]).
    func root(_ range: Range<Int>) -> TreeHash {
        if range.isEmpty { return .ofEmptyTree }
        if range.count == 1 { return leaves[range.lowerBound] }
        let middle = range.lowerBound + Self.split(range.count)
        return .node(root(range.lowerBound..<middle), root(middle..<range.upperBound))
    }

    func root(size: Int) -> TreeHash { root(0..<size) }

    /// PATH(m, D[start:end]).
    func path(_ index: Int, _ range: Range<Int>) -> [TreeHash] {
        if range.count == 1 { return [] }
        let middle = range.lowerBound + Self.split(range.count)
        return range.lowerBound + index < middle
            ? path(index, range.lowerBound..<middle) + [root(middle..<range.upperBound)]
            : path(range.lowerBound + index - middle, middle..<range.upperBound) + [root(range.lowerBound..<middle)]
    }

    /// SUBPROOF(m, D[start:end], b).
    func subproof(_ size: Int, _ range: Range<Int>, _ isWhole: Bool) -> [TreeHash] {
        if size == range.count { return isWhole ? [] : [root(range)] }
        let left = Self.split(range.count)
        let middle = range.lowerBound + left
        return size <= left
            ? subproof(size, range.lowerBound..<middle, isWhole) + [root(middle..<range.upperBound)]
            : subproof(size - left, middle..<range.upperBound, false) + [root(range.lowerBound..<middle)]
    }

    private static func split(_ count: Int) -> Int {
        var half = 1
        while half * 2 < count { half *= 2 }
        return half
    }

    /// The tree of the tested code, with nodes looked up.
    func tree(nodes: NodeTable) -> MerkleTree {
        MerkleTree(size: UInt64(leaves.count)) { node in
            guard let hash = nodes.nodes[node] else { throw ProofError(.malformed, "node \(node) is not complete") }
            return hash
        }
    }
}

/// Every full node over some leaves.
struct NodeTable {
    let nodes: [TreeNode: TreeHash]

    init(_ leaves: [TreeHash]) {
        var nodes: [TreeNode: TreeHash] = [:]
        var frontier = TreeFrontier()
        for leaf in leaves {
            nodes[TreeNode(level: 0, index: frontier.size)] = leaf
            frontier.append(leaf) { nodes[$0] = $1 }
        }
        self.nodes = nodes
    }
}
