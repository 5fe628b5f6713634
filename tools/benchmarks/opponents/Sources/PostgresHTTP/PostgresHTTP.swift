import Hummingbird
import Logging

/// PostgreSQL behind the HTTP server that `larder serve` has: each vote that is posted is one durable insert, and is answered as
/// Larder answers it. It decides nothing and knows no member: whom a token names is not asked.
/// `postgres-http PORT CONNECTIONS CONNECTION-STRING`.
@main struct PostgresHTTP {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 4, let port = Int(words[1]), let connections = Int(words[2]), connections > 0 else {
            fatalError("postgres-http PORT CONNECTIONS CONNECTION-STRING")
        }
        let messages = Messages(connecting: connections, to: words[3])
        let router = Router()
        router.post("/recipes/{recipe}/{vote}") { request, context in
            let bearer = "Bearer "
            guard let authorization = request.headers[.authorization], authorization.hasPrefix(bearer) else {
                throw HTTPError(.unauthorized)
            }
            let member = String(authorization.dropFirst(bearer.count))
            let recipe = try context.parameters.require("recipe")
            let vote = try context.parameters.require("vote")
            guard [member, recipe, vote].allSatisfy(isWord) else { throw HTTPError(.badRequest) }
            let global = try await messages.insert(
                stream: member, type: "recipe.\(vote)", data: #"{"actor":"\#(member)","subject":"\#(recipe)"}"#)
            let answer = #"{"changed":true,"id":"\#(global)","position":\#(global)}"#
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: answer)))
        }
        var logger = Logger(label: "postgres-http")
        logger.logLevel = .error
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
        try await application.runService()
    }

    /// Whether this can stand between quotes of JSON as it is.
    private static func isWord(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
