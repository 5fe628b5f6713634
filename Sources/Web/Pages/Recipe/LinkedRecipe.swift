import LarderAPI
import Markup

/// A recipe as schema.org describes one, for search engines and for apps that keep recipes.
struct LinkedRecipe {
    private let recipe: RecipeDocument
    private let site: Site

    init(_ recipe: RecipeDocument, on site: Site) { (self.recipe, self.site) = (recipe, site) }

    private static let context = "https://schema.org"

    private var address: String { site.whole(.id(recipe.id)) }

    var json: JSON {
        var members: [String: JSON] = [
            "@context": .text(Self.context), "@type": .text("Recipe"), "@id": .text(address), "url": .text(address),
            "name": .text(recipe.title), "datePublished": .text(recipe.postedAt),
            "author": .object([
                "@type": .text("Person"), "name": .text(recipe.author.name),
                "url": .text(site.whole(.member(recipe.author))),
            ]),
        ]
        func set(_ name: String, _ text: String?) { if let text, !text.isEmpty { members[name] = .text(text) } }
        set("description", recipe.description)
        set("dateModified", recipe.editedAt)
        set("recipeCuisine", recipe.cuisine)
        set("recipeCategory", recipe.course)
        set("keywords", recipe.tags.isEmpty ? nil : recipe.tags.joined(separator: ", "))
        set("recipeYield", recipe.servings.map { Words.count(Int64($0), "serving") })
        set("prepTime", recipe.prepMinutes.map(Self.duration))
        set("cookTime", recipe.cookMinutes.map(Self.duration))
        set("totalTime", recipe.totalMinutes.map(Self.duration))
        func set(_ name: String, _ list: [JSON]) { if !list.isEmpty { members[name] = .list(list) } }
        set("image", (recipe.images ?? []).compactMap(picture))
        set("recipeIngredient", (recipe.ingredients ?? []).map { .text(line($0)) })
        set("recipeInstructions", (recipe.steps ?? []).enumerated().map { step($0.element, $0.offset + 1) })
        set("suitableForDiet", diets)
        members["nutrition"] = recipe.nutrition.flatMap(Self.nutrition)
        members["aggregateRating"] = rating
        if let video = recipe.videoURL.flatMap({ Link(site: $0) }) {
            // What a video needs beside these (a picture, a day) is not known here.
            members["video"] = .object([
                "@type": .text("VideoObject"), "name": .text(recipe.title), "url": .text(video.text),
            ])
        }
        return .object(members)
    }

    /// ISO 8601: `PT1H30M`.
    private static func duration(_ minutes: UInt32) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return "PT\(hours > 0 ? "\(hours)H" : "")\(rest > 0 || hours == 0 ? "\(rest)M" : "")"
    }

    /// Pictures at other sites are left out, as on the page.
    private func picture(_ image: String) -> JSON? { Link.image(image, .large).map { .text(site.whole($0)) } }

    /// The line as the page shows it: as the cook wrote it, or with the quantity that was calculated.
    private func line(_ ingredient: IngredientDocument) -> String {
        guard recipe.isCalculated else { return ingredient.original }
        let amount = Amount(ingredient, isCalculated: true)
        return amount.text.map { "\($0) \(amount.name)" } ?? ingredient.original
    }

    private func step(_ step: StepDocument, _ number: Int) -> JSON {
        var members: [String: JSON] = [
            "@type": .text("HowToStep"), "text": .text(step.text), "url": .text("\(address)#step-\(number)"),
        ]
        members["image"] = step.image.flatMap(picture)
        return .object(members)
    }

    private var diets: [JSON] {
        // schema.org knows no sugar-free diet.
        let diet = recipe.diet
        return [
            ("VegetarianDiet", diet?.vegetarian), ("VeganDiet", diet?.vegan), ("GlutenFreeDiet", diet?.glutenFree),
        ].compactMap { name, answer in answer == "yes" ? .text("\(Self.context)/\(name)") : nil }
    }

    private static func nutrition(_ nutrition: NutritionDocument) -> JSON? {
        let rows: [(String, Double?, String)] = [
            ("calories", nutrition.calories, "calories"), ("fatContent", nutrition.fatGrams, "g"),
            ("saturatedFatContent", nutrition.saturatedFatGrams, "g"),
            ("carbohydrateContent", nutrition.carbohydrateGrams, "g"), ("sugarContent", nutrition.sugarGrams, "g"),
            ("fiberContent", nutrition.fiberGrams, "g"), ("proteinContent", nutrition.proteinGrams, "g"),
            ("sodiumContent", nutrition.sodiumMilligrams, "mg"),
            ("cholesterolContent", nutrition.cholesterolMilligrams, "mg"),
        ]
        var members: [String: JSON] = [:]
        for (name, amount, unit) in rows {
            members[name] = amount.map { .text("\(Amount.text($0)) \(unit)") }
        }
        guard !members.isEmpty else { return nil }
        members["@type"] = .text("NutritionInformation")
        members["servingSize"] = nutrition.servingSize.map(JSON.text)
        return .object(members)
    }

    private var rating: JSON? {
        guard let average = recipe.rating.average, recipe.rating.count > 0 else { return nil }
        return .object([
            "@type": .text("AggregateRating"), "ratingValue": .number(average),
            "ratingCount": .whole(recipe.rating.count), "bestRating": .whole(5), "worstRating": .whole(1),
        ])
    }
}

/// The recipes of a list, each by its address.
struct LinkedList {
    let name: String
    let recipes: [RecipeDocument]

    func json(on site: Site) -> JSON {
        .object([
            "@context": .text("https://schema.org"), "@type": .text("ItemList"), "name": .text(name),
            "itemListElement": .list(
                recipes.enumerated().map { index, recipe in
                    .object([
                        "@type": .text("ListItem"), "position": .whole(Int64(index + 1)),
                        "url": .text(site.whole(.id(recipe.id))),
                    ])
                }),
        ])
    }
}
