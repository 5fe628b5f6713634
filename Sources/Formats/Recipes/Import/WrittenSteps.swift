import CloudEvents

/// Steps that an app keeps in one text, or in a list whose items carry numbers.
///
/// The rules:
/// - Every line is a step. Blank lines are dropped.
/// - A marker is a number of one or two digits before `.`, `)` or `:` («2. Stir», «2)Stir»), with or without the word «step»
///   («Step 2: stir»), or a line that holds only a number or «step 2». A letter or a blank follows, so that «1.5 cups»,
///   «10:30» and «2 eggs» have none.
/// - Markers count from 1, one by one, and all are written alike. The first begins a line. A text before «2.» may be an
///   unnumbered first step. A new line with «1.» begins a new count.
/// - Within a line a marker follows the end of a sentence («1. Boil. 2. Eat.»). If no marker of the count does, at least three
///   markers must count up («1. boil 2. stir 3. eat»): «heat to gas 2. Bake» is one sentence.
/// - Markers that count up are removed, and each begins a step. In all doubt (a marker out of order, a single one) lines stay
///   whole, with their numbers.
enum WrittenSteps {
    /// Longer texts are divided into lines only: no recipe that long can be posted.
    private static let scalarsMax = 256 << 10

    /// The steps of a text. O(length).
    static func steps(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        return counted(scalars) ?? lines(scalars)
    }

    /// The steps that markers count; `nil` if the text is not counted.
    private static func counted(_ scalars: [Unicode.Scalar]) -> [String]? {
        guard scalars.count <= scalarsMax, let counted = counts(Reader(scalars: scalars).markers()) else { return nil }
        var steps: [String] = []
        var start = 0
        for marker in counted {
            steps += lines(scalars[start..<marker.range.lowerBound])
            start = marker.range.upperBound
        }
        steps += lines(scalars[start...])
        return steps.isEmpty ? nil : steps
    }

    /// The steps of a list of texts: an item each, unless their markers count up.
    static func steps(of items: [String]) -> [String] {
        let joined = items.map { $0.split { $0.isNewline }.joined(separator: " ") }.joined(separator: "\n")
        return counted(Array(joined.unicodeScalars)) ?? items
    }

    private static func lines(_ scalars: some Sequence<Unicode.Scalar>) -> [String] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text).split { $0.isNewline }.map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    // MARK: Counting

    struct Marker: Hashable {
        enum Place { case line, sentence, within }
        /// How it is written: all markers of a count are written alike.
        struct Style: Hashable {
            var hasWord: Bool
            /// `nil` without a sign after the number.
            var sign: Unicode.Scalar?
        }

        var number: Int
        var style: Style
        var place: Place
        /// With the blanks after it.
        var range: Range<Int>
        /// Whether any text precedes it.
        var hasTextBefore: Bool
    }

    /// The markers that count up, in order; `nil` if there are none, or if a line begins with one that does not fit.
    private static func counts(_ markers: [Marker]) -> [Marker]? {
        var counted: [Marker] = []
        var index = 0
        while index < markers.count {
            let first = markers[index]
            guard first.place == .line else {
                index += 1
                continue
            }
            guard first.number == 1 || (first.number == 2 && counted.isEmpty && first.hasTextBefore) else { return nil }
            let rest = markers[(index + 1)...]
            var count = chain(first, rest) { $0.place != .within }
            if count.count == 1 {
                let loose = chain(first, rest) { _ in true }
                if loose.count >= 3 { count = loose }
            }
            guard count.count + first.number - 1 >= 2, let last = count.last else { return nil }
            // A marker at the beginning of a line that was passed over is out of order.
            let end = markers[index...].firstIndex(of: last) ?? index
            guard markers[index...end].allSatisfy({ $0.place != .line || count.contains($0) }) else { return nil }
            counted += count
            index = end + 1
        }
        return counted.isEmpty ? nil : counted
    }

    /// The markers that count on from the first.
    private static func chain(
        _ first: Marker, _ rest: ArraySlice<Marker>, where fits: (Marker) -> Bool
    ) -> [Marker] {
        var chain = [first]
        for marker in rest {
            // A line that begins with 1 begins the next count.
            if marker.place == .line, marker.number == 1 { break }
            if marker.number == chain[chain.count - 1].number + 1, marker.style == first.style, fits(marker) {
                chain.append(marker)
            }
        }
        return chain
    }

    // MARK: Reading

    private struct Reader {
        let scalars: [Unicode.Scalar]

        /// All markers, in order.
        func markers() -> [Marker] {
            var markers: [Marker] = []
            var place = Marker.Place.line
            var hasText = false
            var index = 0
            while index < scalars.count {
                let scalar = scalars[index]
                if Self.isLineEnd(scalar) {
                    place = .line
                    index += 1
                } else if scalar.properties.isWhitespace {
                    index += 1
                } else if let marker = marker(at: index, place, hasText) {
                    markers.append(marker)
                    index = marker.range.upperBound
                    place = .within
                } else {
                    hasText = true
                    // To the end of the word.
                    while index < scalars.count, !scalars[index].properties.isWhitespace { index += 1 }
                    place = isSentenceEnd(before: index) ? .sentence : .within
                }
            }
            return markers
        }

        private func marker(at start: Int, _ place: Marker.Place, _ hasText: Bool) -> Marker? {
            var index = start
            let hasWord = word("step", at: index)
            if hasWord {
                index += 4
                skipBlanks(&index)
            }
            let digits = scalars[index...].prefix(3).prefix { ("0"..."9").contains($0) }
            guard (1...2).contains(digits.count), digits.first != "0",
                let number = Int(String(String.UnicodeScalarView(digits)))
            else { return nil }
            index += digits.count
            var sign: Unicode.Scalar?
            if index < scalars.count, ".):".unicodeScalars.contains(scalars[index]) {
                sign = scalars[index]
                index += 1
            }
            let isLineEnd = restOfLineIsBlank(index)
            if sign == nil {
                // «Step 2» may stand before its text; a bare number must be alone in its line.
                guard isLineEnd ? place == .line : hasWord && place != .within && isBlank(index) else { return nil }
            } else {
                guard isLineEnd || isBlank(index) || scalars[index].properties.isAlphabetic else { return nil }
            }
            skipBlanks(&index)
            return Marker(
                number: number, style: Marker.Style(hasWord: hasWord, sign: sign), place: place, range: start..<index,
                hasTextBefore: hasText)
        }

        private func word(_ word: String, at index: Int) -> Bool {
            let letters = Array(word.unicodeScalars)
            guard index + letters.count < scalars.count else { return false }
            return letters.indices.allSatisfy { scalars[index + $0].properties.lowercaseMapping == String(letters[$0]) }
                && isBlank(index + letters.count)
        }

        private func isBlank(_ index: Int) -> Bool { index < scalars.count && scalars[index].properties.isWhitespace }

        private func skipBlanks(_ index: inout Int) {
            while index < scalars.count, isBlank(index), !Self.isLineEnd(scalars[index]) { index += 1 }
        }

        private func restOfLineIsBlank(_ start: Int) -> Bool {
            var index = start
            skipBlanks(&index)
            return index >= scalars.count || Self.isLineEnd(scalars[index])
        }

        /// Quotes and brackets after the full stop belong to the sentence.
        private func isSentenceEnd(before end: Int) -> Bool {
            var index = end - 1
            while index >= 0, ")]\"'»”’".unicodeScalars.contains(scalars[index]) { index -= 1 }
            return index >= 0 && ".!?;…".unicodeScalars.contains(scalars[index])
        }

        private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { Character(scalar).isNewline }
    }
}
