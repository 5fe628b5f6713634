import CloudEvents
import Events
import Foundation
import Layout

/// The visible text of HTML, whose entities may be escaped twice.
struct HTMLText: Hashable, Sendable {
    /// The lines, with single blanks and without blank lines.
    let lines: [String]
    /// The number of list items.
    let listItemCount: Int

    /// Elements that begin and end a line.
    static let blocks: Set<String> = [
        "p", "div", "li", "ul", "ol", "br", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "table", "section", "article",
        "blockquote", "dd", "dt", "dl", "hr", "figure", "header", "footer", "main", "aside", "tbody", "thead", "td",
        "th",
    ]

    /// `keepsLineEnds`: whether a line end in a text without block elements ends a line. In HTML it is a blank.
    init(_ text: String, keepsLineEnds: Bool = true) {
        let plain = HTMLEntities.decodedTwice(text)
        guard plain.utf8.contains(UInt8(ascii: "<")) else {
            lines = Self.lines(of: plain, keepsLineEnds)
            listItemCount = 0
            return
        }
        let tokens = HTMLTokens(Array(plain.utf8))
        var pieces: [String] = [""]
        var listItemCount = 0
        var hasBlocks = false
        for token in tokens {
            switch token {
            case .text(let range): pieces[pieces.count - 1] += String(decoding: tokens.bytes[range], as: UTF8.self)
            case .raw: break
            case .start(let tag):
                if tag.name == "li" { listItemCount += 1 }
                if Self.blocks.contains(tag.name) {
                    pieces.append("")
                    if tag.name != "br" { hasBlocks = true }
                }
            case .end(let name):
                if Self.blocks.contains(name) {
                    pieces.append("")
                    hasBlocks = true
                }
            }
        }
        lines = pieces.flatMap { Self.lines(of: $0, keepsLineEnds && !hasBlocks) }
        self.listItemCount = listItemCount
    }

    private static func lines(of text: String, _ keepsLineEnds: Bool) -> [String] {
        guard keepsLineEnds else {
            let line = text.withSingleBlanks
            return line.isEmpty ? [] : [line]
        }
        return text.split(whereSeparator: \.isNewline).map { String($0).withSingleBlanks }.filter { !$0.isEmpty }
    }

    /// The text on one line.
    var line: String { lines.joined(separator: " ") }

    static func line(_ text: String) -> String { HTMLText(text, keepsLineEnds: false).line }
}

/// Converts a page of any encoding to UTF-8.
enum PageText {
    /// The number of bytes in which a page may declare its encoding.
    private static let declarationBytesMax = 4_096

    /// The longest text of a recipe that is kept: a recipe as a whole has no more.
    static let textBytesMax = ContentLimits.payloadBytes

    /// A text from a page, without what makes it slow to work on.
    static func bounded(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix(textBytesMax), as: UTF8.self).withFewMarks
    }

    /// `declared`: the charset of the answer. Valid UTF-8 is read as UTF-8 in spite of other declarations, because other
    /// encodings hardly ever give it by chance. Invalid bytes become U+FFFD.
    static func utf8(_ bytes: [UInt8], declared: String? = nil) -> [UInt8] {
        withFewMarks(decoded(bytes, declared: declared))
    }

    /// The bytes of a text, without marks that make it slow to work on. Bytes that are not UTF-8 are left to their reader.
    static func withFewMarks(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 >= 0xCC }), let string = String(validating: text, as: UTF8.self),
            string.hasTooManyMarks
        else { return text }
        return Array(string.withFewMarks.utf8)
    }

    private static func decoded(_ bytes: [UInt8], declared: String?) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return valid(Array(bytes.dropFirst(3))) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBigEndian: true) }
        if String(validating: bytes, as: UTF8.self) != nil { return bytes }
        let name = (declared ?? declaration(in: bytes))?.lowercased().trimmed
        if name == "utf-8" || name == "utf8" { return valid(bytes) }
        if let encoding = name.flatMap({ encodings[$0] }), let text = String(bytes: bytes, encoding: encoding) {
            return Array(text.utf8)
        }
        return Array(Windows1252.text(bytes).utf8)
    }

    /// Other encodings than UTF-8 and Windows-1252, by the names that pages use.
    private static let encodings: [String: String.Encoding] = [
        "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC,
    ]

    private static func valid(_ bytes: [UInt8]) -> [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// The `charset=` of a `<meta>` at the beginning, or of a media type.
    static func declaration(in bytes: some Collection<UInt8>) -> String? {
        let head = String(decoding: bytes.prefix(declarationBytesMax).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
            .lowercased()
        guard let mark = head.firstRange(of: "charset") else { return nil }
        let rest = head[mark.upperBound...].drop { $0 == " " }
        guard rest.first == "=" else { return nil }
        let name = rest.dropFirst().drop { " \"'".contains($0) }.prefix {
            $0.isLetter || $0.isNumber || "-_".contains($0)
        }
        return name.isEmpty ? nil : String(name)
    }
}

/// Windows-1252: the encoding of old pages, also of those that declare Latin-1.
///
/// Why by hand: Foundation gives no text at all if one byte has no character. Here such a byte becomes U+FFFD.
enum Windows1252 {
    /// The characters of the bytes 0x80 to 0x9F; zero without one.
    private static let upper: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        let code = upper[Int(byte - 0x80)]
        return code == 0 ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}"
    }

    static func text(_ bytes: [UInt8]) -> String {
        var view = String.UnicodeScalarView()
        for byte in bytes { view.append(scalar(byte)) }
        return String(view)
    }
}
