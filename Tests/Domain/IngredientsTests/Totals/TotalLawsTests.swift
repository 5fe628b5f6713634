import TestSupport
import Testing

@testable import Ingredients

/// Laws that every total keeps, for all lines that are added.
@Suite(.seeded) struct TotalLawsTests {
    /// The lines of the labelled lists.
    private static let lines: [IngredientLine] = {
        let rows = ["shopping", "shopping-meals"].flatMap { file in
            ((try? Checkout.text(of: "Tests/Domain/IngredientsTests/Labelled/\(file).txt")) ?? "").split(
                separator: "\n")
        }
        return rows.filter { !$0.hasPrefix("# ") }.flatMap { row in
            (row.split(separator: " => ").first ?? "").split(separator: " // ").map {
                IngredientLine(reading: String($0))
            }
        }
    }()

    private static func totals(_ lines: [IngredientLine]) -> [IngredientTotal] {
        IngredientTotal.totals(
            of: lines.enumerated().map { IngredientTotal.Demand($1, source: $0, isCalculated: false) })
    }

    @Test("a total of one line has the amount of that line") func single() {
        #expect(Self.lines.count > 300)
        for line in Self.lines where line.quantity != nil {
            let totals = Self.totals([line])
            #expect(totals.count == 1 && totals[0].line.quantity == line.counted.quantity, "\(line.text)")
            #expect(totals[0].isCalculated == false)
        }
    }

    @Test("two lines are one thing exactly if they are added up") func sameThings() {
        var random = SeededGenerator.ofTest()
        for _ in 0..<4_000 {
            guard let one = random.pick(Self.lines), let other = random.pick(Self.lines),
                !(one.name + other.name).contains(" and ")
            else { continue }
            let isOne = Self.totals([one, other]).count == 1
            #expect(isOne == one.isSameThing(as: other), "«\(one.text)» and «\(other.text)»")
            #expect(one.isSameThing(as: other) == other.isSameThing(as: one))
        }
    }

    @Test("an amount is enough for itself, and for less") func enough() {
        for line in Self.lines {
            #expect(line.isEnough(for: line), "\(line.text)")
            guard line.quantity != nil else { continue }
            #expect(line.isEnough(for: line.scaled(by: 0.5)), "\(line.text)")
            #expect(!line.scaled(by: 0.5).isEnough(for: line), "\(line.text)")
        }
    }

    /// A list stores the text of a need, and compares it with the need of later plans.
    @Test("the text of a total reads back as the same thing, and covers its need") func readBack() {
        var random = SeededGenerator.ofTest()
        for _ in 0..<1_000 {
            let lines = (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in random.pick(Self.lines) }
            for total in Self.totals(lines) {
                let again = IngredientLine(reading: total.text)
                #expect(again.isSameThing(as: total.line), "\(total.text)")
                #expect(again.isEnough(for: IngredientLine(reading: total.text)), "\(total.text)")
            }
        }
    }

    @Test("the order of the lines does not matter") func order() {
        var random = SeededGenerator.ofTest()
        for _ in 0..<300 {
            let demands = (0..<30).compactMap { source in
                random.pick(Self.lines).map { IngredientTotal.Demand($0, source: source, isCalculated: false) }
            }
            let totals = IngredientTotal.totals(of: demands)
            #expect(IngredientTotal.totals(of: demands.shuffled(using: &random)) == totals)
            #expect(Set(totals.flatMap(\.sources)) == Set(demands.map(\.source)))
        }
    }
}
