import TestSupport
import Testing

@testable import Ingredients

@Suite struct IngredientTotalTests {
    /// Each dish's lines, and their totals.
    private func totals(_ dishes: [String]...) -> [String] {
        let demands = dishes.enumerated().flatMap { source, lines in
            lines.map { IngredientTotal.Demand(IngredientLine(reading: $0), source: source, isCalculated: false) }
        }
        return IngredientTotal.totals(of: demands).map { "\($0.text) \($0.sources)" }
    }

    @Test("the same thing in the same unit is added up, and stays in it")
    func sameUnit() {
        #expect(totals(["250 g flour"], ["400 g Flour"]) == ["650 g flour [0, 1]"])
        #expect(totals(["1 cup milk", "1½ cups milk"]) == ["2½ cups milk [0]"])
        #expect(totals(["2 cloves garlic"], ["1 clove garlic"]) == ["3 cloves garlic [0, 1]"])
    }

    @Test("masses with masses and volumes with volumes, by the metric kitchen where one of them is metric")
    func sameMeasure() {
        #expect(totals(["250 g flour"], ["1 kg flour"]) == ["1.25 kg flour [0, 1]"])
        #expect(totals(["500 g flour"], ["1 lb flour"]) == ["950 g flour [0, 1]"])
        #expect(totals(["2 dl milk"], ["1 l milk"], ["1 cup milk"]) == ["1.45 l milk [0, 1, 2]"])
        #expect(totals(["1 cup stock"], ["4 tbsp stock"]) == ["1¼ cups stock [0, 1]"])
        #expect(totals(["1 tbsp oil"], ["3 tsp oil"]) == ["2 tbsp oil [0, 1]"])
    }

