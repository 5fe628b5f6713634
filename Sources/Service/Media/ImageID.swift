import Crypto
import EventLog

/// The name of a stored image: the SHA-256 of its original as it is stored, in lower-case hexadecimal.
///
/// Not that of the upload: whoever has a photo with all that a camera wrote into it cannot tell by the name that it was
/// uploaded, and what is stored can be checked against its name at any time.
package struct ImageID: Hashable, Sendable {
    package let text: String

    static let digits = 64

    /// Nil: that is the name of no image. Nothing else ever becomes a part of a path.
    package init?(_ text: String) {
        guard text.utf8.count == Self.digits,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = text
    }

    init(of original: [UInt8]) { text = hex(SHA256.hash(data: original)) }
}
