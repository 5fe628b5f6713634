import CloudEvents
import Events

/// A schema.org/Recipe as a recipe's content: what its properties mean here.
struct SchemaRecipe {
    private(set) var content = ProtoRecipeContent()
    /// What was guessed, and what could not be understood.
    private(set) var notes: [String] = []
    /// The page that the recipe says it stands on.
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

    /// The first that is not blank, where a recipe has one; that there are others is told.
    private mutating func one(_ name: String, as what: String, _ read: (String) -> String) -> String? {
        let said = texts(name).map(read).filter { !$0.isEmpty }
        if let other = said.first(where: { $0 != said[0] }) {
            notes.append("\(what): the first of \(Set(said).count) taken, «\(other.prefix(60))» dropped")
        }
        return said.first
    }

    /// Lists of words, also those that stand in one text with commas between them.
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

    /// Lists in lists may name each other: so deep they are followed.
    private static let listDepthMax = 8

    private static func ingredients(_ values: [JSONValue], _ graph: SchemaGraph, depth: Int = 0) -> [String] {
        // One text says everything, however many values it is in a list of.
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
            // What it takes of a supply, and what the supply is.
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

    /// `((to taste))` with one pair of brackets: recipe plug-ins put a second pair around notes that have one.
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
            // Of two neighbours whose partners are neighbours, too, one is left.
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
            // No time at all is no time that is known; there is nothing to be told of it.
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

    /// The first course and the first cuisine have places of their own; the others are tags, as keywords are.
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

    /// `low calorie` of `https://schema.org/LowCalorieDiet`: diets without a place of their own are tags.
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

    /// The address of a picture or film, resolved; what is no address as it stands, so that it can be told.
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
                notes.append("sourceURL: «\(first.prefix(60))» dropped, for it is no whole address")
            }
            return
        }
        content.sourceURL = address.page
    }
}
