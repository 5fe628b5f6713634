import ArgumentParser
import Events
import LarderAPI
import Operations

struct ResetPassword: Verb {
    static let configuration = CommandConfiguration(
        commandName: "reset-password", abstract: "A link with which a member chooses a new password, once.",
        discussion: """
            Give it to the member only: it opens the account. The log says who made it. In a browser it follows /reset?link= at the service; apps \
            send it by POST /account/reset. It is valid for a day, and \
            replaces earlier links. With --all, each member without a password gets a link that is valid for a week. \
            FILE is new and readable for its owner alone, with a line for each member: username, email, link, expiresAt; \
            in JSON if its name ends with .ndjson or .jsonl, else in CSV. Run it again if it was interrupted.
            """)
    static let examples = [
        Example("reset-password @bo", "for bo, who has forgotten it"),
        Example("reset-password --all --links links.csv", "for all members of an app that moved without passwords"),
    ]

    @Argument(help: "The member, such as @bo.", completion: .members) var member: String?
    @Flag(help: "Make a link for each member who has no password.") var all = false
    @Option(help: ArgumentHelp("With --all: write the links into this new file.", valueName: "file"))
    var links: String?
    @OptionGroup var options: GlobalOptions

    var reach: Reach { all || links != nil ? .directory("its file of links is the operator's") : .anywhere }

    func execute(_ invocation: Invocation) throws {
        guard let member else {
            guard all else { throw Refusal(.usage, "name the member, such as @bo, or say --all", field: "member") }
            guard let links else {
                throw Refusal(.usage, "--all needs a file for the links: --links FILE", field: "links")
            }
            return try resetAll(into: links, invocation)
        }
        guard !all, links == nil else {
            throw Refusal(.usage, "--all and --links are for all members: leave out \(member)", field: "member")
        }
        try resetOne(member, invocation)
    }

    private func resetOne(_ name: String, _ invocation: Invocation) throws {
        try invocation.withBackend { backend in
            let answer = try backend.ask(API.makeResetLink, MemberInput(member: name))
            if !options.quiet {
                StandardStream.writeError(
                    "Send this link to \(name) only: until \(answer.expiresAt) it sets a new password, once, at /reset?link=LINK of the service.\n"
                )
            }
            try invocation.output.answer(answer) {
                invocation.output.terminal.isOutputTerminal
                    ? "\(answer.link)\n\(invocation.output.terminal.dim("until \(answer.expiresAt)"))" : answer.link
            }
        }
    }
}
