package import CloudEvents
import Events

/// An answer of Edamam's Recipe Search API, kept as a file: `{"hits": [{"recipe": …}]}`, one of its hits, or a list of either.
///
/// Each recipe is credited to the page where Edamam found it. Origin: `edamam` and the id at the end of its `uri`.
package enum EdamamFile: RecipeListFile {
    static let source = "edamam"
    package static let entryName = "hit"
    package static let emptyMessage = "Edamam had found no recipe"

    package static func entries(of document: JSONValue, place: String) throws(RefusedItem) -> [JSONValue] {
        if let hits = document.members?["hits"] {
            guard let items = hits.items else {
                throw RefusedItem(place: place, reason: .unreadable, message: "its «hits» are no list")
            }
            return items
        }
        if let items = document.items { return items }
        guard members(of: document) != nil else {
            throw RefusedItem(place: place, reason: .unreadable, message: "it is not an answer of Edamam")
        }
        return [document]
    }

    package static func recipe(of entry: JSONValue, place: String) throws(RefusedItem) -> FoundRecipe {
        guard let members = members(of: entry) else {
            throw RefusedItem(place: place, reason: .unreadable, message: "it is not a recipe of Edamam")
        }
        return EdamamRecipe(members).recipe(place: place)
    }

    /// The recipe of a hit, or of a recipe without the hit around it.
    private static func members(of hit: JSONValue) -> [String: JSONValue]? {
        let members = hit.members?["recipe"]?.members ?? hit.members
        return members.flatMap { $0["label"] != nil || $0["uri"] != nil ? $0 : nil }
    }
}

/// One recipe of an answer.
private struct EdamamRecipe {
    private let members: [String: JSONValue]
    private var content = ProtoRecipeContent()
    private var notes: [String] = []
    private var facts = SourceFacts()

    init(_ members: [String: JSONValue]) {
        self.members = members
        content.title = text("label") ?? ""
        readRows()
        readNumbers()
        readClassification()
        readAddresses()
    }

    func recipe(place: String) -> FoundRecipe {
        // `http://www.edamam.com/ontologies/edamam.owl#recipe_…`
        let id = text("uri")?.split(separator: "#").last.map(String.init)
        return FoundRecipe(
            place: place, content: content, source: EdamamFile.source, id: id, notes: notes, facts: facts)
    }

    private func text(_ key: String) -> String? { members[key]?.words }
    private func texts(_ key: String) -> [String] { (members[key]?.items ?? []).compactMap(\.words) }
    private func number(_ value: JSONValue?) -> Double? {
        value?.words.flatMap { Double($0) }.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }

    private mutating func readRows() {
        var lines = texts("ingredientLines")
        if lines.isEmpty { lines = (members["ingredients"]?.items ?? []).compactMap { $0.members?["text"]?.words } }
        content.ingredients = lines.map { line in
            var row = ProtoIngredient()
            row.original = line
            return row
        }
        content.steps = texts("instructionLines").map { text in
            var step = ProtoStep()
            step.text = text
            return step
        }
    }

    // MARK: Numbers

    private mutating func readNumbers() {
        let portions = number(members["yield"]) ?? 0
        if portions >= 1, let servings = UInt32(exactly: portions.rounded(.down)) { content.servings = servings }
        if let minutes = number(members["totalTime"]).flatMap({ UInt32(exactly: $0.rounded(.up)) }) {
            content.totalMinutes = minutes
        }
        guard let totals = members["totalNutrients"]?.members else { return }
        guard portions >= 1 else {
            notes.append("nutrition: dropped, because it is of the whole recipe, and the number of servings is unknown")
            return
        }
        var nutrition = ProtoNutrition()
        for (name, nutrient) in Self.nutrients {
            guard let total = number(totals[name]?.members?["quantity"]) else { continue }
            let written = "\(name) \(DecimalText.of(total)) \(nutrient.unit.rawValue)"
            nutrition.set(nutrient, to: total / portions, written: written, notes: &notes)
        }
        nutrition.dropImpossibleSugar(notes: &notes)
        if nutrition != ProtoNutrition() { content.nutrition = nutrition }
    }

    /// The keys of Edamam, which gives the nutrition of the whole recipe. It is stored per portion.
    private static let nutrients: KeyValuePairs<String, Nutrient> = [
        "ENERC_KCAL": .calories, "FAT": .fat, "FASAT": .saturatedFat, "CHOCDF": .carbohydrate, "SUGAR": .sugar,
        "FIBTG": .fiber, "PROCNT": .protein, "NA": .sodium, "CHOLE": .cholesterol,
    ]

    // MARK: Classification

    private mutating func readClassification() {
        let cuisines = texts("cuisineType")
        let courses = texts("dishType") + texts("mealType")
        if let cuisine = cuisines.first { content.cuisine = cuisine }
        if let course = courses.first { content.course = course }
        content.tags = texts("tags") + courses.dropFirst() + cuisines.dropFirst() + texts("dietLabels")
        var others = texts("cautions").count
        for label in texts("healthLabels") {
            switch label.lowercased() {
            case "vegan": (content.diet.vegan, content.diet.vegetarian) = (.yes, .yes)
            case "vegetarian": content.diet.vegetarian = .yes
            case "gluten-free": content.diet.glutenFree = .yes
            default: others += 1
            }
        }
        if others > 0 { notes.append("labels: \(others) of health and allergies dropped") }
    }

    // MARK: Addresses and credit

    private mutating func readAddresses() {
        if let image = text("image") {
            if image.contains("X-Amz-Expires=") {
                notes.append("image: dropped, because its address holds for an hour only")
            } else {
                content.images = [image]
            }
        }
        if let url = text("url"), WebAddress(url) != nil {
            content.sourceURL = url
        } else if let page = text("shareAs") {
            content.sourceURL = page
            notes.append("url: missing: its page at Edamam is credited")
        }
        // The link alone does not name the author, and Edamam's recipes have no other description.
        guard let name = text("source") else { return }
        facts.setAuthor([name], notes: &notes)
        content.description_p = "Recipe by \(name), found through Edamam."
    }
}
