import Events
import Notation

/// A command about one recipe that says no more than its kind of event and perhaps a payload.
protocol RecipeVerb: Verb {
    var id: String { get }
    var kind: EventKind { get throws }
    var payload: Payload { get }
}

extension RecipeVerb {
    var payload: Payload { .none }

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "r")
        let kind = try kind
        let actor = try invocation.requiredActor(to: CommandPath.name(of: Self.self))
        try invocation.submit(Command(kind, actor: actor, subject: subject, payload: payload))
    }
}
