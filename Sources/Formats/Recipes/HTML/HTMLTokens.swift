import CloudEvents

/// The tags and texts of a page, in order. It accepts any bytes, and is as tolerant of malformed pages as browsers are.
///
/// Why by hand: no package in `Package.swift` reads HTML, and an import needs only tags, attributes and texts, without a tree.
struct HTMLTokens: Sequence, IteratorProtocol {
    struct Tag: Hashable, Sendable {
        /// The name in lower case.
        var name: String
        /// Values by names in lower case, with entities decoded. Of equal names the first counts.
        var attributes: [String: String] = [:]
    }

    enum Token: Hashable, Sendable {
        case start(Tag)
        case end(String)
        /// A text with its entities.
        case text(Range<Int>)
        /// The content of an element without tags and entities: a script or a style sheet.
        case raw(Range<Int>)
    }

    /// The maximum of attributes of a tag, and of bytes of a name.
    static let attributesMax = 64
    static let nameBytesMax = 64

    /// Elements whose content is not HTML.
    private static let rawElements: Set<String> = ["script", "style", "xmp", "iframe", "noembed", "noframes"]
    /// Elements whose content is text without tags.
    private static let textElements: Set<String> = ["title", "textarea"]

    let bytes: [UInt8]
    private var index = 0
    /// The element whose start tag was the last token and whose content comes next.
    private var open: String?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Token? {
        if let name = open {
            open = nil
            let end = contentEnd(of: name)
            let range = index..<end
            index = end
            if !range.isEmpty { return Self.rawElements.contains(name) ? .raw(range) : .text(range) }
        }
        var start = index
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<"), opensTag else {
                index += 1
                continue
            }
            if index > start { return .text(start..<index) }
            if let token = tag() { return token }
            start = index
        }
        return start < index ? .text(start..<index) : nil
    }

    private func byte(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Whether the `<` at this place begins a tag or a comment.
    private var opensTag: Bool {
        guard let next = byte(index + 1) else { return false }
        if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { return true }
        if next == UInt8(ascii: "/") { return byte(index + 2)?.isASCIILetter == true }
        return next.isASCIILetter
    }

    /// Reads the tag at this place; `nil` for comments, declarations and processing instructions.
    private mutating func tag() -> Token? {
        switch bytes[index + 1] {
        case UInt8(ascii: "!"):
            skipDeclaration()
            return nil
        case UInt8(ascii: "?"):
            skip(past: [UInt8(ascii: ">")])
            return nil
        case UInt8(ascii: "/"):
            index += 2
            let name = name()
            skip(past: [UInt8(ascii: ">")])
            return .end(name)
        default:
            index += 1
            var tag = Tag(name: name())
            readAttributes(into: &tag)
            if Self.rawElements.contains(tag.name) || Self.textElements.contains(tag.name) { open = tag.name }
            return .start(tag)
        }
    }

    private mutating func skipDeclaration() {
        if byte(index + 2) == UInt8(ascii: "-"), byte(index + 3) == UInt8(ascii: "-") {
            index += 4
            skip(past: Array("-->".utf8))
        } else {
            skip(past: [UInt8(ascii: ">")])
        }
    }

    private mutating func skip(past mark: [UInt8]) {
        while index < bytes.count {
            if bytes[index] == mark[0], bytes[index...].starts(with: mark) {
                index += mark.count
                return
            }
            index += 1
        }
    }

    private mutating func name() -> String {
        let start = index
        while let byte = byte(index), !byte.isHTMLBlank, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
            index += 1
        }
        return lowercased(start..<Swift.min(index, start + Self.nameBytesMax))
    }

    private func lowercased(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private mutating func readAttributes(into tag: inout Tag) {
        while true {
            while let byte = byte(index), byte.isHTMLBlank || byte == UInt8(ascii: "/") { index += 1 }
            guard let first = byte(index) else { return }
            if first == UInt8(ascii: ">") {
                index += 1
                return
            }
            let start = index
            index += 1
            while let byte = byte(index), !byte.isHTMLBlank, byte != UInt8(ascii: "="), byte != UInt8(ascii: ">"),
                byte != UInt8(ascii: "/")
            {
                index += 1
            }
            let name = lowercased(start..<Swift.min(index, start + Self.nameBytesMax))
            let value = attributeValue()
            guard tag.attributes.count < Self.attributesMax, tag.attributes[name] == nil else { continue }
            tag.attributes[name] = HTMLEntities.decoded(String(decoding: bytes[value], as: UTF8.self))
        }
    }

    /// The range of the value; empty without one.
    private mutating func attributeValue() -> Range<Int> {
        var place = index
        while let byte = byte(place), byte.isHTMLBlank { place += 1 }
        guard byte(place) == UInt8(ascii: "=") else { return index..<index }
        index = place + 1
        while let byte = byte(index), byte.isHTMLBlank { index += 1 }
        if let quote = byte(index), quote == .quote || quote == UInt8(ascii: "'") {
            index += 1
            let start = index
            while let byte = byte(index), byte != quote { index += 1 }
            let range = start..<index
            if index < bytes.count { index += 1 }
            return range
        }
        let start = index
        while let byte = byte(index), !byte.isHTMLBlank, byte != UInt8(ascii: ">") { index += 1 }
        return start..<index
    }

    /// The place of the end tag of an element whose content is not HTML; the end of the page without one.
    private func contentEnd(of name: String) -> Int {
        let expected = Array(name.utf8)
        var place = index
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "<"), byte(place + 1) == UInt8(ascii: "/"),
                place + 2 + expected.count <= bytes.count,
                bytes[(place + 2)..<(place + 2 + expected.count)].elementsEqual(expected, by: { $0 | 0x20 == $1 })
            {
                let behind = byte(place + 2 + expected.count)
                if behind == nil || behind == UInt8(ascii: ">") || behind == UInt8(ascii: "/")
                    || behind?.isHTMLBlank == true
                {
                    return place
                }
            }
            place += 1
        }
        return bytes.count
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isHTMLBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) && self != 0x0B }
}
