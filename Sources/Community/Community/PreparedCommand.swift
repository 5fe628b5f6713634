import Crypto
import Decisions
import EventLog
import Events
import Layout

/// A command with everything that can be computed before its turn, on the submitting thread: a third of the time that
/// deciding a command from a file took. None of it depends on the state.
struct PreparedCommand: Sendable {
    /// A reference, with its code in the log's tables if it is a name or an external id; `nil` without a vault.
    struct Name: Sendable {
        let reference: Reference
        let key: SecretKey?

        init(_ reference: Reference, _ log: EventLog) {
            self.reference = reference
            key =
                switch reference {
                case .position: nil
                case .username(let name): log.secretKey(ofUsername: name)
                case .external(let source, let id): log.secretCodes?.code(of: Layout.Origin(source: source, id: id))
                }
        }
    }

    struct Origin: Sendable {
        let origin: Layout.Origin
        /// `nil` without a vault.
        let key: SecretKey?
        /// A digest of the command and its references as they were written.
        let asWritten: [UInt8]
        /// The payload in its stored form.
        let data: [UInt8]
    }

    let command: Command
    let actor: Name?
    let subject: Name?
    let cause: Name?
    let origin: Origin?

    init(_ command: Command, _ log: EventLog) {
        self.command = command
        actor = command.actor.map { Name($0, log) }
        subject = command.subject.map { Name($0, log) }
        cause = command.cause.map { Name($0, log) }
        origin = command.origin.map { origin in
            let data = command.payload.storedBytes
            let references = [command.namedActor, command.subject, command.cause].map { $0?.description ?? "" }
            return Origin(
                origin: origin, key: log.secretCodes?.code(of: origin),
                asWritten: Self.digest(command, references, data),
                data: data)
        }
    }

    static func digest(_ command: Command, _ references: [String], _ data: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt32(command.kind.rawValue))
        writer.write(command.value)
        for reference in references { writer.write(reference) }
        writer.write(data)
        return Array(SHA256.hash(data: writer.bytes).prefix(16))
    }
}

extension Command {
    /// The actor of a registration is the new member, whom its data names.
    var namedActor: Reference? { kind == .memberRegistered ? nil : actor }
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
        switch command.kind {
        case .recipeRated, .memberRoleChanged, .reportFiled, .reportResolved:
            return command.value == known.value
        case .cookbookRecipeMoved: return command.value == known.value && agrees(cause, known.cause)
        case .recipePosted, .commentPosted, .listItemAdded, .cookbookRecipeAdded, .cookbookRecipeRemoved:
            return agrees(cause, known.cause)
        case .planSet, .planCleared:
            guard case .plan(let said) = command.payload, let slot = known.planSlot else { return false }
            return said.day == slot.day.description && said.meal.rawValue == Int(slot.meal.rawValue)
        case .notificationsRead, .feedSeen: return command.cause == nil || agrees(cause, known.cause)
        default: return true
        }
    }
}
