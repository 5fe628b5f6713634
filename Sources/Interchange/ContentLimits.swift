import Foundation

/// The domain's limits, as far as an import must know them before it asks: members are registered for accepted rows
/// only.
enum ContentLimits {
    static let title = 200
    static let description = 10_000
    static let step = 5_000
    static let comment = 10_000
    static let tags = 100
    static let tag = 100
    static let totalMinutes = 1...43_200
    static let servings = 1...1_000
    static let address = 2_048
    /// Pictures of one recipe that an import takes: the domain bounds the payload alone, and pages list every size of each.
    static let images = 50
    static let payloadBytes = 256 << 10
    /// How far ahead of the clock an event may claim to have happened.
    static let aheadMicroseconds: Int64 = 5 * 60 * 1_000_000
}

extension String {
    /// As decisions store text: in NFC and without white space at both ends. Limits count the scalars of this form.
    var normalized: String {
        let text = trimmed
        // Below U+0300 there is nothing to compose.
        return text.utf8.allSatisfy { $0 < 0xCC } ? text : text.precomposedStringWithCanonicalMapping
    }

    /// Without white space at both ends.
    var trimmed: String {
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[start...end])
    }

    /// Trimmed, and with every run of white space as one blank.
    var withSingleBlanks: String {
        unicodeScalars.split { $0.properties.isWhitespace }.map(String.init).joined(separator: " ")
    }
}
