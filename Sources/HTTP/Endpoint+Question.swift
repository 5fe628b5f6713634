import Accounts
import Answers
import Community
import EventLog
import Events
import HTTPTypes
import Layout
import Views

extension Endpoint {
    /// How long a question may keep a processor.
    enum Load: Sendable {
        /// Microseconds: it is answered where it arrives.
        case light
        /// Up to seconds: it is answered on one of a few threads of its own.
        case heavy
    }

    /// A question to the views, answered as `larder … --json` answers it.
    static func question<Answer: Encodable & SendableMetatype>(
        _ path: String, _ operation: String, _ parameters: [String] = [], isPaged: Bool = false,
        access: Access = .anyone, load: Load = .light,
        _ ask: @escaping @Sendable (Exchange, Queries) throws -> Answer
    ) -> Endpoint {
        var endpoint = Endpoint(
            method: .get, path: path, operation: operation, access: access,
            parameters: parameters + (isPaged ? ["limit", "after"] : []) + ["atLeast", "asOf"]
        ) { _ in .nothing }
        endpoint.ask = { exchange, queries in try AnswerTree(of: try ask(exchange, queries)) }
        endpoint.answer = { [endpoint] exchange in
            if let reply = try exchange.shelved(for: endpoint) { return reply }
            return try await exchange.desk.ask(exchange, heavy: load == .heavy) { queries in
                if let principal = exchange.principal { try Desk.check(principal, for: endpoint, queries) }
                return try exchange.reply(ask, queries)
            }
        }
        return endpoint
    }
}

extension Exchange {
    /// Bytes that an answer takes on the shelf beside its body: headers, tag, and its place in a table.
    private static let shelfRoom = 1_024

    /// As what its answer is kept until the next event; nil: that depends on more than who asks for what.
    private var question: ShelvedQuestion? {
        guard query.all("asOf").isEmpty, query.all("atLeast").isEmpty else { return nil }
        return ShelvedQuestion(target: target, viewer: viewer)
    }

    /// What was answered to this since the last event, where that is known. Refuses whoever may not ask it any more.
    fileprivate func shelved(for endpoint: Endpoint) throws(Refusal) -> Reply? {
        guard let question, let known = desk.shelf.answer(to: question, at: try desk.community.log.head()) else {
            return nil
        }
        if let principal { try desk.check(principal, for: endpoint) }
        return known.reply.unless(known.tag, isKnownBy: headers)
    }

    /// The answer, or that it is the one that the client has.
    fileprivate func reply<Answer: Encodable>(
        _ ask: (Exchange, Queries) throws -> Answer, _ queries: Queries
    ) throws -> Reply {
        // Whether there is an answer comes before whether the client has it: RFC 9110, 13.2.1.
        let answer = try ask(self, queries)
        var reply = try Reply.json(answer)
        let tag = EntityTag(
            queries.logPosition, viewer: viewer, version: (answer as? RecipeAnswer)?.recipe.version,
            // What is erased since goes out of what was said at an earlier moment.
            timely: queries.isTimely || !query.all("asOf").isEmpty ? reply.body : nil)
        reply.headers[.eTag] = tag.text
        reply.headers[.cacheControl] = viewer == nil ? "no-cache" : "private, no-cache"
        reply.headers[.vary] = "Authorization, Cookie"
        if let question, !queries.isTimely {
            desk.shelf.keep(
                .init(tag: tag, reply: reply), to: question, at: queries.logPosition,
                bytes: reply.body.count + target.utf8.count + Self.shelfRoom)
        }
        return reply.unless(tag, isKnownBy: headers)
    }
}
