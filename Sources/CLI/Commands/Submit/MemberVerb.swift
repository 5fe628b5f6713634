import Events
import Operations

/// A command by which one member says how they stand to another, in an event of one kind.
protocol MemberVerb: Act {
    var member: String { get }
    static var kind: EventKind { get }
}

extension MemberVerb {
    func execute(_ invocation: Invocation) throws {
        let subject = try MemberName.reference(member, field: "member")
        let actor = try invocation.actor(to: CommandPath.name(of: Self.self))
        try invocation.submit(Command(Self.kind, actor: actor, subject: subject))
    }
}
