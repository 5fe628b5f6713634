/// A file that browsers load: style sheet, module, icon. Its bytes are compiled into the binary.
package struct Asset: Sendable {
    /// The last part of its path: `app.js`.
    package let name: String
    package let mediaType: String
    /// Whether `text` is the base64 of the bytes. The text of all other assets is the bytes, in UTF-8.
    package let isBase64: Bool
    /// A `StaticString` costs nothing at start: it lies in the binary as it is.
    package let text: StaticString
}
