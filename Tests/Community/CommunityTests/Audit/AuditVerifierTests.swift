import Events
import Foundation
import Layout
import TestSupport
import Testing
import Transparency

@testable import Community
@testable import EventLog

/// A proof can be verified with the log and without it, and nothing else can be proved.
@Suite final class AuditVerifierTests {
    private let kitchen: Kitchen
    private var community: Community { kitchen.community }

    init() throws {
        kitchen = try Kitchen()
        try kitchen.join("ada")
        let soup = try kitchen.post("Soup", by: "ada")
        for index in 0..<60 {
            try kitchen.join("cook\(index)")
            try kitchen.submit(Commands.act(.recipeLiked, "cook\(index)", on: soup))
        }
    }

    private func text(_ text: String, _ name: String = "file") -> AuditVerifier.Text { (name, Array(text.utf8)) }

    private func stranger() throws -> AuditVerifier { try AuditVerifier(key: community.auditKey(), community: nil) }
    private func keeper() throws -> AuditVerifier { try AuditVerifier(key: nil, community: community) }

    private func code(_ check: () throws -> AuditVerdict) -> Refusal.Code? {
        do {
            _ = try check()
            return nil
        } catch {
            return (error as? Refusal)?.code
        }
    }

    @Test("a signed head verifies with the log and without it") func headsHoldWithTheLogAndWithout() throws {
        let head = try community.auditHead()
        #expect(head.size == 123)
        #expect(head.root == (try community.logStat().root))
        #expect(head.origin == community.log.logIDText)
        #expect(head.key == (try community.auditKey()))
        #expect(head.note.hasPrefix("\(head.origin)\n\(head.size)\n\(head.root)\n\n\u{2014} \(head.origin) "))
        let (alone, beside) = (try stranger().verify([text(head.note)]), try keeper().verify([text(head.note)]))
        #expect(alone.claim == .head && alone.equalsLog == nil)
        #expect(beside.claim == .head && beside.equalsLog == true)
        #expect(code { try keeper().verify([text(community.auditHead(size: 0).note)]) } == nil)
    }

    @Test("every event is proven in heads of any size") func everyEventIsProvedInHeadsOfAnySize() throws {
        for size in [1, 2, 3, 64, 65, 122, 123] as [UInt64] {
            for position in 1...size where position % 7 == 1 || position > size - 2 {
                let proof = try community.auditProof(of: Position(position), size: size)
                #expect(proof.size == size)
                for verifier in [try stranger(), try keeper()] {
                    let verdict = try verifier.verify([text(proof.proof)])
                    #expect(verdict.claim == .inclusion)
                    #expect(verdict.size == size)
                    #expect(verdict.event?.position == position)
                    let header = try community.log.read { try $0.header(at: Position(position)) }
                    #expect(verdict.event?.type == header?.kind.name)
                }
            }
        }
    }

    @Test("growth is proven between any two heads, and never backwards")
    func growthIsProvedBetweenAnyTwoHeads() throws {
        for (old, new) in [(0, 1), (1, 2), (1, 123), (64, 123), (100, 101), (123, 123), (0, 123)] as [(UInt64, UInt64)]
        {
            let proof = text(try community.auditProof(from: old, to: new).proof)
            let (oldHead, newHead) = (try community.auditHead(size: old), try community.auditHead(size: new))
            let heads = [text(oldHead.note), text(newHead.note)]
            for verifier in [try stranger(), try keeper()] {
                for texts in [[proof], [heads[0], proof], heads + [proof]] {
                    let verdict = try verifier.verify(texts)
                    #expect(verdict.claim == .consistency)
                    #expect(verdict.oldSize == old && verdict.size == new)
                }
            }
            #expect(try keeper().verify(heads).equalsLog == true)
            let needsProof = 0 < old && old < new
            #expect(code { try stranger().verify(heads) } == (needsProof ? .invalid : nil))
            #expect(code { try stranger().verify(heads.reversed()) } == (old == new ? nil : .verificationFailed))
        }
    }

    @Test("who has an event's leaf gets a proof without the event, also of events that came later")
    func leavesAreFound() throws {
        func bytes(_ position: UInt64) throws -> [UInt8] {
            try #require(try community.log.read { try $0.canonicalBytes(at: Position(position)) })
        }
        for position in [1, 2, 64, 122, 123] as [UInt64] {
            let event = try bytes(position)
            let proof = try community.auditProof(ofLeaf: TreeHash.leaf(event).base64)
            #expect(proof.position == position && proof.size == 123)
            #expect(!proof.proof.contains("extra"))
            let verdict = try stranger().verify([text(proof.proof)], event: event)
            #expect(verdict.claim == .inclusion && verdict.event?.position == position)
            #expect(code { try stranger().verify([text(proof.proof)], event: bytes(3)) } == .verificationFailed)
        }
        try kitchen.join("late")
        let leaf = TreeHash.leaf(try bytes(124)).base64
        #expect(try community.auditProof(ofLeaf: leaf).position == 124)
        // base64url, with and without the padding.
        let url = leaf.replacing("+", with: "-").replacing("/", with: "_")
        for spelling in [url, String(url.dropLast())] {
            #expect(try community.auditProof(ofLeaf: spelling).position == 124)
        }
        func refusal(_ leaf: String, size: UInt64? = nil) -> Refusal.Code? {
            do throws(Refusal) {
                _ = try community.auditProof(ofLeaf: leaf, size: size)
                return nil
            } catch { return error.code }
        }
        #expect(refusal(TreeHash.leaf([1]).base64) == .notFound)
        #expect(refusal(leaf, size: 123) == .invalid)
        for wrong in ["", "=", "soup", leaf + leaf, String(leaf.dropLast(2)), "\(leaf.dropLast())\n"] {
            #expect(refusal(wrong) == .invalid, "\(wrong)")
        }
    }

