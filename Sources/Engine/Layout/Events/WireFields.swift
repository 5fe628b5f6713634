/// The fields of a protobuf message, read where they lie: no message is made of what is not kept.
///
/// Every read is bounds-checked: damaged bytes throw and never trap. Groups, which no message of this log has, throw too.
package struct WireFields: ~Escapable {
    private let message: RawSpan
    private var reader: ByteReader
    /// Of the current field, where it begins in the message.
    private var fieldStart = 0
    /// How many bytes `value` has, which ends the field; 0 for a number.
    private var valueCount = 0
    /// Of the current field; 0 before the first.
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
    /// Where in the message `value` lies.
    package var range: Range<Int> { reader.offset - valueCount..<reader.offset }

    /// Where in the message the whole field lies, with its number.
    package var fieldRange: Range<Int> { fieldStart..<reader.offset }

    /// Goes on to the next field; false behind the last.
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
    /// The text that a message has under `number`; empty when it has none, or cannot be read.
    package static func text(_ number: UInt64, of message: RawSpan) -> String {
        last(number, of: message) { $0.text } ?? ""
    }

    /// The bytes that a message has under `number`; empty when it has none, or cannot be read.
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
