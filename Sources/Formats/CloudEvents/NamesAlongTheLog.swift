package import Events
package import Layout

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