    @Test("proofs of absent events and impossible sizes are refused") func whatCannotBeProvedIsRefused() throws {
        #expect(throws: Refusal.self) { try community.auditProof(of: Position(124)) }
        #expect(throws: Refusal.self) { try community.auditProof(of: .none) }
        #expect(throws: Refusal.self) { try community.auditProof(of: Position(100), size: 99) }
        #expect(throws: Refusal.self) { try community.auditProof(of: Position(100), size: 0) }
        #expect(throws: Refusal.self) { try community.auditProof(of: Position(100), size: 124) }
        #expect(throws: Refusal.self) { try community.auditProof(from: 100, to: 99) }
        #expect(throws: Refusal.self) { try community.auditProof(from: 124) }
        #expect(throws: Refusal.self) { try community.auditHead(size: 124) }
        #expect(throws: Refusal.self) { try community.auditHead(size: .max) }
    }

    /// With any byte changed it is no proof, or proves nothing.
    @Test("a proof or head with any altered byte is refused") func everyAlteredByteIsRefused() throws {
        let proofs = [
            try community.auditProof(of: Position(100), size: 120).proof,
            try community.auditProof(from: 50, to: 120).proof, try community.auditHead().note,
        ]
        for proof in proofs {
            let (bytes, verifier) = (Array(proof.utf8), try stranger())
            for index in bytes.indices {
                var altered = bytes
                altered[index] ^= 1
                let found = code { try verifier.verify([("file", altered)]) }
                #expect(found == .invalid || found == .verificationFailed, "byte \(index) of \(proof)")
            }
            for count in stride(from: 0, to: bytes.count, by: 5) {
                #expect(code { try verifier.verify([("file", Array(bytes.prefix(count)))]) } != nil)
            }
            let lines = proof.split(separator: "\n", omittingEmptySubsequences: false)
            for index in lines.indices.dropLast() {
                var without = lines
                without.remove(at: index)
                let found = code { try verifier.verify([text(without.joined(separator: "\n"))]) }
                #expect(found != nil, "line \(index) of \(proof)")
            }
        }
    }

