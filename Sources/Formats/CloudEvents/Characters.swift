import Foundation

extension String {
    /// The form in which decisions store text: NFC, without white space at both ends. Limits count its scalars.
    package var normalized: String {
        let text = trimmed
        // Below U+0300 there is nothing to compose.
        return text.utf8.allSatisfy { $0 < 0xCC } ? text : text.precomposedStringWithCanonicalMapping
    }

    /// Without white space at both ends.
    package var trimmed: String {
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[start...end])
    }

    /// Trimmed, and with every run of white space as one blank.
    package var withSingleBlanks: String {
        unicodeScalars.split { $0.properties.isWhitespace }.map(String.init).joined(separator: " ")
    }
}

extension Unicode.Scalar {
    /// The character that two code units of UTF-16 stand for; `nil` if they are no pair of surrogates.
    package init?(high: UInt32, low: UInt32) {
        guard (0xD800...0xDBFF).contains(high), (0xDC00...0xDFFF).contains(low) else { return nil }
        self.init(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }
}

extension [UInt8] {
    /// The code unit of four hexadecimal digits at `place`; `nil`: there are none.
    package func codeUnit(at place: Int) -> UInt32? {
        guard place + 4 <= count else { return nil }
        var value: UInt32 = 0
        for byte in self[place..<place + 4] {
            guard let digit = byte.hexadecimalDigit else { return nil }
            value = value << 4 | digit
        }
        return value
    }
}

/// The ASCII characters that readers of text formats look for.
extension UInt8 {
    @inlinable package static var newline: UInt8 { UInt8(ascii: "\n") }
    @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
    @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
    @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }

    /// White space between the tokens of a JSON text (RFC 8259, section 2).
    @inlinable package var isJSONBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    /// The value of a hexadecimal digit in either case; `nil` for every other character.
    @inlinable package var hexadecimalDigit: UInt32? {
        switch self {
        case 0x30...0x39: UInt32(self - 0x30)
        case 0x41...0x46: UInt32(self - 0x37)
        case 0x61...0x66: UInt32(self - 0x57)
        default: nil
        }
    }
}
