import CloudEvents
package import Events

/// The one recipe that is read from a page or a file, before its cook has looked it over.
package struct SingleRecipe: Hashable, Sendable {
    /// Within the domain's limits.
    package let content: ProtoRecipeContent
    /// What was guessed, changed, truncated or dropped, a clause for each.
    package private(set) var remarks: [String]

    /// A hostile page may cause any number of remarks.
    private static let remarksMax = 100
    /// Other recipes and rejected items that are named one by one.
    private static let othersMax = 5

    /// Takes the first recipe that can be posted, and remarks all other items. Refuses items without one by the first refusal.
    package init(_ items: [FoundItem], place: String) throws(RefusedItem) {
        var first: NamedRecipe?
        var refused: [RefusedItem] = []
        var others: [String] = []
        for item in items {
            do throws(RefusedItem) {
                switch item {
                case .refused(let item): throw item
                case .recipe(let found):
                    let recipe = try NamedRecipe(found)
                    if first == nil { first = recipe } else { others.append(recipe.content.title) }
                }
            } catch {
                refused.append(error)
            }
        }
        guard let first else {
            throw refused.first ?? RefusedItem(place: place, reason: .noRecipe, message: "there is no recipe in it")
        }
        content = first.content
        remarks = first.notes
        remarks += Self.listed(
            others.map { "«\($0.prefix(80))»: dropped, because one recipe is read at a time" }, "recipes")
        remarks += Self.listed(refused.map { "\($0.place): rejected, because \($0.message)" }, "rejected items")
        guard remarks.count > Self.remarksMax else { return }
        let rest = remarks.count - Self.remarksMax
        remarks = remarks.prefix(Self.remarksMax) + ["\(rest) more remarks: dropped, because the list is too long"]
    }

    private static func listed(_ lines: [String], _ what: String) -> [String] {
        guard lines.count > othersMax else { return lines }
        return lines.prefix(othersMax) + ["\(lines.count - othersMax) more \(what): dropped"]
    }
}

extension SingleRecipe {
    /// The items of a file, whose content decides its format: a page, JSON-LD, JSON of another program, or Cooklang.
    ///
    /// `name`: the file's name without its ending, which is the title of a Cooklang file without one.
    package static func items(inFile bytes: [UInt8], name: String, place: String) -> [FoundItem] {
        let bytes = PageText.withFewMarks(bytes)
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        switch text.first(where: { !$0.isJSONBlank }) {
        case UInt8(ascii: "<"): return WebRecipes.page(bytes, place: place)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return items(inJSON: Array(text), place: place)
        default: return [CooklangFile.recipe(in: Array(text), name: name, place: place)]
        }
    }

    /// The first format that finds a recipe counts; else what the first format says.
    private static func items(inJSON bytes: [UInt8], place: String) -> [FoundItem] {
        guard WebRecipes.valueCount(bytes) <= WebRecipes.valuesMax else {
            return [.refused(WebRecipes.tooFull(place))]
        }
        let formats: [([UInt8], String) -> [FoundItem]] = [
            { WebRecipes.document($0, place: $1) }, ReciMeFile.recipes, MealieFile.recipes, TheMealDBFile.recipes,
            EdamamFile.recipes,
        ]
        let mark = Array("@type".utf8)
        var first: [FoundItem]?
        for (index, format) in formats.enumerated() where index > 0 || bytes.contains(mark) {
            let items = format(bytes, place)
            let isFound = items.contains { item in
                if case .recipe(let found) = item { (try? NamedRecipe(found)) != nil } else { false }
            }
            if isFound { return items }
            first = first ?? items
        }
        return first ?? []
    }
}
