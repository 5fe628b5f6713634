import Community
import Crypto
import EventLog
import Foundation
import HTTPTypes
import Images
import Layout

/// The strong tag of an answer: at which position of the log it was given, to whom, and by which version of the program. What
/// was said at a position stays what is said of it, but for what changes with time alone: there the bytes themselves count.
///
/// Of a recipe it begins with the version of its content, which is all that an edit depends on.
struct EntityTag: Equatable {
    /// To be raised with every release that answers differently.
    private static let program = 1

    let text: String

    init(_ position: Position, viewer: MemberID?, version: UInt64? = nil, timely body: [UInt8]? = nil) {
        var parts = version.map { ["v\($0)"] } ?? []
        parts.append("p\(position)")
        parts.append("m\(viewer?.value ?? 0)")
        parts.append("a\(Self.program)")
        if let body { parts.append(hex(SHA256.hash(data: body).prefix(8))) }
        text = "\"\(parts.joined(separator: "-"))\""
    }

    /// Of a picture, which never changes.
    init(_ image: ImageID, _ size: ImageSize) { text = "\"\(image.text)-\(size.rawValue)\"" }

    /// Whether an `If-None-Match` names it, or whatever there is.
    func matches(_ header: String?) -> Bool {
        header?.trimmingCharacters(in: .whitespaces) == "*" || isNamed(by: header)
    }

    /// That of the same answer, packed by gzip: other bytes, another tag.
    static func packed(_ tag: String) -> String { "\(tag.dropLast())\(packedEnd)" }

    private static let packedEnd = "-gzip\""

    /// Whether an `If-None-Match` names it, packed or not. By weak comparison, as RFC 9110 asks for it here.
    func isNamed(by header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { item in
            let tag = item.trimmingCharacters(in: .whitespaces)
            let strong = tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
            return strong == text || strong == Self.packed(text)
        }
    }

    /// That of the two forms which an `If-None-Match` names.
    func form(namedBy header: String?) -> String {
        let packed = Self.packed(text)
        return header?.contains(packed) == true ? packed : text
    }

    /// The versions of a recipe that an `If-Match` asks for, any of them.
    static func versions(_ header: String) -> [UInt32] {
        header.split(separator: ",").compactMap { item in
            let parts = item.trimmingCharacters(in: .whitespaces).split(separator: "-")
            guard let first = parts.first, first.hasPrefix("\"v") else { return nil }
            return UInt32(first.dropFirst(2).prefix { $0 != "\"" })
        }
    }
}
