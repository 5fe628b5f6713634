import Events
import Foundation
import LarderClient

/// Where a command goes.
enum Place {
    case directory(String)
    case service(ChosenService)

    /// What the options say goes before what the environment says, and that before the context in use.
    init(_ options: GlobalOptions) throws(Refusal) {
        let (server, directory) = (
            Invocation.environment("LARDER_SERVER"), Invocation.environment("LARDER_DATA")
        )
        switch (options.server, options.data) {
        case (_?, _?):
            throw Refusal(.usage, "--server and --data say two places: leave one of them out", field: "server")
        case (let text?, nil): self = .service(try ChosenService(text, said: "--server"))
        case (nil, let path?): self = .directory(path)
        case (nil, nil):
            switch (server, directory) {
            case (_?, _?):
                throw Refusal(
                    .usage, "LARDER_SERVER and LARDER_DATA say two places: say which with --server or --data",
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

/// A service, and what it is asked with.
struct ChosenService {
    let address: ServiceAddress
    /// `$LARDER_TOKEN`, else that of the context; nil: nobody in particular asks.
    let token: String?
    /// The context by which it is known, if any.
    let context: String?
    /// What has said that it is this one.
    let said: String
    /// Whether the token is none that is kept.
    let isTokenGiven: Bool

    /// By its URL, or by the name of a context.
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
