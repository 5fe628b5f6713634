import Events

/// What a portion holds, as pages say it: `12 g`, `490 calories`, `1,2 g`, `300mg`.
struct RecipeNutrition {
    private(set) var message = ProtoNutrition()
    /// What could not be understood.
    private(set) var notes: [String] = []

    init(_ node: SchemaNode) {
        set(node, "calories", \.calories, .kilocalories)
        set(node, "fatContent", \.fatGrams, .grams)
        set(node, "saturatedFatContent", \.saturatedFatGrams, .grams)
        set(node, "carbohydrateContent", \.carbohydrateGrams, .grams)
        set(node, "sugarContent", \.sugarGrams, .grams)
        set(node, "fiberContent", \.fiberGrams, .grams)
        set(node, "proteinContent", \.proteinGrams, .grams)
        set(node, "sodiumContent", \.sodiumMilligrams, .milligrams)
        set(node, "cholesterolContent", \.cholesterolMilligrams, .milligrams)
        let size = node.values("servingSize").compactMap(\.text).map(HTMLText.line).first { !$0.isEmpty }
        if let size { message.servingSize = size }
    }

    private enum Unit {
        case kilocalories, grams, milligrams

        /// How many of this are one of what is written behind a number; unless something else is, it is this.
        func factor(_ written: Substring) -> Double {
            let letters = written.drop { !$0.isLetter }.prefix { $0.isLetter }.lowercased()
            switch self {
            case .kilocalories: return letters == "kj" || letters.hasPrefix("kiloj") ? 1 / 4.184 : 1
            case .grams: return letters.hasPrefix("mg") || letters.hasPrefix("millig") ? 0.001 : 1
            case .milligrams: return letters == "g" || letters.hasPrefix("gram") ? 1_000 : 1
            }
        }
    }

    private mutating func set(
        _ node: SchemaNode, _ name: String, _ path: WritableKeyPath<ProtoNutrition, Double>, _ unit: Unit
    ) {
        let texts = node.values(name).compactMap(\.text).map(HTMLText.line).filter { !$0.isEmpty }
        guard let text = texts.first else { return }
        let start = text.drop { !$0.isNumber }
        guard !text.prefix(upTo: start.startIndex).hasSuffix("-"), let (value, end) = PlainNumber.read(start) else {
            notes.append("nutrition: \(name) «\(text.prefix(40))» left out")
            return
        }
        // To a thousandth: what a conversion adds behind it nobody has measured.
        message[keyPath: path] = (value * unit.factor(start[end...]) * 1_000).rounded() / 1_000
    }
}
