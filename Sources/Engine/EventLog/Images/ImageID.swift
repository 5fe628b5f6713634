import Crypto
import Foundation
package import Layout

/// The name of a stored image: the SHA-256 of its original as it is stored, in lower-case hexadecimal.
///
/// Not that of the upload: a photo with all that a camera wrote into it does not tell by its hash that it was
/// uploaded, and what is stored can be checked against its name at any time.
package struct ImageID: Hashable, Comparable, Sendable {
    package let text: String

    static let digits = 64

    /// Nil: that is the name of no image. Nothing else ever becomes a part of a path.
    package init?(_ text: String) {
        guard text.utf8.count == Self.digits,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = text
    }

    package init(of original: [UInt8]) { text = hex(SHA256.hash(data: original)) }

    package static func < (a: ImageID, b: ImageID) -> Bool { a.text < b.text }

    // MARK: On the disk

    /// The folder, below that of all images, in which those lie that begin alike.
    package var shelf: String { String(text.prefix(2)) }
    /// Its own folder there.
    package var path: String { "\(shelf)/\(text)" }

    /// All that lie below a folder, shelf by shelf. Other files there are no images.
    package static func all(in directory: String) throws(Refusal) -> Set<ImageID> {
        var ids: Set<ImageID> = []
        for shelf in try names(in: directory) where shelf.count == 2 {
            for name in try names(in: "\(directory)/\(shelf)") {
                if let id = ImageID(name), id.shelf == shelf { ids.insert(id) }
            }
        }
        return ids
    }

    /// What a folder holds, in order; nothing where there is none.
    package static func names(in folder: String) throws(Refusal) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch let error as CocoaError where [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code) {
            return []
        } catch {
            throw Refusal(.unavailable, "\(folder) cannot be read: \(error.localizedDescription)")
        }
    }
}
