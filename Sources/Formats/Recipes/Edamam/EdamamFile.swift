package import CloudEvents
import Events

/// An answer of Edamam's Recipe Search API, kept as a file: `{"hits": [{"recipe": …}]}`, one of its hits, or a list of either.
///
/// Each recipe is credited to where Edamam found it. Origin: `edamam` and the id at the end of its `uri`.
package enum EdamamFile {
    static let source = "edamam"
    /// Of one file.
    package static let bytesMax = JSONValue.documentBytesMax

    /// What is found, in the order of the file; `place` is what the report calls the file.
    package static func recipes(in bytes: [UInt8], place: String) -> [FoundItem] {
        do throws(RefusedItem) {
            return try recipes(of: try JSONValue.document(bytes, place: place), place: place)
        } catch {
            return [.refused(error)]
        }
    }

    /// The same of an answer that is JSON; refuses one that holds nothing.
    static func recipes(of document: JSONValue, place: String) throws(RefusedItem) -> [FoundItem] {
        let hits: [JSONValue]
        if let found = document.members?["hits"] {
            guard let items = found.items else {
                throw RefusedItem(place: place, reason: .unreadable, message: "its «hits» are no list")
            }
            hits = items
        } else if let items = document.items ?? recipe(of: document).map({ _ in [document] }) {
            hits = items
        } else {
            throw RefusedItem(place: place, reason: .unreadable, message: "it is no answer of Edamam")
        }
        guard !hits.isEmpty else {
            throw RefusedItem(place: place, reason: .noRecipe, message: "Edamam had found no recipe")
        }
        return hits.enumerated().map { index, hit in
            let place = "\(place): hit \(index + 1)"
            guard let members = recipe(of: hit) else {
                return .refused(RefusedItem(place: place, reason: .unreadable, message: "it is no recipe of Edamam"))
            }
            return .recipe(EdamamRecipe(members).recipe(place: place))
        }
    }

    /// A hit's, or what is one without the hit around it.
    private static func recipe(of hit: JSONValue) -> [String: JSONValue]? {
        let members = hit.members?["recipe"]?.members ?? hit.members
        return members.flatMap { $0["label"] != nil || $0["uri"] != nil ? $0 : nil }
    }
}
