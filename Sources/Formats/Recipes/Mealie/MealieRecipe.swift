import CloudEvents
import Events

/// One recipe of Mealie, with the keys of its API (`recipeIngredient`) or of its files (`recipe_ingredient`).
struct MealieRecipe {
    private var fields: JSONFields
    private var content = ProtoRecipeContent()
    private var id: String?
    private var occurredAt: Timestamp?
    private var notes: [String] = []
    /// The heading of each ingredient; `nil` above the first.
    private var sections: [String?] = []

    init(_ members: [String: JSONValue]) {
        fields = JSONFields(members)
        readNames()
        readNumbers()
        readIngredients()
        readSteps()
        readClassification()
        readAsides()
        let untaken = fields.untaken
        if !untaken.isEmpty {
            notes.append("\(untaken.prefix(10).joined(separator: ", ")): dropped, because a recipe has no such field")
        }
    }

    func recipe(place: String) -> FoundRecipe {
        FoundRecipe(
            place: place, content: content, source: MealieFile.source, id: id, occurredAt: occurredAt,
            notes: notes + content.missingRows, sections: sections.contains { $0 != nil } ? sections : [])
    }

    private mutating func readNames() {
        let slug = fields.take("slug")?.words
        // Ids are written with and without hyphens.
        let own = fields.take("id")?.words.map { $0.filter { $0 != "-" }.lowercased() }
        // Old versions number the recipes of each server from 1, which is no origin.
        id = own.flatMap { Int($0) == nil ? $0 : nil } ?? slug ?? own
        content.title = fields.take("name")?.words ?? ""
        if let text = fields.take("description")?.words { content.description_p = text }
        if let url = fields.take("orgurl")?.words { content.sourceURL = url }
        occurredAt = fields.take("createdat", "dateadded")?.instant(called: "createdAt", notes: &notes)
        // Fields about ownership and display in Mealie, and fields that are always empty.
        _ = fields.take(
            "userid", "groupid", "householdid", "settings", "dateadded", "dateupdated", "updateat", "updatedat",
            "lastmade", "image", "namenormalized", "descriptionnormalized", "isocrrecipe")
    }

    // MARK: Numbers

    private mutating func readNumbers() {
        let servings = fields.take("recipeservings")?.words.flatMap { Double($0) } ?? 0
        let yield = fields.take("recipeyield")
        _ = fields.take("recipeyieldquantity")
        if servings >= 1, let whole = UInt32(exactly: servings.rounded(.down)) {
            content.servings = whole
        } else if let yield {
            if let found = RecipeYield(yield) {
                content.servings = found.servings
                if found.isGuess { notes.append("yield: the lower end of a range, \(found.servings), taken") }
            } else if let words = yield.words {
                notes.append("yield: «\(words.prefix(60))» dropped")
            }
        }
        let (preparing, cooking) = (minutes("prepTime"), minutes("performTime", "cookTime"))
        if let preparing { content.prepMinutes = preparing }
        if let cooking { content.cookMinutes = cooking }
        if let total = minutes("totalTime") { content.totalMinutes = total }
        if let facts = fields.take("nutrition")?.members {
            let named = Dictionary(
                facts.map { (JSONFields.folded($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
            let nutrition = RecipeNutrition(SchemaNode(named))
            notes += nutrition.notes
            if nutrition.message != ProtoNutrition() { content.nutrition = nutrition.message }
        }
    }

    private mutating func minutes(_ keys: String...) -> UInt32? {
        guard let words = fields.take(keys.map { $0.lowercased() })?.words else { return nil }
        guard let found = WrittenDuration(words) else {
            notes.append("\(keys[0]): «\(words.prefix(40))» dropped, because it is not a duration")
            return nil
        }
        if found.isGuess { notes.append("\(keys[0]): the upper end of a range, \(found.minutes), taken") }
        return found.minutes
    }

    // MARK: Rows

    private mutating func readIngredients() {
        var heading: String?
        for row in fields.take("recipeingredient")?.items ?? [] {
            heading = row.members?["title"]?.words.flatMap(GroupName.name) ?? heading
            if let members = row.members {
                readIngredient(JSONFields(members))
            } else if let words = row.words {
                add(line: words)
            }
            while sections.count < content.ingredients.count { sections.append(heading) }
        }
    }

    private mutating func readIngredient(_ given: JSONFields) {
        var row = given
        if let title = row.take("title")?.words {
            notes.append("ingredients: the heading «\(title.prefix(60))» dropped")
        }
        let note = row.take("note")?.words
        let display = row.take("display")?.words
        let original = row.take("originaltext")?.words
        guard let food = Self.name(row.take("food")) else {
            // Without amounts and foods the note holds the whole line.
            if let line = display ?? note ?? original { add(line: line) }
            return
        }
        let quantity = row.take("quantity")?.words.flatMap { Double($0) }.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        let unit = Self.name(row.take("unit"))
        var ingredient = ProtoIngredient(
            amount: quantity.map(DecimalText.of), quantity: quantity, unit: unit, name: food, note: note)
        if let display { ingredient.original = display }
        content.append(ingredient, to: \.ingredients)
    }

    private mutating func add(line: String) {
        var ingredient = ProtoIngredient()
        ingredient.original = line
        content.append(ingredient, to: \.ingredients)
    }

    /// The name of a unit, a food or a tag, which is an object with a name or the name itself.
    private static func name(_ value: JSONValue?) -> String? { value?.words ?? value?.members?["name"]?.words }

    /// Headings become steps, as sections of other formats do.
    private mutating func readSteps() {
        for row in fields.take("recipeinstructions")?.items ?? [] {
            var members = row.members.map { JSONFields($0) }
            for text in [members?.take("title")?.words, row.words ?? members?.take("text")?.words] {
                guard let text else { continue }
                var step = ProtoStep()
                step.text = text
                content.append(step, to: \.steps)
            }
        }
    }

    // MARK: Classification

    private mutating func readClassification() {
        let courses = (fields.take("recipecategory", "categories")?.items ?? []).compactMap(Self.name)
        if let course = courses.first { content.course = course }
        if let cuisine = fields.take("recipecuisine")?.words { content.cuisine = cuisine }
        content.tags = (fields.take("tags")?.items ?? []).compactMap(Self.name) + courses.dropFirst()
    }

    private mutating func readAsides() {
        let asides = (fields.take("notes")?.items ?? []).compactMap { row -> String? in
            let members = row.members
            let parts = [members?["title"]?.words, row.words ?? members?["text"]?.words].compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: ": ")
        }
        if !asides.isEmpty {
            let texts = [content.description_p] + asides
            content.description_p = texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
            notes.append("notes: added to the end of the description")
        }
        if let count = fields.take("comments")?.items?.count, count > 0 {
            notes.append("comments: \(count) dropped, because other people wrote them")
        }
    }
}
