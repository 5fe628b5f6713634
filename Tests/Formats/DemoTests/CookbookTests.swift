import Events
import Foundation
import Recipes
import TestSupport
import Testing

@testable import Demo

@Suite struct CookbookTests {
    private let recipes = Cookbook.recipes

    @Test("the demo has at least sixty recipes of fifteen cuisines") func atLeastSixtyRecipesOfFifteenCuisines() {
        #expect(recipes.count >= 60)
        #expect(Set(recipes.map(\.content.cuisine)).count >= 15)
    }

    @Test("titles and keys of demo recipes are unique") func titlesAndKeysAreUnique() {
        let titles = recipes.flatMap { recipe in [recipe.content.title] + recipe.forks.map(\.title) }
        #expect(Set(titles).count == titles.count)
        #expect(Set(recipes.map(\.key)).count == recipes.count)
    }

    @Test("each demo recipe has ingredients, steps, times, diet and answers") func aRecipeSaysAllThatACookNeeds() {
        for recipe in recipes {
            let content = recipe.content
            #expect((5...15).contains(content.ingredients.count), "\(recipe.key)")
            #expect((3...8).contains(content.steps.count), "\(recipe.key)")
            #expect(content.hasDescription_p && content.hasServings && content.hasPrepMinutes, "\(recipe.key)")
            #expect(content.totalMinutes >= content.prepMinutes + content.cookMinutes, "\(recipe.key)")
            #expect(!content.course.isEmpty && !content.tags.isEmpty && content.difficulty != .unknown, "\(recipe.key)")
            let diet = content.diet
            #expect(
                ![diet.vegetarian, diet.vegan, diet.glutenFree, diet.sugarFree].contains(.unknown), "\(recipe.key)")
            #expect(recipe.exchanges.allSatisfy { !$0.answer.isEmpty }, "\(recipe.key)")
        }
    }

    @Test("a demo recipe is tagged quick exactly if it takes at most thirty minutes")
    func whatIsTaggedQuickIsOnTheTableInHalfAnHour() {
        for recipe in recipes {
            #expect(recipe.content.tags.contains("quick") == (recipe.content.totalMinutes <= 30), "\(recipe.key)")
        }
    }

    @Test("the author of each demo recipe is a member of the cast") func everyAuthorIsInTheCast() {
        let names = Set(Cast.members.map(\.username))
        for recipe in recipes { #expect(names.contains(recipe.author), "\(recipe.key)") }
        #expect(Cast.members.allSatisfy { Username.isWellFormed($0.username) })
    }

    @Test("every standard collection has at least five demo recipes") func everyCollectionHasSeveral() {
        for collection in Rules.standard.collections {
            let members = recipes.filter { recipe in
                let isTagged = collection.tags.isEmpty || recipe.content.tags.contains(where: collection.tags.contains)
                return isTagged && collection.maxMinutes.map { recipe.content.totalMinutes <= $0 } ?? true
            }
            #expect(members.count >= 5, "\(collection.name)")
        }
    }

    // MARK: Diets

    /// Beginnings of words that an ingredient of such a dish must not have.
    private static let meat = [
        "chicken", "beef", "pork", "lamb", "bacon", "pancetta", "ham", "sausage", "chorizo", "steak", "lard", "fish",
        "cod", "bass", "prawn", "shrimp", "anchov", "oyster sauce", "dashi", "katsuobushi", "gelatine",
        "worcestershire",
        "kimchi",
        // Made with the rennet of calves.
        "parmesan", "pecorino", "gruyère",
    ]
    private static let animal =
        meat + [
            "milk", "butter", "cream", "cheese", "yoghurt", "ghee", "mascarpone", "feta", "paneer", "egg", "yolk",
            "honey", "mayonnaise",
        ]
    private static let wheat = [
        "plain flour", "white flour", "self-raising flour", "bread", "baguette", "spaghetti", "ditalini", "savoiardi",
        "filo",
        "pastry", "bulgur", "couscous", "wheat", "oats", "soy sauce", "oyster sauce", "kecap", "gochujang",
        "doubanjiang",
        "okonomiyaki", "miso", "chutney",
        // Sold cut with wheat.
        "asafoetida",
    ]
    private static let sugar = [
        "sugar", "honey", "syrup", "mirin", "chocolate", "savoiardi", "chutney", "kecap", "okonomiyaki", "gochujang",
        "oyster sauce", "adobo", "marsala",
    ]
    /// Plants that are called like something else.
    private static let plants = ["coconut milk", "peanut butter", "oyster mushroom", "unsweetened"]

    private static func found(_ words: [String], in ingredients: [ProtoIngredient]) -> [String] {
        var text = " " + ingredients.map { $0.original.lowercased() }.joined(separator: " | ")
        for plant in plants { text = text.split(separator: plant).joined(separator: " ") }
        return words.filter { text.contains(" " + $0) }
    }

    @Test("diets of demo recipes and forks do not contradict their ingredients")
    func dietsDoNotContradictIngredients() {
        for recipe in recipes {
            let diet = recipe.content.diet
            for (name, answer, words) in [
                ("vegetarian", diet.vegetarian, Self.meat), ("vegan", diet.vegan, Self.animal),
                ("gluten-free", diet.glutenFree, Self.wheat), ("sugar-free", diet.sugarFree, Self.sugar),
            ] {
                let found = Self.found(words, in: recipe.content.ingredients)
                #expect(found.isEmpty == (answer == .yes), "\(recipe.key) and \(name): \(found)")
                guard answer == .yes else { continue }
                for fork in recipe.forks {
                    #expect(Self.found(words, in: [fork.new]).isEmpty, "\(fork.title) and \(name)")
                }
            }
            #expect(diet.vegan != .yes || diet.vegetarian == .yes, "\(recipe.key)")
        }
    }

    @Test("diets of generated variants do not contradict their ingredients")
    func dietsOfVariantsDoNotContradictIngredients() {
        for number in 0..<2_000 {
            let content = RecipeVariant(number: number, seed: 7).content
            if content.diet.vegetarian == .yes {
                #expect(Self.found(Self.meat, in: content.ingredients).isEmpty, "\(content.title)")
            }
            if content.diet.vegan == .yes {
                #expect(Self.found(Self.animal, in: content.ingredients).isEmpty, "\(content.title)")
            }
        }
    }

    // MARK: Ingredients

    @Test(
        "an ingredient line is read as quantity, unit, name and note",
        arguments: [
            ("3 tbsp olive oil", 3, "tbsp", "olive oil", ""), ("1½ tsp ground cumin", 1.5, "tsp", "ground cumin", ""),
            ("½ onion, finely chopped", 0.5, "", "onion", "finely chopped"),
            ("0.25 g saffron", 0.25, "g", "saffron", ""),
            ("3 bay leaves", 3, "", "bay leaves", ""), ("salt, to taste", 0, "", "salt", "to taste"),
            ("1 bunch", 1, "", "bunch", ""), ("30 g ginger, sliced, peeled", 30, "g", "ginger", "sliced, peeled"),
        ])
    func anIngredientIsQuantityUnitNameAndNote(
        line: String, quantity: Double, unit: String, name: String, note: String
    ) {
        let ingredient = ProtoIngredient(line: line)
        #expect(ingredient.original == line && ingredient.name == name)
        #expect(ingredient.quantity == quantity && ingredient.hasQuantity == (quantity > 0))
        #expect(ingredient.unit == unit && ingredient.note == note)
    }

    @Test("each ingredient of the demo has a name and a quantity") func nearlyEveryIngredientHasAQuantity() {
        let all = recipes.flatMap(\.content.ingredients)
        #expect(all.allSatisfy { !$0.name.isEmpty && $0.hasQuantity })
    }

    // MARK: Files

    @Test("every Cooklang file of the folder is a recipe of the cookbook, under the name of its file")
    func everyFileIsARecipe() throws {
        let folder = Checkout.root.appending(path: "Sources/Formats/Demo/Recipes")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".cook") }
        #expect(names.sorted() == recipes.map { "\($0.key).cook" }.sorted())
    }

    @Test("importing a file of the cookbook drops nothing but the demo's own keys")
    func anImportDropsNothing() throws {
        let folder = Checkout.root.appending(path: "Sources/Formats/Demo/Recipes")
        let own: Set<String> = ["key", "author", "questions", "answers", "remarks", "forks"]
        for recipe in recipes {
            let bytes = try [UInt8](Data(contentsOf: folder.appending(path: "\(recipe.key).cook")))
            let item = CooklangFile.recipe(in: bytes, name: recipe.key, place: recipe.key)
            guard case .recipe(let found) = item else {
                Issue.record("\(recipe.key) is refused")
                continue
            }
            #expect(found.notes.count == 1, "\(recipe.key): \(found.notes)")
            let dropped = found.notes.first?.split(separator: ":").first?.split(separator: ",") ?? []
            #expect(Set(dropped.map { $0.drop { $0 == " " } }.map(String.init)).isSubset(of: own), "\(recipe.key)")
            #expect(found.content.ingredients.map(\.original) == recipe.content.ingredients.map(\.original))
        }
    }

    @Test("the cookbook says what it has said since 0.2.0, byte for byte")
    func theCookbookIsUnchanged() {
        var bytes: [UInt8] = []
        for recipe in recipes {
            bytes += Payload.recipe(recipe.content).storedBytes
            let texts = recipe.exchanges.flatMap { [$0.question, $0.answer] } + recipe.remarks
            for text in [recipe.key, recipe.author] + texts { bytes += Array(text.utf8) + [0] }
            for fork in recipe.forks {
                var replaced = ProtoRecipeContent()
                replaced.title = fork.title
                replaced.ingredients = [fork.new]
                bytes += Payload.recipe(replaced).storedBytes + Array(fork.old.utf8)
            }
        }
        #expect(Origin.digest(bytes) == "sha256:69d7c4a237734f72afce8dd41ad15fd6361e90c50a48dc8b43ab09dd6309c75b")
    }
}
