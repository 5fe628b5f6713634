import Events
package import Layout
import Projections

// Fields that occur in rows of several views.

extension ByteReader {
    @_lifetime(self: copy self)
    mutating func readTimestampIfPresent() throws(MalformedRow) -> Timestamp? {
        try readBool() ? Timestamp(microseconds: try readSignedVarint()) : nil
    }
    @_lifetime(self: copy self)
    mutating func readLifecycle() throws(MalformedRow) -> Lifecycle {
        let lifecycle = Lifecycle(rawValue: try readUInt8())
        guard lifecycle.isSubset(of: .all) else { throw MalformedRow() }
        return lifecycle
    }
    @_lifetime(self: copy self)
    mutating func readTexts() throws(MalformedRow) -> [String] {
        var texts: [String] = []
        // No capacity is reserved: a damaged count must not allocate memory that the row cannot fill.
        for _ in 0..<(try readVarint()) { texts.append(try readString()) }
        return texts
    }
}

extension ByteWriter {
    mutating func write(ifPresent time: Timestamp?) {
        write(time != nil)
        if let time { write(varint: time.microseconds) }
    }
    mutating func write(texts: [String]) {
        write(varint: UInt64(texts.count))
        for text in texts { write(text) }
    }
}

/// An event's place in the log.
package struct EventRow: StoredRow, Equatable {
    package var position: Position

    package init(_ position: Position) { self.position = position }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        position = Position(try reader.readVarint())
    }

    package func encode(into writer: inout ByteWriter) { writer.write(varint: position.value) }
}

extension String {
    /// `nil` for an empty text: rows store an absent text as empty, and answers omit it.
    package var unlessEmpty: String? { isEmpty ? nil : self }
}
