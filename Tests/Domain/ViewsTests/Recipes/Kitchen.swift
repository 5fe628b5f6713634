import Events
import Foundation
import Layout
import Views

/// A small log of single events, and the views folded from it.
struct Kitchen {
    var records: [Record] = []
    var origins: [Origin: Position] = [:]
    /// Seconds since the epoch of the next event.
    var time: Int64 = 1_200_000_000

    @discardableResult
    mutating func add(
        _ kind: EventKind, by actor: Position = .none, on subject: Position = .none, owner: Position = .none,
        cause: Position = .none, value: UInt8 = 0, payload: Payload = .none, origin: Origin? = nil, at: Int64? = nil,
        creditedAt: Timestamp? = nil
    ) -> Position {
        time += 1
        let position = Position(UInt64(records.count + 1))
        let isMember = kind == .memberRegistered
        let header = EventHeader(
            position: position, kind: kind, recordedAt: Timestamp(seconds: time),
            occurredAt: Timestamp(seconds: at ?? time), actor: MemberID(isMember ? position : actor),
            subject: subject.isNone ? position : subject, owner: MemberID(isMember ? position : owner), cause: cause,
            creditedAt: creditedAt,
            flags: payload.message == nil ? [] : [.hasPayload, .sealed], value: value)
        records.append(Record(header: header, body: .open(payload: payload, origin: origin)))
        if let origin { origins[origin] = position }
        return position
    }

    mutating func register(_ name: String, cuisines: [String] = [], diets: [String] = []) -> Position {
        var registration = ProtoMemberRegistered()
        registration.username = name
        registration.name = name.capitalized
        registration.cuisines = cuisines
        registration.diets = diets
        return add(.memberRegistered, payload: .registration(registration))
    }

    mutating func post(
        _ title: String, by author: Position, origin: Origin? = nil, at: Int64? = nil,
        _ change: (inout ProtoRecipeContent) -> Void = { _ in }
    ) -> Position {
        var content = ProtoRecipeContent()
        content.title = title
        change(&content)
        return add(.recipePosted, by: author, owner: author, payload: .recipe(content), origin: origin, at: at)
    }

    mutating func comment(
        _ text: String, by author: Position, on recipe: Position, replyingTo parent: Position = .none, at: Int64? = nil
    ) -> Position {
        var message = ProtoText()
        message.text = text
        return add(.commentPosted, by: author, on: recipe, cause: parent, payload: .text(message), at: at)
    }

    var queries: Queries { Self.queries(records, origins) }

    static func queries(_ records: [Record], _ origins: [Origin: Position] = [:]) -> Queries {
        Queries(records, now: Timestamp(seconds: 1_700_000_500), position: { origins[$0] })
    }
}

/// The JSON of an answer.
func json(_ answer: some Encodable) throws -> [String: Any] {
    let data = try JSONEncoder().encode(answer)
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
}
