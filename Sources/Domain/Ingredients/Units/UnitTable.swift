/// All known units with their spellings. `IngredientLines.md` shows the same table to readers.
///
/// A spelling with another meaning in another language, or in the name of a dish, is left out: a text that is not
/// understood stays as it was written.
enum UnitTable {
    struct Entry {
        let unit: MeasuringUnit
        /// In lower case, without a point at the end.
        let spellings: [String]
    }

    /// `words`: name, plural, and further spellings, with bars between them; a name alone is its own plural.
    static func entry(
        _ words: String, _ measure: MeasuringUnit.Measure = .pieces, _ kitchen: MeasuringUnit.Kitchen = .every
    ) -> Entry {
        let words = words.split(separator: "|").map { String($0) }
        let unit = MeasuringUnit(words[0], plural: words.count > 1 ? words[1] : words[0], measure, kitchen)
        return Entry(unit: unit, spellings: words.map { $0.lowercased() })
    }

    static let entries: [Entry] =
        metric + us + containers + pieces + german + french + spanish
        + italian + dutch + portuguese + others

    // MARK: Measures

    /// The cup of the United States, in millilitres; the other measures there are parts and multiples of it.
    static let cupMillilitres = 236.588_236_5
    static let spoon = MeasuringUnit.Measure.volume(cupMillilitres / 16)
    static let smallSpoon = MeasuringUnit.Measure.volume(cupMillilitres / 48)

    private static let metric: [Entry] = [
        entry(
            "g|g|gr|grs|gm|gms|gram|grams|gramme|grammes|gramm|gramo|gramos|grammo|grammi|grama|gramas", .mass(1),
            .metric),
        entry(
            "kg|kg|kgs|kilo|kilos|kilogram|kilograms|kilogramme|kilogrammes|kilogramm|kilogramo|kilogramos|chilo"
                + "|quilo|quilos|kilo's|quilograma|quilogramas|chilogrammo|chilogrammi",
            .mass(1_000), .metric),
        entry("mg|mg|milligram|milligrams|milligramme|milligrammes|milligramm", .mass(0.001), .metric),
        entry("etto|etti", .mass(100), .metric), entry("Pfund|Pfund|pfd", .mass(500), .metric),
        entry("livre|livres", .mass(500), .metric), entry("pond|ponden", .mass(500), .metric),
        entry("ons|ons|onsen", .mass(100), .metric),
        entry(
            "ml|ml|mls|millilitre|millilitres|milliliter|milliliters|mililitro|mililitros|millilitro|millilitri|cm3|cm³",
            .volume(1), .metric),
        entry("cl|cl|centilitre|centilitres|centiliter|centiliters|centilitro|centilitros", .volume(10), .metric),
        entry("dl|dl|decilitre|decilitres|deciliter|deciliters|décilitre|décilitres|decilitro", .volume(100), .metric),
        entry("l|l|lt|ltr|litre|litres|liter|liters|litro|litros|litri", .volume(1_000), .metric),
    ]

    private static let us: [Entry] = [
        entry("cup|cups|c", .volume(cupMillilitres), .us),
        entry("tbsp|tbsp|tbsps|tbs|tbl|tblsp|tblsps|tablespoon|tablespoons|tablespoonful|tablespoonfuls", spoon),
        entry("tsp|tsp|tsps|teaspoon|teaspoons|teaspoonful|teaspoonfuls|tspn|tspns", smallSpoon),
        entry(
            "dessertspoon|dessertspoons|dessert spoon|dessert spoons|dsp|dessertspoonful|dessertspoonfuls", .volume(10)),
        entry(
            "fl oz|fl oz|fl. oz|floz|fluid oz|fluid ounce|fluid ounces|fl ounce|fl ounces",
            .volume(cupMillilitres / 8), .us),
        entry("pint|pints|pt|pts", .volume(cupMillilitres * 2), .us),
        entry("qt|qt|qts|quart|quarts", .volume(cupMillilitres * 4), .us),
        entry("gallon|gallons|gal|gals", .volume(cupMillilitres * 16), .us),
        entry("oz|oz|ozs|ounce|ounces", .mass(28.349_523_125), .us),
        entry("lb|lb|lbs|pound|pounds", .mass(453.592_37), .us),
    ]

