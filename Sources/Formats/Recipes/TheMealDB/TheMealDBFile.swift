package import CloudEvents
package import Events

/// An answer of TheMealDB's API, kept as a file: `{"meals": […]}`, a bare list of meals, or a single one.
///
/// Each meal becomes a recipe with the origin `themealdb`, `<idMeal>`.
package enum TheMealDBFile: RecipeListFile {
    static let source = "themealdb"
    package static let entryName = "meal"
    package static let emptyMessage = "TheMealDB had found no meal"

    package static func entries(of document: JSONValue, place: String) throws(RefusedItem) -> [JSONValue] {
        func unreadable(_ message: String) -> RefusedItem {
            RefusedItem(place: place, reason: .unreadable, message: message)
        }
        if let items = document.items { return items }
        guard let members = document.members else { throw unreadable("it is not an answer of TheMealDB") }
        guard let meals = members["meals"] else {
            if members["idMeal"] != nil || members["strMeal"] != nil { return [document] }
            throw unreadable("it is not an answer of TheMealDB: it has no «meals»")
        }
        switch meals {
        case .array(let items): return items
        case .object: return [meals]
        // An answer without meals has null or a sentence here.
        case .null, .string: return []
        case .bool, .number: throw unreadable("its «meals» are no list")
        }
    }

    package static func recipe(of entry: JSONValue, place: String) throws(RefusedItem) -> FoundRecipe {
        guard let members = entry.members else {
            throw RefusedItem(place: place, reason: .unreadable, message: "it is not a JSON object")
        }
        return TheMealDBMeal(members).recipe(place: place)
    }
}

/// One meal of an answer of TheMealDB.
private struct TheMealDBMeal {
    private let members: [String: JSONValue]
    private var content = ProtoRecipeContent()
    private var notes: [String] = []

    /// The number of numbered fields that are read. The API has twenty.
    private static let ingredientsMax = 50

    init(_ members: [String: JSONValue]) {
        self.members = members
        readWords()
        readIngredients()
        readSteps()
        readAddresses()
    }

    func recipe(place: String) -> FoundRecipe {
        FoundRecipe(
            place: place, content: content, source: TheMealDBFile.source, id: text("idMeal"),
            notes: notes + content.missingRows)
    }

    private func text(_ key: String) -> String? { members[key]?.words }

    private mutating func readWords() {
        content.title = text("strMeal") ?? ""
        if let area = text("strArea"), area.lowercased() != "unknown" { content.cuisine = area }
        if let category = text("strCategory") {
            content.course = category
            let isVegan = category.lowercased() == "vegan"
            if isVegan { content.diet.vegan = .yes }
            if isVegan || category.lowercased() == "vegetarian" { content.diet.vegetarian = .yes }
        }
        content.tags = (text("strTags") ?? "").split(separator: ",").map { String($0).trimmed }
        for key in ["strMealAlternate", "strDrinkAlternate", "strImageSource"] where text(key) != nil {
            notes.append("\(key): dropped, because a recipe has no such field")
        }
    }

    private mutating func readIngredients() {
        if let rows = members["ingredients"]?.items ?? members["strIngredients"]?.items {
            let measures = (members["measures"] ?? members["strMeasures"])?.items ?? []
            for (index, row) in rows.enumerated() {
                if let fields = row.members {
                    let name = fields["ingredient"] ?? fields["strIngredient"] ?? fields["name"]
                    let measure = fields["measurement"] ?? fields["measure"] ?? fields["strMeasure"]
                    add(name?.words, measure?.words)
                } else {
                    add(row.words, index < measures.count ? measures[index].words : nil)
                }
            }
        }
        for number in 1...Self.ingredientsMax {
            add(text("strIngredient\(number)"), text("strMeasure\(number)"))
        }
    }

    private mutating func add(_ name: String?, _ measure: String?) {
        guard let name = name?.withSingleBlanks else {
            if let measure {
                notes.append("ingredient: dropped, because «\(measure.prefix(60))» is a measure of nothing")
            }
            return
        }
        guard let measure = measure?.withSingleBlanks else {
            return content.ingredients.append(ProtoIngredient(amount: nil, quantity: nil, unit: nil, name: name))
        }
        content.ingredients.append(MeasuredIngredient(name: name, measure: measure).row)
    }

    private mutating func readSteps() {
        let lines = (text("strInstructions") ?? "").split { $0.isNewline }
        content.steps = lines.compactMap { line in
            let text = String(line).trimmed
            guard !text.isEmpty, !Self.isNumbering(text) else { return nil }
            var step = ProtoStep()
            step.text = text
            return step
        }
    }

    /// Whether the line is only a number or a mark: `step 3`, `3.`, `▢`.
    private static func isNumbering(_ line: String) -> Bool {
        let rest = line.lowercased().hasPrefix("step") ? line.dropFirst(4) : line[...]
        return rest.unicodeScalars.allSatisfy { scalar in
            scalar.properties.numericType != nil || !scalar.properties.isAlphabetic
        }
    }

    private mutating func readAddresses() {
        if let image = text("strMealThumb") { content.images = [image] }
        if let video = text("strYoutube") { content.videoURL = video }
        if let source = text("strSource"), WebAddress(source) != nil {
            content.sourceURL = source
        } else {
            if let source = text("strSource") {
                notes.append(
                    "strSource: «\(source.prefix(60))» is not an http or https URL: its page at TheMealDB is credited")
            }
            // Without a source TheMealDB is credited.
            if let id = text("idMeal"), id.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                content.sourceURL = "https://www.themealdb.com/meal/\(id)"
            }
        }
    }
}

/// TheMealDB's API, version 1 or 2, whose answers are equal.
package struct TheMealDBService: RecipeService {
    package static let source = TheMealDBFile.source
    package static let name = "TheMealDB"
    package static let standardBase = "https://www.themealdb.com/api/json/v1"
    package static let saysAbsentByStatus = false
    private static let variable = "THEMEALDB_KEY"
    package static let keyVariables = "$\(variable)"
    package static let requiredVariables = [variable]
    package static let credit = ServiceCredit(words: "Recipes from TheMealDB", url: "https://www.themealdb.com")
    /// The public test key.
    private static let publicKey = "1"

    private let base: ServiceBase
    private let key: String

    package init(base: ServiceBase, environment: (String) -> String?) throws(Refusal) {
        self.base = base
        key = try ServiceKey.value(of: Self.variable, environment) ?? Self.publicKey
    }

    package var secrets: [String] { key == Self.publicKey ? [] : [key] }

    /// An answer has all results: `page` is ignored.
    package func search(_ words: String, page: String?) -> ServiceRequest {
        ServiceRequest(url: base.url([key, "search.php"], ["s": words]), place: "\(Self.source) «\(words)»")
    }

    package func lookup(_ id: String) -> ServiceRequest {
        ServiceRequest(url: base.url([key, "lookup.php"], ["i": id]), place: "\(Self.source) \(id)")
    }

    /// An id is a number.
    package static func id(_ text: String) -> String? {
        (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? text : nil
    }

    package func recipes(of document: JSONValue, place: String) throws(RefusedItem) -> [FoundItem] {
        try TheMealDBFile.recipes(of: document, place: place)
    }

    package func next(of document: JSONValue) -> String? { nil }
}
