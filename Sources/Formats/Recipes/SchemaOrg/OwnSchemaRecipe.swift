import CloudEvents
import Events

/// A schema.org/Recipe that Larder wrote. It is read literally: its texts are plain, and nothing is guessed.
struct OwnSchemaRecipe {
    private(set) var content = ProtoRecipeContent()
    /// The origin's source for the community that exported it: `larder:<log id>`.
    let source: String
    let id: String

    /// `nil` for a recipe that another program wrote.
    init?(_ members: [String: JSONValue]) {
        guard let identifier = members["identifier"]?.members, let property = identifier["propertyID"]?.string,
            Origin.isOfLog(property), let value = identifier["value"]?.string,
            members["@type"]?.string == "Recipe"
        else { return nil }
        (source, id) = (property, value)
        content.title = members["name"]?.string ?? ""
        if let text = members["description"]?.string { content.description_p = text }
        if let text = members["recipeCuisine"]?.string { content.cuisine = text }
        if let text = members["recipeCategory"]?.string { content.course = text }
        if let text = members["isBasedOn"]?.string { content.sourceURL = text }
        if let text = members["video"]?.members?["url"]?.string { content.videoURL = text }
        content.tags = (members["keywords"]?.items ?? []).compactMap(\.string)
        let images = (members["image"]?.items ?? []).compactMap(Self.image)
        content.images = images.map(\.image)
        content.setImageTexts(images.map(\.text))
        readRows(members)
        readNumbers(members)
        readDiet(members)
        if let facts = members["nutrition"]?.members { readNutrition(facts) }
    }

    /// A picture, and what it shows.
    private static func image(_ value: JSONValue) -> (image: String, text: String)? {
        guard let address = value.string ?? value.members?["url"]?.string else { return nil }
        let prefix = SchemaRecipeWriter.blobPrefix
        return (
            address.hasPrefix(prefix) ? String(address.dropFirst(prefix.count)) : address,
            value.members?["caption"]?.string ?? ""
        )
    }

    private mutating func readRows(_ members: [String: JSONValue]) {
        content.ingredients = (members["recipeIngredient"]?.items ?? []).map { line in
            var row = ProtoIngredient()
            row.original = line.string ?? ""
            return row
        }
        for supply in members["supply"]?.items ?? [] {
            guard let parts = supply.members, let position = parts["position"]?.integer, position >= 1,
                position <= content.ingredients.count
            else { continue }
            let index = Int(position) - 1
            if let text = parts["name"]?.string { content.ingredients[index].name = text }
            if let text = parts["description"]?.string { content.ingredients[index].note = text }
            let quantity = parts["requiredQuantity"]?.members
            if let unit = quantity?["unitText"]?.string { content.ingredients[index].unit = unit }
            if let number = Self.number(quantity?["value"]) { content.ingredients[index].quantity = number }
            if let number = Self.number(quantity?["maxValue"]) { content.ingredients[index].quantityMax = number }
        }
        content.steps = (members["recipeInstructions"]?.items ?? []).map { row in
            var step = ProtoStep()
            step.text = row.members?["text"]?.string ?? ""
            if let (image, text) = row.members?["image"].flatMap(Self.image) {
                step.image = image
                if !text.isEmpty { step.imageText = text }
            }
            return step
        }
    }

    private mutating func readNumbers(_ members: [String: JSONValue]) {
        if let number = Self.leadingNumber(members["recipeYield"]).flatMap({ UInt32(exactly: $0) }) {
            content.servings = number
        }
        func minutes(_ key: String) -> UInt32? {
            guard let text = members[key]?.string, text.hasPrefix("PT"), text.hasSuffix("M") else { return nil }
            return UInt32(text.dropFirst(2).dropLast())
        }
        if let number = minutes("prepTime") { content.prepMinutes = number }
        if let number = minutes("cookTime") { content.cookMinutes = number }
        if let number = minutes("totalTime") { content.totalMinutes = number }
        let level = members["educationalLevel"]?.string
        if let difficulty = SchemaRecipeWriter.difficulties.first(where: { $0.key == level })?.value {
            content.difficulty = difficulty
        }
    }

    private static func number(_ value: JSONValue?) -> Double? {
        if case .number(let text)? = value { Double(text) } else { nil }
    }

    private static func leadingNumber(_ value: JSONValue?) -> Double? {
        value?.string.flatMap { Double($0.prefix { $0 != " " }) }
    }

    private mutating func readDiet(_ members: [String: JSONValue]) {
        let suited = Set((members["suitableForDiet"]?.items ?? []).compactMap(\.string))
        let others = members[SchemaRecipeWriter.dietKey]?.members ?? [:]
        for diet in SchemaRecipeWriter.diets {
            if suited.contains("\(SchemaRecipeWriter.context)/\(diet.name)") { content.diet[keyPath: diet.path] = .yes }
            switch others[diet.key]?.string {
            case "yes": content.diet[keyPath: diet.path] = .yes
            case "no": content.diet[keyPath: diet.path] = .no
            default: break
            }
        }
    }

    private mutating func readNutrition(_ facts: [String: JSONValue]) {
        for nutrient in SchemaRecipeWriter.nutrients {
            if let number = Self.leadingNumber(facts[nutrient.key]) {
                content.nutrition[keyPath: nutrient.path] = number
            }
        }
        if let text = facts["servingSize"]?.string { content.nutrition.servingSize = text }
    }
}

extension JSONValue {
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
