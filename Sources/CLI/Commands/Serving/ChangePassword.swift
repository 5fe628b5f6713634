import Accounts
import ArgumentParser
import Community
import Events
import Operations
import Views

struct ChangePassword: Verb {
    static let configuration = CommandConfiguration(
        commandName: "change-password", abstract: "Change your password. All your other sessions end.",
        discussion: """
            At a service, the present password and the new one are asked for at a terminal, and otherwise are two lines \
            of standard input. With the operator's link, and on a directory, the new password alone is asked for.
            """)
    static let examples = [
        Example("change-password", "at the service of the context in use"),
        Example(
            "change-password --server https://kitchen.example --link ll_…", "with the link that the operator has made"),
        Example("change-password --as @bo < password", "on a directory, where the operator needs no earlier password"),
    ]

    @Option(help: ArgumentHelp("At a service: the link that the operator has made.", valueName: "link"))
    var link: String?
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }
    var columns: [String] { Outcome.columns }

    func execute(_ invocation: Invocation) throws {
        let terminal = invocation.output.terminal
        guard let backend = invocation.service else { return try changeInDirectory(invocation) }
        if let link {
            let new = try TypedSecret.password(of: "the account from now on", isNew: true, terminal)
            return try invocation.output.answer(try backend.resetPassword(to: new, link: link))
        }
        guard backend.token != nil else { throw backend.logInFirst }
        let old = try TypedSecret.password(of: "the account now", terminal)
        let new = try TypedSecret.password(of: "the account from now on", isNew: true, terminal)
        try invocation.output.answer(try backend.changePassword(from: old, to: new))
    }

    private func changeInDirectory(_ invocation: Invocation) throws {
        guard link == nil else {
            throw Refusal(.usage, "a link belongs to a service: leave --link out, or say --server", field: "link")
        }
        let reference = try invocation.requiredActor(to: "get a new password")
        try invocation.withCommunity { community in
            let member = try invocation.query(community) { try $0.member(reference) }
            let accounts = try Accounts(of: community)
            defer { accounts.close() }
            let new = try TypedSecret.password(
                of: "\(reference) from now on", isNew: true, invocation.output.terminal)
            try invocation.output.answer(
                try Waiting.run { () async throws(Refusal) in
                    let link = try await accounts.makeResetLink(for: member, by: .operator)
                    return try await accounts.resetPassword(to: new, link: link.secret.text)
                })
        }
    }
}
