package import CloudEvents

/// A JSON document that lists recipes, as files of Edamam, TheMealDB and ReciMe do: they differ in where the list is and in
/// what a recipe looks like.
package protocol RecipeListFile {
    /// What reports call an entry of the list: `hit`, `meal`.
    static var entryName: String { get }
    /// Why a document with an empty list is refused.
    static var emptyMessage: String { get }
    /// The entries of the document, in its order. Refuses with `unreadable` a document without a list.
    static func entries(of document: JSONValue, place: String) throws(RefusedItem) -> [JSONValue]
    /// Refuses with `unreadable` an entry that is no recipe.
    static func recipe(of entry: JSONValue, place: String) throws(RefusedItem) -> FoundRecipe
}

extension RecipeListFile {
    /// The longest file that is read.
    package static var bytesMax: Int { JSONValue.documentBytesMax }

    /// The recipes of a file, in its order; `place` is the file's name in the report.
    package static func recipes(in bytes: [UInt8], place: String) -> [FoundItem] {
        do throws(RefusedItem) {
            return try recipes(of: try JSONValue.document(bytes, place: place), place: place)
        } catch {
            return [.refused(error)]
        }
    }

    /// The recipes of a document. Refuses with `no-recipe` an empty list.
    package static func recipes(of document: JSONValue, place: String) throws(RefusedItem) -> [FoundItem] {
        let entries = try entries(of: document, place: place)
        guard !entries.isEmpty else {
            throw RefusedItem(place: place, reason: .noRecipe, message: emptyMessage)
        }
        return entries.enumerated().map { index, entry in
            do throws(RefusedItem) {
                return .recipe(try recipe(of: entry, place: "\(place): \(entryName) \(index + 1)"))
            } catch {
                return .refused(error)
            }
        }
    }
}
