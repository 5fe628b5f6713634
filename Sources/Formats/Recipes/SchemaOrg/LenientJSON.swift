import CloudEvents

/// Reads JSON of web pages, which often breaks RFC 8259, into `JSONValue`.
///
/// It accepts: a byte order mark; comments and CDATA marks of HTML and of scripts wherever blanks may stand; control characters
/// and line ends within strings; unknown escapes; extra or missing commas; bare words such as `undefined` (null); several
/// texts in a row; bytes that are not UTF-8 (U+FFFD); a text whose quotes are escaped as `&quot;`; and quotes within strings
/// without escapes, if the characters after them show it. A text that ends too early is refused.
///
/// Why by hand: strict readers such as `JSONReader` and `JSONSerialization` refuse these texts.
struct LenientJSON {
    /// The maximum nesting of arrays and objects.
    static let depthLimit = JSONValue.depthLimit
    /// The maximum of values in one text, which bounds memory.
    static let valuesMax = 500_000

    /// The number of blanks after a quote that are skipped to see what follows.
    private static let gapBytesMax = 1_024

    private let bytes: [UInt8]
    private let guessesQuotes: Bool
    private var index = 0
    private var valueCount = 0

    /// The values of a text.
    struct Texts {
        /// The values, in the order of the text.
        var values: [JSONValue]
        /// The place after the values at which the text cannot be read; `nil` if all of it was read.
        var unreadFrom: Int?
    }

    /// Throws if not even one value can be read.
    static func texts(_ bytes: [UInt8]) throws(JSONValue.Malformed) -> Texts {
        let plain: Result<Texts, JSONValue.Malformed> = attempt(bytes, guessesQuotes: false)
        if case .success(let texts) = plain, texts.unreadFrom == nil { return texts }
        if case .success(let texts) = attempt(bytes, guessesQuotes: true), texts.unreadFrom == nil { return texts }
        if case .failure = plain, bytes.contains(Array("&quot;".utf8)) {
            let text = HTMLEntities.decoded(String(decoding: bytes, as: UTF8.self))
            if case .success(let texts) = attempt(Array(text.utf8), guessesQuotes: true) { return texts }
        }
        return try plain.get()
    }

    private static func attempt(_ bytes: [UInt8], guessesQuotes: Bool) -> Result<Texts, JSONValue.Malformed> {
        var reader = LenientJSON(bytes: bytes, guessesQuotes: guessesQuotes)
        do throws(JSONValue.Malformed) { return .success(try reader.documents()) } catch { return .failure(error) }
    }

    private init(bytes: [UInt8], guessesQuotes: Bool) {
        self.bytes = bytes
        self.guessesQuotes = guessesQuotes
    }

    private mutating func documents() throws(JSONValue.Malformed) -> Texts {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        skipBlanks()
        guard current == UInt8(ascii: "{") || current == UInt8(ascii: "[") else {
            throw malformed(current == nil ? "it is empty" : "it begins with no object or list")
        }
        var values = [try value(depth: 0)]
        while true {
            skipCommas()
            guard index < bytes.count else { return Texts(values: values) }
            let start = index
            // The error of a later text is dropped: the first text was read, and the rest is reported as unread.
            guard current == UInt8(ascii: "{") || current == UInt8(ascii: "["), let value = try? value(depth: 0) else {
                return Texts(values: values, unreadFrom: start)
            }
            values.append(value)
        }
    }

