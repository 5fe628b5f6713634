import Events
package import Layout

/// Makes up logs that the domain's rules allow: everybody acts within what they may, and a repeated fact is no event.
///
/// Payloads reach from the least to the most that a field holds; times run with the log, or lie in a past with many
/// ties. The first member is an admin who stays.
package struct HistoryGenerator {
    var random: SeededGenerator
    var records: [Record] = []
    var members: [MemberID: Member] = [:]
    var entities: [Position: EntityState] = [:]
    var forks: [Position: Position] = [:]
    var relations: [RelationKey: RelationState] = [:]
    var plans: [PlanKey: Position] = [:]
    var cookbooks: [Position: [Position]] = [:]
    var recordedAt = Timestamp(seconds: 1_700_000_000)

    struct Member {
        var role = Role.member
        var isBanned = false
        var isDeleted = false
        var mayAct: Bool { !isBanned && !isDeleted }
    }

    struct RelationKey: Hashable {
        var actor: MemberID
        var relation: Relation
        var object: Position
    }

    struct PlanKey: Hashable {
        var member: MemberID
        var slot: PlanSlot
    }

    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A whole log of at least `count` events, the first of them `log.created`.
    package static func history(seed: UInt64, count: Int = 300) -> [Record] {
        var generator = HistoryGenerator(seed: seed)
        return generator.history(count: count)
    }

    package mutating func history(count: Int) -> [Record] {
        emit(.logCreated, actor: .operator, payload: .logCreated(ProtoLogCreated()))
        register(role: .admin)
        for _ in 0..<3 { register(role: .member) }
        post()
        while records.count < count { act() }
        return records
    }

    var last: Position { records.last?.position ?? .none }

    @discardableResult
    mutating func emit(
        _ kind: EventKind, actor: MemberID, subject: Position = .none, owner: MemberID = .operator,
        cause: Position = .none, creditedAt: Timestamp? = nil, value: UInt8 = 0, payload: Payload = .none,
        hasOwnSubject: Bool = false
    ) -> EventHeader {
        recordedAt.microseconds += Int64.random(in: 0...4_000_000, using: &random)
        let position = last.next
        let origin =
            random.oneIn(3)
            ? Origin(source: random.pick(["app", "a:b", "é"]) ?? "app", id: "\(position)") : nil
        let isRegistration = kind == .memberRegistered
        var header = EventHeader(
            position: position, kind: kind, recordedAt: recordedAt, occurredAt: occurrence(),
            actor: isRegistration ? MemberID(position) : actor, subject: hasOwnSubject ? position : subject,
            owner: isRegistration ? MemberID(position) : owner, cause: cause, creditedAt: creditedAt, value: value)
        if payload.message != nil { header.flags.insert(.hasPayload) }
        if origin != nil { header.flags.insert(.hasOrigin) }
        if header.hasBody, kind != .logCreated { header.flags.insert(.sealed) }
        records.append(Record(header: header, body: header.hasBody ? .open(payload: payload, origin: origin) : .none))
        return header
    }

    private mutating func occurrence() -> Timestamp {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<10: recordedAt
        case 10..<19:
            Timestamp(day: Day(number: Int32.random(in: 13_900...13_930, using: &random)))
        default: random.pick([.earliest, Timestamp(microseconds: -1), Timestamp(microseconds: 0)]) ?? recordedAt
        }
    }
}

extension [Record] {
    /// The same history for a reader who lacks that member's data key.
    package func erasingPayloads(of member: MemberID) -> [Record] {
        map { record in
            record.header.keyHolder == member && record.header.flags.contains(.sealed)
                ? Record(header: record.header, body: .erased) : record
        }
    }

    /// The same history with the sealed bodies erased that `isErased` says, whosever they are.
    package func erasingPayloads(where isErased: (Record) -> Bool) -> [Record] {
        map { record in
            record.header.flags.contains(.sealed) && isErased(record)
                ? Record(header: record.header, body: .erased) : record
        }
    }
}
