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
