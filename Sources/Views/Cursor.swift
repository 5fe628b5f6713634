package import Events
import Foundation
package import Layout

/// An opaque cursor: the key of the last item of a page, in URL-safe base64 without padding (RFC 4648, section 5).
package enum Cursor {
    package static func encode(_ key: Key) -> String {
        String(
            Data(key.bytes).base64EncodedString().lazy.filter { $0 != "=" }
                .map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    /// Refuses everything that `encode` does not give.
    package static func decode(_ text: String) throws(Refusal) -> Key {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let base64 = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) + padding
        guard let bytes = Data(base64Encoded: base64), bytes.count <= Key.bytesMax else { throw isNone(text) }
        let key = Key(Array(bytes))
        guard encode(key) == text else { throw isNone(text) }
        return key
    }

    private static func isNone(_ text: String) -> Refusal {
        Refusal(.invalid, "«\(text)» is no cursor: pass on the next of the page before", field: "after")
    }
}
