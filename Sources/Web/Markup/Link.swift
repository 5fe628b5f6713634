/// The address of something in a page: a path of this service, or a checked address of another site.
///
/// A text becomes a link only by encoding, as a part of a path or as the value of a query, or by a check. So no text of a member can
/// lead to `javascript:` or out of this service.
package struct Link: Hashable, Sendable {
    /// Not escaped for HTML.
    package let text: String

    private init(unchecked text: String) { self.text = text }

    /// A path of this service, as it stands in the source: `/board`.
    package init(_ path: StaticString) {
        precondition(
            path.description.first == "/" || path.description.first == "#", "\(path) must begin with / or #")
        text = path.description
    }

    /// An address of another site that a member has given; `nil`: it is not `http` or `https`, or holds a user part, a blank, a
    /// control character or a quote.
    package init?(site address: String) {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https", address.dropFirst(scheme.count).hasPrefix("://") else {
            return nil
        }
        let rest = address.dropFirst(scheme.count + 3)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard !authority.isEmpty, !authority.contains("@"),
            address.unicodeScalars.allSatisfy({
                $0.value > 0x20 && $0.value != 0x7F && !"<>\"'`\\^{|}".unicodeScalars.contains($0)
            })
        else { return nil }
        text = address
    }

    /// A path of this service that a request names, such as where to go after signing in; `nil`: it may lead elsewhere.
    ///
    /// Browsers read `\` as `/`, skip tabs and line ends, and take `//host` for another site. What reads `/..//host` as `//host` may be
    /// between this service and the browser.
    package init?(own path: String) {
        let bytes = Array(path.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= Self.bytesMax,
            bytes.count == 1 || (bytes[1] != UInt8(ascii: "/") && bytes[1] != UInt8(ascii: "\\")),
            !path.prefix(while: { $0 != "?" && $0 != "#" }).contains(/\/(\/|\.|%2[ef])/.ignoresCase()),
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        text = path
    }

    private static let bytesMax = 2_048

    // MARK: Making longer links

    /// The link with one more part of its path, percent-encoded.
    package func part(_ text: String) -> Link {
        Link(unchecked: (self.text == "/" ? "" : self.text) + "/" + Self.encoded(text))
    }

    /// The link with a suffix from the source, such as `/edit` or `.atom`.
    package func end(_ suffix: StaticString) -> Link { Link(unchecked: text + suffix.description) }

    /// The link with a value of its query; without change where there is none.
    package func query(_ name: StaticString, _ value: String?) -> Link {
        value.map { query(named: name.description, $0) } ?? self
    }

    /// The link with a value of its query, whose name comes from a declaration.
    package func query(named name: String, _ value: String) -> Link {
        let (base, fragment) = divided
        let begin = base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return Link(unchecked: "\(base)\(begin)\(Self.encoded(name))=\(Self.encoded(value))\(fragment)")
    }

    package func query(_ name: StaticString, _ value: (some BinaryInteger)?) -> Link {
        query(name, value.map { "\($0)" })
    }

    /// The link to a place of its page.
    package func fragment(_ id: String) -> Link { Link(unchecked: "\(divided.base)#\(Self.encoded(id))") }

    private var divided: (base: String, fragment: String) {
        guard let place = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (text, "") }
        return (String(text[..<place]), String(text[place...]))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "@"), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    private static func encoded(_ text: String) -> String {
        // Almost every text is an id or a name.
        if text.utf8.allSatisfy(isPlain) { return text }
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
