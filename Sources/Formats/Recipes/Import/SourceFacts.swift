import CloudEvents
import Events

/// Facts that the source of a recipe states and for which the stored content has no fields.
///
/// They belong to the source: its rating is never mixed with the ratings of members here.
package struct SourceFacts: Hashable, Sendable {
    /// The name of the author at the source; of several authors, the names with commas.
    package private(set) var sourceAuthor: String?
    package private(set) var sourceRating: SourceRating?
    /// The language of the recipe, a BCP 47 code: `en`, `pt-BR`, `zh-Hant-TW`.
    package private(set) var language: String?
    /// `frying`, `Ninja Creami`.
    package private(set) var cookingMethod: String?

    package init() {}

    /// Sets the author. Equal names count once. A remark reports names that are too long.
    mutating func setAuthor(_ names: [String], notes: inout [String]) {
        sourceAuthor = Self.joined(names, upTo: ContentLimits.name, "author", notes: &notes)
    }

    mutating func setCookingMethod(_ words: [String], notes: inout [String]) {
        cookingMethod = Self.joined(words, upTo: ContentLimits.tag, "cookingMethod", notes: &notes)
    }

    /// Texts with commas between them, as many of the first as the limit allows. The others are dropped with a remark.
    private static func joined(
        _ texts: [String], upTo most: Int, _ what: String, notes: inout [String]
    ) -> String? {
        var fitting = Fitting()
        var joined = ""
        var seen: Set<String> = []
        var dropped = 0
        for text in texts {
            let text = fitting.clean(text.withSingleBlanks, what)
            guard !text.isEmpty, seen.insert(text).inserted else { continue }
            let longer = joined.isEmpty ? text : "\(joined), \(text)"
            if dropped > 0 || Fitting.exceeds(longer, most) { dropped += 1 } else { joined = longer }
        }
        notes += fitting.notes
        if dropped > 0 {
            notes.append(
                "\(what): \(dropped) of \(seen.count) dropped, because there may be \(most) characters in all")
        }
        return joined.isEmpty ? nil : joined
    }

    /// Sets the language if none is known. A remark reports a text that is no language code.
    mutating func setLanguage(_ text: String?, notes: inout [String]) {
        guard language == nil, let text = text?.trimmed, !text.isEmpty else { return }
        guard let code = LanguageCode(text) else {
            return notes.append("language: «\(text.prefix(40))» dropped, because it is not a language code")
        }
        // Undetermined, several and no language.
        if !["und", "mul", "zxx"].contains(code.text) { language = code.text }
    }

    /// Sets the rating from the texts of a source. Texts without a value or without ratings are dropped without a remark;
    /// impossible ones with it.
    mutating func setRating(value: String?, best: String?, count: String?, notes: inout [String]) {
        guard let value, let count else { return }
        guard let rating = SourceRating(value: value, best: best, count: count) else {
            let parts = [value, best].compactMap { $0.map { "\($0.prefix(20))" } }.joined(separator: " of ")
            return notes.append(
                "rating: «\(parts)» by \(count.prefix(20)) dropped, because it is not a rating that people can give")
        }
        if rating.count > 0 { sourceRating = rating }
    }
}

/// The average rating of a recipe at its source: 4.6 of 5 by 210 people.
package struct SourceRating: Hashable, Sendable {
    /// From 0 to `best`.
    package let value: Double
    /// The highest rating that the source allows, above 0.
    package let best: Double
    package let count: UInt

    /// What sources state without saying it.
    package static let usualBest = 5.0
    /// Sources count in stars, points or percents.
    static let bestMax = 100.0
    /// No recipe has more ratings.
    static let countMax: UInt = 1_000_000_000

    /// `nil` for numbers that are no rating.
    package init?(value: Double, best: Double = Self.usualBest, count: UInt) {
        guard value.isFinite, best > 0, best <= Self.bestMax, (0...best).contains(value), count <= Self.countMax else {
            return nil
        }
        (self.value, self.best, self.count) = (value, best, count)
    }

    /// Reads the texts of a source: `4.6`, `4,6`, `4.`, and counts such as `210` and `1,234`.
    init?(value: String, best: String?, count: String) {
        guard let value = Self.decimal(value), let count = Self.whole(count) else { return nil }
        let highest: Double? = best.map { $0.isEmpty ? Self.usualBest : Self.decimal($0) } ?? Self.usualBest
        guard let highest else { return nil }
        self.init(value: value, best: highest, count: count)
    }

    /// Programs write all digits of a binary number, of which 4.8 has more than fifty: `4.79999999999999982236…`.
    private static let decimalBytesMax = 100

    private static func decimal(_ text: String) -> Double? {
        let text = text.trimmed
        guard (1...decimalBytesMax).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || ".,".utf8.contains($0) })
        else { return nil }
        return Double(text.replacing(",", with: ".").trimmingSuffix { $0 == "." })
    }

    /// Points and commas separate thousands: a count has no fraction.
    private static func whole(_ text: String) -> UInt? {
        let groups = text.trimmed.split(omittingEmptySubsequences: false) { ".,".contains($0) }
        guard let first = groups.first, groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }),
            first.utf8.count <= (groups.count > 1 ? 3 : 20),
            groups.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return UInt(groups.joined())
    }
}

/// A language code of BCP 47, reduced to its language, script and region.
struct LanguageCode: Hashable, Sendable {
    /// In the usual case: `zh-Hant-TW`.
    let text: String

    /// The longest code that BCP 47 requires programs to hold, in bytes.
    private static let bytesMax = 35

    /// `nil` for a text that is no such code. Codes with `_`, as in locales of programs, are read too.
    init?(_ text: String) {
        // A locale such as `de_DE.UTF-8`.
        let code = text.prefix { $0 != "." && $0 != "@" }
        guard (2...Self.bytesMax).contains(code.utf8.count) else { return nil }
        var parts = code.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }[...]
        guard parts.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isLetterOrDigit) }),
            let language = parts.popFirst(), (2...3).contains(language.utf8.count), Self.isOfLetters(language)
        else { return nil }
        var read = [language.lowercased()]
        if let script = parts.first, script.utf8.count == 4, Self.isOfLetters(script) {
            read.append(script.capitalizedASCII)
            parts.removeFirst()
        }
        if let region = parts.first,
            region.utf8.count == 2 && Self.isOfLetters(region)
                || region.utf8.count == 3 && region.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            read.append(region.uppercased())
        }
        self.text = read.joined(separator: "-")
    }

    private static func isOfLetters(_ part: Substring) -> Bool {
        part.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }
}

extension Substring {
    fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst().lowercased() }
}

extension String {
    fileprivate func trimmingSuffix(_ isOf: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isOf(last) { text.removeLast() }
        return String(text)
    }
}
