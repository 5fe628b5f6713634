import CloudEvents
import Events

/// Maps the properties of a schema.org/Recipe to a recipe's content.
struct SchemaRecipe {
    private(set) var content = ProtoRecipeContent()
    /// Notes about guesses and about values that could not be understood.
    private(set) var notes: [String] = []
    /// The page that the recipe names as its own.
    private(set) var address: WebAddress?

    private let node: SchemaNode
    private let graph: SchemaGraph
    private let page: PageAddresses

    init(_ node: SchemaNode, in graph: SchemaGraph, on page: PageAddresses) {
        self.node = node
        self.graph = graph
        self.page = page
        content.title = one("name", as: "title", HTMLText.line) ?? one("headline", as: "title", HTMLText.line) ?? ""
        let description = one("description", as: "description") { HTMLText($0).lines.joined(separator: "\n") }
        if let description { content.description_p = description }
        readIngredients()
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
        readAddress()
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

    private mutating func readIngredients() {
        for name in ["recipeIngredient", "ingredients", "ingredient"] {
            let lines = Self.ingredients(node.values(name), graph).filter { !$0.isEmpty }
            guard !lines.isEmpty else { continue }
            content.ingredients = lines.map { line in
                var row = ProtoIngredient()
                row.original = Self.withSingleBrackets(line)
                return row
            }
            return
        }
    }

    /// The maximum nesting of lists, which may name each other.
    private static let listDepthMax = 8

    private static func ingredients(_ values: [JSONValue], _ graph: SchemaGraph, depth: Int = 0) -> [String] {
        // A list with one text is that text.
        if values.count == 1, let text = values[0].text { return HTMLText(text).lines }
        return values.flatMap { value -> [String] in
            if let text = value.text {
                let read = HTMLText(text, keepsLineEnds: false)
                return read.listItemCount > 1 ? read.lines : [read.line]
            }
            guard let node = graph.resolved(value) else { return [] }
            let inner = ["itemListElement", "item", "recipeIngredient"].lazy.map { node.values($0) }.first {
                !$0.isEmpty
            }
            if let inner { return depth < listDepthMax ? ingredients(inner, graph, depth: depth + 1) : [] }
            // The amount of a supply, and its name.
            let parts = [
                ["requiredQuantity", "amount", "quantity", "value"], ["unitText", "unit"], ["name", "text"],
            ]
            let words = parts.map { names in
                names.lazy.flatMap { node.values($0) }.compactMap { value in
                    value.text
                        ?? SchemaNode(value).flatMap { amount in
                            let parts = (amount.values("value") + amount.values("unitText") + amount.values("name"))
                            return parts.compactMap(\.text).joined(separator: " ")
                        }
                }.map(HTMLText.line).first { !$0.isEmpty } ?? ""
            }
            return [words.filter { !$0.isEmpty }.joined(separator: " ")]
        }
    }

    /// Removes one pair of brackets from `((to taste))`: recipe plug-ins put a second pair around notes.
    static func withSingleBrackets(_ line: String) -> String {
        guard line.contains("((") else { return line }
        let characters = Array(line)
        var opened: [Int] = []
        var partner = [Int](repeating: -1, count: characters.count)
        for (index, character) in characters.enumerated() {
            if character == "(" { opened.append(index) }
            if character == ")", let start = opened.popLast() { (partner[start], partner[index]) = (index, start) }
        }
        var result = ""
        for (index, character) in characters.enumerated() {
            // Two neighbouring brackets with neighbouring partners become one pair.
            let isSecond =
                index > 0 && characters[index - 1] == character && partner[index] >= 0
                && partner[index - 1] == partner[index] + 1
            if isSecond { continue }
            result.append(character)
        }
        return result
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
        let name = name.trimmed.split(separator: "/").last.map(String.init) ?? name
        let stem = name.hasSuffix("Diet") ? String(name.dropLast(4)) : name
        var words = ""
        for character in stem {
            if character.isUppercase, words.last?.isLowercase == true { words += " " }
            words.append(character)
        }
        return words.lowercased().withSingleBlanks
    }

    // MARK: Addresses

    /// The resolved address of a picture or film. Text that is no address stays as it is, so that it can be reported.
    private func address(_ value: JSONValue, _ names: [String]) -> String? {
        if case .string(let text) = value {
            let text = text.trimmed
            return text.isEmpty ? nil : WebAddress(HTMLEntities.decoded(text), relativeTo: page.base)?.text ?? text
        }
        guard let named = graph.resolved(value) else { return nil }
        let addresses = names.lazy.flatMap { named.values($0) }.compactMap { inner -> String? in
            if case .string = inner { return address(inner, names) }
            return nil
        }
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
