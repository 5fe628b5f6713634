import Testing

@testable import Ingredients

@Suite struct QuantityTests {
    @Test(
        "a quantity is written exactly, with fractions where they fit",
        arguments: [
            (Quantity(2), "2"), (Quantity(0.5), "½"), (Quantity(1.5), "1½"), (Quantity(1.0 / 3), "⅓"),
            (Quantity(2 + 2.0 / 3), "2⅔"), (Quantity(1.0 / 12), "1/12"), (Quantity(1 + 5.0 / 16), "1 5/16"),
            (Quantity(0.37), "0.37"), (Quantity(2, upTo: 3), "2–3"), (Quantity(0.25, upTo: 0.5), "¼–½"),
            (Quantity(250), "250"),
            (Quantity(0), "0"), (Quantity(999_999), "999999"),
        ])
    func itIsWrittenToTheLastDigit(quantity: Quantity, text: String) {
        #expect(quantity.text == text)
    }

    @Test(
        "a calculated quantity is rounded for its unit",
        arguments: [
            (1.0 / 3, "cup", "⅓"), (2.5, "", "2½"), (0.34, "cup", "⅓"), (1.6667, "", "1⅔"), (0.13, "tsp", "⅛"),
            (0.2, "cup", "0.2"), (0.01, "cup", "0.01"), (7.51, "tbsp", "7½"), (23.4, "", "23"), (0.0, "cup", "0"),
            (333.333, "g", "330"), (166.667, "g", "165"), (33.3, "g", "33"), (3.3, "g", "3.5"), (0.333, "g", "0.35"),
            (1_333.3, "g", "1350"), (236.588, "ml", "240"), (59.1, "ml", "60"), (1.3333, "kg", "1.35"),
            (0.667, "l", "0.67"),
            (0.025, "kg", "0.025"), (0.375, "kg", "0.375"), (0.125, "l", "0.125"), (12.34, "kg", "12.5"),
            (12.34, "l", "12.5"), (0.02, "dl", "0.02"),
            (12.3, "dl", "12.5"), (0.000_01, "g", "<0.001"),
        ])
    func whatWasCalculatedIsRounded(value: Double, unit: String, text: String) {
        #expect(Quantity(value).roundedText(in: MeasuringUnit(named: unit)) == text)
    }

    /// The rounded amount is always near the calculated one.
    @Test(
        "a rounded quantity is within ten percent of the calculated one",
        arguments: ["g", "ml", "kg", "l", "dl", "cup", "tsp", "clove", ""])
    func roundingIsNeverFarOff(unit: String) {
        for step in 1...4_000 {
            let value = Double(step) / 37
            let text = Quantity(value).roundedText(in: MeasuringUnit(named: unit))
            let read = IngredientLine(reading: "\(text) \(unit) thing")
            let rounded = read.quantity?.least ?? Double(text) ?? -1
            #expect(abs(rounded - value) <= value * 0.101, "\(value) \(unit) became \(text)")
        }
    }

    @Test("a range that rounds to one number is written as one") func aRangeThatRoundsToOneNumberIsOne() {
        #expect(Quantity(331, upTo: 333).roundedText(in: MeasuringUnit(named: "g")) == "330")
    }

    @Test("scaling by one changes nothing, and scaling twice multiplies the factors")
    func scalingByOneChangesNothingAndScalingTwiceIsScalingByTheProduct() {
        for label in LabelledLine.all {
            let read = IngredientLine(reading: label.line)
            #expect(read.scaled(by: 1) == read)
            let (twice, once) = (read.scaled(by: 3).scaled(by: 0.25), read.scaled(by: 0.75))
            #expect(
                twice.name == once.name && twice.unit == once.unit && twice.note == once.note,
                "«\(twice.text)», «\(once.text)»")
            #expect((twice.quantity == nil) == (once.quantity == nil))
            if let left = twice.quantity, let right = once.quantity {
                #expect(abs(left.least - right.least) < 1e-9 * max(1, right.least))
                #expect(abs((left.most ?? 0) - (right.most ?? 0)) < 1e-9 * max(1, right.least))
            }
        }
    }

    @Test("a line without a quantity is not scaled") func whatHasNoQuantityIsNotScaled() {
        let salt = IngredientLine(reading: "salt, to taste")
        #expect(salt.scaled(by: 4) == salt)
        #expect(salt.scaled(by: 4).roundedText == "salt, to taste")
    }

    @Test(
        "a scaled line has rounded amounts and the right plural",
        arguments: [
            ("1/3 cup sugar", 2.0, "⅔ cup sugar"), ("1 cup flour, sifted", 2.0, "2 cups flour, sifted"),
            ("5 eggs", 0.5, "2½ eggs"),
            ("2-3 cloves garlic", 2.0, "4–6 cloves garlic"), ("4 cloves garlic", 0.25, "1 clove garlic"),
            ("500 g flour", 1.0 / 3, "165 g flour"), ("2 EL Öl", 1.5, "3 EL Öl"),
            ("1 Zehe Knoblauch", 3.0, "3 Zehen Knoblauch"),
            ("1 (14 oz) can tomatoes", 2.0, "2 cans tomatoes, 14 oz each"),
        ])
    func aScaledLineReadsWell(line: String, factor: Double, text: String) {
        #expect(IngredientLine(reading: line).scaled(by: factor).roundedText == text)
    }

    /// A text may hold any number: the result is always a finite number.
    @Test("huge quantities stay finite in every calculation") func whatIsTooMuchStaysANumber() {
        let most = Quantity(1e306, upTo: .greatestFiniteMagnitude)
        for quantity in [most.roundedToThousandths, most.scaled(by: 1e9), most.scaled(by: 1e9).roundedToThousandths] {
            #expect(quantity.least.isFinite && quantity.most?.isFinite == true)
        }
        let line = IngredientLine(original: "salt", quantity: most, unit: "g", name: "salt", note: nil)
        let demands = (0..<3).map { IngredientTotal.Demand(line, source: $0, isCalculated: false) }
        let sum = IngredientTotal.totals(of: demands).first?.line.quantity
        #expect(sum?.least.isFinite == true && sum?.most?.isFinite == true)
    }
}
