import Events
import TestSupport
import Testing

@testable import CloudEvents
@testable import Recipes

/// Steps and ingredients that apps keep in one text.
@Suite struct WrittenListsTests {
    @Test(
        "numbered steps are split where their numbers count up, and stay whole in doubt",
        arguments: [
            ("1. Boil.\n2. Eat.", ["Boil.", "Eat."]), ("1) Boil\r\n2) Eat", ["Boil", "Eat"]),
            ("1.Boil\n2.Eat", ["Boil", "Eat"]), ("1: Boil\n2: Eat", ["Boil", "Eat"]),
            ("Step 1: Boil.\nStep 2: Eat.", ["Boil.", "Eat."]), ("Step 1: Boil. Step 2: Eat.", ["Boil.", "Eat."]),
            ("STEP 1\nBoil\nSTEP 2\nEat", ["Boil", "Eat"]), ("Step 1 Boil\nstep 2 Eat", ["Boil", "Eat"]),
            ("1\nBoil\n2\nEat", ["Boil", "Eat"]), ("Mix\n2\nBake\n3\nEat", ["Mix", "Bake", "Eat"]),
            ("1. Boil. 2. Eat. 3. Rest", ["Boil.", "Eat.", "Rest"]),
            ("1. boil 2. stir 3. eat", ["boil", "stir", "eat"]),
            ("1. Say \"done.\" 2. Eat", ["Say \"done.\"", "Eat"]),
            ("1. Boil.\nKeep hot.\n2. Eat.", ["Boil.", "Keep hot.", "Eat."]),
            (
                "Dough:\n1. Mix\n2. Knead\nFilling:\n1. Cut\n2. Fry",
                ["Dough:", "Mix", "Knead", "Filling:", "Cut", "Fry"]
            ),
            ("1. Add 1.5 cups. 2. Wait until 10:30. 3. Eat", ["Add 1.5 cups.", "Wait until 10:30.", "Eat"]),
            ("1. Mix. 2. Heat to gas 3. Bake it. 3. Eat.", ["Mix.", "Heat to gas 3. Bake it.", "Eat."]),
            ("Boil.\n\n Eat. ", ["Boil.", "Eat."]),
            // In doubt.
            ("1. Heat to gas 2. Bake", ["1. Heat to gas 2. Bake"]), ("1. Boil", ["1. Boil"]),
            ("1\n2\n3", ["1", "2", "3"]),
            ("1.5 cups are sifted.\n2 eggs go in.", ["1.5 cups are sifted.", "2 eggs go in."]),
            ("1. a\n3. b\n2. c", ["1. a", "3. b", "2. c"]), ("1. a\n2) b", ["1. a", "2) b"]),
            ("10. Boil\n11. Eat", ["10. Boil", "11. Eat"]), ("1. Boil. 1. Eat.", ["1. Boil. 1. Eat."]),
            ("Toast the bread. Eat it.", ["Toast the bread. Eat it."]), ("", []), (" \n ", []),
        ])
    func steps(_ text: String, _ expected: [String]) {
        #expect(WrittenSteps.steps(of: text) == expected)
    }

    @Test("numbers before the items of a list are dropped, and items without them stay as they are")
    func listedSteps() {
        #expect(WrittenSteps.steps(of: ["1. Boil", "2. Eat"]) == ["Boil", "Eat"])
        #expect(WrittenSteps.steps(of: ["Boil\nit", "Eat"]) == ["Boil\nit", "Eat"])
        #expect(WrittenSteps.steps(of: ["2 eggs", "1. Boil"]) == ["2 eggs", "1. Boil"])
    }

