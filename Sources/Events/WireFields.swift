package import Layout

/// The fields of a protobuf message, read where they lie: no message is made of what nobody keeps.
///
/// Every read is bounds-checked: damaged bytes throw and never trap. Groups, which no message of this log has, throw too.
package struct WireFields: ~Escapable {
    private let bytes: RawSpan
    private var index = 0
    private var fieldStart = 0
    private var start = 0
    private var end = 0
    /// Of the current field; 0 before the first.
    package private(set) var number: UInt64 = 0
    /// The current field, if it is a number; else 0.
    package private(set) var varint: UInt64 = 0

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) { self.bytes = bytes }

    /// The current field, if it is a text, bytes or a message; else empty.
    package var value: RawSpan {
        @_lifetime(copy self) get { bytes.extracting(start..<end) }
    }
    /// Where in the message `value` lies.
    package var range: Range<Int> { start..<end }

    /// The same of the whole field, with its number.
    package var fieldRange: Range<Int> { fieldStart..<index }

    /// Goes on to the next field; false behind the last.
    @_lifetime(self: copy self)
    package mutating func next() throws(MalformedRow) -> Bool {
        guard index < bytes.byteCount else { return false }
        fieldStart = index
        let tag = try readVarint()
        number = tag >> 3
        (varint, start, end) = (0, 0, 0)
        switch tag & 7 {
        case 0: varint = try readVarint()
        case 1: try skip(8)
        case 2:
            let count = try readVarint()
            guard count <= UInt64(bytes.byteCount - index) else { throw MalformedRow() }
            start = index
            end = index + Int(count)
            index = end
        case 5: try skip(4)
        default: throw MalformedRow()
        }
        return true
    }

    @_lifetime(self: copy self)
    private mutating func skip(_ count: Int) throws(MalformedRow) {
        guard count <= bytes.byteCount - index else { throw MalformedRow() }
        index += count
    }

    @_lifetime(self: copy self)
    private mutating func readVarint() throws(MalformedRow) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64 {
            guard index < bytes.byteCount else { throw MalformedRow() }
            let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
            index += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw MalformedRow()
    }
}

extension WireFields {
    /// The current field as a text.
    package var text: String {
        let value = value
        return unsafe value.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The text that a message has under `number`; empty when it has none, or cannot be read.
    package static func text(_ number: UInt64, of message: RawSpan) -> String {
        var fields = WireFields(message)
        var text = ""
        while (try? fields.next()) == true {
            if fields.number == number { text = fields.text }
        }
        return text
    }
}
