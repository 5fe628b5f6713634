import Crypto
import Decisions
import EventLog
import Events
import Layout
import SwiftProtobuf

/// Carries one command out on a batch: idempotency first, then the decision, then the append.
struct CommandHandler {
    let batch: LogBatch
    private let model: WriteModel

    init(batch: LogBatch) {
        self.batch = batch
        model = batch.model
    }

    func carryOut(_ prepared: PreparedCommand) -> Result<Outcome, Refusal> {
        do throws(Refusal) {
            return .success(try decided(prepared))
        } catch {
            return .failure(error)
        }
    }

    private func decided(_ prepared: PreparedCommand) throws(Refusal) -> Outcome {
        let command = prepared.command
        let state = BatchState(batch, model, naming: prepared)
        let identity = try prepared.origin.map { origin throws(Refusal) in
            try CommandIdentity(prepared, origin, state)
        }
        if let identity, let known = identity.key.flatMap({ model.event(ofOrigin: $0, in: batch) }) {
            return try answer(command, identity, known)
        }
        if let identity, let known = try exported(command, identity.origin) { return known }
        switch try Decider.decide(command, in: state) {
        case .append(let drafts):
            if let identity, let outcome = try returned(drafts, identity.origin) { return outcome }
            let holder = drafts.first.flatMap(emailHolder)
            let first = try batch.append(drafts, origin: identity?.stored, key: identity?.key)
            var outcome = Outcome(position: first, changed: true, kind: command.kind)
            outcome.emailHolder = holder
            return outcome
        case .unchanged(let fact):
            if let identity {
                // Remembered, so that sending it again stays `unchanged` whatever happens to the fact.
                let noted = Draft(
                    .commandNoted, actor: MemberID(identity.actor ?? .none), subject: identity.subject ?? .none,
                    cause: fact, occurredAt: command.occurredAt ?? batch.now,
                    value: UInt8(truncatingIfNeeded: command.kind.rawValue))
                _ = try batch.append([noted], origin: identity.stored, key: identity.key)
            }
            return Outcome(position: fact, changed: false, kind: command.kind)
        }
    }

    /// The other member to whom the e-mail of a draft belongs. Only drafts of the operator give such an e-mail.
    private func emailHolder(_ draft: Draft) -> MemberID? {
        let email: String
        switch draft.payload {
        case .registration(let registration): email = registration.email
        case .profileChange(let change): email = change.email
        default: return nil
        }
        guard !email.isEmpty, let holder = model.memberID(email: email), holder != draft.actor else { return nil }
        return holder
    }

    /// A command that an export of this very log produced: its origin names the existing entity. Nothing is noted for
    /// it, because the origin will name the entity again. `nil` for a command that is new here.
    private func returned(_ drafts: [Draft], _ origin: Origin) throws(Refusal) -> Outcome? {
        guard let draft = drafts.first, draft.kind == .recipePosted, let (logID, recipe) = origin.recipeOfLog,
            batch.log.lineage.text(at: recipe.position) == logID,
            let entity = model.entity(recipe.position), entity.type == .recipe
        else { return nil }
        // An erased payload cannot differ.
        if case .recipe(var current)? = batch.record(at: entity.contentPosition)?.payload {
            current.clearNote()
            guard draft.payload == .recipe(current) else {
                throw Refusal(
                    .conflict,
                    "it was exported from here as \(recipe), which has other content now: edit that recipe, or post this one without its identifier",
                    field: "id")
            }
        }
        return Outcome(position: recipe.position, changed: false, kind: draft.kind, loss: loss(of: entity))
    }

    /// A command that a plain export of this very log made of one of its events: the event holds already. `nil` for all
    /// other commands. The references are not compared: a name may be another member's by now.
    private func exported(_ command: Command, _ origin: Origin) throws(Refusal) -> Outcome? {
        guard let (logID, position, isRole) = origin.eventOfLog, batch.log.lineage.text(at: position) == logID,
            let known = batch.record(at: position)
        else { return nil }
        let header = known.header
        var isSame = header.kind == (isRole ? .memberRegistered : command.kind)
        if let time = command.occurredAt, time != header.occurredAt { isSame = false }
        isSame = isSame && (isRole ? command.value == header.value : Self.says(command, what: known))
        guard isSame else { throw Self.conflict(with: position, origin) }
        return unchanged(command, position)
    }

