import Crypto
import Foundation

/// An Ed25519 public key with the name under which it signs, as in c2sp.org/signed-note.
package struct VerifierKey: Sendable {
    package let name: String
    package let id: UInt32
    private let key: Curve25519.Signing.PublicKey

    /// The type byte of Ed25519.
    private static let ed25519: UInt8 = 1

    fileprivate init(name: String, key: Curve25519.Signing.PublicKey) {
        self.name = name
        self.key = key
        id = Self.id(name, key.rawRepresentation)
    }

    /// The text form of a key: name, key id and key, with plus signs between.
    package init(_ text: String) throws(ProofError) {
        let parts = text.unicodeScalars.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
            .map { String($0) }
        let malformed = { (why: String) in
            ProofError(.malformed, "this is not a verifier key, which is written name+id+key: \(why)")
        }
        guard parts.count == 3, Self.isName(parts[0]) else { throw malformed("it has no name, id and key") }
        guard let encoded = StrictBase64.decode(parts[2]), let type = encoded.first else {
            throw malformed("its key is not base64")
        }
        // Why the library refuses a key makes no difference to its reader.
        guard type == Self.ed25519, encoded.count == 33,
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: encoded.dropFirst())
        else { throw malformed("its key is not an Ed25519 key") }
        self.init(name: parts[0], key: key)
        guard parts[1] == idText else { throw malformed("its id does not belong to its name and key") }
    }

    package var description: String {
        "\(name)+\(idText)+\(StrictBase64.encode([Self.ed25519] + key.rawRepresentation))"
    }

    /// Eight hexadecimal digits.
    var idText: String {
        let digits = String(id, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    func isValid(_ signature: [UInt8], of text: String) -> Bool {
        key.isValidSignature(signature, for: Data(text.utf8))
    }

    private static func id(_ name: String, _ key: Data) -> UInt32 {
        SHA256.hash(data: Data(name.utf8) + [0x0A, ed25519] + key).prefix(4).reduce(UInt32(0)) {
            $0 << 8 | UInt32($1)
        }
    }

    /// Neither empty nor with spaces or plus signs.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.unicodeScalars.contains { $0 == "+" || $0.properties.isWhitespace || $0.value < 0x20 }
    }
}

/// An Ed25519 key that signs notes under a name.
package struct NoteSigner: Sendable {
    package let verifier: VerifierKey
    private let key: Curve25519.Signing.PrivateKey

    /// Bytes of a seed.
    package static let seedByteCount = 32

    /// `nil` unless the seed has 32 bytes and the name is a valid one.
    package init?(name: String, seed: [UInt8]) {
        // The library refuses only seeds of another length.
        guard VerifierKey.isName(name), let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else {
            return nil
        }
        self.key = key
        verifier = VerifierKey(name: name, key: key.publicKey)
    }

    /// The seed of a new key.
    package static func randomSeed() -> [UInt8] { Array(Curve25519.Signing.PrivateKey().rawRepresentation) }

    func signature(of text: String) throws -> SignedNote.Signature {
        SignedNote.Signature(
            keyName: verifier.name, keyID: verifier.id, bytes: Array(try key.signature(for: Data(text.utf8))))
    }
}