    private func malformed(_ message: String) -> JSONValue.Malformed {
        JSONValue.Malformed(message: message, offset: index)
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func stands(_ text: StaticString, at place: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place + count <= bytes.count else { return false }
        return text.withUTF8Buffer { expected in
            for offset in 0..<count where unsafe bytes[place + offset] != expected[offset] { return false }
            return true
        }
    }

    // MARK: Blanks

    private mutating func skipBlanks() { index = afterBlanks(index) }

    /// Skips blanks, comments, CDATA marks and semicolons.
    private func afterBlanks(_ start: Int) -> Int {
        var place = start
        while place < bytes.count {
            let byte = bytes[place]
            if byte <= 0x20 || byte == UInt8(ascii: ";") {
                place += 1
            } else if byte == 0xC2, place + 1 < bytes.count, bytes[place + 1] == 0xA0 {
                place += 2
            } else if stands("<!--", at: place) || stands("]]>", at: place) {
                place += stands("]]>", at: place) ? 3 : 4
            } else if stands("-->", at: place) {
                place += 3
            } else if stands("<![CDATA[", at: place) {
                place += 9
            } else if stands("//", at: place) {
                place = afterLineComment(place)
            } else if stands("/*", at: place) {
                place = afterComment(place)
            } else {
                return place
            }
        }
        return place
    }

    /// A line comment may hold a CDATA mark, after which the text begins on the same line.
    private func afterLineComment(_ start: Int) -> Int {
        var place = start + 2
        while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
        if stands("<![CDATA[", at: place) { return place + 9 }
        while place < bytes.count, bytes[place] != .newline, bytes[place] != .carriageReturn { place += 1 }
        return place
    }

    private func afterComment(_ start: Int) -> Int {
        var place = start + 2
        while place < bytes.count, !stands("*/", at: place) { place += 1 }
        return min(place + 2, bytes.count)
    }

    private mutating func skipCommas() {
        skipBlanks()
        while current == .comma {
            index += 1
            skipBlanks()
        }
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        valueCount += 1
        guard valueCount <= Self.valuesMax else { throw malformed("it has more than \(Self.valuesMax) values") }
        switch current {
        case UInt8(ascii: "{")?: return try object(depth: depth + 1)
        case UInt8(ascii: "[")?: return try array(depth: depth + 1)
        case .quote?: return .string(try string(isKey: false))
        case nil: throw malformed("the JSON text ends too early")
        default: return try word()
        }
    }

    private mutating func object(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        guard depth <= Self.depthLimit else { throw malformed("it is nested too deeply") }
        let start = index
        index += 1
        var members: [String: JSONValue] = [:]
        while true {
            skipCommas()
            if current == UInt8(ascii: "}") {
                index += 1
                return .object(members, start..<index)
            }
            guard current == .quote else {
                throw malformed(current == nil ? "the JSON text ends too early" : "a key in quotes was expected")
            }
            let key = try string(isKey: true)
            skipBlanks()
            guard current == UInt8(ascii: ":") else { throw malformed("a colon was expected") }
            index += 1
            skipBlanks()
            // The value is missing.
            if current == .comma || current == UInt8(ascii: "}") { continue }
            // Of equal keys the last one counts, as in browsers.
            members[key] = try value(depth: depth)
        }
    }

    private mutating func array(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        guard depth <= Self.depthLimit else { throw malformed("it is nested too deeply") }
        index += 1
        var items: [JSONValue] = []
        while true {
            skipCommas()
            if current == UInt8(ascii: "]") {
                index += 1
                return .array(items)
            }
            items.append(try value(depth: depth))
        }
    }

    /// A number or a bare word. A word other than `true` and `false` is null.
    private mutating func word() throws(JSONValue.Malformed) -> JSONValue {
        let start = index
        while let byte = current, byte.isOfBareWord { index += 1 }
        guard index > start else { throw malformed("a value was expected") }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if text == "true" || text == "false" { return .bool(text == "true") }
        return Double(text)?.isFinite == true ? .number(text) : .null
    }

    // MARK: Strings

    private mutating func string(isKey: Bool) throws(JSONValue.Malformed) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = current {
            index += 1
            switch byte {
            case .quote:
                if !guessesQuotes || endsString(isKey: isKey) { return PageText.bounded(text) }
                text.append(byte)
            case .backslash: escape(into: &text)
            case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20: text.append(0x20)
            default: text.append(byte)
            }
        }
        throw malformed("a string has no end")
    }

    /// Whether the quote before this place ends the string, judged by the text after it.
    private func endsString(isKey: Bool) -> Bool {
        let next = afterGap(index)
        guard next < bytes.count else { return true }
        if isKey { return bytes[next] == UInt8(ascii: ":") }
        switch bytes[next] {
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return true
        case .comma:
            let behind = afterGap(next + 1)
            guard behind < bytes.count else { return true }
            switch bytes[behind] {
            case .quote, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"), .comma: return true
            case UInt8(ascii: "-"), 0x30...0x39: return true
            default: return stands("true", at: behind) || stands("false", at: behind) || stands("null", at: behind)
            }
        default: return false
        }
    }

    /// The next place after blanks. Comments are not skipped: at each quote that would cost O(length).
    private func afterGap(_ start: Int) -> Int {
        let end = min(bytes.count, start + Self.gapBytesMax)
        return bytes[min(start, end)..<end].firstIndex { $0 > 0x20 } ?? end
    }

    private mutating func escape(into text: inout [UInt8]) {
        guard let byte = current else { return }
        index += 1
        switch byte {
        case UInt8(ascii: "b"), UInt8(ascii: "f"): text.append(0x20)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(Character(scalar())).utf8)
        default: text.append(byte)
        }
    }

    /// The character of a `\u` escape, or of a pair of surrogates; U+FFFD for an invalid one.
    private mutating func scalar() -> Unicode.Scalar {
        guard let code = bytes.codeUnit(at: index) else { return "\u{FFFD}" }
        index += 4
        if stands("\\u", at: index), let low = bytes.codeUnit(at: index + 2),
            let scalar = Unicode.Scalar(high: code, low: low)
        {
            index += 6
            return scalar
        }
        return Unicode.Scalar(code) ?? "\u{FFFD}"
    }
}

extension UInt8 {
    fileprivate var isOfBareWord: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
