import Testing

@testable import Transparency

@Suite struct ProofTextTests {
    private let head: SignedNote

    init() throws {
        let signer = try #require(NoteSigner(name: "example.org/log", seed: [UInt8](0..<32)))
        head = try SignedNote(
            text: Checkpoint(origin: "example.org/log", size: 8, root: .leaf([1])).text, signedBy: signer)
    }

    @Test("an inclusion proof reads back from its text", arguments: [nil, [], [1, 2, 3]] as [[UInt8]?])
    func inclusionIsReadBack(extra: [UInt8]?) throws {
        let proof = InclusionText(extra: extra, index: 5, hashes: [.leaf([2]), .leaf([3])], head: head)
        guard case .inclusion(let read) = try ProofText(Array(proof.description.utf8)) else {
            Issue.record("it is taken for another proof")
            return
        }
        #expect(read.extra == extra)
        #expect(read.index == 5)
        #expect(read.hashes == proof.hashes)
        #expect(read.head == head)
        #expect(read.description == proof.description)
    }

    @Test("a consistency proof reads back from its text") func consistencyIsReadBack() throws {
        for hashes in [[], [TreeHash.leaf([2])]] {
            let proof = ConsistencyText(oldSize: 3, hashes: hashes, head: head)
            guard case .consistency(let read) = try ProofText(Array(proof.description.utf8)) else {
                Issue.record("it is taken for another proof")
                return
            }
            #expect(read.oldHead == nil)
            #expect(read.oldSize == 3)
            #expect(read.hashes == hashes)
            #expect(read.description == proof.description)
        }
    }

    @Test("a consistency proof with the old head reads back and must match its size")
    func consistencyIsReadBackWithTheOldHead() throws {
        let signer = try #require(NoteSigner(name: "example.org/log", seed: [UInt8](0..<32)))
        let old = try SignedNote(
            text: Checkpoint(origin: "example.org/log", size: 3, root: .leaf([2])).text, signedBy: signer)
        let proof = ConsistencyText(oldHead: old, oldSize: 3, hashes: [.leaf([2])], head: head)
        guard case .consistency(let read) = try ProofText(Array(proof.description.utf8)) else {
            Issue.record("it is taken for another proof")
            return
        }
        #expect(read.oldHead == old)
        #expect(read.head == head)
        #expect(read.description == proof.description)
        var other = proof
        other.oldSize = 4
        #expect(throws: ProofError.self) { try ProofText(Array(other.description.utf8)) }
    }

    @Test("a head reads back from its text") func aHeadIsReadBack() throws {
        guard case .head(let read) = try ProofText(Array(head.description.utf8)) else {
            Issue.record("it is taken for a proof")
            return
        }
        #expect(read == head)
    }

    @Test("a proof text over the maximum length is refused unread") func whatIsTooLongIsNotLookedAt() {
        let spaces = [UInt8](repeating: 0x0A, count: ProofText.byteCountMax + 1)
        #expect(throws: ProofError.self) { try ProofText(spaces) }
        #expect(throws: ProofError.self) { try ProofText(spaces.dropLast()) }
    }

    @Test(
        "text that is no proof is refused",
        arguments: [
            "", "c2sp.org/tlog-proof@v1", "c2sp.org/tlog-proof@v1\n", "c2sp.org/tlog-proof@v2\nindex 0\n\n",
            "c2sp.org/tlog-proof@v1\nindex 00\n\n", "c2sp.org/tlog-proof@v1\nindex -1\n\n",
            "c2sp.org/tlog-proof@v1\nindex 18446744073709551616\n\n", "c2sp.org/tlog-proof@v1\nextra !\nindex 0\n\n",
            "c2sp.org/tlog-proof@v1\nextra AAAA\n\n", "c2sp.org/tlog-proof@v1\nindex 0\nAAAA\n\n", "old \n\n",
            "old x\n\n",
            "old 01\n\n", "old 3", "old 3\n\n", "older 3\n\n",
        ])
    func noProofIsRefused(beginning: String) {
        #expect(throws: ProofError.self) { try ProofText(Array(beginning.utf8)) }
        let isCut = beginning.hasSuffix("\n\n")
        if isCut, beginning != "old 3\n\n" {
            #expect(throws: ProofError.self) { try ProofText(Array((beginning + head.description).utf8)) }
        }
    }

    /// A truncated proof is no proof, and traps nowhere.
    @Test("every truncation of a proof is refused") func everyBeginningIsRefused() {
        let proof = InclusionText(extra: [1], index: 5, hashes: [.leaf([2]), .leaf([3])], head: head)
        let bytes = Array(proof.description.utf8)
        for count in 0..<bytes.count {
            #expect(throws: ProofError.self) { try ProofText(Array(bytes.prefix(count))) }
        }
    }

    @Test("a proof with more than 64 hashes is refused") func moreHashesThanATreeIsHighAreRefused() {
        let proof = ConsistencyText(oldSize: 3, hashes: Array(repeating: .leaf([2]), count: 65), head: head)
        #expect(throws: ProofError.self) { try ProofText(Array(proof.description.utf8)) }
    }
}
