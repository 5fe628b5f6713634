import Accounts
import ArgumentParser
import Community
import EventLog
import Events
import Layout
import Operations
import Views

struct ResetPassword: Verb {
    static let configuration = CommandConfiguration(
        commandName: "reset-password", abstract: "A link with which a member chooses a new password, once.",
        discussion: """
            Give it to the member only: it opens the account, by POST /account/reset. It is valid for a day, and \
            replaces earlier links.
            """)
    static let examples = [Example("reset-password @bo", "for bo, who has forgotten it")]

    @Argument(help: "The member, such as @bo.", completion: .members) var member: String
    @OptionGroup var options: GlobalOptions

    private struct Answer: Encodable {
        var id: String
        var link: String
        var expiresAt: String
    }

    func execute(_ invocation: Invocation) throws {
        let reference = try MemberName.reference(member, field: "member")
        try invocation.withCommunity { community in
            let member = try invocation.query(community) { queries in
                if let viewer = try invocation.viewer(queries), queries.role(viewer) != .admin {
                    throw Refusal(
                        .forbidden, "only admins can do this: leave --as out to act as the operator", field: "as")
                }
                return try queries.member(reference)
            }
            let accounts = try Accounts(of: community)
            defer { accounts.close() }
            let (secret, expiresAt) = try accounts.makeResetLink(for: member)
            let answer = Answer(id: member.description, link: secret.text, expiresAt: expiresAt.rfc3339)
            if !options.quiet {
                StandardStream.writeError(
                    "Send this link to \(self.member) only: until \(answer.expiresAt) it sets a new password, once, by POST /account/reset of the service.\n"
                )
            }
            try invocation.output.answer(answer) {
                invocation.output.terminal.isOutputTerminal
                    ? "\(answer.link)\n\(invocation.output.terminal.dim("until \(answer.expiresAt)"))" : answer.link
            }
        }
    }
}
