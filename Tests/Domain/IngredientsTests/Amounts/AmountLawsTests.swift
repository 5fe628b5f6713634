import TestSupport
import Testing

@testable import Ingredients

/// Laws that every amount keeps, in each unit.
@Suite(.seeded) struct AmountLawsTests {
    private static let units = [
        "tsp", "tbsp", "cup", "fl oz", "pint", "qt", "gallon", "oz", "lb", "g", "kg", "ml", "l", "cl", "dl", "TL", "EL",
        "clove",
    ]

    private static func line(_ random: inout SeededGenerator) -> IngredientLine {
        let amount = [0.125, 0.25, 1.0 / 3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 12, 250, 375][
            Int.random(in: 0..<13, using: &random)]
        let isRange = random.oneIn(5)
        return IngredientLine(
            original: "thing", quantity: Quantity(amount, upTo: isRange ? amount * 1.5 : nil),
            unit: random.pick(units), name: "thing", note: nil)
    }

    private static func factor(_ random: inout SeededGenerator) -> Double {
        random.oneIn(2)
            ? [0.25, 1.0 / 3, 0.5, 1.5, 2, 3, 8][Int.random(in: 0..<7, using: &random)]
            : Double.random(in: 0.05...20, using: &random)
    }

    /// In grams, millilitres or pieces.
    private static func base(_ line: IngredientLine, _ end: KeyPath<Quantity, Double>) -> Double {
        (line.quantity?[keyPath: end] ?? -1) * (line.measuringUnit?.measure.size ?? 1)
    }

    @Test("scaling by a factor and by its inverse gives the first amount") func inverse() {
        var random = SeededGenerator.ofTest()
        for _ in 0..<2_000 {
            let (line, factor) = (Self.line(&random), Self.factor(&random))
            let back = line.scaled(by: factor).scaled(by: 1 / factor)
            #expect(abs(Self.base(back, \.least) - Self.base(line, \.least)) <= Self.base(line, \.least) * 1e-9)
            #expect(abs(Self.base(back, \.upper) - Self.base(line, \.upper)) <= Self.base(line, \.upper) * 1e-9)
            #expect(back.unit == line.unit && back.name == line.name)
        }
    }

    @Test("the text of a calculated line reads back to its amount, within a tenth") func readBack() {
        var random = SeededGenerator.ofTest()
        for _ in 0..<4_000 {
            let line = Self.line(&random).scaled(by: Self.factor(&random))
            guard Self.base(line, \.least) > 0.01 else { continue }
            let again = IngredientLine(reading: line.roundedText)
            #expect(again.name == "thing", "\(line.text) became \(line.roundedText)")
            for end in [\Quantity.least, \.upper] {
                let (was, become) = (Self.base(line, end), Self.base(again, end))
                #expect(abs(was - become) <= was * 0.1001, "\(line.text) became \(line.roundedText)")
            }
        }
    }

    @Test("an exact sum in the unit of a cook reads back to the same amount") func exactSums() {
        var random = SeededGenerator.ofTest()
        for _ in 0..<2_000 {
            let line = Self.line(&random).scaled(by: Double(Int.random(in: 1...30, using: &random)))
            let again = IngredientLine(reading: line.carriedText)
            for end in [\Quantity.least, \.upper] {
                let (was, become) = (Self.base(line, end), Self.base(again, end))
                #expect(abs(was - become) <= was * 1e-4, "\(line.text) became \(line.carriedText)")
            }
        }
    }

    @Test("conversion to another system and back is within one percent") func conversion() {
        var random = SeededGenerator.ofTest()
        for _ in 0..<1_000 {
            let line = Self.line(&random)
            for (there, home) in [(MeasuringSystem.metric, MeasuringSystem.us), (.us, .metric)] {
                let back = line.converted(to: there).converted(to: home)
                #expect(abs(Self.base(back, \.least) - Self.base(line, \.least)) <= Self.base(line, \.least) * 0.01)
            }
        }
    }

    @Test("a weight from a volume is in proportion to it, and marked as about") func weights() {
        var random = SeededGenerator.ofTest()
        for _ in 0..<500 {
            let cups = Double.random(in: 0.1...9, using: &random)
            let name = random.pick(["flour", "honey", "rolled oats", "sifted cake flour"]) ?? ""
            func weight(_ cups: Double) -> IngredientLine {
                IngredientLine(original: "", quantity: Quantity(cups), unit: "cup", name: name, note: nil)
                    .converted(to: .grams)
            }
            let (one, all) = (Self.base(weight(1), \.least), Self.base(weight(cups), \.least))
            #expect(abs(all - one * cups) <= 0.001 + all * 1e-5)
            #expect(weight(cups).roundedText.hasPrefix("about "))
            #expect(weight(cups).converted(to: .grams) == weight(cups))
        }
    }

    // MARK: Tables

    @Test("the tables of densities, names and aisles have no ingredient twice") func tables() {
        let names = DensityTable.text.split(separator: "\n").flatMap {
            $0.drop { $0 != " " }.dropFirst().split(separator: "|")
        }
        #expect(names.count >= 150)
        #expect(Set(names).count == names.count)
        #expect(DensityTable.gramsPerCup.values.allSatisfy { (20...350).contains($0) })
    }
}
