extension UnitTable {
    /// Told by their capitals, for in small letters they are something else.
    private static let exact: [String: MeasuringUnit] = {
        let spellings = [
            "T": "tbsp", "Tb": "tbsp", "t": "tsp", "EL": "EL", "El": "EL", "TL": "TL", "Tl": "TL", "Tasse": "Tasse",
            "Tassen": "Tasse",
        ]
        let byName = Dictionary(uniqueKeysWithValues: entries.map { ($0.unit.name, $0.unit) })
        return spellings.compactMapValues { byName[$0] }
    }()

    private static let folded: [String: MeasuringUnit] = {
        var units: [String: MeasuringUnit] = [:]
        for entry in entries {
            for spelling in entry.spellings where spelling != "el" && spelling != "tl" { units[spelling] = entry.unit }
        }
        return units
    }()

    /// How many words the longest spelling has that begins with this one.
    static let wordsMax: [String: Int] = {
        var counts: [String: Int] = [:]
        for spelling in folded.keys {
            let words = spelling.split(separator: " ")
            let first = words[0].hasSuffix(".") ? words[0].dropLast() : words[0]
            counts[String(first)] = max(words.count, counts[String(first)] ?? 1)
        }
        return counts
    }()

    static let containerNames: Set<String> = Set(containers.map(\.unit.name))

    /// The unit of that spelling, whatever its case, with or without a point at its end.
    static func unit(spelled text: String) -> MeasuringUnit? {
        let word = text.hasSuffix(".") ? String(text.dropLast()) : text
        return exact[word] ?? folded[word.lowercased()]
    }
}
