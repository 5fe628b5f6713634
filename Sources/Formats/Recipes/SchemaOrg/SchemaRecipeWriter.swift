import CloudEvents
import Events

/// A recipe as schema.org/Recipe in JSON-LD.
///
/// The vocabulary is schema.org's, except `larder:diet` for the diets that a recipe does not suit, which schema.org cannot
/// say. The parts of an ingredient are a `HowToSupply` at the position of its line.
enum SchemaRecipeWriter {
    static let context = "https://schema.org"
    static let dietKey = "larder:diet"
    static let blobPrefix = "urn:larder:blob:"

    static func document(_ recipe: ExportedRecipe) -> JSONValue {
        let content = recipe.content
        var members: [String: JSONValue] = [
            "@context": .string(context), "@type": .string("Recipe"), "name": .string(content.title),
            "identifier": .object([
                "@type": .string("PropertyValue"), "propertyID": .string(Origin.source(ofLog: recipe.logID)),
                "value": .string(recipe.id),
            ]),
            "author": .object([
                "@type": .string("Person"), "name": .string(recipe.authorName),
                "alternateName": .string("@\(recipe.authorUsername)"),
            ]),
            "datePublished": .string(recipe.postedAt.rfc3339),
        ]
        func set(_ key: String, _ text: String) { if !text.isEmpty { members[key] = .string(text) } }
        if let edited = recipe.editedAt { members["dateModified"] = .string(edited.rfc3339) }
        set("description", content.description_p)
        set("recipeCuisine", content.cuisine)
        set("recipeCategory", content.course)
        set("isBasedOn", content.sourceURL)
        if !content.ingredients.isEmpty {
            members["recipeIngredient"] = .array(content.ingredients.map { .string($0.original) })
        }
        let supplies = content.ingredients.enumerated().compactMap { supply($1, position: $0 + 1) }
        if !supplies.isEmpty { members["supply"] = .array(supplies) }
        if !content.steps.isEmpty {
            members["recipeInstructions"] = .array(content.steps.enumerated().map { step($1, position: $0 + 1) })
        }
        if content.hasServings {
            members["recipeYield"] = .string("\(content.servings) serving\(content.servings == 1 ? "" : "s")")
        }
        if content.hasPrepMinutes { members["prepTime"] = duration(content.prepMinutes) }
        if content.hasCookMinutes { members["cookTime"] = duration(content.cookMinutes) }
        if content.hasTotalMinutes { members["totalTime"] = duration(content.totalMinutes) }
        if let level = difficulties.first(where: { $0.value == content.difficulty })?.key {
            members["educationalLevel"] = .string(level)
        }
        if !content.tags.isEmpty { members["keywords"] = .array(content.tags.map { .string($0) }) }
        addDiet(content.diet, to: &members)
        if !content.images.isEmpty {
            members["image"] = .array(content.images.enumerated().map { image($1, showing: content.imageText(at: $0)) })
        }
        if content.hasVideoURL {
            members["video"] = .object([
                "@type": .string("VideoObject"), "name": .string(content.title), "url": .string(content.videoURL),
            ])
        }
        if content.hasNutrition { members["nutrition"] = nutrition(content.nutrition) }
        addOpinions(of: recipe, to: &members)
        return .object(members)
    }

    static let difficulties: KeyValuePairs<String, ProtoDifficulty.Value> = [
        "easy": .easy, "intermediate": .intermediate, "hard": .hard,
    ]

    private static func number(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }

    /// `nil` if only the line is known.
    private static func supply(_ row: ProtoIngredient, position: Int) -> JSONValue? {
        guard row.hasName || row.hasQuantity || row.hasUnit || row.hasNote else { return nil }
        var members: [String: JSONValue] = ["@type": .string("HowToSupply"), "position": number(position)]
        if row.hasName { members["name"] = .string(row.name) }
        if row.hasNote { members["description"] = .string(row.note) }
        if row.hasQuantity || row.hasUnit {
            var quantity: [String: JSONValue] = ["@type": .string("QuantitativeValue")]
            if row.hasQuantity { quantity["value"] = .number(DecimalText.of(row.quantity)) }
            if row.hasQuantityMax { quantity["maxValue"] = .number(DecimalText.of(row.quantityMax)) }
            if row.hasUnit { quantity["unitText"] = .string(row.unit) }
            members["requiredQuantity"] = .object(quantity)
        }
        return .object(members)
    }

