import Layout

/// A JSON text, read strictly by RFC 8259 (`JSONReader`).
///
/// Equal keys are refused, and depth is bounded. Numbers keep their text. Each object keeps the range of its bytes, so that
/// the protobuf decoder gets `data` byte for byte.
///
/// Why by hand: `JSONReader` gives the reasons.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The number as it is written.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// The members, and the range of the object in the bytes that were read.
    case object([String: JSONValue], Range<Int>)

    /// An error in a JSON text, with its byte offset from 0.
    package struct Malformed: Error, Hashable, Sendable {
        package var message: String
        package var offset: Int

        package init(message: String, offset: Int) {
            self.message = message
            self.offset = offset
        }

        /// The error for a person, with the byte's number from 1.
        package var sentence: String { "invalid JSON at byte \(offset + 1): \(message)" }
    }

    /// The maximum nesting of arrays and objects, which bounds the stack.
    package static let depthLimit = 64

    /// The largest number of values in a request, or in one of its events, arrays and objects included: far more than any
    /// recipe has that a person wrote.
    package static let requestValuesMax = 1 << 16

    /// Reads a whole text. `valuesMax` bounds the memory of the result, and of what is made of it: a value of two bytes takes
    /// up to 150.
    package init(_ bytes: [UInt8], valuesMax: Int = .max) throws(Malformed) {
        var reader = unsafe JSONReader(bytes.span.bytes, valuesMax: valuesMax)
        reader.skipBlanks()
        self = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.isAtEnd else { throw reader.malformed("more follows the end of the JSON text") }
    }

    /// A number without fraction or exponent, if it fits.
    package var integer: Int64? {
        if case .number(let text) = self { Int64(text) } else { nil }
    }
}

extension JSONReader {
    /// Reads a value. `depth` is the number of arrays and objects around it.
    @_lifetime(self: copy self)
    fileprivate mutating func value(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        guard !isAtEnd else { throw malformed("the JSON text ends too early") }
        try countValue()
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case .quote: return .string(try string())
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        default: return .number(String(decoding: try number().map { self[$0] }, as: UTF8.self))
        }
    }

    @_lifetime(self: copy self)
    private mutating func object(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        guard depth <= JSONValue.depthLimit else { throw malformed("it is nested too deeply") }
        let start = index
        _ = take("{")
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
                throw malformed("the key «\(key.excerpt(40))» occurs twice")
            }
            skipBlanks()
            if take("}") { return .object(members, start..<index) }
            guard take(",") else { throw malformed("a comma or a closing brace was expected") }
        }
    }

    @_lifetime(self: copy self)
    private mutating func array(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        guard depth <= JSONValue.depthLimit else { throw malformed("it is nested too deeply") }
        _ = take("[")
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
}

extension JSONValue {
    /// A text, trimmed, or a number as it is written. `nil` for other values and for blank text.
    package var words: String? {
        switch self {
        case .string(let text), .number(let text):
            let text = text.trimmed
            return text.isEmpty ? nil : text
        default: return nil
        }
    }

    package var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    package var members: [String: JSONValue]? { if case .object(let members, _) = self { members } else { nil } }
    package var isNull: Bool { self == .null }

    /// Whether the value is null, a blank text, or an empty array or object.
    package var isBlank: Bool {
        switch self {
        case .null: true
        case .string(let text): text.trimmed.isEmpty
        case .array(let items): items.isEmpty
        case .object(let members, _): members.isEmpty
        case .bool, .number: false
        }
    }
}
