import Crypto
import Decisions
import EventLog
import Events
import Foundation
import Layout

/// Carries one command out on a batch: idempotency first, then the decision, then the append.
struct CommandHandler {
    static let originPartBytesMax = 255

    let batch: LogBatch

    func carryOut(_ command: Command) -> Result<Outcome, Refusal> {
        do throws(Refusal) {
            return .success(try decided(command))
        } catch {
            return .failure(error)
        }
    }

    private func decided(_ command: Command) throws(Refusal) -> Outcome {
        let identity = try command.origin.map { origin throws(Refusal) in try CommandIdentity(command, origin, batch) }
        if let identity, let known = batch.event(of: identity.origin) {
            return try answer(command, identity, known)
        }
        switch try Decider.decide(command, in: BatchState(batch: batch)) {
        case .append(let drafts):
            let first = try batch.append(drafts, origin: identity?.stored)
            return Outcome(position: first, changed: true, kind: command.kind)
        case .unchanged(let fact):
            if let identity {
                // Remembered, so that sending it again stays `unchanged` whatever happens to the fact.
                let noted = Draft(
                    .commandNoted, actor: MemberID(identity.actor ?? .none), subject: identity.subject ?? .none,
                    cause: fact, occurredAt: command.occurredAt ?? batch.now,
                    value: UInt8(truncatingIfNeeded: command.kind.rawValue))
                _ = try batch.append([noted], origin: identity.stored)
            }
            return Outcome(position: fact, changed: false, kind: command.kind)
        }
    }

    /// A command whose origin is known: the first position if it is the same command, otherwise a conflict.
    private func answer(
        _ command: Command, _ identity: CommandIdentity, _ known: EventHeader
    ) throws(Refusal) -> Outcome {
        let isNoted = known.kind == .commandNoted
        let position = isNoted ? known.cause : known.position
        var isSame = isNoted || known.kind == command.kind
        if let time = command.occurredAt, time != known.occurredAt { isSame = false }
        if isSame, let stored = batch.storedOrigin(of: known) {
            isSame =
                stored.asWritten == identity.stored.asWritten
                || (identity.isResolved && stored.asResolved == identity.stored.asResolved)
        } else if isSame {
            isSame = identity.mayHaveMade(known, command)
        }
        guard isSame else {
            throw Refusal(
                .conflict,
                "\(identity.origin.source) \(identity.origin.id) was another command before, at position \(position): give this one an id of its own",
                field: "id")
        }
        return Outcome(position: position, changed: false, kind: command.kind)
    }
}

/// What makes a command that carries an origin the same command again.
struct CommandIdentity {
    let origin: Origin
    let stored: ProtoOrigin
    /// What the references name just now: nil where one names nobody any more, none where there is none.
    let actor: Position?
    let subject: Position?
    let cause: Position?
    /// Whether every reference could be resolved just now: names come and go.
    var isResolved: Bool { actor != nil && subject != nil && cause != nil }

    init(_ command: Command, _ origin: Origin, _ batch: LogBatch) throws(Refusal) {
        for (part, field) in [(origin.source, "source"), (origin.id, "id")] {
            guard !part.isEmpty, part.utf8.count <= CommandHandler.originPartBytesMax else {
                throw Refusal(
                    .invalid,
                    "\(field) has \(part.utf8.count) bytes: 1 to \(CommandHandler.originPartBytesMax) are allowed",
                    field: field)
            }
        }
        let state = BatchState(batch: batch)
        func resolve(_ reference: Reference?) -> Position? { reference.map { state.resolve($0) } ?? Position.none }
        // A registration's actor is the member that it makes: its data says who that is.
        let actorReference = command.kind == .memberRegistered ? nil : command.actor
        actor = resolve(actorReference)
        subject = resolve(command.subject)
        cause = resolve(command.cause)
        let data = command.payload.storedBytes
        var stored = ProtoOrigin()
        stored.source = origin.source
        stored.id = origin.id
        stored.asWritten = Self.digest(
            command,
            [actorReference?.description ?? "", command.subject?.description ?? "", command.cause?.description ?? ""],
            data)
        stored.asResolved = Self.digest(
            command, [actor, subject, cause].map { String(($0 ?? .none).value) }, data)
        self.origin = origin
        self.stored = stored
    }

    /// Whether the command may be the one that made `known`, of which the header alone can still be read: what it said is
    /// erased. A name that nobody has may be the one that a member had then: sending again must stay harmless for ever.
    func mayHaveMade(_ known: EventHeader, _ command: Command) -> Bool {
        func agrees(_ named: Position?, _ stored: Position) -> Bool { named.map { $0 == stored } ?? true }
        let isNoted = known.kind == .commandNoted
        // Noted before kinds were: then it cannot be told.
        if isNoted, known.value != 0, known.value != UInt8(truncatingIfNeeded: command.kind.rawValue) { return false }
        if command.kind == .memberRegistered { return true }
        guard agrees(actor, known.actor.position) else { return false }
        if command.subject != nil, !agrees(subject, known.subject) { return false }
        guard !isNoted else { return true }
        switch command.kind {
        case .recipeRated, .memberRoleChanged, .reportFiled, .reportResolved:
            return command.value == known.value
        case .recipePosted, .commentPosted: return agrees(cause, known.cause)
        case .notificationsRead, .feedSeen: return command.cause == nil || agrees(cause, known.cause)
        default: return true
        }
    }

    private static func digest(_ command: Command, _ references: [String], _ data: [UInt8]) -> Data {
        var writer = ByteWriter()
        writer.write(UInt32(command.kind.rawValue))
        writer.write(command.value)
        for reference in references { writer.write(reference) }
        writer.write(data)
        return Data(SHA256.hash(data: writer.bytes).prefix(16))
    }
}

/// A batch as decisions see it.
struct BatchState: DecisionState {
    let batch: LogBatch

    var now: Timestamp { batch.now }
    var head: Position { batch.head }
    var adminCount: Int { batch.adminCount }

    func member(_ id: MemberID) -> MemberState? { batch.member(id) }
    func memberID(username: String) -> MemberID? { batch.memberID(foldedUsername: Username.folded(username)) }
    func entity(_ position: Position) -> EntityState? { batch.entity(position) }
    func relation(_ actor: MemberID, _ relation: Relation, _ object: Position) -> RelationState? {
        batch.relation(actor, relation, object)
    }
    func position(of origin: Origin) -> Position? {
        guard let header = batch.event(of: origin) else { return nil }
        return header.kind == .commandNoted ? header.cause : header.position
    }
    func record(at position: Position) -> Record? { batch.record(at: position) }

    /// The position that a reference names; nil for a name that nobody has.
    func resolve(_ reference: Reference) -> Position? {
        switch reference {
        case .position(let position, _): position
        case .username(let name): memberID(username: name)?.position
        case .external(let source, let id): position(of: Origin(source: source, id: id))
        }
    }
}
