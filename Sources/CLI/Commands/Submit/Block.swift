import ArgumentParser
import Events

struct Block: MemberVerb {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Keep a member away: it ends following both ways.")
    static let examples = [Example("block @mallory --as @bo", "they cannot act on what bo posts")]
    static let kind = EventKind.memberBlocked

    @Argument(help: "The member, such as @mallory.") var member: String
    @OptionGroup var options: GlobalOptions
}

struct Unblock: MemberVerb {
    static let configuration = CommandConfiguration(commandName: "unblock", abstract: "Let a member be again.")
    static let examples = [Example("unblock @mallory --as @bo", "the block ends; following does not come back")]
    static let kind = EventKind.memberUnblocked

    @Argument(help: "The member, such as @mallory.") var member: String
    @OptionGroup var options: GlobalOptions
}
