import Crypto
import EventLog
import Foundation
package import LMDB
package import Layout

/// A random secret, handed out once as text. Only its hash is stored.
package struct Secret: Sendable {
    /// Prefix of the text, so that people and secret scanners recognize it.
    package enum Purpose: String, Sendable {
        case session = "ls"
        case key = "lk"
        case link = "ll"
        case device = "ld"
    }

    /// Random bytes: beyond guessing.
    private static let byteCount = 32

    /// `ls_` and 43 characters of base64url.
    package let text: String

    package init(_ purpose: Purpose) {
        let key = SymmetricKey(size: .init(bitCount: Self.byteCount * 8))
        let random = unsafe key.withUnsafeBytes { unsafe Data($0) }
        text = "\(purpose.rawValue)_\(random.base64URL)"
    }

    package var hash: SecretHash { SecretHash(of: text) }
}

extension Data {
    /// Base64 with the alphabet for URLs, without padding (RFC 4648).
    package var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// SHA-256 of a secret. A random secret needs no slower hash.
package struct SecretHash: TableKey {
    package static let flags: TableFlags = []
    private static let byteCount = 32

    package let keyBytes: [UInt8]

    package init(of text: String) { keyBytes = Array(SHA256.hash(data: Data(text.utf8))) }

    package init(keyBytes: [UInt8]) throws(MalformedRow) {
        guard keyBytes.count == Self.byteCount else { throw MalformedRow() }
        self.keyBytes = keyBytes
    }

    package static func < (a: SecretHash, b: SecretHash) -> Bool { a.keyBytes.lexicographicallyPrecedes(b.keyBytes) }

    /// Name of a session in lists: the beginning of the hash, which does not reveal the secret.
    package var name: String { hex(keyBytes.prefix(8)) }
}
