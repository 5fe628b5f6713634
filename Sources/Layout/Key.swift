/// A table key whose byte order is the order of what it was built from. At most 511 bytes, LMDB's limit.
///
/// Numbers are written big-endian (signed ones with the sign bit flipped, descending ones complemented), so that
/// comparing keys byte by byte compares the tuples they stand for.
package struct Key: Hashable, Comparable, Sendable {
    package static let bytesMax = 511

    package private(set) var bytes: [UInt8]

    package init() { bytes = [] }
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count <= Self.bytesMax)
        self.bytes = bytes
    }
    package init(_ value: UInt64) {
        bytes = []
        bytes.reserveCapacity(16)
        append(value)
    }

    package mutating func append(_ value: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
    package mutating func append(_ value: UInt32) {
        for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
    package mutating func append(_ value: UInt8) { bytes.append(value) }
    package mutating func append(_ value: Int64) { append(UInt64(bitPattern: value) ^ (1 << 63)) }
    package mutating func append(_ value: Int32) { append(UInt32(bitPattern: value) ^ (1 << 31)) }
    /// A number that shall come first when large.
    package mutating func append(descending value: Int64) { append(~(UInt64(bitPattern: value) ^ (1 << 63))) }
    package mutating func append(descending value: UInt64) { append(~value) }
    /// Text, then a zero byte that ends it: a prefix sorts before what it begins. `text` must not hold U+0000.
    package mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
        precondition(bytes.count <= Self.bytesMax)
    }

    package func appending(_ value: UInt64) -> Key { with { $0.append(value) } }
    package func appending(_ value: UInt8) -> Key { with { $0.append(value) } }
    package func appending(_ value: Int32) -> Key { with { $0.append(value) } }
    package func appending(_ value: Int64) -> Key { with { $0.append(value) } }
    package func appending(descending value: Int64) -> Key { with { $0.append(descending: value) } }
    package func appending(descending value: UInt64) -> Key { with { $0.append(descending: value) } }
    package func appending(_ text: String) -> Key { with { $0.append(text) } }

    /// The eight bytes at `offset` as a number written by `append(_: UInt64)`.
    package func uint64(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset + 8 <= bytes.count)
        return bytes[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    package func int64(at offset: Int) -> Int64 { Int64(bitPattern: uint64(at: offset) ^ (1 << 63)) }
    package func int32(at offset: Int) -> Int32 {
        Int32(bitPattern: bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } ^ (1 << 31))
    }
    package func descendingInt64(at offset: Int) -> Int64 { Int64(bitPattern: ~uint64(at: offset) ^ (1 << 63)) }
    package func descendingUInt64(at offset: Int) -> UInt64 { ~uint64(at: offset) }

    package func hasPrefix(_ prefix: Key) -> Bool { bytes.starts(with: prefix.bytes) }

    package static func < (a: Key, b: Key) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

    private func with(_ change: (inout Key) -> Void) -> Key {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Key {
    /// The least key above every key that begins with this one; nil when there is none.
    package var upperBoundOfPrefix: Key? {
        var bytes = bytes
        while let last = bytes.popLast() {
            if last < 0xFF { return Key(bytes + [last + 1]) }
        }
        return nil
    }
}
