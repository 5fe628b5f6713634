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
            let document = try JSONValue.document(bytes, place: place)
            guard
                let hits = document.members?["hits"]?.items ?? document.items
                    ?? document.members.map({ _ in [document] })
            else {
                throw RefusedItem(place: place, reason: .unreadable, message: "it is no answer of Edamam")
            }
            guard !hits.isEmpty else {
                throw RefusedItem(place: place, reason: .noRecipe, message: "Edamam had found no recipe")
            }
            return hits.enumerated().map { index, hit in
                let place = "\(place): hit \(index + 1)"
                guard let members = hit.members?["recipe"]?.members ?? hit.members,
                    members["label"] != nil || members["uri"] != nil
                else {
                    return .refused(
                        RefusedItem(place: place, reason: .unreadable, message: "it is no recipe of Edamam"))
                }
                return .recipe(EdamamRecipe(members).recipe(place: place))
            }
        } catch {
            return [.refused(error)]
        }
    }
}
