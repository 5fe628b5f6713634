import Testing

@testable import Transparency

/// All sizes to 300, all leaves and all pairs, against the definitions of RFC 9162.
@Suite struct MerkleTreeTests {
    private static let sizeMax = 300
    private static let plain = PlainTree(count: sizeMax)
    private static let roots = (0...sizeMax).map { plain.root(size: $0) }
    private static let nodes = NodeTable(plain.leaves)
    private let tree = plain.tree(nodes: nodes)

    @Test("the frontier has the root of every tree size") func frontierHasTheRootOfEverySize() throws {
        var frontier = TreeFrontier()
        for size in 0...Self.sizeMax {
            #expect(frontier.size == UInt64(size))
            #expect(frontier.root == Self.roots[size])
            #expect(try tree.root(size: UInt64(size)) == Self.roots[size])
            let found = try TreeFrontier(size: UInt64(size)) { node in
                #expect(node.end <= size)
                return try #require(Self.nodes.nodes[node])
            }
            #expect(found == frontier)
            if size < Self.sizeMax { frontier.append(Self.plain.leaves[size]) }
        }
    }

    @Test("completed nodes are exactly the full subtrees") func completedNodesAreTheFullSubtrees() {
        var completed: [TreeNode: TreeHash] = [:]
        var frontier = TreeFrontier()
        for (index, leaf) in Self.plain.leaves.enumerated() {
            frontier.append(leaf) { node, hash in
                #expect(node.end == UInt64(index + 1), "a node is complete with its last leaf")
                #expect(completed.updateValue(hash, forKey: node) == nil)
            }
        }
        var count = 0
        for level in 1...8 {
            for index in 0..<Self.sizeMax >> level {
                let leaves = index << level..<(index + 1) << level
                #expect(completed[TreeNode(level: level, index: UInt64(index))] == Self.plain.root(leaves))
                count += 1
            }
        }
        #expect(completed.count == count)
    }

    @Test("every leaf has a valid proof in every tree") func everyLeafIsProvenInEveryTree() throws {
        for size in 1...Self.sizeMax {
            let whole = try #require(Subtree(size: UInt64(size)))
            for index in 0..<size {
                let proof = try tree.inclusionProof(index: UInt64(index), size: UInt64(size))
                if size < 80 || index % 17 == 0 { #expect(proof == Self.plain.path(index, 0..<size)) }
                try whole.verifyInclusion(
                    of: Self.plain.leaves[index], at: UInt64(index), proof: proof, root: Self.roots[size])
            }
        }
    }

    @Test("every tree is proven consistent with every smaller one")
    func everyTreeIsProvenToBeginWithEverySmallerOne() throws {
        for size in 1...Self.sizeMax {
            for old in 1...size {
                let proof = try tree.consistencyProof(from: UInt64(old), to: UInt64(size))
                if size < 80 || old % 17 == 0 { #expect(proof == Self.plain.subproof(old, 0..<size, true)) }
                try #require(Subtree(size: UInt64(old))).verifyConsistency(
                    root: Self.roots[old], withTreeOf: UInt64(size), treeRoot: Self.roots[size], proof: proof)
            }
        }
    }

    /// A proof of one statement proves no other, and a changed proof proves nothing.
    @Test("an altered inclusion proof, leaf, index, size or root is refused") func alteredInclusionIsRefused() throws {
        for size in [1, 2, 3, 5, 8, 13, 31, 64, 100, 255, 256, 257] {
            for index in Set([0, size / 3, size / 2, size - 1]) {
                let proof = try tree.inclusionProof(index: UInt64(index), size: UInt64(size))
                func refuses(
                    _ leaf: TreeHash, _ index: Int, _ size: Int, _ proof: [TreeHash], _ root: TreeHash,
                    _ comment: Comment
                ) throws {
                    let whole = try #require(Subtree(size: UInt64(size)))
                    #expect(throws: ProofError.self, comment) {
                        try whole.verifyInclusion(of: leaf, at: UInt64(index), proof: proof, root: root)
                    }
                }
                let (leaf, root) = (Self.plain.leaves[index], Self.roots[size])
                try refuses(.leaf([9, 9, 9]), index, size, proof, root, "another leaf")
                try refuses(leaf, index, size, proof, Self.roots[(size + 1) % 258], "another root")
                try refuses(leaf, index, size, proof + [root], root, "a hash too many")
                try refuses(leaf, index, size, [leaf] + proof, root, "a hash too many before")
                try refuses(leaf, size, size, proof, root, "an index beyond the tree")
                for other in Set([index ^ 1, index + 1, index + 2]) where other < size {
                    try refuses(leaf, other, size, proof, root, "another index")
                }
                if proof.isEmpty { continue }
                try refuses(leaf, index, size, Array(proof.dropLast()), root, "a hash too few")
                try refuses(leaf, index, size, Array(proof.dropFirst()), root, "a hash too few before")
                for place in proof.indices {
                    var altered = proof
                    altered[place] = .leaf(proof[place].bytes)
                    try refuses(leaf, index, size, altered, root, "another hash at \(place)")
                }
            }
        }
    }

