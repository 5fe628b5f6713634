/// Combining marks in a row, as Unicode Standard Annex 15 bounds them in its stream-safe text format.
///
/// Normalization puts the marks of a letter into one order, in a time that grows with the square of their number: without a
/// bound, a text of 128 kB keeps a processor busy for ten seconds. So does a comparison of two such strings.
package enum CombiningMarks {
    /// No language needs more than a few.
    package static let countMax = 30

    /// Whether a mark that has an order among others.
    private static func isOne(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
    }

    fileprivate static func areTooMany(in text: String) -> Bool {
        // The first of them is U+0300.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var run = 0
        for scalar in text.unicodeScalars {
            run = isOne(scalar) ? run + 1 : 0
            if run > countMax { return true }
        }
        return false
    }

    fileprivate static func cut(_ text: String) -> String {
        var run = 0
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { scalar in
                    run = isOne(scalar) ? run + 1 : 0
                    return run <= countMax
                }))
    }
}

extension String {
    /// Whether a letter has more marks than `CombiningMarks.countMax`. Ask it before a text from outside is normalized or
    /// compared. O(length).
    package var hasTooManyMarks: Bool { CombiningMarks.areTooMany(in: self) }

    /// The text without the marks beyond that number.
    package var withFewMarks: String { hasTooManyMarks ? CombiningMarks.cut(self) : self }
}
