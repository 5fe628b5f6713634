import Crypto
import Foundation
package import Layout

/// The name of a stored image: the SHA-256 of its original as it is stored, in lower-case hexadecimal.
///
/// Not the hash of the upload: a photo with all the metadata of a camera could be recognized by that hash. And a stored
/// file can be verified against its name at any time.
package struct ImageID: Hashable, Comparable, Sendable {
    package let text: String

    static let digits = 64

    /// `nil` if that is no name of an image. Only such names become parts of paths.
    package init?(_ text: String) {
        guard text.utf8.count == Self.digits,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = text
    }

    package init(of original: [UInt8]) { text = hex(SHA256.hash(data: original)) }

    package static func < (a: ImageID, b: ImageID) -> Bool { a.text < b.text }

    // MARK: On the disk

    /// The shelf: the folder for all images whose names begin alike.
    package var shelf: String { String(text.prefix(2)) }
    /// The image's own folder on its shelf.
    package var path: String { "\(shelf)/\(text)" }

    /// All images below a folder, shelf by shelf. Other files there are ignored.
    package static func all(in directory: String) throws(Refusal) -> Set<ImageID> {
        var ids: Set<ImageID> = []
        for shelf in try names(in: directory) where shelf.count == 2 {
            for name in try names(in: "\(directory)/\(shelf)") {
                if let id = ImageID(name), id.shelf == shelf { ids.insert(id) }
            }
        }
        return ids
    }

    /// The names in a folder, in order; empty if there is no folder.
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
    /// The pixels of an image limit its size; a larger file is no image of ours.
    package static let bytesMax = 64 << 20
    private static let original = "original"

    private(set) var sums: [String: String] = [:]

    subscript(_ name: String) -> String? {
        get { sums[name] }
        set { sums[name] = newValue }
    }

    /// `original.jpg`, `small.webp`: lower-case letters, a dot, lower-case letters and digits. Marks of holds and files
    /// that are being written have other names.
    /// just being written, has other names.
    static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, name.utf8.count <= 64 else { return false }
        let letters = { (byte: UInt8) in (0x61...0x7A).contains(byte) }
        return !parts[0].isEmpty && parts[0].utf8.allSatisfy(letters) && !parts[1].isEmpty
            && parts[1].utf8.allSatisfy { letters($0) || (0x30...0x39).contains($0) }
            && !["held", "new"].contains(parts[1])
    }

    /// Whether that is the file whose hash is the image's name.
    static func isOriginal(_ name: String) -> Bool { name.hasPrefix("\(original).") }

    /// Whether these are the files of that image: the hash of the original is its name.
    func isWhole(_ id: ImageID) -> Bool {
        let originals = sums.filter { Self.isOriginal($0.key) }
        return !originals.isEmpty && originals.values.allSatisfy { $0 == id.text }
    }
}