    @Test("an altered consistency proof, size or root is refused") func alteredConsistencyIsRefused() throws {
        for (old, new) in [
            (1, 1), (1, 2), (3, 3), (4, 8), (5, 8), (6, 7), (7, 256), (128, 256), (129, 300), (255, 257),
        ] {
            let proof = try tree.consistencyProof(from: UInt64(old), to: UInt64(new))
            func refuses(
                _ old: Int, _ new: Int, _ oldRoot: TreeHash, _ newRoot: TreeHash, _ proof: [TreeHash],
                _ comment: Comment
            ) throws {
                let whole = try #require(Subtree(size: UInt64(old)))
                #expect(throws: ProofError.self, comment) {
                    try whole.verifyConsistency(
                        root: oldRoot, withTreeOf: UInt64(new), treeRoot: newRoot, proof: proof)
                }
            }
            let (oldRoot, newRoot) = (Self.roots[old], Self.roots[new])
            let other = TreeHash.leaf([7])
            try refuses(old, new, other, newRoot, proof, "another old root")
            try refuses(old, new, oldRoot, other, proof, "another new root")
            try refuses(old, new, oldRoot, newRoot, proof + [newRoot], "a hash too many")
            try refuses(old, new, oldRoot, newRoot, [oldRoot] + proof, "a hash too many before")
            if old < new {
                try refuses(new, old, newRoot, oldRoot, proof, "a tree that shrinks")
                try refuses(old, new, newRoot, oldRoot, proof, "roots changed about")
                try refuses(old, new, oldRoot, newRoot, Array(proof.dropLast()), "a hash too few")
                try refuses(old, new, oldRoot, newRoot, [], "nothing")
            }
            for place in proof.indices {
                var altered = proof
                altered[place] = other
                try refuses(old, new, oldRoot, newRoot, altered, "another hash at \(place)")
            }
        }
    }

    @Test(
        "a subtree is valid where its size divides its start",
        arguments: [
            (0, 1, true), (0, 300, true), (8, 16, true), (8, 13, true), (8, 9, true), (0, 0, false), (5, 5, false),
            (6, 5, false), (1, 3, false), (3, 5, false), (2, 5, false), (2, 6, false), (1, UInt64.max, false),
            (1 << 63, UInt64.max, true), (0, UInt64.max, true), (1, (1 << 63) + 2, false),
        ] as [(UInt64, UInt64, Bool)])
    func subtreesBeginWhereTheirSizeDivides(start: UInt64, end: UInt64, isOne: Bool) {
        #expect((Subtree(start: start, end: end) != nil) == isOne)
    }

    /// Sizes near 2^64 neither trap nor take long.
    @Test("proofs for sizes near 2^64 are refused without trap or delay") func hugeSizesAreRefused() throws {
        let hash = TreeHash.leaf([1])
        let huge = try #require(Subtree(size: .max))
        for count in [0, 1, 63, 64, 65, 200] {
            let proof = [TreeHash](repeating: hash, count: count)
            #expect(throws: ProofError.self) {
                try huge.verifyInclusion(of: hash, at: .max - 1, proof: proof, root: hash)
            }
            #expect(throws: ProofError.self) {
                try huge.verifyConsistency(root: .ofEmptyTree, withTreeOf: .max, treeRoot: hash, proof: proof)
            }
        }
    }
}
