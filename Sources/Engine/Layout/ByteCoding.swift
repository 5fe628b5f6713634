/// Writes a stored row field by field: little-endian numbers, LEB128 varints, length-prefixed text.
@usableFromInline
package struct ByteWriter: Sendable {
    @usableFromInline package internal(set) var bytes: [UInt8] = []

    @inlinable package init(capacity: Int = 32) { bytes.reserveCapacity(capacity) }

    @inlinable package var count: Int { bytes.count }

    /// Removes the bytes written last, and keeps the memory.
    @inlinable package mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }

    @inlinable package mutating func write(_ value: UInt8) { bytes.append(value) }
    @inlinable package mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }
    @inlinable package mutating func write(_ value: UInt32) {
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }
    @inlinable package mutating func write(_ value: UInt64) {
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }
    @inlinable package mutating func write(_ value: Int64) { write(UInt64(bitPattern: value)) }
    /// LEB128: seven bits a byte, least significant first.
    @inlinable package mutating func write(varint value: UInt64) {
        if value < 0x80 { return bytes.append(UInt8(truncatingIfNeeded: value)) }
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 10) { room in
            var rest = value
            var count = 0
            while rest >= 0x80 {
                unsafe room[count] = UInt8(truncatingIfNeeded: rest) | 0x80
                rest >>= 7
                count += 1
            }
            unsafe room[count] = UInt8(truncatingIfNeeded: rest)
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: room[...count]))
        }
    }
    /// Zigzag, then LEB128: small numbers of either sign take one byte.
    @inlinable package mutating func write(varint value: Int64) {
        write(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }
    @inlinable package mutating func write(_ value: [UInt8]) {
        write(varint: UInt64(value.count))
        bytes.append(contentsOf: value)
    }
    @inlinable package mutating func write(_ text: String) {
        write(varint: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
    @inlinable package mutating func write(raw value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }
}

/// The bytes of a stored row end early, or hold something that no writer of this version writes.
@usableFromInline
package struct MalformedRow: Error, Equatable, Sendable {
    @inlinable package init() {}
}

/// Reads in place what `ByteWriter` wrote: only kept values are copied. Every read is bounds-checked: damaged bytes
/// throw and never trap.
@usableFromInline
package struct ByteReader: ~Escapable {
    @usableFromInline let bytes: RawSpan
    @usableFromInline var index = 0

    @inlinable
    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) { self.bytes = bytes }

    @inlinable package var isAtEnd: Bool { index == bytes.byteCount }
    /// The number of bytes read.
    @inlinable package var offset: Int { index }
    /// The bytes that are not read yet.
    @inlinable package var rest: RawSpan {
        @_lifetime(copy self) get { bytes.extracting(index..<bytes.byteCount) }
    }
    /// A copy of the bytes that are not read yet.
    package var remaining: [UInt8] { rest.copied }

    @inlinable
    @_lifetime(self: copy self)
    package mutating func readUInt8() throws(MalformedRow) -> UInt8 {
        guard index < bytes.byteCount else { throw MalformedRow() }
        defer { index += 1 }
        return unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
    }
    @inlinable
    @_lifetime(self: copy self)
    package mutating func readBool() throws(MalformedRow) -> Bool { try readUInt8() != 0 }
    @inlinable
    @_lifetime(self: copy self)
    package mutating func readUInt32() throws(MalformedRow) -> UInt32 {
        let span = try readSpan(4)
        return UInt32(littleEndian: unsafe span.unsafeLoadUnaligned(as: UInt32.self))
    }
    @inlinable
    @_lifetime(self: copy self)
    package mutating func readUInt64() throws(MalformedRow) -> UInt64 {
        let span = try readSpan(8)
        return UInt64(littleEndian: unsafe span.unsafeLoadUnaligned(as: UInt64.self))
    }
    @inlinable
    @_lifetime(self: copy self)
    package mutating func readInt64() throws(MalformedRow) -> Int64 { Int64(bitPattern: try readUInt64()) }
    @inlinable
    @_lifetime(self: copy self)
    package mutating func readVarint() throws(MalformedRow) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64 {
            let byte = try readUInt8()
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw MalformedRow()
    }
    @inlinable
    @_lifetime(self: copy self)
    package mutating func readSignedVarint() throws(MalformedRow) -> Int64 {
        let value = try readVarint()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
    @_lifetime(self: copy self)
    package mutating func readBytes() throws(MalformedRow) -> [UInt8] { try readSlice().copied }
    @_lifetime(self: copy self)
    package mutating func readString() throws(MalformedRow) -> String { try readSlice().text }
    /// Like `readBytes` and `readString`, without a copy.
    @inlinable
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    package mutating func readSlice() throws(MalformedRow) -> RawSpan {
        let count = try readVarint()
        guard count <= UInt64(bytes.byteCount - index) else { throw MalformedRow() }
        return try readSpan(Int(count))
    }
    /// That many bytes, without a copy.
    @inlinable
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    package mutating func readSpan(_ count: Int) throws(MalformedRow) -> RawSpan {
        guard count >= 0, count <= bytes.byteCount - index else { throw MalformedRow() }
        defer { index += count }
        return bytes.extracting(index..<index + count)
    }
}

extension RawSpan {
    /// A copy of the bytes, for values that outlive their source.
    package var copied: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

    package func isEqual(to other: RawSpan) -> Bool {
        guard byteCount == other.byteCount else { return false }
        return unsafe withUnsafeBytes { own in
            unsafe other.withUnsafeBytes { unsafe own.elementsEqual($0) }
        }
    }

    /// The bytes as UTF-8; ill-formed ones are replaced.
    package var text: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}

/// A row with a byte layout of its own. Equal rows have equal bytes.
@usableFromInline
package protocol StoredRow: Sendable {
    /// Reads what `encode` wrote; throws on anything else, and never traps.
    init(bytes: RawSpan) throws(MalformedRow)
    func encode(into writer: inout ByteWriter)
}

extension StoredRow {
    @inlinable
    package init(bytes: [UInt8]) throws(MalformedRow) { try self.init(bytes: unsafe bytes.span.bytes) }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes
    }
}
