import Events
import Operations

/// A command about one thing that says no more than its kind of event and perhaps a payload.
protocol EntityVerb: Act {
    /// What it is about: a recipe, unless it says so.
    static var subject: EntityType { get }
    var id: String { get }
    var kind: EventKind { get throws }
    var payload: Payload { get }
}

extension EntityVerb {
    static var subject: EntityType { .recipe }
    var payload: Payload { .none }

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, String(Self.subject.letter))
        let kind = try kind
        let actor = try invocation.actor(to: CommandPath.name(of: Self.self))
        try invocation.submit(Command(kind, actor: actor, subject: subject, payload: payload))
    }
}
