import ArgumentParser
import Events
import Operations

/// A command that sets one member's relation to another, by an event of one kind.
protocol MemberVerb: Act {
    var member: String { get }
    static var kind: EventKind { get }
}

extension MemberVerb {
    func execute(_ invocation: Invocation) throws {
        let subject = try MemberName.reference(member, field: "member")
        let actor = try invocation.actor(to: CommandPath.name(of: Self.self))
        try invocation.submit(Command(Self.kind, actor: actor, subject: subject), subject: "member")
    }
}

struct Follow: MemberVerb {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Follow a member, to see what they post.")
    static let examples = [Example("follow @ada --as @bo", "bo follows ada")]
    static let kind = EventKind.memberFollowed

    @Argument(help: "The member, such as @ada.", completion: .members) var member: String
    @OptionGroup var options: GlobalOptions
}

struct Unfollow: MemberVerb {
    static let configuration = CommandConfiguration(commandName: "unfollow", abstract: "Unfollow a member.")
    static let examples = [Example("unfollow @ada --as @bo", "bo follows ada no longer")]
    static let kind = EventKind.memberUnfollowed

    @Argument(help: "The member, such as @ada.", completion: .members) var member: String
    @OptionGroup var options: GlobalOptions
}

struct Block: MemberVerb {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Block a member: you no longer follow each other.")
    static let examples = [Example("block @mallory --as @bo", "they cannot act on what bo posts")]
    static let kind = EventKind.memberBlocked

    @Argument(help: "The member, such as @mallory.", completion: .members) var member: String
    @OptionGroup var options: GlobalOptions
}

struct Unblock: MemberVerb {
    static let configuration = CommandConfiguration(commandName: "unblock", abstract: "Unblock a member.")
    static let examples = [Example("unblock @mallory --as @bo", "the block ends; following does not come back")]
    static let kind = EventKind.memberUnblocked

    @Argument(help: "The member, such as @mallory.", completion: .members) var member: String
    @OptionGroup var options: GlobalOptions
}
