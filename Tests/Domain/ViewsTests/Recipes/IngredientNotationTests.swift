import Events
import Foundation
import Ingredients
import LarderAPI
import Layout
import Operations
import Projections
import SwiftProtobuf
import TestSupport
import Testing

@testable import Views

/// The shown parts of ingredients: the structured fields, or else the parsed line.
@Suite struct IngredientNotationTests {
    private var kitchen = Kitchen()
    private let ada: Position

    init() { ada = kitchen.register("ada") }

    private static func lines(_ lines: [String]) -> [ProtoIngredient] {
        lines.map { line in .with { $0.original = line } }
    }

    private func shown(_ recipe: Position) throws -> [IngredientDocument] {
        try kitchen.queries.recipe(.recipe(RecipeID(recipe)), viewer: nil).recipe.ingredients ?? []
    }

    private func found(_ change: (inout FeedRequest) -> Void) throws -> [String] {
        var request = FeedRequest()
        change(&request)
        return try kitchen.queries.feed(request, page: Page(), viewer: nil).items.map(\.recipe.title)
    }

    @Test("an ingredient line without structured fields is parsed")
    mutating func aLineOfWhichNobodySaidMoreIsRead() throws {
        let soup = kitchen.post("Soup", by: ada) { content in
            content.ingredients = Self.lines(["2-3 cups flour, sifted", "salt", "a few leeks"])
        }
        let page = try json(kitchen.queries.recipe(.recipe(RecipeID(soup)), viewer: nil))
        let shown = try #require(page["ingredients"] as? [[String: Any]])
        #expect(Set(shown[0].keys) == ["original", "quantity", "quantityMax", "unit", "name", "note"])
        #expect(shown[0]["original"] as? String == "2-3 cups flour, sifted")
        #expect(shown[0]["quantity"] as? Double == 2 && shown[0]["quantityMax"] as? Double == 3)
        #expect(shown[0]["unit"] as? String == "cup" && shown[0]["name"] as? String == "flour")
        #expect(shown[0]["note"] as? String == "sifted")
        #expect(shown[1] as? [String: String] == ["original": "salt", "name": "salt"])
        #expect(shown[2] as? [String: String] == ["original": "a few leeks", "name": "a few leeks"])
    }

    @Test(
        "structured fields of an ingredient are shown, and nothing is parsed beside them",
        arguments: [
            ProtoIngredient.with { ($0.original, $0.name) = ("2 cups flour", "spelt") },
            .with { ($0.original, $0.unit) = ("2 cups flour", "bowls") },
            .with { ($0.original, $0.quantity) = ("2 cups flour", 7) },
            .with { ($0.original, $0.note) = ("2 cups flour", "sifted") },
            .with { ($0.original, $0.quantity, $0.quantityMax) = ("2 cups flour", 2, 3) },
        ])
    mutating func whatWasSaidIsShownAndNothingElse(said: ProtoIngredient) throws {
        let recipe = kitchen.post("Bread", by: ada) { $0.ingredients = [said] }
        let shown = try #require(try shown(recipe).first)
        #expect(shown.original == said.original)
        #expect(shown.quantity == (said.hasQuantity ? said.quantity : nil))
        #expect(shown.quantityMax == (said.hasQuantityMax ? said.quantityMax : nil))
        #expect(shown.unit == (said.hasUnit ? said.unit : nil))
        #expect(shown.note == (said.hasNote ? said.note : nil))
        #expect(shown.name == (said.hasName ? said.name : said.original))
        #expect(try found { $0.withoutIngredients = [shown.name] } == [])
        #expect(try found { $0.withoutIngredients = ["flour"] } == ["Bread"])
    }

