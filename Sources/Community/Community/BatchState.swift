import Decisions
import EventLog
import Events
import Layout

/// The write model as decisions see it in a batch, with what one command's references name: they are asked for again and
/// again.
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
            // Without the vault no name can be told, so nothing can be decided.
            model.fail(batch.log.vaultMissing)
        }
        return Named(reference: name.reference, position: position)
    }
}
