/// A JSON text, read strictly by RFC 8259 (`JSONReader`).
///
/// Equal keys are refused, depth is bounded, numbers stay as they are written, and each object knows its bytes: so `data`
/// reaches the protobuf decoder exactly as it was written.
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
        var reader = unsafe JSONReader(bytes.span.bytes)
        reader.skipBlanks()
        self = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.isAtEnd else { throw reader.malformed("more follows the end of the JSON text") }
    }

    /// A number without fraction or exponent that fits.
    package var integer: Int64? {
        if case .number(let text) = self { Int64(text) } else { nil }
    }
}

extension JSONReader {
    /// Steps over a value and builds it. `depth` is how many arrays and objects surround it.
    @_lifetime(self: copy self)
    fileprivate mutating func value(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        guard !isAtEnd else { throw malformed("the JSON text ends too early") }
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
                throw malformed("the key «\(key.prefix(40))» occurs twice")
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
    /// Text, or a number as written; nil for everything else and for blanks.
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

    /// Whether it says nothing: null, a blank text, an empty list or object.
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
