import Transparency

/// Proofs, heads and keys: what strangers send us, and we them.
enum ProofBytes {
    private static let leaves = (0..<11).map { TreeHash.leaf([UInt8($0)]) }
    private static var tree: MerkleTree { MerkleTree(size: 11, node: node) }

    private static func node(_ node: TreeNode) -> TreeHash {
        let width = 1 << node.level
        var frontier = TreeFrontier()
        for leaf in leaves[Int(node.index) * width..<(Int(node.index) + 1) * width] { frontier.append(leaf) }
        return frontier.root
    }
    private static let signer = NoteSigner(name: "larder/fuzz", seed: [UInt8](repeating: 3, count: 32))
    private static let heads: [SignedNote] = (1...11 as ClosedRange<UInt64>).compactMap { size in
        guard let signer, let root = try? tree.root(size: size) else { return nil }
        return try? SignedNote(
            text: Checkpoint(origin: "larder/fuzz", size: size, root: root).text, signedBy: signer)
    }

    static var notes: [[UInt8]] {
        heads.suffix(3).map { Array($0.description.utf8) } + [Array((signer?.verifier.description ?? "").utf8)]
    }

    static var proofs: [[UInt8]] {
        guard let head = heads.last else { return [] }
        let inclusions = [0, 6, 10].compactMap { index in
            (try? tree.inclusionProof(index: index, size: 11)).map {
                InclusionText(extra: index == 6 ? [1, 2] : nil, index: index, hashes: $0, head: head).description
            }
        }
        let consistencies = [1, 4, 7].compactMap { size in
            (try? tree.consistencyProof(from: size, to: 11)).map {
                ConsistencyText(oldSize: size, hashes: $0, head: head).description
            }
        }
        return (inclusions + consistencies).map { Array($0.utf8) }
    }

    static func note(_ bytes: [UInt8]) throws(Finding) {
        if let key = try? VerifierKey(String(decoding: bytes, as: UTF8.self)) {
            try expect(Array(key.description.utf8) == bytes, "a key is read as another: \(key.description)")
        }
        guard let note = try? SignedNote(bytes) else { return }
        try expect(Array(note.description.utf8) == bytes, "a note is read as another")
        try check(note)
        if let head = try? Checkpoint(note) {
            try expect(note.text.hasPrefix(head.text), "a head is read as another: \(head.text)")
        }
    }

    /// Nothing passes for signed but what was signed.
    private static func check(_ note: SignedNote) throws(Finding) {
        guard let key = signer?.verifier, (try? note.verify(by: key)) != nil else { return }
        try expect(heads.contains { $0.text == note.text }, "a forged head passes: \(note.text)")
    }

    static func proof(_ bytes: [UInt8]) throws(Finding) {
        guard let proof = try? ProofText(bytes) else { return }
        switch proof {
        case .head(let note): try check(note)
        case .inclusion(let proof):
            try expect(Array(proof.description.utf8) == bytes, "a proof is read as another")
            try check(proof.head)
            guard let head = try? Checkpoint(proof.head), let all = Subtree(size: head.size) else { return }
            for (index, leaf) in leaves.enumerated() {
                let isProven =
                    (try? all.verifyInclusion(of: leaf, at: proof.index, proof: proof.hashes, root: head.root)) != nil
                let isTrue = UInt64(index) == proof.index
                try expect(!isProven || isTrue || !isOurs(head), "leaf \(index) is proven to lie at \(proof.index)")
            }
        case .consistency(let proof):
            try expect(Array(proof.description.utf8) == bytes, "a proof is read as another")
            try check(proof.head)
            guard let head = try? Checkpoint(proof.head), let old = Subtree(size: proof.oldSize) else { return }
            for size in 1...11 as ClosedRange<UInt64> {
                guard let root = try? tree.root(size: size) else { continue }
                let isProven =
                    (try? old.verifyConsistency(
                        root: root, withTreeOf: head.size, treeRoot: head.root, proof: proof.hashes)) != nil
                try expect(
                    !isProven || size == proof.oldSize || !isOurs(head),
                    "the root of \(size) leaves passes for that of \(proof.oldSize)")
            }
        }
    }

    private static func isOurs(_ head: Checkpoint) -> Bool {
        (1...11).contains(head.size) && (try? tree.root(size: head.size)) == head.root
    }
}
