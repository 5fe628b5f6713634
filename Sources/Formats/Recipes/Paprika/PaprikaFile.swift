import CloudEvents
import Events

/// A `.paprikarecipes` archive, or a single `.paprikarecipe` of one: recipes as JSON, each packed by gzip.
///
/// Origin: `paprika` and the recipe's own `uid`; without one, a digest of what it says. It was posted when it was created there.
package enum PaprikaFile {
    static let source = "paprika"
    /// Of one file.
    package static let bytesMax = ZipArchive.bytesMax

    /// What is found, in the order of the archive; `place` is what the report calls the file.
    package static func recipes(in bytes: [UInt8], place: String) -> [FoundItem] {
        recipes(in: bytes, place: place, inAll: ZipArchive.unpackedBytesMax)
    }

    /// `allBytesMax`: the most that an archive's recipes unpack to, each of which is packed once more.
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

    /// `left`: how many bytes the recipes of the archive may still unpack to.
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
                throw RefusedItem(place: place, reason: .unreadable, message: "it is no JSON object")
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

/// One recipe of Paprika's: an app's recipe whose texts are lists, a line for each entry.
struct PaprikaRecipe {
    private var content: ProtoRecipeContent
    private let id: String?
    private let occurredAt: Timestamp?
    /// Its cook does not want it any more, though it can still be taken out of the bin.
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
        // What only the app itself needs to know.
        for name in [
            "hash", "photo_hash", "photo_url", "on_favorites", "on_grocery_list", "scale",
        ] {
            members[name] = nil
        }
        if members["rating"]?.words == "0" { members["rating"] = nil }
        // The address leads to the page that is named there.
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
            notes.append("notes: told at the end of the description")
        }
        if content.images.isEmpty, pictures.contains(where: { !$0.isBlank }) {
            notes.append("photo: dropped, for it is a picture itself and no address of one")
        }
    }

    func recipe(place: String) -> FoundRecipe {
        FoundRecipe(
            place: place, content: content, source: PaprikaFile.source, id: id, occurredAt: occurredAt, notes: notes)
    }
}
