import Events
import Testing

@testable import Recipes

/// A recipe without steps or without ingredients is imported, and a remark says what is missing.
@Suite struct MissingRowsTests {
    private static let steps = "steps: missing: the source has none"
    private static let ingredients = "ingredients: missing: the source has none"

    private func notes(_ items: [FoundItem]) throws -> [String] {
        try NamedRecipe(#require(WebRecipesTests.recipes(items).first)).notes
    }

    @Test("a page without steps warns, and one without ingredients too") func pages() throws {
        func read(_ property: String) throws -> [String] {
            let html = #"<script type="application/ld+json">{"@type":"Recipe","name":"Soup",\#(property)}</script>"#
            return try notes(WebRecipes.page(Array(html.utf8), place: "f"))
        }
        #expect(try read(#""recipeIngredient":["1 leek"]"#) == [Self.steps])
        #expect(try read(#""recipeIngredient":["1 leek"],"recipeInstructions":[]"#) == [Self.steps])
        #expect(try read(#""recipeInstructions":"Boil.""#) == [Self.ingredients])
        #expect(try read(#""recipeInstructions":"Boil.","recipeIngredient":["1 leek"]"#) == [])
        #expect(throws: RefusedItem.self) { try read(#""recipeIngredient":[]"#) }
    }

    @Test("so do recipes of apps") func apps() throws {
        func read(_ json: String, _ recipes: ([UInt8], String) -> [FoundItem]) throws -> [String] {
            try notes(recipes(Array(json.utf8), "f"))
        }
        #expect(try read(#"[{"title":"Soup","ingredients":["1 leek"]}]"#, ReciMeFile.recipes) == [Self.steps])
        #expect(
            try read(#"{"meals":[{"idMeal":"1","strMeal":"Soup","strInstructions":"Boil."}]}"#, TheMealDBFile.recipes)
                == [Self.ingredients])
        #expect(
            try read(
                #"{"name":"Soup","slug":"soup","recipeIngredient":["1 leek"]}"#,
                { MealieFile.recipes(in: $0, place: $1) })
                == [Self.steps])
        #expect(
            try read(#"{"uid":"1","name":"Soup","directions":"Boil."}"#, { PaprikaFile.recipes(in: $0, place: $1) })
                == [Self.ingredients])
    }
}
