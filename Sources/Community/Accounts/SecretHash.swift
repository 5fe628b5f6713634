import Crypto
import EventLog
import Foundation
package import LMDB
package import Layout

/// SHA-256 of a secret: enough where the secret is random, for then there is nothing to be tried.
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

    /// What a session is called where it is listed: the beginning of the hash, from which nobody gets the secret.
    package var name: String { hex(keyBytes.prefix(8)) }
}
