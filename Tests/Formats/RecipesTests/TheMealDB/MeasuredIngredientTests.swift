import Events
import Testing

@testable import Recipes

/// Measures and names of TheMealDB, which are read together as one line.
@Suite struct MeasuredIngredientTests {
    struct Row: Sendable {
        var measure: String
        var name: String
        var quantity: Double?
        var most: Double?
        var unit = ""
        var readName: String?
        var note = ""
    }

    @Test(
        "a numbered measure is read with its ingredient",
        arguments: [
            Row(measure: "175g/6oz", name: "plain flour", quantity: 175, unit: "g", note: "6oz"),
            Row(measure: "2-3 tbsp", name: "cold water", quantity: 2, most: 3, unit: "tbsp"),
            Row(measure: "1 tbsp chopped", name: "Parsley", quantity: 1, unit: "tbsp", note: "chopped"),
            Row(measure: "2 x 400g", name: "Tinned Tomatoes", quantity: 2, note: "400g"),
            Row(measure: "1 large", name: "Onion", quantity: 1, note: "large"),
            Row(measure: "Juice of 1", name: "Lemon", quantity: 1, note: "Juice of"),
            Row(measure: "1", name: "free-range egg, beaten", quantity: 1),
            Row(measure: "1 beaten", name: "Egg", quantity: 1, note: "beaten"),
            Row(measure: "1 handfull", name: "Mint", quantity: 1, unit: "handfull"),
            Row(measure: "1 red sliced, to serve", name: "Chilli", quantity: 1, note: "red sliced, to serve"),
            Row(measure: "1 large", name: "egg, beaten", quantity: 1, readName: "large egg", note: "beaten"),
            Row(measure: "2 chopped", name: "Onion", quantity: 2, note: "chopped"),
            Row(measure: "1 ½ tsp", name: "Salt", quantity: 1.5, unit: "tsp"),
            Row(measure: "400g tin", name: "Chickpeas", quantity: 400, unit: "g", note: "tin"),
        ])
    func numbered(_ expected: Row) {
        let row = MeasuredIngredient(name: expected.name, measure: expected.measure).row
        #expect(row.original == "\(expected.measure) \(expected.name)")
        #expect((row.hasQuantity ? row.quantity : nil) == expected.quantity)
        #expect((row.hasQuantityMax ? row.quantityMax : nil) == expected.most)
        #expect(row.unit == expected.unit && row.note == expected.note, "\(row.unit) / \(row.note)")
        #expect(row.name == expected.readName ?? expected.name)
    }

    @Test(
        "a measure without a number is a purpose or part of the line",
        arguments: [
            ("To taste", "Salt", "Salt, to taste"), ("Chopped", "Mint", "Mint, chopped"),
            ("Sprinkling", "Sugar", "Sprinkling Sugar"),
        ])
    func unnumbered(_ measure: String, _ name: String, _ line: String) {
        let row = MeasuredIngredient(name: name, measure: measure).row
        #expect(row.original == line && row.name == name && !row.hasQuantity)
    }
}
