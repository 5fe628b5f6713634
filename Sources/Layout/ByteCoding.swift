/// Writes a stored row field by field: little-endian numbers, LEB128 varints, length-prefixed text.
@usableFromInline
package struct ByteWriter: Sendable {
    @usableFromInline package internal(set) var bytes: [UInt8] = []

    @inlinable package init(capacity: Int = 32) { bytes.reserveCapacity(capacity) }

    @inlinable package var count: Int { bytes.count }

    /// Takes back what was written last, and keeps the room.
    @inlinable package mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }

    @inlinable package mutating func write(_ value: UInt8) { bytes.append(value) }
    @inlinable package mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }
    @inlinable package mutating func write(_ value: UInt32) {
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
    @inlinable package mutating func write(_ value: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
    @inlinable package mutating func write(_ value: Int64) { write(UInt64(bitPattern: value)) }
    /// LEB128: seven bits a byte, least significant first.
    @inlinable package mutating func write(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
    /// Zigzag, then LEB128: small numbers of either sign take one byte.
    @inlinable package mutating func write(varint value: Int64) {
        write(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }
    @inlinable package mutating func write(_ value: [UInt8]) {
        write(varint: UInt64(value.count))
        bytes.append(contentsOf: value)
    }
    @inlinable package mutating func write(_ text: String) { write(Array(text.utf8)) }
    @inlinable package mutating func write(raw value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }
}

/// The bytes of a stored row ended early or hold what no writer of this version writes.
@usableFromInline
package struct MalformedRow: Error, Equatable, Sendable {
    package init() {}
}

/// Reads back what `ByteWriter` wrote. Every read is bounds-checked: damaged bytes throw and never trap.
package struct ByteReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    package init(_ bytes: [UInt8]) { self.init(bytes[...]) }
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    package var isAtEnd: Bool { index == bytes.endIndex }
    package var remaining: ArraySlice<UInt8> { bytes[index...] }

    package mutating func readUInt8() throws(MalformedRow) -> UInt8 {
        guard index < bytes.endIndex else { throw MalformedRow() }
        defer { index += 1 }
        return bytes[index]
    }
    package mutating func readBool() throws(MalformedRow) -> Bool { try readUInt8() != 0 }
    package mutating func readUInt32() throws(MalformedRow) -> UInt32 {
        try read(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    package mutating func readUInt64() throws(MalformedRow) -> UInt64 {
        try read(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    package mutating func readInt64() throws(MalformedRow) -> Int64 { Int64(bitPattern: try readUInt64()) }
    package mutating func readVarint() throws(MalformedRow) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            let byte = try readUInt8()
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw MalformedRow()
    }
    package mutating func readSignedVarint() throws(MalformedRow) -> Int64 {
        let value = try readVarint()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
    package mutating func readBytes() throws(MalformedRow) -> [UInt8] { Array(try readSlice()) }
    package mutating func readString() throws(MalformedRow) -> String {
        String(decoding: try readSlice(), as: UTF8.self)
    }
    /// The same as `readBytes` and `readString`, not copied.
    package mutating func readSlice() throws(MalformedRow) -> ArraySlice<UInt8> {
        let count = try readVarint()
        guard count <= UInt64(bytes.endIndex - index) else { throw MalformedRow() }
        return try read(Int(count))
    }
    package mutating func read(_ count: Int) throws(MalformedRow) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.endIndex - index else { throw MalformedRow() }
        defer { index += count }
        return bytes[index..<index + count]
    }
}

/// A row with a byte layout of its own. Equal rows have equal bytes.
@usableFromInline
package protocol StoredRow: Sendable {
    /// Reads what `encode` wrote; throws on anything else, and never traps.
    init(bytes: [UInt8]) throws(MalformedRow)
    func encode(into writer: inout ByteWriter)
}

extension StoredRow {
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes
    }
}
