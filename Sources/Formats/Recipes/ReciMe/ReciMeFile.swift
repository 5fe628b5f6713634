package import CloudEvents
import Events

/// A `recipes.json` of ReciMe and similar apps: a list of recipes, bare or wrapped in an answer.
///
/// Keys and types differ between these apps. Usable values are read, the others are dropped and reported. Origin: `recime`
/// and the recipe's id, else a digest of its content.
package enum ReciMeFile: RecipeListFile {
    static let source = "recime"
    package static let entryName = "recipe"
    package static let emptyMessage = "its list of recipes is empty"

    package static func entries(of document: JSONValue, place: String) throws(RefusedItem) -> [JSONValue] {
        guard let items = list(document, depth: 0) else {
            throw RefusedItem(place: place, reason: .unreadable, message: "it holds no list of recipes")
        }
        return items
    }

    package static func recipe(of entry: JSONValue, place: String) throws(RefusedItem) -> FoundRecipe {
        guard let members = entry.members else {
            throw RefusedItem(place: place, reason: .unreadable, message: "it is not a JSON object")
        }
        let recipe = AppRecipe(JSONFields(members))
        return FoundRecipe(
            place: place, content: recipe.content, source: source, id: recipe.id,
            notes: recipe.notes + recipe.content.missingRows, pictures: recipe.pictures)
    }

    /// The recipes: the document itself, or the list within it.
    private static func list(_ value: JSONValue, depth: Int) -> [JSONValue]? {
        if let items = value.items { return items }
        guard let members = value.members, depth < 3 else { return nil }
        var fields = JSONFields(members)
        if fields.take("title") != nil, fields.take("ingredients", "instructions", "steps") != nil { return [value] }
        let folded = Dictionary(
            members.map { (JSONFields.folded($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
        for key in ["recipes", "body", "data", "items", "results", "content", "recipe"] {
            if let inner = folded[key], let found = list(inner, depth: depth + 1) { return found }
        }
        return nil
    }
}
