import CloudEvents
import Events

/// Maps the properties of a schema.org/Recipe to a recipe's content.
struct SchemaRecipe {
    private(set) var content = ProtoRecipeContent()
    /// Notes about guesses and about values that could not be understood.
    private(set) var notes: [String] = []
    private(set) var facts = SourceFacts()
    /// The name of the list in which each ingredient stands; empty if no list has a name.
    private(set) var sections: [String?] = []
    /// The page that the recipe names as its own.
    private(set) var address: WebAddress?

    private let node: SchemaNode
    private let graph: SchemaGraph
    private let page: PageAddresses

    /// `language`: that of the page, if known.
    init(_ node: SchemaNode, in graph: SchemaGraph, on page: PageAddresses, language: String? = nil) {
        self.node = node
        self.graph = graph
        self.page = page
        content.title = one("name", as: "title", HTMLText.line) ?? one("headline", as: "title", HTMLText.line) ?? ""
        let description = one("description", as: "description") { HTMLText($0).lines.joined(separator: "\n") }
        if let description { content.description_p = description }
        readAddress()
        let ingredients = SchemaIngredients(node, in: graph)
        (content.ingredients, sections) = (ingredients.rows, ingredients.sections)
        content.steps = RecipeInstructions(node.values("recipeInstructions"), image: { [self] in image($0) }).steps
        if content.steps.isEmpty {
            content.steps = RecipeInstructions(node.values("instructions"), image: { [self] in image($0) }).steps
        }
        readYield()
        readMinutes()
        readClassification()
        readDiets()
        readPictures()
        readNutrition()
        readFacts(language)
        notes += content.missingRows
    }

    // MARK: Texts

    private func texts(_ name: String) -> [String] {
        node.values(name).compactMap { value in
            value.text
                ?? graph.resolved(value).flatMap { named in
                    (named.values("name") + named.values("text")).compactMap(\.text).first
                }
        }
    }

    /// The first value that is not blank, for a field with one value. A note reports that there are others.
    private mutating func one(_ name: String, as what: String, _ read: (String) -> String) -> String? {
        let said = texts(name).map(read).filter { !$0.isEmpty }
        if let other = said.first(where: { $0 != said[0] }) {
            notes.append("\(what): the first of \(Set(said).count) taken, «\(other.prefix(60))» dropped")
        }
        return said.first
    }

    /// A list of words, which may be one text with commas.
    private func words(_ name: String) -> [String] {
        texts(name).flatMap { text in
            HTMLText(text).lines.flatMap { $0.split { $0 == "," || $0 == ";" } }
                .map { String($0).withSingleBlanks }.filter { !$0.isEmpty }
        }
    }

    // MARK: Numbers

    private mutating func readYield() {
        let values =
            ["recipeYield", "yield", "servings"].lazy.map { [node] in node.values($0) }.first { !$0.isEmpty } ?? []
        guard let found = values.lazy.compactMap({ RecipeYield($0) }).first else {
            let text = values.compactMap(\.text).map(HTMLText.line).first { !$0.isEmpty }
            if let text { notes.append("yield: «\(text.prefix(60))» dropped") }
            return
        }
        content.servings = found.servings
        if found.isGuess { notes.append("yield: the lower end of a range, \(found.servings), taken") }
    }

    private mutating func readMinutes() {
        let preparing = minutes("prepTime")
        let cooking = minutes("cookTime")
        if let preparing { content.prepMinutes = preparing }
        if let cooking { content.cookMinutes = cooking }
        if let total = minutes("totalTime") {
            content.totalMinutes = total
        } else if preparing != nil || cooking != nil {
            content.totalMinutes = (preparing ?? 0) + (cooking ?? 0)
        }
    }

    private mutating func minutes(_ name: String) -> UInt32? {
        let values = node.values(name)
        guard let found = values.lazy.compactMap({ RecipeMinutes($0) }).first else {
            let text = values.compactMap(\.text).map(HTMLText.line).first { !$0.isEmpty }
            // A duration of zero means that it is unknown, and needs no note.
            if let text, text.contains(where: { $0.isLetter || $0.isNumber }),
                !text.allSatisfy({ "PTDHMS0 ".contains($0) })
            {
                notes.append("\(name): «\(text.prefix(60))» dropped")
            }
            return nil
        }
        if found.isGuess { notes.append("\(name): the upper end of a range, \(found.count) minutes, taken") }
        return found.count
    }

    private mutating func readNutrition() {
        guard let facts = node.values("nutrition").lazy.compactMap({ [graph] in graph.resolved($0) }).first else {
            return
        }
        let nutrition = RecipeNutrition(facts)
        notes += nutrition.notes
        if nutrition.message != ProtoNutrition() { content.nutrition = nutrition.message }
    }

    // MARK: Classification

    /// The first course and the first cuisine have fields of their own. The others become tags, as keywords do.
    private mutating func readClassification() {
        let courses = words("recipeCategory")
        let cuisines = words("recipeCuisine")
        if let course = courses.first { content.course = course }
        if let cuisine = cuisines.first { content.cuisine = cuisine }
        content.tags = words("keywords") + courses.dropFirst() + cuisines.dropFirst()
    }

