/// The domain's limits, as far as an import must know them before it asks: members are registered for accepted rows only.
enum ContentLimits {
    static let title = 200
    static let description = 10_000
    static let step = 5_000
    static let comment = 10_000
    static let tags = 100
    static let tag = 100
    static let totalMinutes = 1...43_200
    static let payloadBytes = 256 << 10
    /// How far ahead of the clock an event may claim to have happened.
    static let aheadMicroseconds: Int64 = 5 * 60 * 1_000_000
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// Trimmed, and with every run of white space as one blank.
    var withSingleBlanks: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
