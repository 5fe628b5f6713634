import Events
import TestSupport

@testable import Interchange

/// Cookbooks of other apps, packed and plain.
enum CookbookBytes {
    private static let recipe = Array(
        #"{"uid":"1","name":"Soup","ingredients":"a\nb","directions":"c","servings":"4-6","categories":["x"],"notes":"n"}"#
            .utf8)
    private static let database = Array(
        #"""
        {"alembic_version":[{}],"recipes":[{"id":"a","name":"Soup"}],"recipes_ingredients":[{"recipe_id":"a","position":1,"note":"x","food_id":"f","quantity":2}],
        "ingredient_foods":[{"id":"f","name":"y"}],"recipe_instructions":[{"recipe_id":"a","text":"z"}]}
        """#.utf8)

    static var samples: [[UInt8]] {
        [
            Packing.zip([
                Packing.File("Soup.paprikarecipe", Packing.gzip(recipe), isDeflated: false),
                Packing.File("b/Bread.paprikarecipe", recipe),
            ]),
            Packing.zip([
                Packing.File("m/database.json", database, isDeflated: false), Packing.File("m/x/y.json", recipe),
            ]),
            Packing.gzip(recipe), recipe,
            Array(
                #"[{"name":"a","recipeIngredient":[{"quantity":1,"unit":{"name":"cup"},"food":"x","note":"n"}],"recipeInstructions":[{"title":"t","text":"u"}]}]"#
                    .utf8),
            Array(
                #"{"hits":[{"recipe":{"uri":"a#b","label":"c","yield":3,"ingredientLines":["d"],"totalNutrients":{"FAT":{"quantity":1}}}}]}"#
                    .utf8),
        ]
    }

    /// What is found must fit the domain or be refused, and fit again as it is.
    static func run(_ bytes: [UInt8]) throws(Finding) {
        for items in [
            PaprikaFile.recipes(in: bytes, place: "p"), MealieFile.recipes(in: bytes, place: "m"),
            EdamamFile.recipes(in: bytes, place: "e"),
        ] {
            try expect(!items.isEmpty, "nothing is said of a cookbook")
            for case .recipe(let found) in items {
                guard let fitted = try? FittedRecipe(found.content, place: found.place) else { continue }
                let again = try? FittedRecipe(fitted.content, place: found.place)
                try expect(again?.content == fitted.content, "what fits is changed again: \(fitted.content.title)")
            }
        }
    }
}
