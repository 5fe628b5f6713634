/// What a line uses of a citrus fruit. The juice and the zest can come from one fruit.
struct FruitUse: Hashable {
    enum Part: Hashable { case whole, juice, zest, both }

    /// The key of the fruit.
    let fruit: String
    let part: Part

    private struct Yield {
        /// The name under which the juice is measured; `nil` if that juice is mostly bought.
        var juice: String?
        var zest: String
        /// In millilitres.
        var juicePerFruit: Double
        var zestPerFruit: Double
    }

    private static let yields: [String: Yield] = [
        "lemon": Yield(juice: "lemon juice", zest: "lemon zest", juicePerFruit: 45, zestPerFruit: 15),
        "lime": Yield(juice: "lime juice", zest: "lime zest", juicePerFruit: 30, zestPerFruit: 8),
        "orange": Yield(juice: nil, zest: "orange zest", juicePerFruit: 80, zestPerFruit: 22),
    ]

    /// `nil` for what is no citrus fruit.
    init?(_ line: IngredientLine, key: String) {
        if Self.yields[key] != nil {
            fruit = key
            part = Self.part(line.note ?? "")
            return
        }
        guard let found = Self.yields.first(where: { $0.value.juice == key || $0.value.zest == key }) else {
            return nil
        }
        fruit = found.key
        part = found.value.juice == key ? .juice : .zest
    }

    private static func part(_ note: String) -> Part {
        let words = Set(note.lowercased().split { !$0.isLetter }.map(String.init))
        let isJuice = !words.isDisjoint(with: ["juice", "juiced", "squeezed", "saft", "jus", "succo", "zumo", "jugo"])
        let isZest = !words.isDisjoint(with: [
            "zest", "zested", "rind", "peel", "schale", "abrieb", "zeste", "scorza", "ralladura",
        ])
        return isJuice ? (isZest ? .both : .juice) : isZest ? .zest : .whole
    }

    /// Whether the line says a volume of juice or zest.
    func isVolume(_ line: IngredientLine) -> Bool {
        if case .volume? = line.measuringUnit?.measure { true } else { false }
    }

    /// The number of fruits that the line needs for its part; `nil` for another measure.
    func fruits(in line: IngredientLine) -> Quantity? {
        guard let quantity = line.quantity, let yield = Self.yields[fruit] else { return nil }
        if line.unit == nil { return quantity }
        guard case .volume(let millilitres)? = line.measuringUnit?.measure else { return nil }
        switch part {
        case .juice, .both: return quantity.scaled(by: millilitres / yield.juicePerFruit)
        case .zest: return quantity.scaled(by: millilitres / yield.zestPerFruit)
        case .whole: return nil
        }
    }
}

extension FruitUse {
    /// The fruits for all of these lines: the whole ones, and for juice and zest the larger number of both.
    static func fruits(for lines: [BoughtLine]) -> Quantity? {
        func sum(_ parts: Set<Part>) -> Quantity? {
            Quantity(
                sumOf: lines.compactMap { bought in
                    bought.use.flatMap { parts.contains($0.part) ? $0.fruits(in: bought.line) : nil }
                })
        }
        let (whole, juice, zest) = (sum([.whole]), sum([.juice, .both]), sum([.zest, .both]))
        let least = max(juice?.least ?? 0, zest?.least ?? 0)
        let most = max(juice?.upper ?? 0, zest?.upper ?? 0)
        let used = Quantity(least, upTo: most > least ? most : nil)
        return Quantity(sumOf: [whole, most > 0 ? used : nil].compactMap { $0 })
    }
}
