import Decisions
import EventLog
import Events
import Layout

/// A batch as decisions see it, with what one command's references name: they are asked for again and again.
struct BatchState: DecisionState {
    private let batch: LogBatch
    private let actor: Named?
    private let subject: Named?
    private let cause: Named?

    private struct Named {
        let reference: Reference
        let position: Position?
    }

    init(_ batch: LogBatch, naming command: PreparedCommand) {
        self.batch = batch
        actor = command.actor.map { Self.look($0, batch) }
        subject = command.subject.map { Self.look($0, batch) }
        cause = command.cause.map { Self.look($0, batch) }
    }

    var now: Timestamp { batch.now }
    var head: Position { batch.head }
    var adminCount: Int { batch.adminCount }

    func member(_ id: MemberID) -> MemberState? { batch.member(id) }
    func memberID(username: String) -> MemberID? { batch.memberID(username: username) }
    func entity(_ position: Position) -> EntityState? { batch.entity(position) }
    func relation(_ actor: MemberID, _ relation: Relation, _ object: Position) -> RelationState? {
        batch.relation(actor, relation, object)
    }
    func plan(_ member: MemberID, _ slot: PlanSlot) -> RelationState? { batch.plan(member, slot) }
    func tally(_ allowance: Allowance, of holder: Position, _ part: UInt64) -> UInt64 {
        batch.tally(allowance, of: holder, part)
    }
    func recipes(ofCookbook cookbook: Position) -> [PlacedRecipe] { batch.recipes(ofCookbook: cookbook) }
    func record(at position: Position) -> Record? { batch.record(at: position) }

    func position(of reference: Reference) -> Position? {
        if let actor, actor.reference == reference { return actor.position }
        if let subject, subject.reference == reference { return subject.position }
        if let cause, cause.reference == reference { return cause.position }
        return Self.look(PreparedCommand.Name(reference, batch.log), batch).position
    }

    private static func look(_ name: PreparedCommand.Name, _ batch: LogBatch) -> Named {
        let position: Position? =
            switch (name.reference, name.key) {
            case (.position(let position, _), _): position
            case (.username(let username), nil): batch.memberID(username: username)?.position
            case (.username, let key?): batch.memberID(named: key)?.position
            case (.external, nil): nil
            case (.external, let key?): batch.event(ofOrigin: key).map(Self.fact)
            }
        return Named(reference: name.reference, position: position)
    }

    private static func fact(_ event: EventHeader) -> Position {
        event.kind == .commandNoted ? event.cause : event.position
    }
}
