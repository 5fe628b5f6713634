package import LarderAPI
package import Markup

/// A member's picture, or the first letter of the name on one of twelve hues. The name stands beside it, so it is decoration.
package enum Face {
    package enum Size: String, Sendable {
        case small = "s"
        case normal = ""
        case large = "l"
    }

    /// The picture fills a square, so its own width and height do not matter.
    package static func html(name: String, avatar: String?, _ size: Size = .normal) -> HTML {
        if let avatar, let link = Link.image(avatar, size == .large ? .medium : .small) {
            let side = size == .large ? 64 : 40
            return
                "<img class=\"face \(size.rawValue)\" src=\"\(link)\" alt=\"\" width=\"\(side)\" height=\"\(side)\" loading=\"lazy\">"
        }
        let letter = name.first.map { String($0).uppercased() } ?? "?"
        return "<span class=\"face \(size.rawValue) h\(Hue.of(name))\" aria-hidden=\"true\">\(letter)</span>"
    }

    package static func html(_ member: MemberCard, _ size: Size = .normal) -> HTML {
        html(name: member.name, avatar: member.avatar, size)
    }
}

/// One of twelve hues that a text always gets: FNV-1a of its bytes.
package enum Hue {
    package static let count: UInt32 = 12

    package static func of(_ text: String) -> UInt32 {
        text.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 } % count
    }
}

extension Link {
    /// From the smallest.
    package enum ImageSize: String, CaseIterable, Sendable {
        case small, medium, large

        /// The longest side of a picture in that size, in pixels.
        package var sideMax: Int {
            switch self {
            case .small: 160
            case .medium: 480
            case .large: 1_200
            }
        }
    }

    /// A stored picture by its id, or a picture at another site's address; `nil`: neither. Pages show stored pictures only: the policy
    /// of pages lets a browser load nothing from other sites.
    package static func image(_ image: String, _ size: ImageSize) -> Link? {
        guard !image.isEmpty, image.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x7A) }) else {
            return nil
        }
        return Link("/images").part(image).query("size", size.rawValue)
    }

    package static func member(_ username: String) -> Link { Link("/").part("@\(username)") }
    package static func member(_ member: MemberCard) -> Link { .member(member.username) }

    /// The page of an id such as `r12`, `c20` or `b41`.
    package static func id(_ id: String) -> Link { Link("/").part(id) }
    package static func tag(_ tag: String) -> Link { Link("/tag").part(tag) }
    package static func cuisine(_ cuisine: String) -> Link { Link("/cuisine").part(cuisine) }
}
