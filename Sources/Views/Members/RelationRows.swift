package import Events
package import Layout
import Projections

/// A follow in force.
package struct FollowRow: StoredRow, Equatable {
    package var at: Timestamp
    /// The position of the `member.followed`.
    package var position: Position

    package init(at: Timestamp, position: Position) {
        self.at = at
        self.position = position
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        at = Timestamp(microseconds: try reader.readSignedVarint())
        position = Position(try reader.readVarint())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: at.microseconds)
        writer.write(varint: position.value)
    }
}

/// The member at the other end of an index entry.
package struct OtherMemberRow: StoredRow, Equatable {
    package var member: MemberID

    package init(_ member: MemberID) { self.member = member }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        member = MemberID(try reader.readVarint())
    }

    package func encode(into writer: inout ByteWriter) { writer.write(varint: member.value) }
}

/// A ban that was not lifted. Whether it is in force depends on the time of the query.
package struct BanRow: StoredRow, Equatable {
    package var state: BanState

    package init(_ state: BanState) { self.state = state }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        let position = Position(try reader.readVarint())
        state = BanState(position: position, until: try reader.readTimestampIfPresent())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: state.position.value)
        writer.write(ifPresent: state.until)
    }
}
