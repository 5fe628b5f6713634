/// A key of a view's table, whose byte order is the order of its parts. At most 32 bytes, held in place: creating,
/// comparing and hashing a key allocates nothing.
///
/// Numbers are written big-endian (signed ones with the sign bit flipped, descending ones complemented), so that
/// comparing keys byte by byte compares the tuples they stand for.
@usableFromInline
package struct Key: Hashable, Comparable, Sendable {
    @inlinable package static var bytesMax: Int { 32 }

    /// The bytes, eight to a word, the first the most significant; zero behind the end.
    @usableFromInline var words: InlineArray<4, UInt64> = .init(repeating: 0)
    @usableFromInline var length: UInt8 = 0

    @inlinable package init() {}

    @inlinable package init(_ value: UInt64) {
        words[0] = value
        length = 8
    }

    /// A key of at most `bytesMax` bytes.
    package init(_ bytes: some Collection<UInt8>) {
        precondition(bytes.count <= Self.bytesMax)
        for byte in bytes { append(byte) }
    }

    /// A key from stored bytes.
    @inlinable package init(bytes: RawSpan) {
        precondition(bytes.byteCount <= Self.bytesMax)
        var offset = 0
        while offset + 8 <= bytes.byteCount {
            words[offset >> 3] = UInt64(
                bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        length = UInt8(offset)
        while offset < bytes.byteCount {
            append(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
            offset += 1
        }
    }

    /// A key from its words, which are zero behind the end of `count` bytes.
    @inlinable package init(words: InlineArray<4, UInt64>, count: Int) {
        precondition(count <= Self.bytesMax)
        self.words = words
        length = UInt8(count)
    }

    @inlinable package var count: Int { Int(length) }

    /// Eight of its bytes as a number, the first the most significant; zero behind the end.
    @inlinable package func word(_ index: Int) -> UInt64 { words[index] }

    /// A copy as an array.
    package var bytes: [UInt8] { (0..<count).map { self[$0] } }

    package subscript(_ index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        return UInt8(truncatingIfNeeded: words[index >> 3] >> UInt64(56 - 8 * (index & 7)))
    }

    /// Lends the bytes as they are stored.
    @inlinable package func withBytes<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        var stored = words
        for index in 0..<4 { stored[index] = words[index].bigEndian }
        let span = stored.span
        return try unsafe body(span.bytes.extracting(first: count))
    }

    // MARK: Building

    @inlinable package mutating func append(_ value: UInt64) { append(leading: value, byteCount: 8) }
    @inlinable package mutating func append(_ value: UInt32) { append(leading: UInt64(value) << 32, byteCount: 4) }
    @inlinable package mutating func append(_ value: UInt8) { append(leading: UInt64(value) << 56, byteCount: 1) }
    @inlinable package mutating func append(_ value: Int64) { append(UInt64(bitPattern: value) ^ (1 << 63)) }
    @inlinable package mutating func append(_ value: Int32) { append(UInt32(bitPattern: value) ^ (1 << 31)) }
    /// A number whose larger values come first.
    @inlinable package mutating func append(descending value: Int64) {
        append(~(UInt64(bitPattern: value) ^ (1 << 63)))
    }
    @inlinable package mutating func append(descending value: UInt64) { append(~value) }

    @inlinable package func appending(_ value: UInt64) -> Key { with { $0.append(value) } }
    @inlinable package func appending(_ value: UInt8) -> Key { with { $0.append(value) } }
    @inlinable package func appending(_ value: Int32) -> Key { with { $0.append(value) } }
    @inlinable package func appending(_ value: Int64) -> Key { with { $0.append(value) } }
    @inlinable package func appending(descending value: Int64) -> Key { with { $0.append(descending: value) } }
    @inlinable package func appending(descending value: UInt64) -> Key { with { $0.append(descending: value) } }

    @inlinable func with(_ change: (inout Key) -> Void) -> Key {
        var copy = self
        change(&copy)
        return copy
    }

    /// The first `byteCount` bytes of `value`; the others are zero.
    @inlinable mutating func append(leading value: UInt64, byteCount: Int) {
        precondition(count + byteCount <= Self.bytesMax)
        let (word, bits) = (count >> 3, UInt64(count & 7) * 8)
        words[word] |= value >> bits
        if bits != 0, word < 3 { words[word + 1] = value << (64 - bits) }
        length += UInt8(byteCount)
    }

    // MARK: Reading

    /// The eight bytes at `offset` as a number written by `append(_: UInt64)`.
    @inlinable package func uint64(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset + 8 <= count)
        let (word, bits) = (offset >> 3, UInt64(offset & 7) * 8)
        return bits == 0 ? words[word] : words[word] << bits | words[word + 1] >> (64 - bits)
    }
    @inlinable package func int64(at offset: Int) -> Int64 { Int64(bitPattern: uint64(at: offset) ^ (1 << 63)) }
    package func int32(at offset: Int) -> Int32 {
        let bits = (offset..<offset + 4).reduce(UInt32(0)) { $0 << 8 | UInt32(self[$1]) }
        return Int32(bitPattern: bits ^ (1 << 31))
    }
    @inlinable package func descendingInt64(at offset: Int) -> Int64 {
        Int64(bitPattern: ~uint64(at: offset) ^ (1 << 63))
    }
    @inlinable package func descendingUInt64(at offset: Int) -> UInt64 { ~uint64(at: offset) }

    @usableFromInline package func hasPrefix(_ prefix: Key) -> Bool {
        guard prefix.count <= count else { return false }
        var rest = prefix.count * 8
        for index in 0..<4 where rest > 0 {
            let mask = rest >= 64 ? UInt64.max : ~(UInt64.max >> UInt64(rest))
            guard words[index] & mask == prefix.words[index] else { return false }
            rest -= 64
        }
        return true
    }

    // MARK: Comparing

    @inlinable package static func == (a: Key, b: Key) -> Bool {
        a.words[0] == b.words[0] && a.words[1] == b.words[1] && a.words[2] == b.words[2] && a.words[3] == b.words[3]
            && a.length == b.length
    }

    // A shorter key is filled up with zeros: the length decides only against a real zero.
    @inlinable package static func < (a: Key, b: Key) -> Bool {
        for index in 0..<4 where a.words[index] != b.words[index] { return a.words[index] < b.words[index] }
        return a.length < b.length
    }

    /// Spreads keys that differ in any bit over all bits: products folded in half, as in wyhash.
    @inlinable package var hash64: UInt64 {
        let low = (words[0] ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: words[1] ^ 0xE703_7ED1_A0B4_28DB)
        let high = (words[2] ^ 0x8EBC_6AF0_9C88_C6E3).multipliedFullWidth(by: words[3] ^ 0x5899_65CC_7537_4CC3)
        let mixed = (low.high ^ low.low ^ UInt64(length)).multipliedFullWidth(
            by: high.high ^ high.low ^ 0x1D8E_4E27_C47D_124F)
        return mixed.high ^ mixed.low
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        for index in 0..<4 { hasher.combine(words[index]) }
        hasher.combine(length)
    }

    /// The least key above this one; `nil` if there is none.
    @usableFromInline package var successor: Key? { count < Self.bytesMax ? appending(UInt8(0)) : upperBoundOfPrefix }

    /// The least key above all keys that begin with this one; `nil` if there is none.
    @usableFromInline package var upperBoundOfPrefix: Key? {
        var bytes = bytes
        while let last = bytes.popLast() {
            if last < 0xFF { return Key(bytes + [last + 1]) }
        }
        return nil
    }
}
