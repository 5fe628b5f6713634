/// Finds the ingredient lines that the steps of a recipe use, by the words of their names.
///
/// It reads English, German, French, Italian and Spanish. A word that names several lines equally well names none:
/// «oil» where a recipe has two oils.
package struct StepUses: Sendable {
    /// A word of a line's name.
    private struct Place {
        var line: Int
        /// Only a part of the written word, as in the German «Brühe» for «Gemüsebrühe».
        var isPart: Bool
    }

    private let names: [UsedName]
    private let places: [String: [Place]]
    /// The parts of German compounds.
    private let parts: [String: [Place]]
    /// The lines of each kind, such as fish.
    private let kinds: [String: [Int]]

    /// A word in more lines than these names none of them, so that reading stays linear in the text.
    private static let placesMax = 16
    private static let beginningMin = 5
    private static let endingMin = 4
    private static let wordMax = 40

    /// `ingredients`: the names of the lines, in their order.
    package init(_ ingredients: [String]) {
        names = ingredients.map(UsedName.init)
        var (places, parts, kinds) = ([String: [Place]](), [String: [Place]](), [String: [Int]]())
        for (line, name) in names.enumerated() {
            for word in Set(name.words.flatMap(\.forms)) {
                places[word, default: []].append(Place(line: line, isPart: false))
            }
            for part in Set(name.words.flatMap { Self.parts(of: $0.text) }) {
                parts[part, default: []].append(Place(line: line, isPart: true))
            }
            for kind in Set(name.words.flatMap { UseWords.kinds[$0.text] ?? [] }) {
                kinds[kind, default: []].append(line)
            }
        }
        (self.places, self.parts, self.kinds) = (places, parts, kinds)
    }

    /// The lines that a step uses, in their order. O(text).
    package func lines(in text: String) -> [Int] {
        let words = StepToken.all(in: text).map { $0.isWord ? UsedWord($0.text) : nil }
        let isGerman = words.contains { UseWords.german.contains($0?.text ?? "") }
        let isRomance = !isGerman && words.contains { UseWords.romance.contains($0?.text ?? "") }
        var lines: Set<Int> = []
        for (index, word) in words.enumerated() {
            guard let word, !isDenied(index, in: words) else { continue }
            lines.formUnion(named(by: word, at: index, in: words, isGerman: isGerman, isRomance: isRomance))
        }
        return lines.sorted()
    }

    /// Whether the words around a place say that the thing is not taken: «no water», «until oil appears», «pasta water».
    private func isDenied(_ index: Int, in words: [UsedWord?]) -> Bool {
        func text(_ place: Int) -> String { words.indices.contains(place) ? words[place]?.text ?? "" : "" }
        // At most three words before it, in the same part of the sentence.
        for distance in 1...3 {
            let before = text(index - distance)
            guard !before.isEmpty else { break }
            if distance <= 2, UseWords.without.contains(before) || before == "so" && text(index - 1) == "that" {
                return true
            }
            if UseWords.until.contains(before) || before == "that" && text(index - distance - 1) == "so" { return true }
        }
        if text(index + 1) == "water", text(index) != "water" { return true }
        // «Warm water» is another water than that of the list.
        return text(index) == "water" && words.indices.contains(index - 1) && words[index - 1] != nil
            && !UseWords.beforeWater.contains(text(index - 1)) && !places.keys.contains(text(index - 1))
    }

    private func named(
        by word: UsedWord, at index: Int, in words: [UsedWord?], isGerman: Bool, isRomance: Bool
    ) -> [Int] {
        var (word, found) = (word, word.forms.flatMap { places[$0] ?? [] })
        if found.isEmpty { found = partly(word.text, isGerman: isGerman) }
        if found.isEmpty, let other = UseWords.same[word.text] {
            word = UsedWord(other)
            found = word.forms.flatMap { places[$0] ?? [] }
            if found.isEmpty { found = partly(word.text, isGerman: isGerman) }
        }
        if found.isEmpty { return kind(of: word) }
        guard found.count <= Self.placesMax else { return [] }
        let isOnly = Set(found.map(\.line)).count == 1
        var best: (rank: Rank, lines: [Int])?
        for place in found {
            guard
                let rank = rank(
                    of: place, word, at: index, in: words, isRomance: isRomance && !isGerman, isOnly: isOnly)
            else { continue }
            if let known = best {
                if known.rank < rank { best = (rank, [place.line]) }
                if known.rank == rank, !known.lines.contains(place.line) { best?.lines.append(place.line) }
            } else {
                best = (rank, [place.line])
            }
        }
        guard let lines = best?.lines, let first = lines.first else { return [] }
        // Two lines of one name are both used: flour for the dough and for the tin.
        return lines.allSatisfy { names[$0] == names[first] } ? lines : []
    }

    private struct Rank: Comparable {
        /// How many words of the name stand together.
        var together: Int
        var isWhole: Bool
        var isHead: Bool
        /// How many words of the name do not stand there.
        var missing: Int

        static func < (left: Rank, right: Rank) -> Bool {
            if left.together != right.together { return left.together < right.together }
            if left.isWhole != right.isWhole { return right.isWhole }
            if left.isHead != right.isHead { return right.isHead }
            return left.missing > right.missing
        }
    }

    /// `nil`: the word alone does not tell the line. `isOnly`: no other line has the word.
    private func rank(
        of place: Place, _ word: UsedWord, at index: Int, in words: [UsedWord?], isRomance: Bool, isOnly: Bool
    ) -> Rank? {
        let name = names[place.line]
        let (together, hasHead) = run(around: index, in: words, of: name, isRomance)
        let isHead = place.isPart ? name.isEnding(word.text) : name.isHead(word, isRomance: isRomance)
        if !(isHead && !UseWords.made.contains(word.text)), !hasHead {
            let isLast = isOnly && name.words.last?.forms.contains(word.text) == true
            guard
                isLast && !UseWords.made.contains(word.text)
                    || (place.isPart ? name.isTellingBeginning : name.isTelling(word, isRomance: isRomance))
            else { return nil }
        }
        return Rank(
            together: together, isWhole: !place.isPart, isHead: isHead, missing: max(0, name.words.count - together))
    }

    /// The words of a name that stand together around a place.
    private func run(
        around index: Int, in words: [UsedWord?], of name: UsedName, _ isRomance: Bool
    ) -> (count: Int, hasHead: Bool) {
        var (seen, hasHead) = (Set([index]), false)
        for direction in [-1, 1] {
            var (place, gap) = (index + direction, 0)
            while words.indices.contains(place), gap <= 1, abs(place - index) <= 6 {
                guard let word = words[place] else {
                    // An apostrophe or a hyphen, but also a comma.
                    break
                }
                if name.has(word) {
                    seen.insert(place)
                    hasHead = hasHead || name.isHead(word, isRomance: isRomance)
                    gap = 0
                } else if UseWords.linking.contains(word.text) {
                    gap += 1
                } else {
                    break
                }
                place += direction
            }
        }
        return (seen.count, hasHead)
    }

    private func kind(of word: UsedWord) -> [Int] {
        for form in word.forms {
            if let lines = kinds[form], lines.count == 1 { return lines }
        }
        return []
    }

    // MARK: German compounds

    private func partly(_ word: String, isGerman: Bool) -> [Place] {
        guard word.count <= Self.wordMax else { return [] }
        if let found = parts[word] {
            // Only German takes the beginning of a word for a thing.
            return isGerman ? found : found.filter { names[$0.line].isEnding(word) }
        }
        guard isGerman else { return [] }
        // «Kartoffelscheiben» for «Kartoffeln».
        for part in Self.parts(of: word, ofEndings: false) {
            if let found = places[part] ?? parts[part], !found.isEmpty {
                return found.map { Place(line: $0.line, isPart: true) }
            }
        }
        return []
    }

    /// The beginnings and endings of a word, the longest first.
    private static func parts(of word: String, ofEndings: Bool = true) -> [String] {
        guard word.count <= wordMax else { return [] }
        var parts: [String] = []
        for count in stride(from: word.count - 2, through: beginningMin, by: -1) {
            parts.append(String(word.prefix(count)))
        }
        if ofEndings {
            for count in stride(from: word.count - 2, through: endingMin, by: -1) {
                parts.append(String(word.suffix(count)))
            }
            if word.hasSuffix("ol"), word.count > 4 { parts.append("ol") }
        }
        return parts
    }
}

