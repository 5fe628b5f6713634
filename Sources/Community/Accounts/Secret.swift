import Crypto
import Foundation

/// A random secret that is handed out once, as text; what is kept is its hash.
package struct Secret: Sendable {
    /// What the text begins with, so that people and scanners see what it is.
    package enum Purpose: String, Sendable {
        case session = "ls"
        case key = "lk"
        case link = "ll"
    }

    /// Of randomness: nobody guesses one.
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
