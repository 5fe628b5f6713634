/// A text with signatures below it, in the format of c2sp.org/signed-note.
package struct SignedNote: Hashable, Sendable {
    package struct Signature: Hashable, Sendable {
        package var keyName: String
        package var keyID: UInt32
        package var bytes: [UInt8]
    }

    /// Ends with a newline.
    package let text: String
    package let signatures: [Signature]
    /// The whole note, as it was read or written.
    package let description: String

    /// Longer notes are refused; a checkpoint with sixteen signatures of any kind is shorter.
    package static let byteCountMax = 1 << 17
    /// The format demands that sixteen are accepted.
    private static let signaturesMax = 64
    private static let emDash = "\u{2014} "

    /// Signs a text, which must end with a newline.
    package init(text: String, signedBy signer: NoteSigner) throws {
        let signature = try signer.signature(of: text)
        self.text = text
        signatures = [signature]
        let base64 = StrictBase64.encode(Self.bigEndian(signature.keyID) + signature.bytes)
        description = "\(text)\n\(Self.emDash)\(signature.keyName) \(base64)\n"
    }

    package init(_ bytes: [UInt8], byteCountMax: Int = Self.byteCountMax) throws(ProofError) {
        let malformed = { (why: String) in ProofError(.malformed, "this is not a signed note: \(why)") }
        guard bytes.count <= byteCountMax else { throw malformed("it is longer than \(byteCountMax) bytes") }
        guard let whole = String(validating: bytes, as: UTF8.self) else { throw malformed("it is not UTF-8") }
        guard !bytes.contains(where: { $0 < 0x20 && $0 != 0x0A }) else {
            throw malformed("it holds control characters")
        }
        guard bytes.last == 0x0A else { throw malformed("it does not end with a newline") }
        // The signatures follow the last empty line.
        guard
            let gap = bytes.indices.dropFirst().last(where: { $0 > 0 && bytes[$0] == 0x0A && bytes[$0 - 1] == 0x0A }),
            gap + 1 < bytes.count
        else { throw malformed("no signature stands below an empty line") }
        var signatures: [Signature] = []
        for line in bytes[(gap + 1)...].dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) {
            guard signatures.count < Self.signaturesMax else {
                throw malformed("it has more than \(Self.signaturesMax) signatures")
            }
            guard let signature = Self.signature(String(decoding: line, as: UTF8.self)) else {
                throw malformed("a line below the text is not a signature")
            }
            signatures.append(signature)
        }
        text = String(decoding: bytes[..<gap], as: UTF8.self)
        self.signatures = signatures
        description = whole
    }

    private static func signature(_ line: String) -> Signature? {
        guard line.utf8.starts(with: emDash.utf8) else { return nil }
        let words = line.unicodeScalars.dropFirst(2).split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, VerifierKey.isName(String(words[0])), let bytes = StrictBase64.decode(String(words[1])),
            bytes.count > 4
        else { return nil }
        let id = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Signature(keyName: String(words[0]), keyID: id, bytes: Array(bytes.dropFirst(4)))
    }

    /// Verifies the key's signature of the text. Other signatures are ignored.
    package func verify(by key: VerifierKey) throws(ProofError) {
        let own = signatures.filter { $0.keyID == key.id && $0.keyName.utf8.elementsEqual(key.name.utf8) }
        guard !own.isEmpty else { throw ProofError(.unproven, "it is not signed by \(key.name)+\(key.idText)") }
        guard own.allSatisfy({ key.isValid($0.bytes, of: text) }) else {
            throw ProofError(.unproven, "the signature by \(key.name)+\(key.idText) does not fit the text")
        }
    }

    static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}

/// The statement of a log's head: the log's name, the number of its entries, and the root over them. A signed head is a
/// checkpoint as in c2sp.org/tlog-checkpoint.
package struct Checkpoint: Hashable, Sendable {
    package var origin: String
    package var size: UInt64
    package var root: TreeHash

    package init(origin: String, size: UInt64, root: TreeHash) {
        self.origin = origin
        self.size = size
        self.root = root
    }

    /// Reads the statement of a note. Lines behind the third are extensions and are ignored.
    package init(_ note: SignedNote) throws(ProofError) {
        let lines = note.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
            .map { String(Substring($0)) }
        let malformed = { (why: String) in ProofError(.malformed, "this is not a head of a log: \(why)") }
        guard lines.count >= 3, !lines.contains("") else {
            throw malformed("a line for origin, size or root is missing or empty")
        }
        guard let size = Decimal64.decode(lines[1]) else { throw malformed("its second line is not a size") }
        guard let root = TreeHash(base64: lines[2]) else { throw malformed("its third line is not a root") }
        guard size > 0 || root == .ofEmptyTree else { throw malformed("a tree without entries has another root") }
        self.init(origin: lines[0], size: size, root: root)
    }

    /// The extensions of a head: the lines behind the third.
    package static func statements(of note: SignedNote) -> [String] {
        note.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3).dropLast().map(String.init)
    }

    /// The text that is signed.
    package var text: String { "\(origin)\n\(size)\n\(root.base64)\n" }
}

/// A number from 0 to 2^64 - 1 in decimal digits, without leading zeros.
enum Decimal64 {
    static func decode(_ text: some StringProtocol) -> UInt64? {
        guard let value = UInt64(text), String(value).utf8.elementsEqual(text.utf8) else { return nil }
        return value
    }
}

/// Why a proof, a head or a key is refused.
package struct ProofError: Error, Hashable, Sendable {
    package enum Kind: Sendable {
        /// The text has another format.
        case malformed
        /// Its statement does not hold.
        case unproven
    }

    package var kind: Kind
    package var reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
