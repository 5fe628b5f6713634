import Archives
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
        guard ZipArchive.isArchive(bytes) else { return [recipe(bytes, place: place)] }
        var items: [FoundItem] = []
        do throws(ArchiveFailure) {
            try ZipArchive.forEachFile(
                of: bytes, upTo: JSONValue.documentBytesMax, endingIn: ".paprikarecipe"
            ) { file in
                let place = "\(place): \(file.path)"
                switch file.contents {
                case .success(let bytes): items.append(recipe(bytes, place: place))
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

    private static func recipe(_ bytes: [UInt8], place: String) -> FoundItem {
        do throws(RefusedItem) {
            let text: [UInt8]
            do throws(ArchiveFailure) {
                text =
                    Gzip.isPacked(bytes) ? try Gzip.unpacked(bytes, upTo: JSONValue.documentBytesMax) : bytes
            } catch {
                throw error.refused(place)
            }
            guard let members = try JSONValue.document(text, place: place).members else {
                throw RefusedItem(place: place, reason: .unreadable, message: "it is no JSON object")
            }
            return .recipe(PaprikaRecipe(members).recipe(place: place))
        } catch {
            return .refused(error)
        }
    }
}

extension ArchiveFailure {
    func refused(_ place: String) -> RefusedItem {
        let reason: ImportRefusal =
            switch kind {
            case .unreadable: .unreadable
            case .tooLong: .tooLong
            case .forbidden: .forbidden
            }
        return RefusedItem(place: place, reason: reason, message: message)
    }
}
