import Accounts
import ArgumentParser
import Events
import Foundation
import LarderAPI
import LarderClient
import Operations

struct LogIn: Verb {
    static let configuration = CommandConfiguration(
        commandName: "log-in", abstract: "Begin a session at a service, and keep its token with the context.",
        discussion: """
            Larder asks for the password at a terminal, and otherwise reads a line of standard input. It keeps the token in \
            larder/contexts.json below $XDG_CONFIG_HOME or ~/.config, for you alone. A service that has no context yet gets one that \
            is called like its host.
            """)
    static let examples = [
        Example("log-in ada --server https://kitchen.example", "asks for the password"),
        Example("log-in ada --server http://127.0.0.1:8080 < password", "from a file"),
        Example("log-in ada@example.org --server https://kitchen.example", "by e-mail"),
    ]

    @Argument(help: "The username or the e-mail.") var name: String
    @OptionGroup var options: GlobalOptions

    private struct Answer: Encodable {
        var context: String
        var server: String
        var id: String
        var username: String
        var expiresAt: String?
    }

    var reach: Reach { .service }

    func execute(_ invocation: Invocation) throws {
        guard case .service(let service) = invocation.place, let backend = invocation.service else { return }
        let name = MemberName.username(name)
        let password = try TypedSecret.password(
            of: name.contains("@") ? name : "@\(name)", invocation.output.terminal)
        let context = service.context ?? service.address.name
        let session = try backend.logIn(
            name, password: password, label: "larder at \(ProcessInfo.processInfo.hostName.prefix(60))",
            device: try Contexts.load()[context]?.device)
        let username = session.username ?? name
        try Contexts.change { contexts in
            contexts[context] = ServerContext(
                name: context, server: service.address.text, username: username, token: session.token,
                expiresAt: session.expiresAt, device: session.device)
        }
        if service.isTokenGiven {
            invocation.output.warn("LARDER_TOKEN is set, and replaces the new session's token: unset it")
        }
        guard options.json || !options.quiet else { return }
        let answer = Answer(
            context: context, server: service.address.text, id: session.id, username: username,
            expiresAt: session.expiresAt)
        try invocation.output.answer(answer) { "\(context) is asked as @\(username) (\(session.id))" }
    }
}

struct LogOut: Verb {
    static let configuration = CommandConfiguration(
        commandName: "log-out", abstract: "End the session at a service, and forget its token.")
    static let examples = [
        Example("log-out", "of the context in use"), Example("log-out --server kitchen", "of another one"),
    ]

    @OptionGroup var options: GlobalOptions

    private struct Answer: Encodable {
        var server: String
        var changed = true
    }

    var reach: Reach { .service }

    func execute(_ invocation: Invocation) throws {
        guard case .service(let service) = invocation.place, let backend = invocation.service else { return }
        guard backend.token != nil else {
            throw Refusal(.notFound, "there is no session for \(service.address.text)", field: "server")
        }
        try backend.logOut()
        if !service.isTokenGiven, let name = service.context {
            try Contexts.change { contexts in
                contexts[name] = contexts[name].map {
                    ServerContext(name: $0.name, server: $0.server, device: $0.device)
                }
            }
        }
        guard options.json || !options.quiet else { return }
        try invocation.output.answer(Answer(server: service.address.text)) { "logged out of \(service.address.text)" }
    }
}
