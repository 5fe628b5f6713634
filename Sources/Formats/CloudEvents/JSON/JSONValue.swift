/// A JSON text, read strictly by RFC 8259.
///
/// Why our own: `Google_Protobuf_Struct` takes control characters and lone surrogates that RFC 8259 forbids and turns
/// every number into a double, and `JSONSerialization` silently keeps one of two equal keys. Both hide what an event
/// said. Here both are refused, depth is bounded, and each object remembers its bytes, so that `data` reaches the
/// protobuf decoder exactly as it was written.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// As written.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// Its members, and where it lies in the bytes that were read.
    case object([String: JSONValue], Range<Int>)

    /// What is wrong with a text, and where: a byte offset from 0.
    package struct Malformed: Error, Hashable, Sendable {
        package var message: String
        package var offset: Int

        package init(message: String, offset: Int) {
            self.message = message
            self.offset = offset
        }
    }

    /// How deep arrays and objects may lie in each other: bounds the stack, whatever is sent.
    package static let depthLimit = 64

    package init(_ bytes: [UInt8]) throws(Malformed) {
        var parser = JSONParser(bytes: bytes)
        self = try parser.document()
    }

    /// A number without fraction or exponent that fits.
    package var integer: Int64? {
        if case .number(let text) = self { Int64(text) } else { nil }
    }
}

private struct JSONParser {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONValue.Malformed) -> JSONValue {
        skipBlanks()
        let value = try value(depth: 0)
        skipBlanks()
        guard index == bytes.count else { throw malformed("more follows the end of the JSON text") }
        return value
    }

    private func malformed(_ message: String) -> JSONValue.Malformed {
        JSONValue.Malformed(message: message, offset: index)
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte = current, byte.isJSONBlank { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        switch current {
        case UInt8(ascii: "{")?: return try object(depth: depth + 1)
        case UInt8(ascii: "[")?: return try array(depth: depth + 1)
        case .quote?: return .string(try string())
        case UInt8(ascii: "t")?: return try word("true", .bool(true))
        case UInt8(ascii: "f")?: return try word("false", .bool(false))
        case UInt8(ascii: "n")?: return try word("null", .null)
        case nil: throw malformed("the JSON text ends too early")
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONValue.Malformed) -> JSONValue {
        let expected = Array(word.description.utf8)
        guard bytes[index...].starts(with: expected) else { throw malformed("this is no JSON value") }
        index += expected.count
        return value
    }

    private mutating func object(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        guard depth <= JSONValue.depthLimit else { throw malformed("it is nested too deeply") }
        let start = index
        index += 1
        var members: [String: JSONValue] = [:]
        skipBlanks()
        if take("}") { return .object([:], start..<index) }
        while true {
            skipBlanks()
            guard current == .quote else { throw malformed("a key in quotes was expected") }
            let key = try string()
            skipBlanks()
            guard take(":") else { throw malformed("a colon was expected") }
            skipBlanks()
            guard members.updateValue(try value(depth: depth), forKey: key) == nil else {
                throw malformed("the key «\(key.prefix(40))» occurs twice")
            }
            skipBlanks()
            if take("}") { return .object(members, start..<index) }
            guard take(",") else { throw malformed("a comma or a closing brace was expected") }
        }
    }

    private mutating func array(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        guard depth <= JSONValue.depthLimit else { throw malformed("it is nested too deeply") }
        index += 1
        var items: [JSONValue] = []
        skipBlanks()
        if take("]") { return .array(items) }
        while true {
            skipBlanks()
            items.append(try value(depth: depth))
            skipBlanks()
            if take("]") { return .array(items) }
            guard take(",") else { throw malformed("a comma or a closing bracket was expected") }
        }
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = current, (0x30...0x39).contains(byte) { index += 1 }
        return index - start
    }

    private mutating func number() throws(JSONValue.Malformed) -> String {
        let start = index
        _ = take("-")
        let leadingZero = current == UInt8(ascii: "0")
        let count = digits()
        guard count == 1 || (count > 1 && !leadingZero) else { throw malformed("this is no JSON value") }
        if take(".") {
            guard digits() > 0 else { throw malformed("digits were expected") }
        }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() > 0 else { throw malformed("digits were expected") }
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func string() throws(JSONValue.Malformed) -> String {
        index += 1
        let start = index
        // Most strings hold no escape: their bytes are taken as they are.
        while let byte = current, byte != .quote, byte != .backslash, byte >= 0x20 { index += 1 }
        var text = Array(bytes[start..<index])
        while true {
            guard let byte = current else { throw malformed("a string has no end") }
            switch byte {
            case .quote:
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw malformed("a string is not UTF-8")
                }
                index += 1
                return string
            case .backslash:
                index += 1
                try escape(into: &text)
            case 0..<0x20: throw malformed("a control character must be escaped")
            default:
                text.append(byte)
                index += 1
            }
        }
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONValue.Malformed) {
        guard let byte = current else { throw malformed("a string has no end") }
        index += 1
        switch byte {
        case .quote, .backslash, UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = try unit()
            if (0xD800...0xDBFF).contains(code) {
                guard take("\\"), take("u") else { throw malformed("half a surrogate pair") }
                let low = try unit()
                guard (0xDC00...0xDFFF).contains(low) else { throw malformed("half a surrogate pair") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw malformed("half a surrogate pair") }
            text.append(contentsOf: String(Character(scalar)).utf8)
        default: throw malformed("an unknown escape")
        }
    }

    private mutating func unit() throws(JSONValue.Malformed) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = current?.hexadecimalDigit else {
                throw malformed("four hexadecimal digits were expected")
            }
            value = value << 4 | digit
            index += 1
        }
        return value
    }
}

extension [UInt8] {
    /// Appends text as a JSON string, quotes included.
    package mutating func append(json text: String) {
        append(.quote)
        for byte in text.utf8 {
            switch byte {
            case .quote, .backslash:
                append(.backslash)
                append(byte)
            case .newline: append(contentsOf: "\\n".utf8)
            case 0..<0x20:
                let hexadecimal = String(byte, radix: 16)
                append(contentsOf: (byte < 16 ? "\\u000" : "\\u00").utf8)
                append(contentsOf: hexadecimal.utf8)
            default: append(byte)
            }
        }
        append(.quote)
    }
}