    // MARK: Pieces

    /// Containers, which may have a size before them: «1 (14 oz) can».
    static let containers: [Entry] =
        [
            "can|cans", "tin|tins", "jar|jars", "bottle|bottles", "box|boxes", "bag|bags", "sachet|sachets",
            "package|packages|pkg|pkgs|pkge|pack|packs|packet|packets|pkt|pkts", "envelope|envelopes",
            "container|containers", "carton|cartons", "tub|tubs", "tube|tubes", "pouch|pouches", "punnet|punnets",
            "block|blocks", "bar|bars", "brick|bricks", "loaf|loaves", "stick|sticks", "sleeve|sleeves", "roll|rolls",
            "piece|pieces|pc|pcs", "fillet|fillets|filet|filets", "Dose|Dosen", "Packung|Packungen|pck|pckg",
            "Päckchen|Päckchen|päck", "Becher|Becher|be", "Glas|Gläser", "Flasche|Flaschen", "Beutel",
            "boîte|boîtes|boite|boites",
            "lata|latas", "bote|botes", "scatola|scatole", "vasetto|vasetti",
        ].map { entry($0) } + foreignContainers

    private static let pieces: [Entry] = [
        "clove|cloves", "slice|slices", "pinch|pinches", "dash|dashes", "handful|handfuls|handsful", "drop|drops",
        "splash|splashes", "drizzle|drizzles", "glug|glugs", "knob|knobs", "pat|pats", "dollop|dollops",
        "scoop|scoops", "smidgen|smidgens", "head|heads", "bulb|bulbs", "bunch|bunches", "sprig|sprigs",
        "stalk|stalks", "rib|ribs", "stem|stems", "leaf|leaves", "sheet|sheets", "pod|pods", "ear|ears",
        "strip|strips", "rasher|rashers", "cube|cubes", "ball|balls", "wedge|wedges", "square|squares",
        "chunk|chunks", "rack|racks", "shot|shots", "jigger|jiggers", "glass|glasses", "part|parts", "spear|spears",
        "twist|twists", "ladle|ladles", "mug|mugs", "wheel|wheels", "squeeze|squeezes", "grating|gratings",
        "spoonful|spoonfuls",
        "log|logs", "side|sides", "cupful|cupfuls",
    ].map { entry($0) }

    /// Units that also describe things: «2 strip steaks» are no strips.
    static let adjectives: Set<String> = [
        "rib", "strip", "cube", "roll", "pod", "ball", "bar", "block", "part", "side", "log",
    ]
}

extension UnitTable {
    /// Spellings whose capitals matter, because they mean something else in lower case.
    private static let exact: [String: MeasuringUnit] = {
        let spellings = [
            "T": "tbsp", "Tb": "tbsp", "TB": "tbsp", "TBS": "tbsp", "t": "tsp", "EL": "EL", "El": "EL", "TL": "TL",
            "Tl": "TL", "Tasse": "Tasse",
            "Tassen": "Tasse", "Glas": "Glas", "glas": "glas",
        ]
        let byName = Dictionary(uniqueKeysWithValues: entries.map { ($0.unit.name, $0.unit) })
        return spellings.compactMapValues { byName[$0] }
    }()

    private static let folded: [String: MeasuringUnit] = {
        var units: [String: MeasuringUnit] = [:]
        for entry in entries {
            let isExact = entry.unit.name == "EL" || entry.unit.name == "TL"
            for spelling in entry.spellings where !isExact || spelling.count > 2 { units[spelling] = entry.unit }
        }
        return units
    }()

    /// The number of words of the longest spelling that begins with this word.
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

    /// The unit with that spelling, in any case, with or without a point at its end.
    static func unit(spelled text: String) -> MeasuringUnit? {
        let word = text.hasSuffix(".") ? String(text.dropLast()) : text
        return exact[word] ?? folded[word.lowercased()]
    }
}