    @Test("another key verifies nothing, and text that is no key is refused") func anotherKeyProvesNothing() throws {
        let other = try Kitchen()
        let key = try other.community.auditKey()
        let proof = try community.auditProof(of: Position(100))
        #expect(code { try AuditVerifier(key: key, community: nil).verify([text(proof.proof)]) } == .verificationFailed)
        #expect(
            code { try AuditVerifier(key: nil, community: other.community).verify([text(proof.proof)]) }
                == .verificationFailed)
        // The other log is not asked about this log's events.
        let own = try AuditVerifier(key: community.auditKey(), community: other.community)
        #expect(try own.verify([text(proof.proof)]).equalsLog == nil)
        for word in ["", "key", "a+b+c", String(key.dropLast())] {
            #expect(throws: Refusal.self) { try AuditVerifier(key: word, community: nil) }
        }
    }

    @Test("signatures of other signers are ignored") func signaturesOfOthersArePassedOver() throws {
        let proof = try community.auditProof(of: Position(100)).proof + "\u{2014} witness.example AAAAAAAA\n"
        #expect(try stranger().verify([text(proof)]).size == 123)
    }

    @Test("an event is verified against its bytes, and other bytes are refused")
    func anEventIsCheckedAgainstItsBytes() throws {
        let bytes = try #require(try community.log.read { try $0.canonicalBytes(at: Position(100)) })
        let proof = try community.auditProof(of: Position(100)).proof
        let bare = proof.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("extra ") }
            .joined(separator: "\n")
        #expect(bare != proof)
        #expect(try stranger().verify([text(bare)], event: bytes).event?.position == 100)
        #expect(try stranger().verify([text(proof)], event: bytes).event?.position == 100)
        #expect(code { try stranger().verify([text(bare)]) } == .invalid)
        #expect(try keeper().verify([text(bare)]).event?.position == 100)
        for other in [[], bytes.dropLast(), bytes + [0]] as [[UInt8]] {
            for verifier in [try stranger(), try keeper()] {
                #expect(code { try verifier.verify([text(proof)], event: other) } == .verificationFailed)
                #expect(code { try verifier.verify([text(bare)], event: other) } == .verificationFailed)
            }
        }
        let head = try community.auditHead().note
        #expect(code { try stranger().verify([text(head)], event: bytes) } == .invalid)
    }

    /// Sealed bytes stay in the tree as they were sealed.
    @Test("proofs stay valid after a member's erasure") func erasureLeavesProofsValid() throws {
        let member = try kitchen.join("gus").position
        let proof = try community.auditProof(of: member)
        let head = try community.auditHead()
        try kitchen.submit(Commands.act(.memberDeleted, "gus", on: .username("gus")))
        #expect(try community.log.read { try $0.record(at: member)?.isErased } == true)
        for verifier in [try stranger(), try keeper()] {
            #expect(try verifier.verify([text(proof.proof)]).event?.position == member.value)
            let later = try community.auditProof(of: member)
            #expect(later.size == proof.size + 1)
            #expect(try verifier.verify([text(later.proof)]).event?.type == "member.registered")
            let growth = try community.auditProof(from: head.size)
            #expect(try verifier.verify([text(head.note), text(growth.proof)]).claim == .consistency)
        }
    }

    /// The key's owner can state anything; the local log shows what is true.
    @Test("a receipt with a false statement is refused by the log") func whatAReceiptStatesIsThatOfTheLog() throws {
        let member = MemberID(try kitchen.join("gus").position)
        try kitchen.submit(Commands.act(.memberDeleted, "gus", on: .username("gus")))
        let receipt = try community.eraseReceipt(of: .position(member.position, letter: "m"))
        let lines = try #require(try keeper().verify([text(receipt.note)]).statements)
        #expect(lines.first == "erased-member \(member)" && lines.contains("erased-payloads 1"))
        #expect(try stranger().verify([text(receipt.note)]).statements == lines)
        func signed(_ lines: [String]) throws -> AuditVerifier.Text {
            let note = try community.log.signingStatements { snapshot, sign in try sign(snapshot.head.value, lines) }
            return text(note.description)
        }
        let others = try signed(["shared with everybody", "on a Sunday"])
        #expect(try keeper().verify([others]).statements == ["shared with everybody", "on a Sunday"])
        let falsehoods = [
            ["erased-member m2"], ["erased-member m9999"], Array(lines.dropLast()), lines + ["erased-kind x 1"],
            lines.map { $0.replacing("erased-key slot ", with: "erased-key slot 1") },
        ]
        for falsehood in falsehoods {
            let note = try signed(falsehood)
            #expect(try stranger().verify([note]).statements == falsehood)
            #expect(code { try keeper().verify([note]) } == .verificationFailed, "\(falsehood)")
        }
        #expect(try keeper().verify([text(community.auditHead().note)]).statements == nil)
    }

    /// The owner of the key signs a false statement: readers without the log cannot know that.
    @Test("a signed head of another history is refused by the log") func aHeadOfAnotherHistoryIsFoundByTheLog() throws {
        let directory = TemporaryDirectory()
        let copy = directory.path("copy")
        try kitchen.reopen { try FileManager.default.copyItem(atPath: kitchen.path, toPath: copy) }
        _ = try community.auditKey()
        try kitchen.reopen {
            try FileManager.default.copyItem(
                atPath: "\(kitchen.path)/vault/signing", toPath: "\(copy)/vault/signing")
        }
        let fork = try Community.open(at: copy, mode: .existing)
        defer { fork.close() }
        _ = try fork.submit(Commands.join("mallory"))
        try kitchen.join("zoe")
        let (head, forked) = (try community.auditHead(), try fork.auditHead())
        #expect(head.size == forked.size && head.root != forked.root)
        #expect(try stranger().verify([text(forked.note)]).claim == .head)
        #expect(code { try keeper().verify([text(forked.note)]) } == .verificationFailed)
        #expect(code { try stranger().verify([text(head.note), text(forked.note)]) } == .verificationFailed)
        let proof = try fork.auditProof(of: Position(124)).proof
        #expect(try stranger().verify([text(proof)]).claim == .inclusion)
        #expect(code { try keeper().verify([text(proof)]) } == .verificationFailed)
        _ = try fork.submit(Commands.join("eve"))
        let longer = try fork.auditHead()
        #expect(code { try keeper().verify([text(longer.note)]) } == .verificationFailed)
        #expect(code { try keeper().verify([text(head.note), text(longer.note)]) } == .verificationFailed)
        let growth = text(try fork.auditProof(from: 124).proof)
        #expect(code { try stranger().verify([text(head.note), text(longer.note), growth]) } == .verificationFailed)
        #expect(code { try stranger().verify([text(head.note), growth]) } == .verificationFailed)
        #expect(code { try keeper().verify([growth]) } == .verificationFailed)
    }
}
