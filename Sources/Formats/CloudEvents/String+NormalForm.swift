import Foundation

extension String {
    /// As decisions store text: in NFC and without white space at both ends. Limits count the scalars of this form.
    package var normalized: String {
        let text = trimmed
        // Below U+0300 there is nothing to compose.
        return text.utf8.allSatisfy { $0 < 0xCC } ? text : text.precomposedStringWithCanonicalMapping
    }

    /// Without white space at both ends.
    package var trimmed: String {
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[start...end])
    }

    /// Trimmed, and with every run of white space as one blank.
    package var withSingleBlanks: String {
        unicodeScalars.split { $0.properties.isWhitespace }.map(String.init).joined(separator: " ")
    }
}
