import CloudEvents

/// The text of one paragraph: words, and marked ingredients, cookware and timers.
struct CooklangText {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var items: [CooklangRecipe.Item] = []
    private var words = String.UnicodeScalarView()

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// Empty if the text is blank.
    static func items(_ text: String) -> [CooklangRecipe.Item] {
        guard !text.trimmed.isEmpty else { return [] }
        var reader = CooklangText(text)
        reader.read()
        return reader.items
    }

    /// The text without its escaping backslashes.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        return unescaped(Array(text.unicodeScalars)[...])
    }

    private static func unescaped(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in scalars {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
                continue
            }
            // A backslash before a plain character stays; at the end of a line it goes.
            if isEscaped, !isSign(scalar), scalar != " " { result.append("\\") }
            result.append(scalar)
            isEscaped = false
        }
        return String(result)
    }

    /// The characters that a backslash escapes.
    static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            && (scalar.properties.generalCategory.isPunctuation || "$+<=>^`|~".unicodeScalars.contains(scalar))
    }

    private mutating func read() {
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "\\", index + 1 < scalars.count {
                words.append(contentsOf: Self.unescaped(scalars[index...(index + 1)]).unicodeScalars)
                index += 2
            } else if scalar == "\\" {
                index += 1
            } else if Self.markers.contains(scalar), let (item, end) = component(scalar) {
                flush()
                items.append(item)
                index = end
            } else {
                words.append(scalar)
                index += 1
            }
        }
        flush()
    }

    private mutating func flush() {
        if !words.isEmpty { items.append(.text(String(words))) }
        words = String.UnicodeScalarView()
    }

    private static let markers: Set<Unicode.Scalar> = ["@", "#", "~"]

    /// The item that begins at this marker, and its end; `nil` if the marker is a plain character.
    private func component(_ marker: Unicode.Scalar) -> (CooklangRecipe.Item, Int)? {
        var start = index + 1
        var isOptional = false
        // Modifiers of other programs: an ingredient that is optional, hidden, new, or named before.
        while marker == "@", start + 1 < scalars.count, "?&+-".unicodeScalars.contains(scalars[start]),
            !Self.endsWord(scalars[start + 1]) || "?&+-".unicodeScalars.contains(scalars[start + 1])
        {
            if scalars[start] == "?" { isOptional = true }
            start += 1
        }
        guard start < scalars.count, !scalars[start].properties.isWhitespace else { return nil }
        if let braces = braces(from: start) {
            let name = Self.unescaped(scalars[start..<braces.lowerBound]).withSingleBlanks
            guard !name.isEmpty || marker == "~" else { return nil }
            return amounted(marker, name, braces, isOptional)
        }
        var end = start
        while end < scalars.count, !Self.endsWord(scalars[end]) { end += 1 }
        guard end > start else { return nil }
        let name = String(String.UnicodeScalarView(scalars[start..<end]))
        switch marker {
        case "@": return (.ingredient(CooklangRecipe.Ingredient(name: name, isOptional: isOptional)), end)
        case "#": return (.cookware(CooklangRecipe.Cookware(name: name)), end)
        default: return (.timer(CooklangRecipe.Timer(name: name)), end)
        }
    }

    /// Whether the character ends a name without braces.
    private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory.isPunctuation
    }

    /// The range of the braces after the name, both included; `nil` if another marker comes first.
    private func braces(from start: Int) -> Range<Int>? {
        var open = start
        while open < scalars.count, scalars[open] != "{" {
            if Self.markers.contains(scalars[open]) || scalars[open] == "}" { return nil }
            open += scalars[open] == "\\" ? 2 : 1
        }
        guard open < scalars.count else { return nil }
        var close = open + 1
        while close < scalars.count, scalars[close] != "}" {
            if scalars[close] == "{" { return nil }
            close += scalars[close] == "\\" ? 2 : 1
        }
        return close < scalars.count ? open..<(close + 1) : nil
    }

    private func amounted(
        _ marker: Unicode.Scalar, _ name: String, _ braces: Range<Int>, _ isOptional: Bool
    ) -> (CooklangRecipe.Item, Int) {
        var inner = scalars[(braces.lowerBound + 1)..<(braces.upperBound - 1)]
        var percent = inner.startIndex
        while percent < inner.endIndex, inner[percent] != "%" { percent += inner[percent] == "\\" ? 2 : 1 }
        percent = min(percent, inner.endIndex)
        let unit = Self.unescaped(inner[percent...].dropFirst()).withSingleBlanks
        inner = inner[..<percent].drop { $0.properties.isWhitespace }
        // `=` marks a quantity that must not be scaled.
        if inner.first == "=" { inner = inner.dropFirst() }
        let quantity = CooklangRecipe.Quantity(written: Self.unescaped(inner))
        switch marker {
        case "~":
            return (.timer(CooklangRecipe.Timer(name: name, quantity: quantity, unit: unit)), braces.upperBound)
        case "#":
            let end = note(at: braces.upperBound)?.end ?? braces.upperBound
            return (.cookware(CooklangRecipe.Cookware(name: name, quantity: quantity)), end)
        default:
            let note = note(at: braces.upperBound)
            let ingredient = CooklangRecipe.Ingredient(
                name: name, quantity: quantity, unit: unit, note: note?.text, isOptional: isOptional)
            return (.ingredient(ingredient), note?.end ?? braces.upperBound)
        }
    }

    /// The text in round brackets at this place, and their end.
    private func note(at start: Int) -> (text: String, end: Int)? {
        guard start < scalars.count, scalars[start] == "(" else { return nil }
        var depth = 0
        var place = start
        while place < scalars.count, place - start <= CooklangParser.noteMax {
            switch scalars[place] {
            case "\\": place += 1
            case "(": depth += 1
            case ")":
                depth -= 1
                if depth == 0 {
                    let text = Self.unescaped(scalars[(start + 1)..<place]).withSingleBlanks
                    return text.isEmpty ? nil : (text, place + 1)
                }
            default: break
            }
            place += 1
        }
        return nil
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isPunctuation: Bool {
        switch self {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }
}
