package import CloudEvents

/// A JSON document that lists recipes, such as files of Edamam, TheMealDB and ReciMe. They differ in the place of the list and
/// in the form of a recipe.
package protocol RecipeListFile {
    /// The name of an entry in reports: `hit`, `meal`.
    static var entryName: String { get }
    /// Why a document with an empty list is refused.
    static var emptyMessage: String { get }
    /// The entries of the document, in order. Refuses with `unreadable` a document without a list.
    static func entries(of document: JSONValue, place: String) throws(RefusedItem) -> [JSONValue]
    /// The recipe of an entry. Refuses an entry that is no recipe with `unreadable`.
    static func recipe(of entry: JSONValue, place: String) throws(RefusedItem) -> FoundRecipe
}

extension RecipeListFile {
    /// The longest file that is read.
    package static var bytesMax: Int { JSONValue.documentBytesMax }

    /// The recipes of a file, in order; `place` is the file's name in the report.
    package static func recipes(in bytes: [UInt8], place: String) -> [FoundItem] {
        do throws(RefusedItem) {
            return try recipes(of: try JSONValue.document(bytes, place: place), place: place)
        } catch {
            return [.refused(error)]
        }
    }

    /// The recipes of a document. Refuses an empty list with `no-recipe`.
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