    @Test(
        "a comma list of ingredients is split, and one ingredient stays whole",
        arguments: [
            ("flour, 2 eggs, salt", ["flour", "2 eggs", "salt"]), ("flour, 2 eggs", ["flour", "2 eggs"]),
            ("1.5 cups flour, 2 eggs, beaten", ["1.5 cups flour", "2 eggs, beaten"]),
            ("2 eggs, beaten, flour, salt", ["2 eggs, beaten", "flour", "salt"]),
            ("1,5 l water, salt, 200 g pasta", ["1,5 l water", "salt", "200 g pasta"]),
            ("flour (plain, sifted), eggs, and salt", ["flour (plain, sifted)", "eggs", "salt"]),
            ("pepper, freshly ground, salt, oil", ["pepper, freshly ground", "salt", "oil"]),
            ("ground beef, crushed tomatoes, minced garlic", ["ground beef", "crushed tomatoes", "minced garlic"]),
            ("sesame seed, seaweed, bread", ["sesame seed", "seaweed", "bread"]),
            ("milk, or water, 2 eggs", ["milk, or water", "2 eggs"]),
            ("½ cup milk, ½ cup oil", ["½ cup milk", "½ cup oil"]),
            ("flour; 2 eggs, beaten; salt", ["flour", "2 eggs, beaten", "salt"]),
            ("flour, eggs\n salt ", ["flour, eggs", "salt"]),
            // In doubt.
            ("2 eggs, beaten", ["2 eggs, beaten"]), ("salt, pepper", ["salt, pepper"]),
            ("1,000 g flour", ["1,000 g flour"]), ("1, 2 or 3 eggs", ["1, 2 or 3 eggs"]),
            ("oil, for frying", ["oil, for frying"]), ("1 onion, finely chopped", ["1 onion, finely chopped"]),
            (
                "2 chicken breasts, boneless, skinless, cut into strips",
                ["2 chicken breasts, boneless, skinless, cut into strips"]
            ),
            ("(flour, eggs, salt", ["(flour, eggs, salt"]), ("1.5 cups flour", ["1.5 cups flour"]), ("", []),
        ])
    func ingredients(_ text: String, _ expected: [String]) {
        #expect(WrittenIngredients.lines(of: text) == expected)
    }

    @Test("splitting loses no letter, and a second splitting changes nothing", arguments: 0..<200 as Range<UInt64>)
    func nothingIsLost(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = [
            "1.", "2.", "3.", "1)", "2)", "Step 1:", "Step 2:", "boil", "Eat.", "2 eggs", "beaten", ",", ", ", "\n",
            "1.5 l",
            ";", "(", ")", "salt", " and ", "gas 2.", "½", "for frying", "10:30", "\r\n", "é",
        ]
        let text = (0..<Int.random(in: 1..<20, using: &random)).map { _ in
            words[Int.random(in: 0..<words.count, using: &random)]
        }.joined(separator: " ")
        let steps = WrittenSteps.steps(of: text)
        // Only markers may go: numbers, their signs and the word «step».
        #expect(letters(steps) == letters([text]), "\(text)")
        #expect(steps.allSatisfy { !$0.isEmpty && !$0.contains { $0.isNewline } }, "\(text)")
        let lines = WrittenIngredients.lines(of: text)
        #expect(letters(lines, without: ["and"]) == letters([text], without: ["and"]), "\(text)")
        #expect(lines.allSatisfy { !$0.trimmed.isEmpty }, "\(text)")
        if lines.count > 1 { #expect(WrittenIngredients.lines(of: lines.joined(separator: "\n")) == lines) }
    }

    private func letters(_ texts: [String], without words: Set<String> = ["step"]) -> [String] {
        texts.flatMap { $0.lowercased().split { !$0.isLetter }.map(String.init) }.filter { !words.contains($0) }
    }

    @Test("a text of markers as long as a recipe may be is split in linear time")
    func longTexts() {
        let text = String(repeating: "1.a\n2.b\n", count: 30_000)
        #expect(WrittenSteps.steps(of: text).count == 60_000)
        let list = String(repeating: "salt, ", count: 40_000)
        #expect(WrittenIngredients.lines(of: list).count == 40_000)
    }

    @Test("the texts of a Parse app become steps and ingredients") func fields() throws {
        let recipe = AppRecipe(
            JSONFields([
                "ingredientList": .string("flour, 2 eggs, beaten, salt"),
                "recipeSteps": .string("1. Mix. 2. Bake for 1.5 hours. 3. Eat."),
            ]))
        #expect(recipe.content.ingredients.map(\.original) == ["flour", "2 eggs, beaten", "salt"])
        #expect(recipe.content.steps.map(\.text) == ["Mix.", "Bake for 1.5 hours.", "Eat."])
    }
}