    private mutating func readDiets() {
        for value in node.values("suitableForDiet") {
            let text =
                value.text ?? graph.resolved(value).flatMap { $0.id ?? $0.values("name").compactMap(\.text).first }
            for word in (text ?? "").split(separator: ",") {
                let name = SchemaNode.localName(String(word))
                switch name.filter({ $0.isLetter }) {
                case "vegandiet", "vegan": (content.diet.vegan, content.diet.vegetarian) = (.yes, .yes)
                case "vegetariandiet", "vegetarian": content.diet.vegetarian = .yes
                case "glutenfreediet", "glutenfree": content.diet.glutenFree = .yes
                case "sugarfreediet", "sugarfree": content.diet.sugarFree = .yes
                case "": break
                default: content.append(Self.words(ofDiet: String(word)), to: \.tags)
                }
            }
        }
    }

    /// `low calorie` for `https://schema.org/LowCalorieDiet`: diets without a field of their own become tags.
    private static func words(ofDiet name: String) -> String {
        let name = name.trimmed.split { "/:".contains($0) }.last.map(String.init) ?? name
        let stem = name.hasSuffix("Diet") ? String(name.dropLast(4)) : name
        var words = ""
        for character in stem {
            if character.isUppercase, words.last?.isLowercase == true { words += " " }
            words.append(character)
        }
        return words.lowercased().withSingleBlanks
    }

    // MARK: Facts

    /// The names of people and organizations, or texts that are no addresses.
    private func names(_ name: String) -> [String] {
        node.values(name).compactMap { value in
            value.text ?? graph.resolved(value).flatMap { $0.values("name").compactMap(\.text).first }
        }.map(HTMLText.line).filter { WebAddress($0) == nil }
    }

    private mutating func readFacts(_ pageLanguage: String?) {
        let authors = names("author")
        facts.setAuthor(authors.isEmpty ? names("creator") : authors, notes: &notes)
        facts.setCookingMethod(words("cookingMethod"), notes: &notes)
        facts.setLanguage(language(of: node), notes: &notes)
        for name in ["mainEntityOfPage", "isPartOf"] {
            let whole = node.values(name).lazy.compactMap { [graph] in graph.resolved($0) }.first
            facts.setLanguage(whole.flatMap(language(of:)), notes: &notes)
        }
        facts.setLanguage(pageLanguage, notes: &notes)
        guard let rating = node.values("aggregateRating").lazy.compactMap({ [graph] in graph.resolved($0) }).first
        else { return }
        func text(_ names: String...) -> String? {
            names.lazy.flatMap { rating.values($0) }.compactMap(\.text).map(HTMLText.line).first { !$0.isEmpty }
        }
        facts.setRating(
            value: text("ratingValue"), best: text("bestRating"), count: text("ratingCount", "reviewCount"),
            notes: &notes)
    }

    /// The code of `inLanguage`, which is a text or a Language with a code beside its name.
    private func language(of node: SchemaNode) -> String? {
        node.values("inLanguage").lazy.compactMap { [graph] value in
            value.text
                ?? graph.resolved(value).flatMap { language in
                    (language.values("alternateName") + language.values("name")).compactMap(\.text).first
                }
        }.first
    }

    // MARK: Addresses

    /// The maximum nesting of the objects around an address, which may name each other, and the values of each that are
    /// looked at.
    private static let addressDepthMax = 2
    private static let addressValuesMax = 4

    /// The resolved address of a picture or film. Text that is no address stays as it is, so that it can be reported.
    private func address(_ value: JSONValue, _ names: [String], depth: Int = 0) -> String? {
        if case .string(let text) = value {
            let text = text.trimmed
            let base = page.base ?? address
            return text.isEmpty ? nil : WebAddress(HTMLEntities.decoded(text), relativeTo: base)?.text ?? text
        }
        guard depth < Self.addressDepthMax, let named = graph.resolved(value) else { return nil }
        let most = Self.addressValuesMax
        let values = names.flatMap { named.values($0, upTo: most) }.prefix(most)
        let addresses = values.lazy.compactMap { address($0, names, depth: depth + 1) }
        return addresses.first
            ?? named.id.flatMap { id in WebAddress(id).flatMap { $0.isFile ? $0.text : nil } }
    }

    private func image(_ value: JSONValue) -> String? {
        address(value, ["url", "contentUrl", "image", "thumbnailUrl"])
    }

    private mutating func readPictures() {
        for name in ["image", "photo", "thumbnailUrl"] where content.images.isEmpty {
            content.images = node.values(name).compactMap { image($0) }
        }
        let film = node.values("video").lazy.compactMap { [self] in address($0, ["contentUrl", "url", "embedUrl"]) }
            .first
        if let film { content.videoURL = film }
    }

    private mutating func readAddress() {
        func of(_ name: String) -> [String] {
            node.values(name).compactMap { value in
                value.text ?? SchemaNode(value).flatMap { $0.id ?? $0.values("url").compactMap(\.text).first }
            }
        }
        let written = of("url") + of("mainEntityOfPage")
        address =
            (written.lazy.compactMap { [page] in page.pageAddress($0) }.first ?? page.canonical)
            ?? node.id.flatMap { page.pageAddress($0) } ?? page.own
        guard let address else {
            if let first = written.first(where: { $0.contains("/") }) {
                notes.append("sourceURL: «\(first.prefix(60))» dropped, because it is not a whole address")
            }
            return
        }
        content.sourceURL = address.page
    }
}
