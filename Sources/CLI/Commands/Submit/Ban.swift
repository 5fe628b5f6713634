import ArgumentParser
import Events
import Operations

struct Ban: Act {
    static let configuration = CommandConfiguration(commandName: "ban", abstract: "Shut a member out.")
    static let examples = [
        Example("ban @mallory --reason spam --as @mod", "until further notice"),
        Example("ban @mallory --until 2040-03-01 --as @mod", "until that day"),
    ]

    @Argument(help: "The member, such as @mallory.") var member: String
    @Option(help: "Why.") var reason: String?
    @Option(help: ArgumentHelp("When it ends.", valueName: "time")) var until: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try MemberName.reference(member, field: "member")
        let content = Content(
            reason: reason,
            until: try until.map { text throws(Refusal) in try Times.instant(text, field: "until").rfc3339 })
        let payload = try Payload(.memberBanned, saying: content)
        try invocation.submit(Command(.memberBanned, actor: invocation.actor, subject: subject, payload: payload))
    }

    private struct Content: Encodable {
        var reason: String?
        var until: String?
    }
}

struct Unban: Act {
    static let configuration = CommandConfiguration(commandName: "unban", abstract: "Let a member in again.")
    static let examples = [Example("unban @mallory --as @mod", "the ban ends now")]

    @Argument(help: "The member, such as @mallory.") var member: String
    @Option(help: "Why.") var reason: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try MemberName.reference(member, field: "member")
        try invocation.submit(
            Command(
                .memberUnbanned, actor: invocation.actor, subject: subject, payload: ReasonText.payload(reason)))
    }
}
