import Testing

@testable import Transparency

@Suite struct NoteTests {
    private static let seed = [UInt8](0..<32)
    private let signer: NoteSigner
    private let other: NoteSigner
    private let head = Checkpoint(origin: "example.org/log", size: 3, root: .leaf([1]))

    init() throws {
        signer = try #require(NoteSigner(name: "example.org/log", seed: Self.seed))
        other = try #require(NoteSigner(name: "example.org/log", seed: Self.seed.reversed()))
    }

    @Test("a signed note reads back and verifies with its own key only") func whatIsSignedIsReadBack() throws {
        let note = try SignedNote(text: head.text, signedBy: signer)
        let read = try SignedNote(Array(note.description.utf8))
        #expect(read == note)
        try read.verify(by: signer.verifier)
        #expect(try Checkpoint(read) == head)
        #expect(throws: ProofError.self) { try read.verify(by: other.verifier) }
    }

    @Test("a verifier key reads back from its text") func keysAreReadBack() throws {
        let text = signer.verifier.description
        let key = try VerifierKey(text)
        #expect(key.description == text)
        #expect(key.id == signer.verifier.id)
        try SignedNote(text: head.text, signedBy: signer).verify(by: key)
    }

    @Test(
        "text that is no verifier key is refused",
        arguments: [
            "", "name", "a+b", "example.org/log+00000000+AQ==",
            "a b+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx",
        ])
    func noKeyIsRefused(text: String) {
        #expect(throws: ProofError.self) { try VerifierKey(text) }
    }

    @Test("a verifier key with any altered byte is refused") func alteredKeysAreRefused() {
        let text = Array(signer.verifier.description.utf8)
        for index in text.indices {
            var altered = text
            altered[index] = altered[index] == UInt8(ascii: "b") ? UInt8(ascii: "d") : UInt8(ascii: "b")
            #expect(throws: ProofError.self, "byte \(index)") {
                try VerifierKey(String(decoding: altered, as: UTF8.self))
            }
        }
        #expect(throws: ProofError.self) { try VerifierKey(signer.verifier.description.uppercased()) }
    }

    /// Other signers, known or not, may sign as well; the signatures of known ones must be valid.
    @Test("signatures of unknown keys are ignored, and wrong ones of the known key refused")
    func signaturesOfOthersArePassedOver() throws {
        let both =
            try SignedNote(text: head.text, signedBy: signer).description
            + "\u{2014} witness.example AAAAAAAA\n\u{2014} example.org/log AAAAAAAAAAA=\n"
        let note = try SignedNote(Array(both.utf8))
        #expect(note.signatures.count == 3)
        try note.verify(by: signer.verifier)
        let wrong = try SignedNote(text: head.text + "more\n", signedBy: signer).description.split(separator: "\n").last
        let spoiled = try SignedNote(Array((both + (wrong ?? "") + "\n").utf8))
        #expect(throws: ProofError.self) { try spoiled.verify(by: signer.verifier) }
    }

    @Test("the text of a note may hold empty lines") func theTextMayHoldEmptyLines() throws {
        let note = try SignedNote(text: "one\n\ntwo\n", signedBy: signer)
        let read = try SignedNote(Array(note.description.utf8))
        #expect(read.text == "one\n\ntwo\n")
        try read.verify(by: signer.verifier)
    }

    @Test(
        "text that is no signed note is refused",
        arguments: [
            "", "\n", "\n\n", "text\n", "text\n\n", "text\n\n\n", "\u{2014} a AAAAAAAA\n",
            "text\n\u{2014} a AAAAAAAA\n",
            "text\n\n\u{2014} a AAAAAAAA", "text\n\n- a AAAAAAAA\n", "text\n\n\u{2014} a  AAAAAAAA\n",
            "text\n\n\u{2014} a+b AAAAAAAA\n", "text\n\n\u{2014} a\u{2003}b AAAAAAAA\n", "text\n\n\u{2014}  AAAAAAAA\n",
            "text\n\n\u{2014} a AAAAAA==\n", "text\n\n\u{2014} a !\n", "text\n\n\u{2014} a AAAAAAAB=\n",
            "te\u{1}xt\n\n\u{2014} a AAAAAAAA\n",
            "text\r\n\r\n\u{2014} a AAAAAAAA\r\n", "text\n\n\u{2014} a AAAAAAAA\nmore\n",
        ])
    func noNoteIsRefused(text: String) {
        #expect(throws: ProofError.self) { try SignedNote(Array(text.utf8)) }
    }

    @Test("a note that is not UTF-8 or too long is refused") func bytesThatAreNoTextAreRefused() {
        #expect(throws: ProofError.self) { try SignedNote([0xFF, 0xFE] + Array("\n\n\u{2014} a AAAAAAAA\n".utf8)) }
        let long = "x\n\n" + String(repeating: "\u{2014} a AAAAAAAA\n", count: 100_000)
        #expect(throws: ProofError.self) { try SignedNote(Array(long.utf8)) }
        #expect(throws: ProofError.self) {
            try SignedNote(Array((long.prefix(3) + String(long.dropFirst(3).prefix(1_400))).utf8))
        }
    }

    private static let root = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

    @Test(
        "a note that is no head of a log is refused",
        arguments: [
            "origin\n3\n", "origin\n03\n\(root)\n", "origin\n-1\n\(root)\n", "origin\n+1\n\(root)\n", "\n3\n\(root)\n",
            "origin\n3\nAAAA\n", "origin\n18446744073709551616\n\(root)\n", "origin\n3\n\(root)\n\nmore\n",
            "origin\n3\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=\n", "origin\n٣\n\(root)\n",
            "origin\n0\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
        ])
    func noHeadIsRefused(text: String) throws {
        let note = try SignedNote(text: text, signedBy: signer)
        #expect(throws: ProofError.self) { try Checkpoint(note) }
    }

    @Test("a head may have extension lines and the largest size") func headsMayBeExtended() throws {
        let note = try SignedNote(text: "origin\n18446744073709551615\n\(Self.root)\nmore\n", signedBy: signer)
        #expect(try Checkpoint(note).size == .max)
    }
}
