package import Events
package import Layout
import SwiftProtobuf

/// The names of members and entities at each moment, while a log is read from its beginning.
///
/// A portable export names members as they were called at that event. So it keeps its meaning when it is submitted to
/// another log, even if members changed their names later. Memory: one entry for each member and entity. The origins of
/// likes, follows and the like are read from the log when one of them is named, which only marks of reading do.
package struct NamesAlongTheLog: NameResolver {
    private var usernames: [MemberID: String] = [:]
    private var origins: [Position: Origin] = [:]
    private var types: [Position: EntityType] = [:]
    /// Events that the export omits.
    private var omitted: Set<Position> = []
    /// Blocks and resolutions: events that follow from them have them as cause.
    private var decisions: Set<Position> = []

    /// The origin of an event that is no member and no entity; `nil` if it has none or is erased.
    private let otherOrigin: (Position) -> Origin?

    package init(otherOrigin: @escaping (Position) -> Origin?) { self.otherOrigin = otherOrigin }

    /// Adds the names of the next record, whose payload must be opened. Call it after the record's line is written.
    package mutating func fold(_ record: Record) {
        let position = record.position
        switch record.kind {
        case .memberRegistered:
            if case .registration(let registration) = record.payload {
                usernames[MemberID(position)] = registration.username
            }
        case .memberProfileChanged:
            if case .profileChange(let change) = record.payload, change.hasUsername {
                usernames[record.header.actor] = change.username
            }
        case .memberDeleted: usernames[MemberID(record.header.subject)] = nil
        case .memberBlocked, .reportResolved: decisions.insert(position)
        default:
            guard let type = EntityType(createdBy: record.kind) else { return }
            types[position] = type
        }
        if let origin = record.origin { origins[position] = origin }
    }

    /// Notes that the export omits the record at that position.
    package mutating func pass(over position: Position) { omitted.insert(position) }

    /// The last exported event at or before that position; `nil` if there is none.
    func lastExported(upTo position: Position) -> Position? {
        var position = position
        while omitted.contains(position) { position = Position(position.value - 1) }
        return position.isNone ? nil : position
    }

    /// Whether the event followed from another event of its decision, without a command of its own.
    package func isConsequence(_ record: Record) -> Bool {
        switch record.kind {
        case .memberUnfollowed, .recipeDeleted, .commentDeleted, .memberBanned: decisions.contains(record.header.cause)
        default: false
        }
    }

    package func username(of member: MemberID) -> String? { usernames[member] }
    package func origin(at position: Position) -> Origin? {
        origins[position] ?? (isNamed(position) ? nil : otherOrigin(position))
    }

    /// Whether the event is a member or an entity, whose origin is known or absent.
    private func isNamed(_ position: Position) -> Bool {
        types[position] != nil || usernames[MemberID(position)] != nil
    }
    package func entityType(at position: Position) -> EntityType? { types[position] }
}

extension Record {
    /// The event as a portable export holds it; `nil` if the export omits it.
    ///
    /// Events of erased members stay, because later lines refer to them: likes count, comments have replies. Their text is
    /// replaced by a placeholder, and numbers from before are omitted. Where the export is submitted, its `member.deleted` removes that again.
    ///
    /// An event that followed from a block or a resolution is omitted: it follows again where that is submitted.
    package func portable(after names: NamesAlongTheLog) -> Record? {
        guard kind.isSubmittable, !names.isConsequence(self) else { return nil }
        var header = header
        if kind == .notificationsRead || kind == .feedSeen {
            // An omitted event is replaced by the last exported one before it.
            guard let upTo = names.lastExported(upTo: header.cause) else { return nil }
            header.cause = upTo
        }
        guard isErased else { return Record(header: header, body: body) }
        let standIn = "erased \(position)"
        let payload: Payload
        switch kind {
        case .memberRegistered:
            var registration = ProtoMemberRegistered()
            registration.username = "erased-\(position)"
            registration.name = "erased"
            payload = .registration(registration)
        case .memberProfileChanged, .memberPointsCarriedOver, .recipeCountsCarriedOver: return nil
        case .recipePosted, .recipeEdited:
            var content = ProtoRecipeContent()
            content.title = standIn
            content.steps = [
                .with { $0.text = standIn }
            ]
            payload = .recipe(content)
        case .commentPosted, .commentEdited: payload = .text(.with { $0.text = standIn })
        case .recipeCooked where header.flags.contains(.hasPayload): payload = .note(.with { $0.note = standIn })
        case .recipeReposted where header.flags.contains(.hasPayload): payload = .quote(.with { $0.quote = standIn })
        case .reportFiled: payload = .report(ProtoReport())
        case .reportResolved: payload = .resolution(ProtoResolution())
        case .listItemAdded where header.cause.isNone: payload = .listItem(.with { $0.text = standIn })
        case .cookbookCreated, .cookbookChanged: payload = .cookbook(.with { $0.name = standIn })
        default: payload = .none
        }
        return Record(header: header, body: .open(payload: payload, origin: nil))
    }
}
