package import Events
import Foundation

/// An opaque cursor: the bytes of the last item's key, in URL-safe base64 without padding (RFC 4648, section 5).
package enum Cursor {
    package static func encode(_ bytes: [UInt8]) -> String {
        String(
            Data(bytes).base64EncodedString().lazy.filter { $0 != "=" }
                .map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    /// Refuses every text that `encode` does not produce.
    package static func decode(_ text: String) throws(Refusal) -> [UInt8] {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let base64 = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) + padding
        guard let data = Data(base64Encoded: base64), encode(Array(data)) == text else { throw isNone(text) }
        return Array(data)
    }

    private static func isNone(_ text: String) -> Refusal {
        Refusal(.invalid, "«\(text)» is no cursor: pass on the next of the page before", field: "after")
    }
}
