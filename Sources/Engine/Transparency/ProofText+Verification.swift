// Verification by a reader who has only the log's key and these texts.

extension SignedNote {
    /// The head that the key signed for the log of its name. Other signatures are ignored.
    package func checkpoint(signedBy key: VerifierKey) throws(ProofError) -> Checkpoint {
        try verify(by: key)
        let head = try Checkpoint(self)
        guard head.origin.utf8.elementsEqual(key.name.utf8) else {
            throw ProofError(.unproven, "the head is of the log \(head.origin), and the key is that of \(key.name)")
        }
        return head
    }
}

extension InclusionText {
    /// Verifies that the entry is in the key's log. Returns the head that contains it.
    package func verify(_ entry: [UInt8], signedBy key: VerifierKey) throws(ProofError) -> Checkpoint {
        let head = try self.head.checkpoint(signedBy: key)
        guard let tree = Subtree(size: head.size) else {
            throw ProofError(.unproven, "the head is of a log without entries")
        }
        try tree.verifyInclusion(of: .leaf(entry), at: index, proof: hashes, root: head.root)
        return head
    }
}

extension ConsistencyText {
    /// Verifies that the log of the new head begins with that of the old signed head. Returns the new head.
    package func verify(since old: Checkpoint, signedBy key: VerifierKey) throws(ProofError) -> Checkpoint {
        let head = try self.head.checkpoint(signedBy: key)
        guard old.size == oldSize else {
            throw ProofError(.unproven, "the proof begins at \(oldSize) entries, and the old head is of \(old.size)")
        }
        try head.verify(extends: old, by: hashes)
        return head
    }
}

extension Checkpoint {
    /// Verifies that the log of this head begins with that of an earlier one.
    package func verify(extends old: Checkpoint, by proof: [TreeHash]) throws(ProofError) {
        guard origin == old.origin else {
            throw ProofError(.unproven, "the heads are of two logs: \(old.origin) and \(origin)")
        }
        guard old.size <= size else {
            throw ProofError(
                .unproven,
                "the new head is of \(size) entries and the old one of \(old.size), though a log only grows: name the older head first"
            )
        }
        guard old.size < size || old.root == root else {
            throw ProofError(
                .unproven, "the key signed two different heads of \(size) entries: the log was forked, or rewritten")
        }
        // Every tree extends the one tree without entries.
        guard let oldTree = Subtree(size: old.size) else {
            guard proof.isEmpty else { throw ProofError(.unproven, "the proof is longer than its tree is high") }
            return
        }
        try oldTree.verifyConsistency(root: old.root, withTreeOf: size, treeRoot: root, proof: proof)
    }
}
