import ArgumentParser
import Events

struct Follow: Verb {
    static let configuration = CommandConfiguration(commandName: "follow", abstract: "See what a member posts.")
    static let examples = [Example("follow @ada --as @bo", "bo follows ada")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The member, such as @ada.") var member: String

    func execute(_ invocation: Invocation) throws {
        try invocation.relate(.memberFollowed, member, to: "follow")
    }
}

struct Unfollow: Verb {
    static let configuration = CommandConfiguration(commandName: "unfollow", abstract: "Follow no longer.")
    static let examples = [Example("unfollow @ada --as @bo", "bo follows ada no longer")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The member, such as @ada.") var member: String

    func execute(_ invocation: Invocation) throws {
        try invocation.relate(.memberUnfollowed, member, to: "unfollow")
    }
}

struct Block: Verb {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Keep a member away: it ends following both ways.")
    static let examples = [Example("block @mallory --as @bo", "they cannot act on what bo posts")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The member, such as @ada.") var member: String

    func execute(_ invocation: Invocation) throws {
        try invocation.relate(.memberBlocked, member, to: "block")
    }
}

struct Unblock: Verb {
    static let configuration = CommandConfiguration(commandName: "unblock", abstract: "Let a member be again.")
    static let examples = [Example("unblock @mallory --as @bo", "the block ends; following does not come back")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The member, such as @ada.") var member: String

    func execute(_ invocation: Invocation) throws {
        try invocation.relate(.memberUnblocked, member, to: "unblock")
    }
}

extension Invocation {
    fileprivate func relate(_ kind: EventKind, _ member: String, to doWhat: String) throws {
        let subject = try MemberName.reference(member, field: "member")
        try submit(Command(kind, actor: try requiredActor(to: doWhat), subject: subject))
    }
}
