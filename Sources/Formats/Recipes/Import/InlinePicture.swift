import CloudEvents
import Events
import Foundation

/// A picture that an export holds itself, in base64, and not by its address.
package struct InlinePicture: Hashable, Sendable {
    /// Of one picture; the program that reads pictures allows no more.
    package static let bytesMax = 10 << 20
    /// Of all pictures of one recipe.
    package static let rowBytesMax = 20 << 20
    /// Pictures of one recipe.
    package static let rowCountMax = 20

    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// What the text of a field for a picture is.
    package enum Reading: Hashable, Sendable {
        /// The text is an address, or nothing that is known here.
        case address(String)
        case picture(InlinePicture)
        /// It was to be a picture; a clause that says why it cannot be decoded.
        case unreadable(String)
    }

    /// Reads a `data:` URL, or bare base64: text of more than 200 characters in its alphabet, or with the first bytes of a
    /// JPEG, PNG, GIF or WebP file. `isData`: the field's name says that it holds data. O(length).
    package static func reading(_ text: String, isData: Bool = false) -> Reading {
        if text.prefix(5).lowercased() == "data:" {
            guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else {
                return .unreadable("it is a data: URL without data")
            }
            guard text[..<comma].lowercased().hasSuffix(";base64") else {
                return .unreadable("it is a data: URL that is not in base64")
            }
            return decoded(String(text[text.utf8.index(after: comma)...]))
        }
        guard isBase64(text) else {
            return isData && !text.contains("://") ? .unreadable("its base64 is invalid") : .address(text)
        }
        let isPicture = text.utf8.count > 200 || beginnings.contains { text.hasPrefix($0) }
        return isPicture || isData ? decoded(text) : .address(text)
    }

    /// The first bytes of JPEG, PNG, GIF and RIFF files, in base64.
    private static let beginnings = ["/9j/", "iVBORw0KGgo", "R0lGOD", "UklGR"]

    private static func isBase64(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="),
                UInt8(ascii: "-"), UInt8(ascii: "_"), 0x20, 0x09, 0x0A, 0x0D:
                true
            default: false
            }
        }
    }

    private static func decoded(_ text: String) -> Reading {
        // Four characters are three bytes; escapes and line ends make the text longer, but not three times.
        let tooLarge = Reading.unreadable("it has more than \(bytesMax >> 20) MiB")
        guard text.utf8.count <= bytesMax * 4 else { return tooLarge }
        var plain = text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding ?? "" : text
        plain = String(
            decoding: plain.utf8.compactMap { byte -> UInt8? in
                switch byte {
                case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "="): nil
                case UInt8(ascii: "-"): UInt8(ascii: "+")
                case UInt8(ascii: "_"): UInt8(ascii: "/")
                default: byte
                }
            }, as: UTF8.self)
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: plain + padding), !data.isEmpty else {
            return .unreadable("its base64 is invalid")
        }
        guard data.count <= bytesMax else { return tooLarge }
        return .picture(InlinePicture(bytes: Array(data)))
    }
}

extension JSONValue {
    /// The text of a field for a picture: itself, the address of a file, or its data in base64.
    package var pictureText: String? {
        if let words { return words }
        guard let members else { return nil }
        var fields = JSONFields(members)
        return fields.take("url", "src")?.words ?? fields.take("base64", "data")?.words
            ?? members["$binary"]?.pictureText
    }
}

/// What became of a picture of an import.
package enum KeptPicture: Hashable, Sendable {
    /// It is stored; the name that an event gives it.
    case stored(String)
    /// A clause that begins with «it».
    case unusable(String)
}

/// Stores a picture. Throws if that fails for another reason than the picture itself.
package typealias PictureKeeper = (InlinePicture) throws -> KeptPicture

/// A picture of a recipe, and the number of addresses before it.
package struct PlacedPicture: Hashable, Sendable {
    package var place: Int
    package var picture: InlinePicture
}

extension FoundRecipe {
    /// The recipe with its inline pictures stored, in their places among its images. A note reports each unusable one.
    package func keepingPictures(_ keep: PictureKeeper) throws -> FoundRecipe {
        guard !pictures.isEmpty else { return self }
        var kept = self
        // The origin of a recipe without an id is that of its content without these pictures: a picture that cannot be read
        // today does not make it another recipe tomorrow.
        if id == nil, let fitted = try? FittedRecipe(content, place: place) {
            kept.id = Origin.digest(Payload.recipe(fitted.content).storedBytes)
        }
        kept.pictures = []
        var shift = 0
        for placed in pictures {
            switch try keep(placed.picture) {
            case .stored(let name):
                kept.content.images.insert(name, at: placed.place + shift)
                shift += 1
            case .unusable(let why): kept.notes.append("image: dropped, because \(why)")
            }
        }
        return kept
    }
}

extension FoundItem {
    package func keepingPictures(_ keep: PictureKeeper) throws -> FoundItem {
        guard case .recipe(let found) = self else { return self }
        return .recipe(try found.keepingPictures(keep))
    }
}
