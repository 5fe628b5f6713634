/// The words that tell ingredients apart: which names mean one thing, which words only describe it, and where it stands
/// in a shop.
///
/// A community can add its own words to the standard ones.
package struct IngredientWords: Sendable {
    /// The key of each name with another key, both folded.
    private var keys: [String: String] = [:]
    /// The name that stands for a key on a list.
    private var names: [String: String] = [:]
    private var aislesByName: [String: String] = [:]
    /// The aisles in the order of the shop.
    package private(set) var aisles: [String] = []
    /// Names that contain a word which is otherwise dropped: `bay leaf`, `ground ginger`.
    private var whole: Set<String> = []
    /// The part of `whole` that is not listed for its other names.
    private var fixed: Set<String> = []
    private let preparations: Set<String>
    private let qualities: Set<String>

    /// The aisle of what no other aisle has.
    package static let otherAisle = "Other"

    package static let standard: IngredientWords = {
        var words = IngredientWords(preparations: preparationWords, qualities: qualityWords)
        words.add(names: standardNames)
        words.add(aisles: standardAisles)
        words.fixed = Set(wholeNames.split(separator: ",").map { folded(String($0)) })
        words.whole.formUnion(words.fixed)
        return words
    }()

    /// `preparations` are never part of a name that is bought, and `qualities` tell no two things apart. Both are
    /// separated by blanks.
    package init(preparations: String, qualities: String) {
        func set(_ text: String) -> Set<String> { Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }
        (self.preparations, self.qualities) = (set(preparations), set(qualities))
    }

    /// Adds names for one thing. Each line has the name on a list first: `spring onion = scallion, green onion`.
    package mutating func add(names text: String) {
        for line in text.split(separator: "\n") {
            let sides = line.split(separator: "=", maxSplits: 1)
            guard let first = sides.first.map({ Self.trimmed($0) }), !first.isEmpty else { continue }
            let key = Self.folded(first)
            names[key] = first
            keys[key] = key
            whole.insert(key)
            for other in sides.dropFirst().first?.split(separator: ",") ?? [] {
                let name = Self.folded(Self.trimmed(other))
                keys[name] = key
                whole.insert(name)
            }
        }
    }

    /// Adds the ingredients of aisles: `Bakery: bread, pitta`. A new aisle comes before `Other`.
    package mutating func add(aisles text: String) {
        for line in text.split(separator: "\n") {
            let sides = line.split(separator: ":", maxSplits: 1)
            guard sides.count == 2 else { continue }
            let aisle = Self.trimmed(sides[0])
            if !aisles.contains(aisle) {
                aisles.insert(aisle, at: aisles.last == Self.otherAisle ? aisles.count - 1 : aisles.count)
            }
            for name in sides[1].split(separator: ",") { aislesByName[Self.folded(Self.trimmed(name))] = aisle }
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

// MARK: Names

extension IngredientWords {
    /// The name without preparations: `chopped fresh parsley` is `parsley`.
    package func buyingName(of name: String) -> String {
        var words = name.split { $0.isWhitespace || $0 == "," }.map { String($0) }
        // A text of many words is a sentence, not a name.
        guard (1...12).contains(words.count) else { return name }
        var lower = words.map { $0.lowercased() }
        let end = Self.asideStart(lower)
        guard end < words.count || lower.indices.contains(where: { isDropped(lower, at: $0) }) else { return name }
        words.removeSubrange(end...)
        lower.removeSubrange(end...)
        guard words.count <= 8 else { return name }
        var index = 0
        while index < words.count, words.count > 1 {
            if !isDropped(lower, at: index) {
                if whole.contains(Self.folded(lower: lower[index...])) { break }
                index += 1
            } else if whole.contains(Self.folded(lower: lower[index...])) {
                break
            } else {
                words.remove(at: index)
                lower.remove(at: index)
            }
        }
        return words.joined(separator: " ")
    }

    /// Where the description behind a name begins: «butter cut into cubes».
    private static func asideStart(_ words: [String]) -> Int {
        for index in words.indices.dropFirst() where index + 1 < words.count {
            if asides[words[index]]?.contains(words[index + 1]) == true { return index }
        }
        return words.count
    }

    private static let asides: [String: Set<String>] = [
        "mixed": ["with"], "dissolved": ["in"], "cut": ["in", "into"], "at": ["room"], "such": ["as"],
        "with": ["juice", "juices", "their"], "in": ["juice"],
    ]

    private func isDropped(_ words: [String], at index: Int) -> Bool {
        let word = words[index]
        if preparations.contains(word) { return true }
        // «basil leaves», but not «leaves».
        return index > 0 && index == words.count - 1 && (word == "leaves" || word == "leaf")
    }

    /// The key of a name: equal for names of one thing.
    package func key(of name: String) -> String { key(ofBought: buyingName(of: name)) }

    /// The key of a name without preparations.
    func key(ofBought name: String) -> String { plain(name) { keys[$0] } }

    /// The folded name without words that tell no two things apart: `large eggs` are `egg`.
    func plainName(of name: String) -> String { plain(buyingName(of: name)) { whole.contains($0) ? $0 : nil } }

    /// Drops qualities from the left until `known` has an answer.
    private func plain(_ name: String, _ known: (String) -> String?) -> String {
        var phrase = Self.folded(name)
        if let answer = known(phrase) { return answer }
        var words = phrase.split(separator: " ").map { String($0) }
        guard (2...8).contains(words.count) else { return phrase }
        var index = 0
        while true {
            if let answer = known(phrase) { return answer }
            if whole.contains(phrase) { return phrase }
            while index < words.count - 1, !qualities.contains(words[index]) { index += 1 }
            guard index < words.count - 1 else { return phrase }
            words.remove(at: index)
            phrase = words.joined(separator: " ")
        }
    }

    /// Whether the last word of the name is part of it and no unit: `cinnamon stick`.
    func isFixed(_ name: String) -> Bool {
        var rest = Self.folded(buyingName(of: name))[...]
        while !fixed.contains(String(rest)) {
            guard let blank = rest.firstIndex(of: " ") else { return false }
            rest = rest[rest.index(after: blank)...]
        }
        return true
    }

    /// The name for a key on a list.
    func name(ofKey key: String) -> String { names[key] ?? key }

    /// Lower case, single blanks, and the last word without an English plural ending: onions and an onion are the same.
    static func folded(_ name: String) -> String {
        folded(lower: name.lowercased().split(whereSeparator: \.isWhitespace).map { String($0) }[...])
    }

    /// `words` are in lower case.
    private static func folded(lower words: ArraySlice<String>) -> String {
        guard let last = words.last else { return "" }
        return words.count == 1 ? singular(last) : words.dropLast().joined(separator: " ") + " " + singular(last)
    }

    private static func singular(_ word: String) -> String {
        if let known = CountNouns.singular(of: word) { return known }
        guard word.count > 3, word.hasSuffix("s") else { return word }
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        if ["oes", "shes", "ches", "xes", "sses"].contains(where: { word.hasSuffix($0) }) {
            return String(word.dropLast(2))
        }
        if ["ss", "us", "is"].contains(where: { word.hasSuffix($0) }) { return word }
        return String(word.dropLast())
    }
}

// MARK: Aisles

extension IngredientWords {
    /// The aisle of an ingredient; `Other` if it is not known.
    package func aisle(of name: String) -> String {
        let bought = Self.folded(buyingName(of: name))
        let key = key(of: name)
        if let aisle = aislesByName[bought] ?? aislesByName[key] { return aisle }
        var words = bought.split(separator: " ").map { String($0) }
        if let first = words.first, words.count > 1, let aisle = aislesByName["\(first) -"] { return aisle }
        guard words.count <= 12 else { return Self.otherAisle }
        // The longest known end of the name, then the longest known beginning of what is left.
        while !words.isEmpty {
            for start in words.indices {
                let phrase = Self.folded(words[start...].joined(separator: " "))
                if let aisle = aislesByName[phrase] ?? keys[phrase].flatMap({ aislesByName[$0] }) { return aisle }
            }
            words.removeLast()
        }
        return Self.otherAisle
    }

    /// The aisle of a line: things in cans and tins stand together.
    package func aisle(of line: IngredientLine) -> String {
        if let unit = line.measuringUnit?.name, ["can", "tin", "jar"].contains(unit),
            let tins = aislesByName["\(unit) -"]
        {
            return tins
        }
        return aisle(of: line.name)
    }
}
