import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct Delete: Act {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a recipe, a comment, a repost, a note on cooking, or your whole account.")
    static let examples = [
        Example("delete r12 --as @ada", "a recipe; restore r12 brings it back"),
        Example("delete c20 --reason spam --as @mod", "a moderator removes a comment"),
        Example("delete 38 --as @bo", "a note on cooking, by its event in «cooked r12»: it cannot be restored"),
        Example("delete account --as @bo", "for ever: asks for the name first"),
        Example("delete account --as @bo --yes", "without asking"),
        Example("delete @mallory --as @ada --yes", "an admin deletes another account"),
    ]

    @Argument(
        help: "r12, c20, p30, the number of an event of cooking, account, or @name.", completion: .membersAndRecipes)
    var id: String
    @Option(help: "The reason.") var reason: String?
    @Flag(help: "Delete the account without asking.") var yes = false
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        if id == "account" || id.hasPrefix("@") || id.hasPrefix("m") { return try deleteAccount(invocation) }
        let subject = try EntityName.reference(id, "rcp")
        try invocation.submit { backend in
            let payload = ReasonText.payload(reason)
            if try !subject.hasLetter && backend.entityType(subject) == nil {
                return Command(.recipeCookNoteDeleted, actor: invocation.actor, cause: subject, payload: payload)
            }
            let kind = try backend.kind(
                for: subject, [.recipe: .recipeDeleted, .comment: .commentDeleted, .repost: .repostDeleted])
            return Command(kind, actor: invocation.actor, subject: subject, payload: payload)
        }
    }

    private func deleteAccount(_ invocation: Invocation) throws {
        let named = id == "account" ? nil : try MemberName.reference(id, field: "member")
        let actor = named == nil ? try invocation.actor(to: "delete their account") : invocation.actor
        if let service = invocation.service, try named.map(service.isOneself) ?? true {
            return try deleteOneself(at: service, invocation)
        }
        guard let member = named ?? actor else { return }
        if !yes { try confirm(member, invocation) }
        try invocation.submit(
            Command(
                .memberDeleted, actor: invocation.actor, subject: member, payload: ReasonText.payload(reason)))
    }

    /// It takes the password, too: a stolen session must not delete the account.
    private func deleteOneself(at service: ServiceBackend, _ invocation: Invocation) throws {
        guard invocation.actor == nil, reason == nil else {
            throw Refusal(
                .usage,
                "the token names the member whose account is deleted, and no reason is stored: leave out --as and --reason",
                field: "as")
        }
        let name = try service.oneself().username
        if !yes { try confirm(.username(name), invocation) }
        let password = try TypedSecret.password(of: "@\(name)", invocation.output.terminal)
        try invocation.output.answer(try service.deleteOneself(name, password: password))
    }

    private func confirm(_ member: Reference, _ invocation: Invocation) throws(Refusal) {
        let name = member.description
        guard invocation.output.terminal.canAsk else {
            throw Refusal(.usage, "deleting an account cannot be undone: pass --yes to do it", field: "yes")
        }
        Interruption.saysNothingWasDeleted()
        try Confirmation.ask(
            "This deletes \(name) for ever: nothing that the member wrote can be read again.", for: name,
            orElse: "nothing was deleted")
    }
}

extension Reference {
    /// Whether its letter says that it is an entity, and not an event that created nothing.
    fileprivate var hasLetter: Bool { if case .position(_, _?) = self { true } else { false } }
}

/// A question before what cannot be taken back, answered by typing a name.
enum Confirmation {
    /// `short` is another spelling of the name that is taken as well.
    static func ask(
        _ question: String, for name: String, or short: String? = nil, orElse nothing: String
    ) throws(Refusal) {
        StandardStream.writeError("\(question)\nType \(name) to continue: ")
        let answer = readLine()
        Interruption.install()
        // At the end of input no line break followed the question.
        if answer == nil { StandardStream.writeError("\n") }
        guard let answer, answer == name || answer == short else {
            throw Refusal(.failed, "«\(name)» was not typed: \(nothing)")
        }
    }
}
