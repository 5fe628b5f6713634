import Decisions
import EventLog
import Events
import Layout

extension EventKind {
    /// Whether a command of that kind says the event's value. Decisions give the values of all other kinds.
    var saysValue: Bool {
        switch self {
        case .recipeRated, .memberRoleChanged, .memberBanned, .reportFiled, .reportResolved, .cookbookRecipeMoved: true
        default: false
        }
    }
}

extension EventHeader {
    /// Whether the payload of a command names the day and the meal of this event.
    func hasSlot(of payload: Payload) -> Bool {
        guard case .plan(let said) = payload, let slot = planSlot else { return false }
        return said.day == slot.day.description && said.meal.rawValue == Int(slot.meal.rawValue)
    }
}

/// The values that identify a repeated command by its origin.
struct CommandIdentity {
    private static let originPartBytesMax = 255

    let origin: Origin
    /// The code of the origin in the log's tables; `nil` without a vault.
    let key: SecretKey?
    let stored: StoredOrigin
    /// The present ids of the references: `nil` for a name that no member has, none for a missing reference.
    let actor: Position?
    let subject: Position?
    let cause: Position?
    /// Whether every reference can be resolved now, because names can change.
    var isResolved: Bool { actor != nil && subject != nil && cause != nil }

    init(_ prepared: PreparedCommand, _ origin: PreparedCommand.Origin, _ state: BatchState) throws(Refusal) {
        for (part, field) in [(origin.origin.source, "source"), (origin.origin.id, "id")] {
            guard !part.isEmpty, part.utf8.count <= Self.originPartBytesMax else {
                throw Refusal(
                    .invalid,
                    "\(field) has \(part.utf8.count) bytes: 1 to \(Self.originPartBytesMax) are allowed",
                    field: field)
            }
        }
        let command = prepared.command
        func resolve(_ reference: Reference?) -> Position? {
            reference.map { state.position(of: $0) } ?? Position.none
        }
        actor = resolve(command.namedActor)
        subject = resolve(command.subject)
        cause = resolve(command.cause)
        self.origin = origin.origin
        key = origin.key
        stored = StoredOrigin(
            source: origin.origin.source, id: origin.origin.id, asWritten: origin.asWritten,
            asResolved: PreparedCommand.digest(
                command, [actor, subject, cause].map { String(($0 ?? .none).value) }, origin.data))
    }

    /// Whether the command may be the one that created `known`, of which only the header is readable because the
    /// payload is erased. A name that no member has may have been a member's then: a retry must stay harmless for ever.
    func mayHaveMade(_ known: EventHeader, _ command: Command) -> Bool {
        func agrees(_ named: Position?, _ stored: Position) -> Bool { named.map { $0 == stored } ?? true }
        let isNoted = known.kind == .commandNoted
        // It was noted before notes had a kind: unknown.
        if isNoted, known.value != 0, known.value != UInt8(truncatingIfNeeded: command.kind.rawValue) { return false }
        if command.kind == .memberRegistered { return true }
        guard agrees(actor, known.actor.position) else { return false }
        if command.subject != nil, !agrees(subject, known.subject) { return false }
        guard !isNoted else { return true }
        if command.kind.saysValue, command.value != known.value { return false }
        switch command.kind {
        case .recipePosted, .recipeCookNoteDeleted, .commentPosted, .listItemAdded, .cookbookRecipeAdded,
            .cookbookRecipeMoved, .cookbookRecipeRemoved:
            return agrees(cause, known.cause)
        case .planSet, .planCleared: return known.hasSlot(of: command.payload)
        case .notificationsRead, .feedSeen: return command.cause == nil || agrees(cause, known.cause)
        default: return true
        }
    }
}
