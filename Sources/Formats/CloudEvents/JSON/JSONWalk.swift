/// Walks over a JSON text where it is as most texts are, strictly by RFC 8259 and without building anything.
///
/// Every step answers nil or false for what is malformed, and for what is merely unusual: an escape in a key, a key beyond
/// ASCII, many members, deep nesting. Whoever walks then leaves the text to `JSONValue`, which knows them all and says what
/// is wrong. So whatever is accepted here `JSONValue` accepts too, except that bytes beyond ASCII inside strings must
/// still be checked to be UTF-8 (`isASCII`).
struct JSONWalk: ~Escapable {
    /// What a string is between its quotes; `isPlain` without escapes.
    struct Text {
        var range: Range<Int>
        var isPlain: Bool
        var isASCII: Bool
    }

    /// Far below `JSONValue.depthLimit`, and above what events need.
    private static let depthMax = 16
    /// Equal keys are looked for pair by pair.
    private static let membersMax = 24

    let bytes: RawSpan
    private(set) var index = 0
    /// Whether no string so far had a byte beyond ASCII.
    private(set) var isASCII = true
    /// Which members of an object that was stepped over, and of the objects in it, are numbers: where their keys lie.
    private var numbers: [Range<Int>] = []
    /// The keys of the objects around the present place, outermost first.
    private var keys: [Range<Int>] = []

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.byteCount }

    /// The byte here; zero, which stands in no JSON text outside strings, at the end.
    var current: UInt8 { index < bytes.byteCount ? self[index] : 0 }

    /// `place` must lie within.
    subscript(place: Int) -> UInt8 { unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) }

    @_lifetime(self: copy self)
    mutating func skipBlanks() {
        while current.isJSONBlank { index += 1 }
    }

    /// Steps over that character, if it is here.
    @_lifetime(self: copy self)
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// A string; nil when there is none here, or a malformed one.
    @_lifetime(self: copy self)
    mutating func text() -> Text? {
        guard take("\"") else { return nil }
        var text = Text(range: index..<index, isPlain: true, isASCII: true)
        while true {
            skipOrdinary(&text)
            switch current {
            case .quote:
                text.range = text.range.lowerBound..<index
                index += 1
                if !text.isASCII { isASCII = false }
                return text
            case .backslash:
                text.isPlain = false
                index += 1
                guard skipEscape() else { return nil }
            default: return nil
            }
        }
    }

    /// To the next quote, backslash or control character, or to the end: eight bytes at a time.
    @_lifetime(self: copy self)
    private mutating func skipOrdinary(_ text: inout Text) {
        let (ones, highs) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        while index + 8 <= bytes.byteCount {
            let eight = unsafe UInt64(
                littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            let quotes = eight ^ (ones * UInt64(UInt8.quote))
            let backslashes = eight ^ (ones * UInt64(UInt8.backslash))
            // The lowest bit that is set is that of the first such byte; those above it may be mistaken.
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

    /// Behind a backslash. Surrogates are left to `JSONValue`.
    @_lifetime(self: copy self)
    private mutating func skipEscape() -> Bool {
        switch current {
        case .quote, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            index += 1
            return true
        case UInt8(ascii: "u"):
            index += 1
            var code: UInt32 = 0
            for _ in 0..<4 {
                guard let digit = current.hexadecimalDigit else { return false }
                code = code << 4 | digit
                index += 1
            }
            return !(0xD800...0xDFFF).contains(code)
        default: return false
        }
    }

    /// Steps over an object; false when there is none here.
    @_lifetime(self: copy self)
    mutating func skipObject(depth: Int = 0) -> Bool {
        guard depth < Self.depthMax, take("{") else { return false }
        let first = keys.count
        defer { keys.removeLast(keys.count - first) }
        skipBlanks()
        if take("}") { return true }
        while true {
            skipBlanks()
            guard let key = text(), key.isPlain, key.isASCII, isNew(key.range, since: first) else { return false }
            keys.append(key.range)
            skipBlanks()
            guard take(":") else { return false }
            skipBlanks()
            if depth <= 1, current == UInt8(ascii: "-") || (0x30...0x39).contains(current) { numbers.append(key.range) }
            guard skipValue(depth: depth + 1) else { return false }
            skipBlanks()
            if take("}") { return true }
            guard take(",") else { return false }
        }
    }

    /// Whether some member of an object that was stepped over, or of the objects in it, is a number and has such a key.
    func hasNumber(_ isSuch: (String) -> Bool) -> Bool {
        numbers.contains { key in isSuch(String(decoding: key.map { self[$0] }, as: UTF8.self)) }
    }

    private func isNew(_ key: Range<Int>, since first: Int) -> Bool {
        guard keys.count - first < Self.membersMax else { return false }
        return keys[first...].allSatisfy { known in
            guard known.count == key.count else { return true }
            return zip(known, key).contains { self[$0] != self[$1] }
        }
    }

    @_lifetime(self: copy self)
    private mutating func skipValue(depth: Int) -> Bool {
        switch current {
        case .quote: return text() != nil
        case UInt8(ascii: "{"): return skipObject(depth: depth)
        case UInt8(ascii: "["): return skipArray(depth: depth)
        case UInt8(ascii: "t"): return take("t") && take("r") && take("u") && take("e")
        case UInt8(ascii: "f"): return take("f") && take("a") && take("l") && take("s") && take("e")
        case UInt8(ascii: "n"): return take("n") && take("u") && take("l") && take("l")
        default: return skipNumber()
        }
    }

    @_lifetime(self: copy self)
    private mutating func skipArray(depth: Int) -> Bool {
        guard depth < Self.depthMax, take("[") else { return false }
        skipBlanks()
        if take("]") { return true }
        while true {
            skipBlanks()
            guard skipValue(depth: depth + 1) else { return false }
            skipBlanks()
            if take("]") { return true }
            guard take(",") else { return false }
        }
    }

    @_lifetime(self: copy self)
    private mutating func skipDigits() -> Bool {
        let start = index
        while (0x30...0x39).contains(current) { index += 1 }
        return index > start
    }

    @_lifetime(self: copy self)
    private mutating func skipNumber() -> Bool {
        _ = take("-")
        if !take("0"), !skipDigits() { return false }
        if take("."), !skipDigits() { return false }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            return skipDigits()
        }
        return true
    }
}
