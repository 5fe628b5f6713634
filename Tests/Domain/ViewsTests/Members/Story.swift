import Events
import Layout
import SwiftProtobuf
import Views

/// A log of single events, and its views.
struct Story {
    private(set) var records: [Record] = []

    private var next: Position { Position(UInt64(records.count) + 1) }

    @discardableResult
    mutating func tell(
        _ kind: EventKind, by actor: MemberID, subject: Position = .none, owner: MemberID = .operator,
        cause: Position = .none, at time: String = "2026-01-05T08:00:00Z", recordedAt: String? = nil,
        creditedAt: String? = nil, value: UInt8 = 0, payload: Payload = .none
    ) -> Position {
        let position = next
        let occurredAt = Self.time(time)
        var header = EventHeader(
            position: position, kind: kind, recordedAt: recordedAt.map(Self.time) ?? occurredAt, occurredAt: occurredAt,
            actor: kind == .memberRegistered ? MemberID(position) : actor,
            subject: [.memberRegistered, .recipePosted].contains(kind) ? position : subject, owner: owner, cause: cause,
            creditedAt: creditedAt.map(Self.time), value: value)
        if payload.message != nil { header.flags = [.hasPayload, .sealed] }
        records.append(
            Record(header: header, body: payload.message == nil ? .none : .open(payload: payload, origin: nil)))
        return position
    }

    mutating func register(_ username: String, at time: String = "2026-01-05T08:00:00Z") -> MemberID {
        var said = ProtoMemberRegistered()
        said.username = username
        said.name = username.uppercased()
        said.email = "\(username)@example.org"
        return MemberID(tell(.memberRegistered, by: .operator, at: time, payload: .registration(said)))
    }

    @discardableResult
    mutating func post(by author: MemberID, at time: String = "2026-01-05T08:00:00Z") -> Position {
        tell(.recipePosted, by: author, owner: author, at: time, payload: .recipe(ProtoRecipeContent()))
    }

    @discardableResult
    mutating func comment(
        _ text: String = "Nice.", on recipe: Position, of owner: MemberID, by author: MemberID,
        replyingTo parent: Position = .none, at time: String = "2026-01-05T08:00:00Z"
    ) -> Position {
        var said = ProtoText()
        said.text = text
        return tell(
            .commentPosted, by: author, subject: recipe, owner: owner, cause: parent, at: time, payload: .text(said))
    }

    mutating func ban(
        _ member: MemberID, until: Int64? = nil, voiding: Bool = false, at time: String = "2026-01-05T08:00:00Z"
    ) {
        var said = ProtoBan()
        if let until { said.until.seconds = until }
        tell(
            .memberBanned, by: .operator, subject: member.position, owner: member, at: time,
            value: voiding ? EventHeader.voiding : 0, payload: .ban(said))
    }

    mutating func unban(_ member: MemberID, at time: String = "2026-01-05T08:00:00Z") {
        tell(.memberUnbanned, by: .operator, subject: member.position, owner: member, at: time)
    }

    func queries(now: Timestamp = Timestamp(seconds: 1_800_000_000)) -> Queries {
        Queries(records, now: now)
    }

    static func time(_ text: String) -> Timestamp { Timestamp(rfc3339: text) ?? .earliest }
}