    private static func step(_ step: ProtoStep, position: Int) -> JSONValue {
        var members: [String: JSONValue] = [
            "@type": .string("HowToStep"), "position": number(position), "text": .string(step.text),
        ]
        if step.hasImage { members["image"] = image(step.image, showing: step.imageText) }
        return .object(members)
    }

    private static func duration(_ minutes: UInt32) -> JSONValue { .string("PT\(minutes)M") }

    /// A picture in the community's own store has no address.
    private static func image(_ image: String, showing text: String) -> JSONValue {
        let address = JSONValue.string(image.contains(":") ? image : blobPrefix + image)
        guard !text.isEmpty else { return address }
        return .object(["@type": .string("ImageObject"), "url": address, "caption": .string(text)])
    }

    static var diets: [(path: WritableKeyPath<ProtoDiet, ProtoAnswer.Value>, name: String, key: String)] {
        [
            (\.vegetarian, "VegetarianDiet", "vegetarian"), (\.vegan, "VeganDiet", "vegan"),
            (\.glutenFree, "GlutenFreeDiet", "glutenFree"), (\.sugarFree, "SugarFreeDiet", "sugarFree"),
        ]
    }

    private static func addDiet(_ diet: ProtoDiet, to members: inout [String: JSONValue]) {
        // schema.org has no sugar-free diet: that is written in `larder:diet`.
        let suited = diets.filter { diet[keyPath: $0.path] == .yes && $0.key != "sugarFree" }
        if !suited.isEmpty {
            members["suitableForDiet"] = .array(suited.map { .string("\(context)/\($0.name)") })
        }
        let others = diets.filter {
            diet[keyPath: $0.path] == .no || diet[keyPath: $0.path] == .yes && $0.key == "sugarFree"
        }
        if !others.isEmpty {
            members[dietKey] = .object(
                Dictionary(
                    uniqueKeysWithValues: others.map {
                        ($0.key, .string(diet[keyPath: $0.path] == .yes ? "yes" : "no"))
                    }))
        }
    }

    static var nutrients: [(path: WritableKeyPath<ProtoNutrition, Double>, key: String, unit: String)] {
        [
            (\.calories, "calories", "calories"), (\.fatGrams, "fatContent", "g"),
            (\.saturatedFatGrams, "saturatedFatContent", "g"), (\.carbohydrateGrams, "carbohydrateContent", "g"),
            (\.sugarGrams, "sugarContent", "g"), (\.fiberGrams, "fiberContent", "g"),
            (\.proteinGrams, "proteinContent", "g"),
            (\.sodiumMilligrams, "sodiumContent", "mg"), (\.cholesterolMilligrams, "cholesterolContent", "mg"),
        ]
    }

    private static func nutrition(_ nutrition: ProtoNutrition) -> JSONValue {
        var members: [String: JSONValue] = ["@type": .string("NutritionInformation")]
        let known = [
            nutrition.hasCalories, nutrition.hasFatGrams, nutrition.hasSaturatedFatGrams,
            nutrition.hasCarbohydrateGrams, nutrition.hasSugarGrams, nutrition.hasFiberGrams,
            nutrition.hasProteinGrams, nutrition.hasSodiumMilligrams, nutrition.hasCholesterolMilligrams,
        ]
        for (nutrient, isKnown) in zip(nutrients, known) where isKnown {
            members[nutrient.key] = .string("\(DecimalText.of(nutrition[keyPath: nutrient.path])) \(nutrient.unit)")
        }
        if nutrition.hasServingSize { members["servingSize"] = .string(nutrition.servingSize) }
        return .object(members)
    }

    private static func addOpinions(of recipe: ExportedRecipe, to members: inout [String: JSONValue]) {
        if let average = recipe.ratingAverage, recipe.ratingCount > 0 {
            members["aggregateRating"] = .object([
                "@type": .string("AggregateRating"), "ratingValue": .number(DecimalText.of(average)),
                "ratingCount": number(recipe.ratingCount), "bestRating": number(5), "worstRating": number(1),
            ])
        }
        if recipe.comments > 0 { members["commentCount"] = number(recipe.comments) }
        if recipe.likes > 0 {
            members["interactionStatistic"] = .object([
                "@type": .string("InteractionCounter"), "interactionType": .string("\(context)/LikeAction"),
                "userInteractionCount": number(recipe.likes),
            ])
        }
    }
}
