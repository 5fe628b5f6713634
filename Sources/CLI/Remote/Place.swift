import Events
import Foundation
import LarderClient

/// Where a command goes.
enum Place {
    case directory(String)
    case service(ChosenService)

    /// Options go before the environment, and the environment before the context in use.
    init(_ options: GlobalOptions) throws(Refusal) {
        let (server, directory) = (
            Invocation.environment("LARDER_SERVER"), Invocation.environment("LARDER_DATA")
        )
        switch (options.server, options.data) {
        case (_?, _?):
            throw Refusal(.usage, "--server and --data name two places: leave one of them out", field: "server")
        case (let text?, nil): self = .service(try ChosenService(text, said: "--server"))
        case (nil, let path?): self = .directory(path)
        case (nil, nil):
            switch (server, directory) {
            case (_?, _?):
                throw Refusal(
                    .usage, "LARDER_SERVER and LARDER_DATA name two places: choose one with --server or --data",
                    field: "server")
            case (let text?, nil): self = .service(try ChosenService(text, said: "LARDER_SERVER"))
            case (nil, let path?): self = .directory(path)
            case (nil, nil):
                let contexts = try Contexts.load()
                if let name = contexts.current, let context = contexts[name] {
                    self = .service(try ChosenService(context, said: "the context «\(name)»"))
                } else {
                    self = .directory(Self.standardDirectory)
                }
            }
        }
    }

    static let standardDirectory = "larder-data"
}

/// A service, and the token for it.
struct ChosenService {
    let address: ServiceAddress
    /// `$LARDER_TOKEN`, or else the token of the context; `nil`: requests are a guest's.
    let token: String?
    /// The name of its context, if it has one.
    let context: String?
    /// Where the choice was made, for messages: an option, a variable or a context.
    let said: String
    /// Whether the token comes from `$LARDER_TOKEN` and not from a context.
    let isTokenGiven: Bool

    /// `text` is a URL, or the name of a context.
    init(_ text: String, said: String) throws(Refusal) {
        let contexts = try Contexts.load()
        if !text.contains("://"), !text.isEmpty {
            try self.init(try contexts.named(text), said: said)
        } else {
            let address = try ServiceAddress(typed: text)
            self.init(address, contexts.context(of: address), said: said)
        }
    }

    init(_ context: ServerContext, said: String) throws(Refusal) {
        self.init(try ServiceAddress(typed: context.server), context, said: said)
    }

    private init(_ address: ServiceAddress, _ context: ServerContext?, said: String) {
        let given = Invocation.environment("LARDER_TOKEN")
        self.address = address
        token = given ?? context?.token
        self.context = context?.name
        self.said = said
        isTokenGiven = given != nil
    }
}

/// Where a command can go.
enum Reach {
    /// The command can go to a directory or to a service.
    case anywhere
    /// The command can go to a directory only. The text says why.
    case directory(String)
    /// The command can go to a service only.
    case service
    /// It needs neither directory nor service.
    case nowhere

    /// The reach of commands that work on files.
    static let files = Reach.directory("it works on the files of a directory")
}