    @Test("measures add up if the weight is known, and stay apart otherwise")
    func differentMeasures() {
        #expect(totals(["1 cup flour"], ["100 g flour"]) == ["about 220 g flour [0, 1]"])
        #expect(totals(["1 onion"], ["1 cup onion"]) == ["2 onions [0, 1]"])
        #expect(
            totals(["1 bunch parsley"], ["2 sprigs parsley"], ["¼ cup chopped parsley"]) == [
                "2 bunches parsley [0, 1, 2]"
            ])
        #expect(totals(["1 bunch basil"], ["10 basil leaves"]) == ["1 bunch basil [0, 1]"])
        #expect(totals(["2 sticks cinnamon"], ["1 cinnamon stick"]) == ["3 cinnamon sticks [0, 1]"])
        #expect(totals(["1 pinch salt"], ["1 tsp salt"]) == ["1 tsp salt [0, 1]"])
        #expect(totals(["1 cup nettles"], ["100 g nettles"]) == ["100 g nettles [1]", "1 cup nettles [0]"])
        #expect(totals(["1 can tomatoes"], ["2 tomatoes"]) == ["2 tomatoes [1]", "1 can tomatoes [0]"])
    }

    @Test(
        "so much is enough of the same thing, whatever it is measured in",
        arguments: [
            ("1 kg flour", "1 kg flour", true), ("1 kg flour", "900 g Flour", true),
            ("900 g flour", "1 kg flour", false),
            ("2 onions", "1 onion", true), ("1 onion", "2 onions", false), ("2–3 eggs", "3 eggs", true),
            ("3 eggs", "2–4 eggs", false), ("salt", "salt, to taste", true), ("1 cup milk", "200 ml milk", true),
            ("1 cup flour", "1 g flour", true), ("1 cup flour", "200 g flour", false),
            ("1 cup nettles", "1 g nettles", false), ("salt", "1 tsp salt", false), ("1 leek", "1 onion", false),
            ("3 cloves garlic", "2 cloves garlic", true), ("3 heads garlic", "2 cloves garlic", true),
            ("1 lemon", "2 tbsp lemon juice", true), ("3 scallions", "2 spring onions", true),
        ])
    func enough(bought: String, needed: String, isEnough: Bool) {
        #expect(IngredientLine(reading: bought).isEnough(for: IngredientLine(reading: needed)) == isEnough)
    }

    @Test("one onion and two onions are three")
    func plurals() {
        #expect(totals(["1 onion"], ["2 onions"]) == ["3 onions [0, 1]"])
        #expect(totals(["½ onion"], ["½ onion"]) == ["1 onion [0, 1]"])
        #expect(totals(["1 tomato"], ["2 Tomatoes"], ["3 tomatoes"]) == ["6 tomatoes [0, 1, 2]"])
        #expect(totals(["200 g asparagus"], ["100 g asparagu"]).count == 2)
        #expect(totals(["1 lemon grass"], ["2 lemon gras"]).count == 2)
    }

    @Test("ranges add at both ends, with what is no range as well")
    func ranges() {
        #expect(totals(["2-3 eggs"], ["1 egg"]) == ["3–4 eggs [0, 1]"])
        #expect(totals(["1-2 carrots"], ["2-4 carrots"]) == ["3–6 carrots [0, 1]"])
        #expect(totals(["100-150 g rice"], ["1 kg rice"]) == ["1.1–1.15 kg rice [0, 1]"])
    }

    @Test("a line without a quantity is listed once; a line that is not understood stays as it is")
    func unsaid() {
        #expect(totals(["salt"], ["Salt"], ["1 tsp salt"]) == ["1 tsp salt [0, 1, 2]"])
        #expect(totals(["salt"], ["Salt"]) == ["salt [0, 1]"])
        let riddle = "whatever the garden has, or 2% of it"
        #expect(totals([riddle], [riddle]) == ["\(riddle) [0, 1]"])
        #expect(totals([]).isEmpty)
    }

    @Test("a note stays where all agree on it")
    func notes() {
        #expect(totals(["1 onion, chopped"], ["1 onion, chopped"]) == ["2 onions [0, 1]"])
        #expect(totals(["1 onion, chopped"], ["2 onions, sliced"]) == ["3 onions [0, 1]"])
    }

    // MARK: Laws

    private static let stock = [
        "250 g flour", "1 kg flour", "2 cups flour", "1 lb butter", "100 g butter", "3 tbsp butter", "2-3 eggs",
        "1 egg",
        "1½ cups milk", "2 dl milk", "1 l milk", "1 tsp salt", "salt", "Salt", "2 cloves garlic", "1 clove garlic",
        "1 (14 oz) can tomatoes", "2 Tomatoes", "tomato", "0.1 g saffron", "⅓ cup sugar", "2/3 cup sugar",
        "50-60 g sugar",
        "1 onion, chopped", "2 onions", "a riddle", "5 mg saffron", "1 bunch parsley",
    ].map { IngredientLine(reading: $0) }

    private static func demands(_ random: inout SeededGenerator) -> [IngredientTotal.Demand] {
        (0..<Int.random(in: 1...40, using: &random)).map { _ in
            let line = stock[Int.random(in: 0..<stock.count, using: &random)]
            let factor = [1, 0.5, 2, 1.0 / 3, 7][Int.random(in: 0..<5, using: &random)]
            return IngredientTotal.Demand(
                line.scaled(by: factor), source: Int.random(in: 0..<5, using: &random), isCalculated: factor != 1)
        }
    }

    @Test("the order of the recipes and of their lines does not matter, to the last bit", arguments: UInt64(1)...200)
    func order(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let demands = Self.demands(&random)
        let totals = IngredientTotal.totals(of: demands)
        for _ in 0..<5 {
            #expect(IngredientTotal.totals(of: demands.shuffled(using: &random)) == totals)
        }
        #expect(Set(demands.map(\.source)) == Set(totals.flatMap(\.sources)), "no recipe's lines are lost")
    }

    @Test("for so many times as many people it is so many times as much", arguments: UInt64(1)...200)
    func scaling(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let demands = Self.demands(&random)
        let factor = [2, 0.25, 1.5, 12, 1.0 / 3][Int.random(in: 0..<5, using: &random)]
        let scaled = demands.map {
            IngredientTotal.Demand($0.line.scaled(by: factor), source: $0.source, isCalculated: true)
        }
        let (before, after) = (IngredientTotal.totals(of: demands), IngredientTotal.totals(of: scaled))
        #expect(before.count == after.count)
        for (one, other) in zip(before, after) {
            #expect(one.line.quantity == nil ? other.line.quantity == nil : true)
            #expect(one.sources == other.sources)
            for end in [\Quantity.least, \.mostOrLeast] {
                let (was, become) = (amount(one.line, end), amount(other.line, end))
                #expect(abs(was * factor - become) <= become * 1e-9, "\(one.line) \(other.line)")
            }
        }
    }

    /// In grams, millilitres or pieces.
    private func amount(_ line: IngredientLine, _ end: KeyPath<Quantity, Double>) -> Double {
        (line.quantity?[keyPath: end] ?? 0) * (line.measuringUnit?.measure.size ?? 1)
    }

    @Test("what is added up is neither more nor less than its parts", arguments: UInt64(1)...100)
    func conservation(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let demands = Self.demands(&random)
        // In grams where the weight is known, because such measures are added up.
        func sum(_ lines: [IngredientLine]) -> Double {
            lines.map { BoughtLine($0, .standard) }.reduce(0) {
                $0 + ($1.line.quantity?.least ?? 0) * ($1.gramsPerUnit ?? $1.line.measuringUnit?.measure.size ?? 1)
            }
        }
        let (parts, totals) = (sum(demands.map(\.line)), sum(IngredientTotal.totals(of: demands).map(\.line)))
        #expect(abs(parts - totals) <= parts * 1e-9)
    }
}

extension Quantity {
    fileprivate var mostOrLeast: Double { most ?? least }
}
