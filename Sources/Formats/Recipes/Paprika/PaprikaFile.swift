import CloudEvents
import Events

/// A `.paprikarecipes` archive, or a single `.paprikarecipe` of it: recipes as JSON, each packed with gzip.
///
/// Origin: `paprika` and the recipe's `uid`, else a digest of its content. Time: that of its creation in Paprika.
package enum PaprikaFile {
    static let source = "paprika"
    /// The largest file, in bytes.
    package static let bytesMax = ZipArchive.bytesMax

    /// The recipes and refusals, in the order of the archive; `place` is the file's name in the report.
    package static func recipes(in bytes: [UInt8], place: String) -> [FoundItem] {
        recipes(in: bytes, place: place, inAll: ZipArchive.unpackedBytesMax)
    }

    /// `allBytesMax`: the maximum of unpacked bytes of the archive's recipes, each of which is packed with gzip once more.
    static func recipes(in bytes: [UInt8], place: String, inAll allBytesMax: Int) -> [FoundItem] {
        var left = allBytesMax
        guard ZipArchive.isArchive(bytes) else { return [recipe(bytes, place: place, &left)] }
        var items: [FoundItem] = []
        do throws(ArchiveFailure) {
            try ZipArchive.forEachFile(
                of: bytes, upTo: JSONValue.documentBytesMax, endingIn: ".paprikarecipe"
            ) { file in
                let place = "\(place): \(file.path)"
                switch file.contents {
                case .success(let bytes): items.append(recipe(bytes, place: place, &left))
                case .failure(let failure): items.append(.refused(failure.refused(place)))
                }
            }
        } catch {
            items.append(.refused(error.refused(place)))
        }
        guard items.isEmpty else { return items }
        return [
            .refused(RefusedItem(place: place, reason: .noRecipe, message: "there is no .paprikarecipe in it"))
        ]
    }

    /// `left`: the number of bytes to which the archive's recipes may still unpack.
    private static func recipe(_ bytes: [UInt8], place: String, _ left: inout Int) -> FoundItem {
        do throws(RefusedItem) {
            var text = bytes
            if Gzip.isPacked(bytes) {
                do throws(ArchiveFailure) {
                    text = try Gzip.unpacked(bytes, upTo: min(JSONValue.documentBytesMax, left))
                } catch  where error.kind == .tooLong && left < JSONValue.documentBytesMax {
                    left = 0
                    let message = "its archive unpacks to more bytes in all than are taken"
                    throw RefusedItem(place: place, reason: .tooLong, message: message)
                } catch {
                    throw error.refused(place)
                }
                left -= text.count
            }
            guard let members = try JSONValue.document(text, place: place).members else {
                throw RefusedItem(place: place, reason: .unreadable, message: "it is not a JSON object")
            }
            let recipe = PaprikaRecipe(members)
            guard !recipe.isThrownAway else {
                throw RefusedItem(place: place, reason: .notPublic, message: "it lies in Paprika's bin")
            }
            return .recipe(recipe.recipe(place: place))
        } catch {
            return .refused(error)
        }
    }
}

/// One recipe of Paprika: an app's recipe whose lists are texts with a line for each entry.
struct PaprikaRecipe {
    private var content: ProtoRecipeContent
    private let id: String?
    private let occurredAt: Timestamp?
    /// Whether it lies in the app's bin.
    let isThrownAway: Bool
    private var notes: [String] = []

    init(_ members: [String: JSONValue]) {
        var members = members
        id = members.removeValue(forKey: "uid")?.words
        occurredAt = members.removeValue(forKey: "created")?.instant(called: "created", notes: &notes)
        let pictures = ["photo_data", "photos", "photo_large", "photo"].compactMap { members.removeValue(forKey: $0) }
        isThrownAway = ["in_trash", "deleted"].compactMap { members.removeValue(forKey: $0) }.contains { value in
            value == .bool(true) || value.words == "1"
        }
        // Fields that only the app itself needs.
        for name in [
            "hash", "photo_hash", "photo_url", "on_favorites", "on_grocery_list", "scale",
        ] {
            members[name] = nil
        }
        if members["rating"]?.words == "0" { members["rating"] = nil }
        // The address leads to the page of that name.
        if members["source_url"]?.isBlank == false { members["source"] = nil }
        members["tags"] = members.removeValue(forKey: "categories")
        let aside = members.removeValue(forKey: "notes")?.words
        if let found = members["servings"].flatMap({ RecipeYield($0) }) {
            members["servings"] = .number(String(found.servings))
            if found.isGuess { notes.append("servings: the lower end of a range, \(found.servings), taken") }
        }
        let recipe = AppRecipe(JSONFields(members))
        content = recipe.content
        notes += recipe.notes
        if let aside {
            content.description_p = [content.description_p, aside].filter { !$0.isEmpty }.joined(separator: "\n\n")
            notes.append("notes: added to the end of the description")
        }
        if content.images.isEmpty, pictures.contains(where: { !$0.isBlank }) {
            notes.append("photo: dropped, because it is a picture itself and no address of one")
        }
    }

    func recipe(place: String) -> FoundRecipe {
        FoundRecipe(
            place: place, content: content, source: PaprikaFile.source, id: id, occurredAt: occurredAt,
            notes: notes + content.missingRows)
    }
}
