import ArgumentParser
import Events

struct Follow: MemberVerb {
    static let configuration = CommandConfiguration(commandName: "follow", abstract: "See what a member posts.")
    static let examples = [Example("follow @ada --as @bo", "bo follows ada")]
    static let kind = EventKind.memberFollowed

    @Argument(help: "The member, such as @ada.") var member: String
    @OptionGroup var options: GlobalOptions
}

struct Unfollow: MemberVerb {
    static let configuration = CommandConfiguration(commandName: "unfollow", abstract: "Follow no longer.")
    static let examples = [Example("unfollow @ada --as @bo", "bo follows ada no longer")]
    static let kind = EventKind.memberUnfollowed

    @Argument(help: "The member, such as @ada.") var member: String
    @OptionGroup var options: GlobalOptions
}
