import Events

/// A `.cook` file as a recipe of this community.
///
/// Cooklang gives recipes no ids: the origin is (`cooklang`, digest of what the recipe says).
package enum CooklangFile {
    static let source = "cooklang"
    /// Of one file.
    package static let bytesMax = 1 << 20

    /// `name` is what the file is called, without its ending: the title where the file gives none. `place` is what the
    /// report calls it.
    package static func recipe(in bytes: [UInt8], name: String, place: String) -> FoundItem {
        guard bytes.count <= bytesMax else {
            let message = "it is longer than \(bytesMax) bytes"
            return .refused(RefusedItem(place: place, reason: .tooLong, message: message))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .refused(RefusedItem(place: place, reason: .unreadable, message: "it is not UTF-8"))
        }
        let reading = CooklangContent(CooklangParser.recipe(text), name: name)
        return .recipe(
            FoundRecipe(place: place, content: reading.content, source: source, id: nil, notes: reading.notes))
    }
}
