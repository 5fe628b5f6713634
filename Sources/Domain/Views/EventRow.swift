package import Layout
import Projections

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
