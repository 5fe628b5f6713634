package import Events
package import Layout
import Projections

/// A report and its resolution.
package struct ReportRow: StoredRow, Equatable {
    package var reporter: MemberID
    /// The reported recipe, comment or member.
    package var target: Position
    /// The author of the target, or the reported member.
    package var owner: MemberID
    /// A number of `ReportReason`.
    package var reason: UInt8
    package var filedAt: Timestamp
    /// A number of `ReportOutcome`; 0: pending.
    package var outcome: UInt8 = 0
    /// The event that resolved the report; none while it is pending.
    package var resolution = Position.none
    /// Empty if absent or unreadable.
    package var note = ""

    package init(reporter: MemberID, target: Position, owner: MemberID, reason: UInt8, filedAt: Timestamp) {
        self.reporter = reporter
        self.target = target
        self.owner = owner
        self.reason = reason
        self.filedAt = filedAt
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        reporter = MemberID(try reader.readVarint())
        target = Position(try reader.readVarint())
        owner = MemberID(try reader.readVarint())
        reason = try reader.readUInt8()
        filedAt = Timestamp(microseconds: try reader.readSignedVarint())
        outcome = try reader.readUInt8()
        resolution = Position(try reader.readVarint())
        note = try reader.readString()
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: reporter.value)
        writer.write(varint: target.value)
        writer.write(varint: owner.value)
        writer.write(reason)
        writer.write(varint: filedAt.microseconds)
        writer.write(outcome)
        writer.write(varint: resolution.value)
        writer.write(note)
    }
}

/// An act of a moderator.
package struct ModerationActRow: StoredRow, Equatable {
    package var kind: EventKind
    package var actor: MemberID
    /// The affected member, recipe, comment, repost or report.
    package var subject: Position
    /// The affected member.
    package var member: MemberID
    /// The report that led to the act; none otherwise.
    package var cause: Position
    package var at: Timestamp
    /// The new role or the outcome, by kind.
    package var value: UInt8
    /// The end of a ban.
    package var until: Timestamp?
    /// Empty if absent or unreadable.
    package var reason = ""

    package init(
        kind: EventKind, actor: MemberID, subject: Position, member: MemberID, cause: Position, at: Timestamp,
        value: UInt8
    ) {
        self.kind = kind
        self.actor = actor
        self.subject = subject
        self.member = member
        self.cause = cause
        self.at = at
        self.value = value
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        guard let kind = EventKind(rawValue: UInt16(truncatingIfNeeded: try reader.readVarint())) else {
            throw MalformedRow()
        }
        self.kind = kind
        actor = MemberID(try reader.readVarint())
        subject = Position(try reader.readVarint())
        member = MemberID(try reader.readVarint())
        cause = Position(try reader.readVarint())
        at = Timestamp(microseconds: try reader.readSignedVarint())
        value = try reader.readUInt8()
        until = try reader.readTimestampIfPresent()
        reason = try reader.readString()
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(kind.rawValue))
        writer.write(varint: actor.value)
        writer.write(varint: subject.value)
        writer.write(varint: member.value)
        writer.write(varint: cause.value)
        writer.write(varint: at.microseconds)
        writer.write(value)
        writer.write(ifPresent: until)
        writer.write(reason)
    }
}
