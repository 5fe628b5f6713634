import CloudEvents
import Foundation

/// A page's bytes as UTF-8, whatever they were written in.
enum PageText {
    /// How far a page's own word for its encoding is looked for.
    private static let declarationBytesMax = 4_096

    /// `declared` is what came with the page. What is UTF-8 is taken for UTF-8, whatever is said of it: other texts hardly ever
    /// are by chance. What no encoding explains is read as far as it goes, with U+FFFD for the rest.
    static func utf8(_ bytes: [UInt8], declared: String? = nil) -> [UInt8] {
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

    /// What is neither UTF-8 nor Windows-1252, by the names that pages use.
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

    /// `charset=` of a `<meta>` at the beginning, or of a media type.
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
