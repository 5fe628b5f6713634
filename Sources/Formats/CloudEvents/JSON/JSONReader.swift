import Layout

/// Reads a JSON text token by token, strictly by RFC 8259, and builds no values.
///
/// `JSONValue` builds a tree from these tokens; `PlainEvent` reads an event from them without one.
///
/// Why by hand: `JSONSerialization` keeps one of two equal keys without an error. `Google_Protobuf_Struct` accepts control
/// characters and lone surrogates, and turns every number into a double. Neither gives the place of an error or of a value.
///
/// Bytes beyond ASCII in strings are not validated as UTF-8 here: the caller does, if `isASCII` is false.
struct JSONReader: ~Escapable {
    /// The bytes between the quotes of a string. `isPlain`: without escapes.
    struct Text {
        var range: Range<Int>
        var isPlain: Bool
        var isASCII: Bool
    }

    let bytes: RawSpan
    private(set) var index = 0
    /// How many values may follow: each takes memory, far more than its bytes.
    private var valuesLeft: Int
    /// Whether all strings so far are ASCII.
    private(set) var isASCII = true

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, valuesMax: Int = .max) {
        self.bytes = bytes
        valuesLeft = valuesMax
    }

    var isAtEnd: Bool { index == bytes.byteCount }

    /// The current byte. At the end zero, which no JSON text holds.
    var current: UInt8 { index < bytes.byteCount ? self[index] : 0 }

    /// `place` must lie within the text.
    subscript(place: Int) -> UInt8 { unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) }

    /// An error at the current place.
    func malformed(_ message: String) -> JSONValue.Malformed { JSONValue.Malformed(message: message, offset: index) }

    @_lifetime(self: copy self)
    mutating func skipBlanks() {
        while current.isJSONBlank { index += 1 }
    }

    /// Steps over that character, if it is the current one.
    @_lifetime(self: copy self)
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Steps over `true`, `false` or `null`.
    @_lifetime(self: copy self)
    mutating func word(_ word: StaticString) throws(JSONValue.Malformed) {
        let count = word.utf8CodeUnitCount
        guard index + count <= bytes.byteCount else { throw malformed("a value was expected") }
        for offset in 0..<count where unsafe self[index + offset] != word.utf8Start[offset] {
            throw malformed("a value was expected")
        }
        index += count
    }

    /// Counts a value. Throws if there are too many.
    @_lifetime(self: copy self)
    mutating func countValue() throws(JSONValue.Malformed) {
        guard valuesLeft > 0 else { throw malformed("it holds too many values") }
        valuesLeft -= 1
    }

    // MARK: Values

    /// Steps over a value, as strictly as `JSONValue` reads one, except that equal keys pass. `depth` is the number of
    /// arrays and objects around it.
    @_lifetime(self: copy self)
    mutating func skipValue(depth: Int) throws(JSONValue.Malformed) {
        guard !isAtEnd else { throw malformed("the JSON text ends too early") }
        switch current {
        case UInt8(ascii: "{"): try skipEntries(depth: depth + 1, isObject: true)
        case UInt8(ascii: "["): try skipEntries(depth: depth + 1, isObject: false)
        case .quote: _ = try text()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: _ = try number()
        }
    }

    /// Steps over an array or an object. The current byte must be the one that opens it.
    @_lifetime(self: copy self)
    private mutating func skipEntries(depth: Int, isObject: Bool) throws(JSONValue.Malformed) {
        guard depth <= JSONValue.depthLimit else { throw malformed("it is nested too deeply") }
        let end: Unicode.Scalar = isObject ? "}" : "]"
        index += 1
        skipBlanks()
        if take(end) { return }
        while true {
            skipBlanks()
            if isObject {
                guard current == .quote else { throw malformed("a key in quotes was expected") }
                _ = try text()
                skipBlanks()
                guard take(":") else { throw malformed("a colon was expected") }
                skipBlanks()
            }
            try skipValue(depth: depth)
            skipBlanks()
            if take(end) { return }
            guard take(",") else {
                throw malformed("a comma or a closing \(isObject ? "brace" : "bracket") was expected")
            }
        }
    }

    // MARK: Numbers

    /// Steps over a number.
    @_lifetime(self: copy self)
    mutating func number() throws(JSONValue.Malformed) -> Range<Int> {
        let start = index
        _ = take("-")
        let isZero = current == UInt8(ascii: "0")
        let count = digits()
        guard count == 1 || (count > 1 && !isZero) else { throw malformed("a value was expected") }
        if take(".") {
            guard digits() > 0 else { throw malformed("digits were expected") }
        }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() > 0 else { throw malformed("digits were expected") }
        }
        return start..<index
    }

    @_lifetime(self: copy self)
    private mutating func digits() -> Int {
        let start = index
        while (0x30...0x39).contains(current) { index += 1 }
        return index - start
    }

    // MARK: Strings

    /// Steps over a string. The current byte must be a quote.
    @_lifetime(self: copy self)
    mutating func text() throws(JSONValue.Malformed) -> Text {
        index += 1
        let start = index
        var text = Text(range: start..<start, isPlain: true, isASCII: true)
        while true {
            skipOrdinary(&text)
            guard !isAtEnd else { throw malformed("a string has no end") }
            switch current {
            case .quote:
                text.range = start..<index
                index += 1
                if !text.isASCII { isASCII = false }
                return text
            case .backslash:
                text.isPlain = false
                index += 1
                _ = try escape()
            default: throw malformed("a control character must be escaped")
            }
        }
    }

    /// Steps to the next quote, backslash or control character, or to the end, eight bytes at a time.
    @_lifetime(self: copy self)
    private mutating func skipOrdinary(_ text: inout Text) {
        let (ones, highs) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        while index + 8 <= bytes.byteCount {
            let eight = unsafe UInt64(
                littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            let quotes = eight ^ (ones * UInt64(UInt8.quote))
            let backslashes = eight ^ (ones * UInt64(UInt8.backslash))
            // The lowest bit that is set belongs to the first such byte. Higher bits may be wrong.
            let found =
                ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (eight &- ones * 0x20) & ~eight)
                & highs
            guard found == 0 else {
                let count = found.trailingZeroBitCount / 8
                if eight & highs & ((1 << UInt64(8 * count)) - 1) != 0 { text.isASCII = false }
                index += count
                return
            }
            if eight & highs != 0 { text.isASCII = false }
            index += 8
        }
        while index < bytes.byteCount, self[index] != .quote, self[index] != .backslash, self[index] >= 0x20 {
            if self[index] >= 0x80 { text.isASCII = false }
            index += 1
        }
    }

    /// Steps over the rest of an escape, after its backslash, and gives its character.
    @_lifetime(self: copy self)
    private mutating func escape() throws(JSONValue.Malformed) -> Unicode.Scalar {
        guard !isAtEnd else { throw malformed("a string has no end") }
        let byte = current
        index += 1
        switch byte {
        case .quote, .backslash, UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let code = try unit()
            if let scalar = Unicode.Scalar(code) { return scalar }
            guard take("\\"), take("u"), let scalar = Unicode.Scalar(high: code, low: try unit()) else {
                throw malformed("half a surrogate pair")
            }
            return scalar
        default: throw malformed("an unknown escape")
        }
    }

    @_lifetime(self: copy self)
    private mutating func unit() throws(JSONValue.Malformed) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = current.hexadecimalDigit else {
                throw malformed("four hexadecimal digits were expected")
            }
            value = value << 4 | digit
            index += 1
        }
        return value
    }

    /// Steps over a string and gives its text. Throws if it is not UTF-8.
    @_lifetime(self: copy self)
    mutating func string() throws(JSONValue.Malformed) -> String {
        let text = try text()
        let end = index
        guard !text.isPlain else {
            guard let string = String(validating: bytes.extracting(text.range)) else { throw notUTF8(text) }
            if !text.isASCII, string.hasTooManyMarks { throw manyMarks(text) }
            return string
        }
        // `text()` has checked the escapes. Here they are decoded.
        var characters: [UInt8] = []
        characters.reserveCapacity(text.range.count)
        index = text.range.lowerBound
        while index < text.range.upperBound {
            let byte = current
            index += 1
            if byte == .backslash {
                characters.append(contentsOf: String(Character(try escape())).utf8)
            } else {
                characters.append(byte)
            }
        }
        index = end
        guard let string = String(validating: characters, as: UTF8.self) else { throw notUTF8(text) }
        if string.hasTooManyMarks { throw manyMarks(text) }
        return string
    }

    /// Such a text is refused before it is compared with anything: a key of an object is.
    private func manyMarks(_ text: Text) -> JSONValue.Malformed {
        JSONValue.Malformed(
            message: "a letter has more than \(CombiningMarks.countMax) marks", offset: text.range.lowerBound)
    }

    private func notUTF8(_ text: Text) -> JSONValue.Malformed {
        JSONValue.Malformed(message: "a string is not UTF-8", offset: text.range.upperBound)
    }
}

extension String {
    /// `nil` for bytes that are not UTF-8.
    fileprivate init?(validating bytes: RawSpan) {
        let text = unsafe bytes.withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
        guard let text else { return nil }
        self = text
    }
}
