import CloudEvents

/// A duration in the forms that pages use: ISO 8601, common mistakes in it, or words.
struct RecipeMinutes: Hashable, Sendable {
    /// Rounded up to whole minutes. Above zero: many pages write zero for an unknown duration.
    let count: UInt32
    /// Whether one end of a range was taken.
    let isGuess: Bool

    /// `nil` for a blank value or one that cannot be understood.
    init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax, !PlainNumber.isNegative(in: text),
            let span = Self.iso(text) ?? Self.words(text), span.seconds > 0,
            span.seconds < Self.secondsMax
        else { return nil }
        count = UInt32((span.seconds / 60).rounded(.up))
        isGuess = span.isRange
    }

    /// A plain number means minutes.
    init?(_ value: JSONValue) {
        switch value {
        case .string(let text), .number(let text): self.init(HTMLText.line(text))
        case .object(let members, _):
            let node = SchemaNode(members)
            let unit = (node.values("unitText") + node.values("unitCode")).compactMap(\.text).first ?? ""
            let values = node.values("value") + node.values("maxValue") + node.values("name") + node.values("duration")
            guard let text = values.compactMap(\.text).first else { return nil }
            self.init(unit.isEmpty ? text : "\(text) \(Self.unitNames[unit.uppercased()] ?? unit)")
        case .null, .bool, .array: return nil
        }
    }

    private static let bytesMax = 200
    /// Far above the domain's limit, and far below the maximum of a number of minutes.
    private static let secondsMax = 1e10
    /// The units of UN/CEFACT codes.
    private static let unitNames = ["MIN": "min", "HUR": "h", "SEC": "s", "DAY": "d"]

    private struct Span {
        var seconds = 0.0
        var isRange = false
    }

    // MARK: ISO 8601

    /// `P1DT2H30M` in either case and with blanks. `M` means minutes, also without `T`; a number at the end is minutes too.
    private static func iso(_ text: String) -> Span? {
        var rest = text.uppercased().filter { !$0.isWhitespace }[...]
        guard rest.first == "P", rest.count > 1 else { return nil }
        rest = rest.dropFirst()
        var span = Span()
        var parts = 0
        while !rest.isEmpty {
            if rest.first == "T" {
                rest = rest.dropFirst()
                continue
            }
            guard var number = number(&rest) else { return nil }
            if rest.first == "-" || rest.first == "–" {
                rest = rest.dropFirst()
                guard let end = Self.number(&rest) else { return nil }
                number = end
                span.isRange = true
            }
            parts += 1
            let unit = rest.prefix { $0.isLetter && $0 != "T" }
            rest = rest.dropFirst(unit.count)
            guard let seconds = isoUnits[String(unit)] else { return nil }
            span.seconds += number * seconds
        }
        return parts > 0 ? span : nil
    }

    private static let isoUnits: [String: Double] = [
        "Y": 31_536_000, "W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1, "": 60, "MIN": 60, "MINS": 60,
        "HR": 3_600,
        "HRS": 3_600,
    ]

    // MARK: Words

    /// `1 hour 30 minutes`, `1½ h`, `1:30`, `45`, with the words of several languages.
    private static func words(_ text: String) -> Span? {
        var rest = text.lowercased()[...]
        if let clock = clock(rest) { return clock }
        var span = Span()
        var bare: [Double] = []
        var hasUnit = false
        var hasWords = false
        while let first = rest.first {
            guard first.isNumber else {
                // Other words are skipped.
                if first.isLetter { hasWords = true }
                rest = rest.dropFirst()
                continue
            }
            guard var value = number(&rest) else { return nil }
            let behind = rest.drop { $0.isWhitespace }
            if let range = rangeMark(behind) {
                var end = behind.dropFirst(range).drop { $0.isWhitespace }
                if let upper = number(&end) {
                    value = upper
                    span.isRange = true
                    rest = end
                }
            }
            let next = rest.drop { $0.isWhitespace || $0 == "." || $0 == "-" }
            let word = String(next.prefix { $0.isLetter || $0 == "'" || $0 == "’" || $0 == "′" })
            if let seconds = unit(word) {
                // `1h30`: a number after hours is minutes.
                span.seconds += value * seconds
                hasUnit = true
                rest = next.dropFirst(word.count)
                if seconds == 3_600, rest.first?.isNumber == true, let minutes = number(&rest) {
                    let after = String(rest.drop { $0.isWhitespace }.prefix { $0.isLetter })
                    span.seconds += minutes * 60
                    if unit(after) == 60 { rest = rest.drop { $0.isWhitespace }.dropFirst(after.count) }
                }
            } else {
                bare.append(value)
            }
        }
        if hasUnit { return span }
        guard bare.count == 1, !hasWords else { return nil }
        span.seconds = bare[0] * 60
        return span
    }

    /// `1:30` and `1:30:00`.
    private static func clock(_ text: Substring) -> Span? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0).trimmed }
        guard parts.count == 2 || parts.count == 3,
            parts.allSatisfy({ !$0.isEmpty && $0.count <= 3 && $0.allSatisfy(\.isASCII) && UInt($0) != nil })
        else { return nil }
        let numbers = parts.compactMap { Double($0) }
        return Span(seconds: numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0))
    }

    private static func rangeMark(_ text: Substring) -> Int? {
        for mark in ["-", "–", "—", "to ", "bis ", "à ", "a "] where text.hasPrefix(mark) { return mark.count }
        return nil
    }

    private static func unit(_ word: String) -> Double? {
        if word.isEmpty { return nil }
        if let seconds = shortUnits[word] { return seconds }
        for (beginning, seconds) in longUnits where word.hasPrefix(beginning) { return seconds }
        return nil
    }

    private static let shortUnits: [String: Double] = [
        "h": 3_600, "u": 3_600, "t": 3_600, "st": 3_600, "m": 60, "s": 1, "d": 86_400, "j": 86_400, "'": 60, "’": 60,
        "′": 60, "g": 3_600,
    ]
    private static let longUnits: [(String, Double)] = [
        ("min", 60), ("perc", 60), ("мин", 60), ("хв", 60), ("λεπ", 60), ("dak", 60), ("hour", 3_600), ("hr", 3_600),
        ("heure", 3_600), ("hora", 3_600), ("hod", 3_600), ("std", 3_600), ("stund", 3_600), ("uur", 3_600),
        ("uren", 3_600),
        ("timm", 3_600), ("tim", 3_600), ("ora", 3_600), ("ore", 3_600), ("godz", 3_600), ("óra", 3_600),
        ("час", 3_600),
        ("год", 3_600), ("saat", 3_600), ("tunti", 3_600), ("ώρ", 3_600), ("day", 86_400), ("dag", 86_400),
        ("tag", 86_400),
        ("jour", 86_400), ("día", 86_400), ("dia", 86_400), ("giorn", 86_400), ("sec", 1), ("sek", 1),
    ]

    // MARK: Numbers

    /// Reads and removes a number: `1`, `1.5`, `1,5`, `1 1/2`, `1½`, `½`.
    private static func number(_ text: inout Substring) -> Double? {
        guard let (value, end) = PlainNumber.read(text) else { return nil }
        text = text[end...]
        return value
    }
}
