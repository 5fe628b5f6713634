import Ingredients
import Testing

@Suite struct StepAmountTests {
    private static let ingredients = ["plain flour", "large eggs", "olive oil", "butter", "milk", "salt", "onions"]

    @Test(
        "amounts of ingredients in a step are scaled",
        arguments: [
            ("Add 200 g of the flour and stir.", 2.0, "Add 400 g of the flour and stir."),
            ("Whisk in 2 eggs and 1/2 cup milk.", 2.0, "Whisk in 4 eggs and 1 cup milk."),
            ("Heat 2 tablespoons olive oil.", 3.0, "Heat 6 tbsp olive oil."),
            ("Fry 1 onion in 30 g butter.", 2.0, "Fry 2 onions in 60 g butter."),
            ("Beat 2 large eggs.", 0.5, "Beat 1 large egg."),
            ("Add ½ tsp salt.", 0.5, "Add ¼ tsp salt."),
            ("Stir in 2-3 tbsp milk.", 2.0, "Stir in 4–6 tbsp milk."),
            ("Add 1 ½ cups flour.", 2.0, "Add 3 cups flour."),
        ])
    func scaled(text: String, factor: Double, result: String) {
        let scaled = StepAmount.scaled(text, by: factor, ingredients: Self.ingredients)
        #expect(scaled.text == result)
        #expect(scaled.unscaled.isEmpty)
    }

    @Test(
        "sizes, portions and shares stay, and are reported",
        arguments: [
            ("Butter a 20 cm tin.", ["20 cm"]), ("Pour into a 9-inch pan.", ["9-inch"]),
            ("Roll into 30-g balls of flour.", ["30-g"]), ("Use 2 tbsp milk per pancake.", ["2 tbsp"]),
            ("Add 1 tbsp of sesame paste.", ["1 tbsp"]), ("Add 200 g flour to a 1 litre jug.", ["1 litre"]),
        ])
    func unscaled(text: String, parts: [String]) {
        let scaled = StepAmount.scaled(text, by: 2, ingredients: Self.ingredients)
        #expect(scaled.unscaled.map { String(scaled.text[$0]) } == parts)
    }

    @Test(
        "times, temperatures and counts of other things are no amounts",
        arguments: [
            "Bake for 20 minutes at 180 °C.", "Cut into 12 pieces.", "Bake at 350°F.", "Serves 4.", "Repeat 3 times.",
            "",
        ])
    func others(text: String) {
        let scaled = StepAmount.scaled(text, by: 3, ingredients: Self.ingredients)
        #expect(scaled == ScaledStep(text: text, unscaled: []))
    }

    @Test(
        "odd texts neither trap nor change what is no amount",
        arguments: [
            "1", "1 1/2 cup", "½½½ g flour", "1-", "2 to", "9999999 g flour", "0 g flour", "1e9 eggs", "👩‍🍳 2 g flour 🥚",
        ])
    func odd(text: String) {
        for factor in [0.0001, 0.5, 3, 1e9] {
            _ = StepAmount.scaled(text, by: factor, ingredients: Self.ingredients)
            for scale in StepTemperature.Scale.allCases { _ = StepTemperature.converted(text, to: scale) }
        }
    }

    @Test(
        "long texts take linear time", .timeLimit(.minutes(1)),
        arguments: ["180 °C (", "2 tbsp ", "gas ", "1-2 g flour ", "per 2 eggs "])
    func hostile(piece: String) {
        let text = String(repeating: piece, count: 16 * 1_024 / piece.utf8.count)
        _ = StepAmount.scaled(text, by: 2, ingredients: Self.ingredients)
        _ = StepTemperature.converted(text, to: .fahrenheit)
    }
}
