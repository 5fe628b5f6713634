import ArgumentParser
import Events
import LarderClient

struct ContextGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "context", abstract: "Services by names of your own, and which of them is asked.",
        subcommands: [
            ListContexts.self, AddContext.self, UseContext.self, LeaveContext.self, RemoveContext.self,
        ], defaultSubcommand: ListContexts.self)
    static let examples = [
        Example("context add kitchen https://kitchen.example", "call a service kitchen"),
        Example("context use kitchen", "use it when a command names no place"),
        Example("context", "which there are"),
        Example("context leave", "back to directories"),
    ]
}

struct ListContexts: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The contexts that there are, with the one in use.")
    static let examples = [Example("context", "which there are"), Example("context list --json", "for programs")]

    @OptionGroup var options: GlobalOptions

    private struct Answer: Encodable {
        struct Context: Encodable {
            var name: String
            var server: String
            var username: String?
            var expiresAt: String?
            var inUse: Bool
        }

        var contexts: [Context]
    }

    var reach: Reach { .nowhere }
    var columns: [String] { ["name", "service", "as", "in use"] }

    func execute(_ invocation: Invocation) throws {
        let contexts = try Contexts.load()
        let answer = Answer(
            contexts: contexts.contexts.map { context in
                .init(
                    name: context.name, server: context.server, username: context.username,
                    expiresAt: context.expiresAt, inUse: context.name == contexts.current)
            })
        try invocation.output.answer(answer) {
            var table = TextTable([.text("name"), .text("service"), .text("as"), .text("in use")])
            for context in answer.contexts {
                table.add([
                    context.name, context.server, context.username.map { "@\($0)" } ?? "",
                    context.inUse ? "in use" : "",
                ])
            }
            return table.text(for: invocation.output.terminal)
        }
        if answer.contexts.isEmpty { invocation.output.note("None yet: larder context add NAME URL makes one.") }
    }
}

struct AddContext: Verb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Call a service by a name, or another one by that name.")
    static let examples = [
        Example("context add kitchen https://kitchen.example", "saved without a request to it"),
        Example("context add here http://127.0.0.1:8080", "on this machine"),
    ]

    @Argument(help: "A name of your own: letters, digits, and . _ - :") var name: String
    @Argument(help: ArgumentHelp("Where the service is.", valueName: "url")) var url: String
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .nowhere }

    func execute(_ invocation: Invocation) throws {
        guard name.wholeMatch(of: /[A-Za-z0-9._:\[\]-]{1,80}/) != nil, !name.hasPrefix("-") else {
            throw Refusal(.usage, "«\(name)» is not a name for a context: write letters and digits", field: "name")
        }
        let address = try ServiceAddress(typed: url)
        try Contexts.change { contexts in
            // A token for one service is not sent to another.
            if let known = contexts[name], (try? ServiceAddress(typed: known.server)) == address { return }
            contexts[name] = ServerContext(name: name, server: address.text)
        }
        try invocation.confirm("\(name) is \(address.text)\nNext: larder log-in NAME --server \(name)")
    }
}

struct UseContext: Verb {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Use that service when neither the command line nor the environment names a place.")
    static let examples = [Example("context use kitchen", "from now on")]

    @Argument(help: "The context.") var name: String
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .nowhere }

    func execute(_ invocation: Invocation) throws {
        let context = try Contexts.change { contexts in
            contexts.current = try contexts.named(name).name
            return try contexts.named(name)
        }
        try invocation.confirm("\(context.name) is in use: \(context.server)")
    }
}

struct LeaveContext: Verb {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: "Use no context any more: directories again.")
    static let examples = [Example("context leave", "back to directories")]

    @OptionGroup var options: GlobalOptions

    var reach: Reach { .nowhere }

    func execute(_ invocation: Invocation) throws {
        try Contexts.change { $0.current = nil }
        try invocation.confirm("no context is in use")
    }
}

struct RemoveContext: Verb {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget a context, and the token that is kept with it.",
        discussion: "The session itself lasts until it ends or is revoked: larder log-out revokes it.")
    static let examples = [Example("context remove kitchen", "no more")]

    @Argument(help: "The context.") var name: String
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .nowhere }

    func execute(_ invocation: Invocation) throws {
        try Contexts.change { contexts in
            let context = try contexts.named(name)
            contexts[context.name] = nil
            if contexts.current == context.name { contexts.current = nil }
        }
        try invocation.confirm("\(name) is forgotten")
    }
}

extension Invocation {
    private struct Done: Encodable {
        var changed = true
    }

    /// Says that something was done about contexts.
    fileprivate func confirm(_ text: String) throws {
        guard options.json || !options.quiet else { return }
        try output.answer(Done()) { text }
    }
}
