package import Events
package import Layout
import SwiftProtobuf

/// What things are called while a log is read from its beginning: a member by the name of that moment, so that a
/// portable export of the whole log means the same when it is submitted elsewhere, whatever was renamed or freed later.
///
/// Holds one entry for each member, entity and origin that something may refer to.
package struct NamesAlongTheLog: NameResolver {
    private var usernames: [MemberID: String] = [:]
    private var origins: [Position: Origin] = [:]
    private var types: [Position: EntityType] = [:]
    /// Events that are not told elsewhere.
    private var untold: Set<Position> = []
    /// Blocks and resolutions, whose consequences name them as their cause.
    private var decisions: Set<Position> = []

    package init() {}

    /// Takes note of the next record; its payload must have been opened. Call it after the record's line was written.
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

    /// Takes note of a record that is not told.
    package mutating func pass(over position: Position) { untold.insert(position) }

    /// The last event up to that one which is told elsewhere; nil when there is none.
    func lastTold(upTo position: Position) -> Position? {
        var position = position
        while untold.contains(position) { position = Position(position.value - 1) }
        return position.isNone ? nil : position
    }

    /// Whether the event followed from another one of its decision, and was not asked for itself.
    package func isConsequence(_ record: Record) -> Bool {
        switch record.kind {
        case .memberUnfollowed, .recipeDeleted, .commentDeleted, .memberBanned: decisions.contains(record.header.cause)
        default: false
        }
    }

    package func username(of member: MemberID) -> String? { usernames[member] }
    package func origin(at position: Position) -> Origin? { origins[position] }
    package func entityType(at position: Position) -> EntityType? { types[position] }
}

extension Record {
    /// The event as a portable export tells it; nil for what cannot be submitted anywhere.
    ///
    /// What erased members did stays a fact: their likes count, their comments had replies. So that later lines can refer
    /// to it, what they said is replaced by a stand-in, which the exported `member.deleted` takes away again elsewhere.
    ///
    /// What followed from a block or a resolution in the same decision follows again where that is submitted: `names`
    /// knows those, and they are left out.
    package func portable(after names: NamesAlongTheLog) -> Record? {
        guard kind.isSubmittable, !names.isConsequence(self) else { return nil }
        var header = header
        if kind == .notificationsRead || kind == .feedSeen {
            // Up to an event that is not told means up to the last one before it that is.
            guard let upTo = names.lastTold(upTo: header.cause) else { return nil }
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
        case .memberProfileChanged: return nil
        case .recipePosted, .recipeEdited:
            var content = ProtoRecipeContent()
            content.title = standIn
            content.steps = [
                .with { $0.text = standIn }
            ]
            payload = .recipe(content)
        case .commentPosted, .commentEdited: payload = .text(.with { $0.text = standIn })
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