/// A word of a step or a name, without accents.
struct UsedWord: Hashable, Sendable {
    let text: String
    /// The word, and what its singular may be.
    let forms: [String]

    init(_ word: String) {
        let text = word.count > 40 ? String(word.prefix(40)) : Self.plain(word)
        var forms = [text]
        func add(_ ending: String, _ other: String, from count: Int = 4) {
            guard text.count >= count, text.hasSuffix(ending) else { return }
            forms.append(text.dropLast(ending.count) + other)
        }
        add("s", "", from: 3)
        add("es", "")
        add("ies", "y")
        add("ves", "f")
        add("x", "")
        for ending in ["n", "en", "er", "e"] { add(ending, "") }
        for other in ["o", "e", "a", "io"] { add("i", other) }
        add("e", "a")
        add("ces", "z")
        (self.text, self.forms) = (text, forms)
    }

    private static func plain(_ word: String) -> String {
        guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return word }
        return String(word.flatMap { UseWords.plain[$0] ?? String($0) })
    }
}

/// The name of a line, as its words.
struct UsedName: Hashable, Sendable {
    var words: [UsedWord] = []

    init(_ name: String) {
        // A name of more words is none.
        for token in StepToken.all(in: name) where token.isWord && words.count < 12 {
            if !UseWords.linking.contains(token.text) { words.append(UsedWord(token.text)) }
        }
    }

    func has(_ word: UsedWord) -> Bool { words.contains { !Set($0.forms).isDisjoint(with: word.forms) } }

    /// The word that names the thing: in English and German the last one, else the first.
    func isHead(_ word: UsedWord, isRomance: Bool) -> Bool {
        guard let head = head(isRomance) else { return false }
        return !Set(head.forms).isDisjoint(with: word.forms)
    }

    private func head(_ isRomance: Bool) -> UsedWord? {
        let things = words.filter { !UseWords.supporting.contains($0.text) }
        return (isRomance ? things.first : things.last) ?? (isRomance ? words.first : words.last)
    }

    func isEnding(_ part: String) -> Bool { words.last?.text.hasSuffix(part) ?? false }

    /// Whether the beginning of a compound tells the line: «Muskat» of «Muskatnuss», but not «Gemüse» of «Gemüsebrühe».
    var isTellingBeginning: Bool {
        guard let last = words.last?.text else { return false }
        return !UseWords.productEndings.contains { last.hasSuffix($0) && last.count > $0.count }
    }

    /// Whether a word tells the line without its head: «cumin» tells «cumin seeds», «rice» does not tell «rice vinegar».
    func isTelling(_ word: UsedWord, isRomance: Bool) -> Bool {
        guard let head = head(isRomance) else { return false }
        return !word.forms.contains(where: UseWords.supporting.contains)
            && !head.forms.contains(where: UseWords.products.contains)
            && !word.forms.contains(where: UseWords.products.contains)
    }
}
