import ArgumentParser
import Events

struct Delete: Verb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a recipe, a comment, a repost, or your whole account.")
    static let examples = [
        Example("delete r12 --as @ada", "a recipe; restore r12 brings it back"),
        Example("delete c20 --reason spam --as @mod", "a moderator removes a comment"),
        Example("delete account --as @ada", "for ever: asks for the name first"),
        Example("delete account --as @ada --yes", "without asking"),
    ]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "r12, c20, p30, or account.") var id: String
    @Option(help: "Why.") var reason: String?
    @Flag(help: "Delete the account without asking.") var yes = false

    func execute(_ invocation: Invocation) throws {
        if id == "account" || id.hasPrefix("@") { return try deleteAccount(invocation) }
        let subject = try EntityName.reference(id, "rcp")
        try invocation.submit { community in
            let kind = try invocation.kind(
                for: subject, in: community,
                [.recipe: .recipeDeleted, .comment: .commentDeleted, .repost: .repostDeleted])
            return Command(
                kind, actor: invocation.actor, subject: subject, payload: ReasonText.payload(reason))
        }
    }

    private func deleteAccount(_ invocation: Invocation) throws {
        let member =
            id == "account"
            ? try invocation.requiredActor(to: "delete their account") : try MemberName.reference(id, field: "member")
        if !yes { try confirm(member, invocation) }
        try invocation.submit(
            Command(
                .memberDeleted, actor: invocation.actor, subject: member, payload: ReasonText.payload(reason)))
    }

    private func confirm(_ member: Reference, _ invocation: Invocation) throws(Refusal) {
        let name = member.description
        guard invocation.terminal.isErrorTerminal else {
            throw Refusal(.usage, "deleting an account cannot be taken back: say --yes to do it", field: "yes")
        }
        StandardStream.writeError(
            "This deletes \(name) for ever: nobody will be able to read what they wrote.\nType \(name) to go on: ")
        guard readLine() == name else { throw Refusal(.failed, "the name was not typed: nothing was deleted") }
    }
}

struct Restore: Verb {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring a deleted recipe or comment back.")
    static let examples = [Example("restore r12 --as @ada", "as it was, with its likes and comments")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "r12 or c20.") var id: String
    @Option(help: "Why.") var reason: String?

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "rc")
        try invocation.submit { community in
            let kind = try invocation.kind(
                for: subject, in: community, [.recipe: .recipeRestored, .comment: .commentRestored])
            return Command(
                kind, actor: invocation.actor, subject: subject, payload: ReasonText.payload(reason))
        }
    }
}

enum ReasonText {
    static func payload(_ reason: String?) -> Payload {
        guard let reason else { return .none }
        var message = ProtoReason()
        message.reason = reason
        return .reason(message)
    }
}