    /// Whether the value and the payload of a command are those of an event of its kind.
    private static func says(_ command: Command, what known: Record) -> Bool {
        guard command.value == (command.kind.saysValue ? known.header.value : 0) else { return false }
        var payload = command.payload
        if [.planSet, .planCleared].contains(command.kind) {
            // The event has its day and its meal in the header.
            guard known.header.hasSlot(of: payload), case .plan(let said) = payload else { return false }
            payload = said.hasServings ? .plan(.with { $0.servings = said.servings }) : .none
        }
        // An erased payload cannot differ.
        return known.isErased || payload.storedBytes == known.payload.storedBytes
    }

    /// The outcome of a command whose event is at that position already.
    private func unchanged(_ command: Command, _ position: Position) -> Outcome {
        let recipe = command.kind == .recipePosted ? model.entity(position) : nil
        return Outcome(position: position, changed: false, kind: command.kind, loss: recipe.flatMap(loss))
    }

    private static func conflict(with position: Position, _ origin: Origin) -> Refusal {
        Refusal(
            .conflict,
            "\(origin.source) \(origin.id) was another command before, at position \(position): a new command needs its own id",
            field: "id")
    }

    private func loss(of recipe: EntityState) -> EntityLoss? { recipe.loss(author: model.member(recipe.author)?.state) }

    /// A command whose origin is known: the first position if it is the same command, otherwise a conflict.
    private func answer(
        _ command: Command, _ identity: CommandIdentity, _ known: EventHeader
    ) throws(Refusal) -> Outcome {
        let isNoted = known.kind == .commandNoted
        let position = known.fact
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
            guard identity.origin.isOfKeyedRequest else { throw Self.conflict(with: position, identity.origin) }
            throw Refusal(
                .conflict, "this Idempotency-Key was used for another request (event \(position)): use a new key",
                field: "id")
        }
        return unchanged(command, position)
    }
}

/// The write model for decisions in a batch, with the results for one command's references, which decisions need
/// several times.
struct BatchState: DecisionState {
    private let batch: LogBatch
    private let model: WriteModel
    private let actor: Named?
    private let subject: Named?
    private let cause: Named?

    private struct Named {
        let reference: Reference
        let position: Position?
    }

    init(_ batch: LogBatch, _ model: WriteModel, naming command: PreparedCommand) {
        self.batch = batch
        self.model = model
        actor = command.actor.map { Self.look($0, batch, model) }
        subject = command.subject.map { Self.look($0, batch, model) }
        cause = command.cause.map { Self.look($0, batch, model) }
    }

    var now: Timestamp { batch.now }
    var head: Position { batch.head }
    var adminCount: Int { model.adminCount }

    func member(_ id: MemberID) -> MemberState? { model.member(id)?.state }
    func memberID(username: String) -> MemberID? {
        Self.look(PreparedCommand.Name(.username(username), batch.log), batch, model).position.map { MemberID($0) }
    }
    func memberID(email: String) -> MemberID? { model.memberID(email: email) }
    func entity(_ position: Position) -> EntityState? { model.entity(position) }
    func relation(_ actor: MemberID, _ relation: Relation, _ object: Position) -> RelationState? {
        model.relation(actor, relation, object)
    }
    func plan(_ member: MemberID, _ slot: PlanSlot) -> RelationState? { model.plan(member, slot) }
    func tally(_ allowance: Allowance, of holder: Position, _ part: UInt64) -> UInt64 {
        model.tally(allowance, of: holder, part)
    }
    func recipes(ofCookbook cookbook: Position) -> [PlacedRecipe] { model.recipes(ofCookbook: cookbook) }
    func record(at position: Position) -> Record? { batch.record(at: position) }

    func position(of reference: Reference) -> Position? {
        if let actor, actor.reference == reference { return actor.position }
        if let subject, subject.reference == reference { return subject.position }
        if let cause, cause.reference == reference { return cause.position }
        return Self.look(PreparedCommand.Name(reference, batch.log), batch, model).position
    }

    private static func look(_ name: PreparedCommand.Name, _ batch: LogBatch, _ model: WriteModel) -> Named {
        let position: Position? =
            switch (name.reference, name.key) {
            case (.position(let position, _), _): position
            case (.username, let key?): model.memberID(named: key)?.position
            case (.external, let key?): model.event(ofOrigin: key, in: batch)?.fact
            case (_, nil): nil
            }
        if case (.username, nil) = (name.reference, name.key) {
            // Without the vault names have no codes, so no decision is possible.
            model.fail(batch.log.vaultMissing)
        }
        return Named(reference: name.reference, position: position)
    }
}

// MARK: - Prepared commands

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
