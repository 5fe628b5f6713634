import Testing

@testable import Transparency

/// What a reader with a key and some texts can verify.
@Suite struct ProofVerificationTests {
    private static let seed = [UInt8](0..<32)
    private let signer: NoteSigner
    private let plain = PlainTree((0..<21).map { TreeHash.leaf([UInt8($0)]) })
    private let tree: MerkleTree

    init() throws {
        signer = try #require(NoteSigner(name: "example.org/log", seed: Self.seed))
        tree = plain.tree(nodes: NodeTable(plain.leaves))
    }

    private func head(_ size: Int, origin: String = "example.org/log", root: TreeHash? = nil) throws -> SignedNote {
        let head = Checkpoint(origin: origin, size: UInt64(size), root: root ?? plain.root(size: size))
        return try SignedNote(text: head.text, signedBy: signer)
    }

    private func growth(_ old: Int, _ new: Int) throws -> ConsistencyText {
        let hashes = old == 0 ? [] : try tree.consistencyProof(from: UInt64(old), to: UInt64(new))
        return ConsistencyText(
            oldHead: try head(old), oldSize: UInt64(old), hashes: hashes, head: try head(new))
    }

    @Test("every entry is proven in every head, and other entries are not") func everyEntryIsFoundInEveryHead() throws {
        for size in 1...21 {
            for index in 0..<size {
                let hashes = try tree.inclusionProof(index: UInt64(index), size: UInt64(size))
                let proof = InclusionText(extra: nil, index: UInt64(index), hashes: hashes, head: try head(size))
                #expect(try proof.verify([UInt8(index)], signedBy: signer.verifier).size == UInt64(size))
                expectUnproven { try proof.verify([UInt8(index) + 1], signedBy: signer.verifier) }
            }
        }
        let empty = InclusionText(extra: nil, index: 0, hashes: [], head: try head(0))
        expectUnproven { try empty.verify([0], signedBy: signer.verifier) }
    }

    @Test("every head is proven to extend every earlier one, and no forked one")
    func everyHeadIsFoundToExtendEveryEarlierOne() throws {
        for new in 0...21 {
            for old in 0...new {
                let proof = try growth(old, new)
                let oldHead = try head(old).checkpoint(signedBy: signer.verifier)
                #expect(try proof.verify(since: oldHead, signedBy: signer.verifier).size == UInt64(new))
                for other in 0...21 where other != old {
                    let otherHead = try head(other).checkpoint(signedBy: signer.verifier)
                    expectUnproven { try proof.verify(since: otherHead, signedBy: signer.verifier) }
                }
                if old > 0 {
                    let forked = Checkpoint(origin: "example.org/log", size: UInt64(old), root: .leaf([99]))
                    expectUnproven { try proof.verify(since: forked, signedBy: signer.verifier) }
                }
            }
        }
    }

    @Test("a head that shrinks or forks is refused by name") func aHeadThatShrinksOrForksIsTold() throws {
        let (old, new) = (try Checkpoint(head(20)), try Checkpoint(head(10)))
        expectUnproven("only grows") { try new.verify(extends: old, by: []) }
        let forked = Checkpoint(origin: old.origin, size: 20, root: .leaf([1]))
        expectUnproven("two different heads of 20") { try forked.verify(extends: old, by: []) }
        let stranger = Checkpoint(origin: "example.org/other", size: 20, root: old.root)
        expectUnproven("two logs") { try stranger.verify(extends: old, by: []) }
        try old.verify(extends: old, by: [])
        let empty = Checkpoint(origin: old.origin, size: 0, root: .ofEmptyTree)
        try old.verify(extends: empty, by: [])
        expectUnproven { try old.verify(extends: empty, by: [.leaf([1])]) }
    }

    /// A key signs only for its own log, and no other key signs for that log.
    @Test("only a signature by the log's own key counts") func onlyTheLogsOwnKeyCounts() throws {
        expectUnproven("is of the log") {
            try head(3, origin: "example.org/other").checkpoint(signedBy: signer.verifier)
        }
        let other = try #require(NoteSigner(name: "example.org/log", seed: Self.seed.reversed()))
        expectUnproven("not signed by") { try head(3).checkpoint(signedBy: other.verifier) }
        let both = try SignedNote(
            Array((head(3).description + "\u{2014} witness.example AAAAAAAA\n").utf8))
        #expect(try both.checkpoint(signedBy: signer.verifier).size == 3)
    }

    private func expectUnproven<R>(_ words: String = "", _ check: () throws -> R) {
        do {
            _ = try check()
            Issue.record("it was taken")
        } catch let error as ProofError {
            #expect(error.kind == .unproven)
            #expect(error.reason.contains(words), "\(error.reason)")
        } catch {
            Issue.record("\(error)")
        }
    }
}
