package import CloudEvents
import Events

/// A `recipes.json` as ReciMe and the apps like it keep it: a list of recipes, bare or wrapped in an answer.
///
/// Their keys, types and habits differ, and so do the hands that fill them in: whatever says something is taken, what is
/// unusable is dropped and named. Origin: `recime` and the recipe's own id; without one, a digest of what it says.
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
            throw RefusedItem(place: place, reason: .unreadable, message: "it is no JSON object")
        }
        let recipe = AppRecipe(JSONFields(members))
        return FoundRecipe(place: place, content: recipe.content, source: source, id: recipe.id, notes: recipe.notes)
    }

    /// The recipes: the document itself, or what it wraps.
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
