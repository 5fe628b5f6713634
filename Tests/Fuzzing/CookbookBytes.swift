import Events
import TestSupport

@testable import Recipes

/// Cookbooks of other apps, packed and plain, and what services answer.
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
            Array(
                #"{"_links":{"next":{"href":"http://x.example/?q=a&_cont=CHc%3D"}},"hits":[{"recipe":{"uri":"a#b","label":"c"}}]}"#
                    .utf8),
            Array(#"{"meals":[{"idMeal":"1","strMeal":"a","strSource":"http://x.example/?k=s3cret"}]}"#.utf8),
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
        try search(bytes)
    }

    /// Whatever a service answers, the next page is asked of that service alone, and its cursor is one.
    private static func search(_ bytes: [UInt8]) throws(Finding) {
        guard let base = try? ServiceBase("https://kitchen.example/v1"),
            let edamam = try? EdamamService(base: base, environment: { _ in "s3cret" }),
            let meals = try? TheMealDBService(base: base, environment: { _ in "s3cret" })
        else { throw Finding("there is no service") }
        for service in [edamam, meals] as [any RecipeService] {
            var search = ServiceSearch(service, words: "pea", limit: 2)
            guard let items = try? search.take(bytes, place: "s") else { continue }
            for case .recipe(let found) in items {
                try expect(!found.content.sourceURL.contains("=s3cret"), "a source holds the key")
            }
            if let request = search.request {
                try expect(request.url.hasPrefix("https://kitchen.example/v1"), "«\(request.url)» is another service's")
            }
            if let rest = search.rest {
                let cursor = ServiceCursor(rest.bytes(of: service, "pea"), of: service, "pea")
                try expect(cursor == rest, "a search does not go on where it ended")
            }
        }
    }
}
