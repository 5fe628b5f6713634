import Foundation
import TestSupport
import Testing

@testable import Ingredients

@Suite struct MeasuringUnitTests {
    @Test("no spelling means two units") func noSpellingMeansTwoUnits() {
        var owners: [String: Set<String>] = [:]
        for entry in UnitTable.entries {
            for spelling in entry.spellings { owners[spelling, default: []].insert(entry.unit.name) }
        }
        // Units that differ only in their capitals.
        for spelling in ["tasse", "glas", "el", "tl"] { owners[spelling] = nil }
        for (spelling, units) in owners { #expect(units.count == 1, "\(spelling) is \(units.sorted())") }
        #expect(Set(UnitTable.entries.map(\.unit.name)).count == UnitTable.entries.count)
    }

    @Test("every unit is found by its name and its plural") func everyUnitIsFoundByItsNameAndItsPlural() {
        for entry in UnitTable.entries {
            #expect(MeasuringUnit(named: entry.unit.name) == entry.unit)
            #expect(MeasuringUnit(named: entry.unit.plural) == entry.unit)
        }
    }

    @Test("capital letters tell short unit names apart") func capitalsTellShortNamesApart() {
        #expect(MeasuringUnit(named: "T")?.name == "tbsp")
        #expect(MeasuringUnit(named: "t")?.name == "tsp")
        #expect(MeasuringUnit(named: "EL")?.name == "EL")
        #expect(MeasuringUnit(named: "el")?.name == "eetlepel")
        #expect(MeasuringUnit(named: "Glas")?.plural == "Gläser")
        #expect(MeasuringUnit(named: "glas")?.plural == "glazen")
        #expect(MeasuringUnit(named: "TB")?.name == "tbsp")
        #expect(MeasuringUnit(named: "Tassen")?.name == "Tasse")
        #expect(MeasuringUnit(named: "tasses")?.name == "tasse")
        #expect(MeasuringUnit(named: "TBSP.")?.name == "tbsp")
        #expect(MeasuringUnit(named: "") == nil)
        #expect(MeasuringUnit(named: "furlong") == nil)
    }

    @Test("the article on ingredient lines names exactly the units of the table")
    func theTableOfUnitsIsTheOneThatIsRead() throws {
        let file = Checkout.root.appending(path: "Sources/Domain/Ingredients/Ingredients.docc/IngredientLines.md")
        let article = try String(contentsOf: file, encoding: .utf8)
        let section = try #require(article.components(separatedBy: "## Units\n").last)
        let named = section.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        #expect(Set(named) == Set(UnitTable.entries.map(\.unit.name)))
        #expect(named.count == UnitTable.entries.count)
    }

    // MARK: Conversion

    @Test(
        "a line is converted to the other measuring system",
        arguments: [
            ("1 cup milk", MeasuringSystem.metric, "240 ml milk"), ("2 cups flour", .metric, "470 ml flour"),
            ("1 lb beef", .metric, "450 g beef"), ("8 oz cream cheese", .metric, "230 g cream cheese"),
            ("3 lb potatoes", .metric, "1.35 kg potatoes"), ("1 gallon cider", .metric, "3.8 l cider"),
            ("4 fl oz juice", .metric, "120 ml juice"), ("1 pint cream", .metric, "470 ml cream"),
            ("250 ml milk", .us, "1 cup milk"), ("500 g flour", .us, "1 lb 2 oz flour"),
            ("100 g butter", .us, "3½ oz butter"),
            ("30 ml oil", .us, "2 tbsp oil"), ("5 ml vanilla", .us, "1 tsp vanilla"), ("2 l water", .us, "2 qt water"),
            ("1 kg plums", .us, "2¼ lb plums"), ("2 dl cream", .us, "¾ cup + 2 tbsp cream"),
            ("2-3 cups stock", .metric, "470–710 ml stock"),
        ])
    func theOtherKitchenMeasuresSo(line: String, system: MeasuringSystem, text: String) {
        #expect(IngredientLine(reading: line).converted(to: system).roundedText == text)
    }

    @Test("lines that need no conversion or have none stay unchanged", arguments: [MeasuringSystem.metric, .us])
    func whatNeedNotOrCannotBeConvertedStays(system: MeasuringSystem) {
        let own = system == .metric ? ["200 g flour", "1 l milk"] : ["2 cups flour", "1 lb beef"]
        for line in own + [
            "2 eggs", "3 cloves garlic", "1 tbsp oil", "2 EL Öl", "1 pinch salt", "salt", "1 Tasse Reis",
        ] {
            let read = IngredientLine(reading: line)
            #expect(read.converted(to: system) == read)
        }
    }

    @Test("conversion keeps volumes as volumes and masses as masses, and comes back")
    func volumesStayVolumesAndMassesMasses() {
        for label in LabelledLine.all {
            let read = IngredientLine(reading: label.line)
            for system in [MeasuringSystem.metric, .us] {
                let there = read.converted(to: system)
                #expect(there.name == read.name)
                #expect(there.converted(to: system) == there)
                guard there != read else { continue }
                guard let from = read.unit.flatMap({ MeasuringUnit(named: $0) }),
                    let to = there.unit.flatMap({ MeasuringUnit(named: $0) }), let before = read.quantity,
                    let after = there.quantity, let ratio = from.measure.ratio(to: to.measure)
                else {
                    Issue.record("«\(read.original)» became «\(there.text)»")
                    continue
                }
                #expect(abs(before.least * ratio - after.least) < 1e-9 * max(1, after.least))
                // Converted back, the amount is as before, perhaps in another unit.
                let back = there.converted(to: system == .metric ? .us : .metric)
                guard let home = back.unit.flatMap({ MeasuringUnit(named: $0) }), let amount = back.quantity,
                    let share = home.measure.ratio(to: from.measure)
                else {
                    Issue.record("«\(there.text)» did not come back")
                    continue
                }
                #expect(abs(amount.least * share - before.least) < 1e-9 * max(1, before.least))
            }
        }
    }
}
