/// The fields of a protobuf message, read in place, without building the message.
///
/// Every read is bounds-checked: damaged bytes throw and never trap. Groups, which no message of this log has, throw
/// too.
package struct WireFields: ~Escapable {
    private let message: RawSpan
    private var reader: ByteReader
    /// The offset of the current field in the message.
    private var fieldStart = 0
    /// The number of bytes of `value`, which ends the field; 0 for a number.
    private var valueCount = 0
    /// The number of the current field; 0 before the first.
    package private(set) var number: UInt64 = 0
    /// The current field, if it is a number; else 0.
    package private(set) var varint: UInt64 = 0

    @_lifetime(copy message)
    package init(_ message: RawSpan) {
        self.message = message
        reader = ByteReader(message)
    }

    /// The current field, if it is a text, bytes or a message; else empty.
    package var value: RawSpan {
        @_lifetime(copy self) get { message.extracting(range) }
    }
    /// The range of `value` in the message.
    package var range: Range<Int> { reader.offset - valueCount..<reader.offset }

    /// The range of the whole field in the message, with its number.
    package var fieldRange: Range<Int> { fieldStart..<reader.offset }

    /// Moves to the next field; `false` behind the last.
    @_lifetime(self: copy self)
    package mutating func next() throws(MalformedRow) -> Bool {
        guard !reader.isAtEnd else { return false }
        fieldStart = reader.offset
        let tag = try reader.readVarint()
        number = tag >> 3
        (varint, valueCount) = (0, 0)
        switch tag & 7 {
        case 0: varint = try reader.readVarint()
        case 1: _ = try reader.readSpan(8)
        case 2: valueCount = try reader.readSlice().byteCount
        case 5: _ = try reader.readSpan(4)
        default: throw MalformedRow()
        }
        return true
    }
}

extension WireFields {
    /// The text under `number` of a message; empty if it is missing or unreadable.
    package static func text(_ number: UInt64, of message: RawSpan) -> String {
        last(number, of: message) { $0.text } ?? ""
    }

    /// The bytes under `number` of a message; empty if they are missing or unreadable.
    package static func bytes(_ number: UInt64, of message: RawSpan) -> [UInt8] {
        last(number, of: message) { $0.copied } ?? []
    }

    /// The last value under `number`.
    private static func last<R>(_ number: UInt64, of message: RawSpan, _ read: (RawSpan) -> R) -> R? {
        var fields = WireFields(message)
        var value: R?
        // Damage ends the message: only the fields before it count.
        while (try? fields.next()) == true {
            if fields.number == number { value = read(fields.value) }
        }
        return value
    }
}