    @Test("ingredients imported from Food.com are names until an author edits them")
    mutating func aFoodComListIsOfNames() throws {
        let names = ["2% low-fat milk", "15 bean soup mix", "lemon, juice of", "ear of corn"]
        let imported = kitchen.post("Imported", by: ada, origin: Origin(source: "foodcom", id: "1")) { content in
            content.ingredients = Self.lines(names)
        }
        #expect(try shown(imported).map(\.name) == names)
        #expect(try shown(imported).allSatisfy { $0.quantity == nil && $0.unit == nil && $0.note == nil })
        #expect(try found { $0.withIngredients = ["juice of"] } == ["Imported"])
        #expect(try found { $0.withoutIngredients = ["15 bean soup mix"] } == [])
        // Later lines by the author are read like all others.
        kitchen.add(
            .recipeEdited, by: ada, on: imported, owner: ada,
            payload: .recipe(
                .with {
                    $0.title = "Mine"
                    $0.ingredients = Self.lines(["2 cups milk"])
                }))
        #expect(try shown(imported).map(\.name) == ["milk"])
        #expect(try found { $0.withoutIngredients = ["milk"] } == [])
        let before = try kitchen.queries.recipe(.recipe(RecipeID(imported)), version: 1, viewer: nil).recipe
        #expect(before.ingredients?.map(\.name) == names)
        let other = kitchen.post("Other", by: ada, origin: Origin(source: "foodcom.example", id: "1")) { content in
            content.ingredients = Self.lines(["15 bean bags"])
        }
        #expect(try shown(other).first?.quantity == 15)
    }

    /// The filters' rows hold parsed names. A change of the parser changes the rows, and then the view needs another
    /// version: raise it, and put the new numbers here.
    @Test("the parser's reading of the labelled lines belongs to the view's version")
    func whatIsReadBelongsToTheVersionOfTheView() throws {
        let file = Checkout.root.appending(path: "Tests/Domain/IngredientsTests/Labelled/lines.txt")
        let text = try String(contentsOf: file, encoding: .utf8)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for row in text.split(separator: "\n") where !row.hasPrefix("# ") {
            let line = row.prefix { $0 != "|" }
            for byte in FacetsRow.folded(IngredientLine(reading: String(line)).name).utf8 + [10] {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        #expect(RecipesProjector.identity.version == 12)
        #expect(hash == 3_198_266_028_963_204_483)
    }

    // MARK: Scaled and converted

    @Test("scaling marks ingredients that it leaves unchanged") mutating func scalingMarksWhatItLeaves() throws {
        let soup = kitchen.post("Soup", by: ada) { content in
            content.servings = 4
            content.ingredients = Self.lines(["1 cup milk (240 ml)", "2-3 leeks", "salt to taste", "⅓ cup oil"])
        }
        let recipe = try kitchen.queries.recipe(.recipe(RecipeID(soup)), viewer: nil).recipe
        #expect(recipe.ingredients?.compactMap(\.asWritten) == [])
        let scaled = try recipe.scaled(toServings: 6)
        let ingredients = try #require(scaled.ingredients)
        #expect(ingredients.map(\.original) == recipe.ingredients?.map(\.original))
        #expect(ingredients.map(\.quantity) == [1.5, 3, nil, 0.5])
        #expect(ingredients.map(\.quantityMax) == [nil, 4.5, nil, nil])
        #expect(ingredients.map(\.asWritten) == [nil, nil, true, nil])
        #expect(ingredients[0].note == "360 ml")
        #expect(ingredients[2].note == "to taste")
        let same = try recipe.scaled(toServings: 4)
        #expect(same.ingredients?.map(\.line) == recipe.ingredients?.map(\.line))
        #expect(!same.isCalculated && scaled.isCalculated)
    }

    @Test("conversion stays within volumes and within masses")
    mutating func conversionStaysWithinVolumesAndMasses() throws {
        let soup = kitchen.post("Soup", by: ada) { content in
            content.servings = 2
            content.ingredients = Self.lines(["1 cup flour", "1 lb beef", "2 tbsp oil", "100 g rice", "1 egg", "salt"])
        }
        let recipe = try kitchen.queries.recipe(.recipe(RecipeID(soup)), viewer: nil).recipe
        let metric = recipe.converted(to: .metric)
        #expect(metric.units == "metric" && recipe.units == nil)
        #expect(metric.ingredients?.map(\.unit) == ["ml", "g", "tbsp", "g", nil, nil])
        #expect(metric.ingredients?.map(\.quantity) == [236.588, 453.592, 2, 100, 1, nil])
        #expect(metric.ingredients?.map(\.asWritten) == [nil, nil, nil, nil, nil, true])
        let us = try recipe.converted(to: .us).scaled(toServings: 4)
        #expect(us.ingredients?.map(\.unit) == ["cup", "lb", "tbsp", "oz", nil, nil])
        #expect(us.ingredients?.map(\.quantity) == [2, 2, 4, 7.054, 2, nil])
    }
}
