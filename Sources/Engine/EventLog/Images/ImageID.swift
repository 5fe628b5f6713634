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

/// The files of one image, by their names, each with the SHA-256 of its bytes.
package struct ImageFiles: Equatable, Sendable {
    /// What an image takes is bounded by its pixels; a file beyond this is none of ours.
    package static let bytesMax = 64 << 20
    private static let original = "original"

    private(set) var sums: [String: String] = [:]

    subscript(_ name: String) -> String? {
        get { sums[name] }
        set { sums[name] = newValue }
    }

    /// `original.jpg`, `small.webp`: lower-case letters, a dot, lower-case letters and digits. What holds an image, and what is
    /// just being written, has other names.
    static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, name.utf8.count <= 64 else { return false }
        let letters = { (byte: UInt8) in (0x61...0x7A).contains(byte) }
        return !parts[0].isEmpty && parts[0].utf8.allSatisfy(letters) && !parts[1].isEmpty
            && parts[1].utf8.allSatisfy { letters($0) || (0x30...0x39).contains($0) }
            && !["held", "new"].contains(parts[1])
    }

    /// Whether that is the file whose bytes name the image.
    static func isOriginal(_ name: String) -> Bool { name.hasPrefix("\(original).") }

    /// Whether they are those of that image: its original says so.
    func isWhole(_ id: ImageID) -> Bool {
        let originals = sums.filter { Self.isOriginal($0.key) }
        return !originals.isEmpty && originals.values.allSatisfy { $0 == id.text }
    }
}
