import ArgumentParser
import LarderAPI
import Operations

struct SessionsGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "Where a member is signed in, and the keys of their apps.",
        discussion: """
            They are for admins and the operator. A list shows no secret. Who ends sessions is in the log, with the reason. The \
            member can sign in again: ban a member who must not.
            """,
        subcommands: [ListSessions.self, RevokeSessions.self])
    static let examples = [
        Example("sessions list @bo", "the last used first"),
        Example("sessions revoke @bo --reason 'The phone was stolen'", "all of them, and all keys"),
    ]
}

struct ListSessions: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "A member's sessions and keys, each the last used first.")
    static let examples = [Example("sessions list @bo", "where bo is signed in")]

    @Argument(help: "The member, such as @bo.", completion: .members) var member: String
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }
    var columns: [String] { ["id", "kind", "name", "may", "made", "used", "ends"] }

    func execute(_ invocation: Invocation) throws {
        let answer = try invocation.withBackend { try $0.ask(API.memberAccess, MemberInput(member: member)) }
        let terminal = invocation.output.terminal
        try invocation.output.answer(answer) {
            var table = TextTable([
                .text("id"), .text("kind"), .wrapped("name"), .text("may"), .text("made"), .text("used"),
                .text("ends"),
            ])
            for (kind, entries) in [("session", answer.sessions), ("key", answer.keys)] {
                for entry in entries {
                    table.add([
                        entry.id, kind, entry.label ?? "", entry.scopes?.joined(separator: " ") ?? "all",
                        entry.createdAt, entry.usedAt, entry.expiresAt ?? "never",
                    ])
                }
            }
            return table.text(for: terminal)
        }
        if answer.sessions.isEmpty, answer.keys.isEmpty {
            invocation.output.note("\(member) is signed in nowhere, and has no key")
        }
    }
}

struct RevokeSessions: Verb {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End a member's sessions and keys, all or one.")
    static let examples = [
        Example("sessions revoke @bo --reason 'The phone was stolen'", "all of them, and all keys"),
        Example("sessions revoke @bo --only 3f9d2c81aa07", "one of those that sessions list shows"),
    ]

    @Argument(help: "The member, such as @bo.", completion: .members) var member: String
    @Option(help: ArgumentHelp("Only this session or key.", valueName: "id")) var only: String?
    @Option(help: "Why, for the log.") var reason: String?
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        let answer = try invocation.withBackend { backend in
            try backend.ask(API.revokeAccess, RevokeAccessInput(member: member, session: only, reason: reason))
        }
        try invocation.output.answer(answer) {
            let what = answer.revoked == 1 ? "session or key" : "sessions and keys"
            return "\(answer.revoked) \(what) of \(member) ended (event \(answer.position))"
        }
    }
}
