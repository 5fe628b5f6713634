import Community
import EventLog
import Events
import HTTPTypes
import Layout
import Views

/// What strangers need to check the log by: signed heads for anyone, proofs of events for whoever made them.
extension Endpoint {
    static let audit: [Endpoint] = [
        proof("/audit/key", "auditKey") { exchange in ["key": try exchange.desk.community.auditKey()] },
        proof("/audit/head", "auditHead", ["size"]) { exchange in
            try exchange.desk.community.auditHead(size: try exchange.query.number("size"))
        },
        proof("/audit/consistency", "auditConsistency", ["from", "to"]) { exchange in
            guard let from = try exchange.query.number("from") else {
                throw Refusal(.usage, "say the size of the earlier head: from=100", field: "from")
            }
            return try exchange.desk.community.auditProof(from: from, to: try exchange.query.number("to"))
        },
        proof("/audit/inclusion/{event}", "auditInclusion", ["size"], access: .member) { exchange in
            let (community, event) = (exchange.desk.community, try exchange.event())
            let viewer = try exchange.requiredViewer
            let isTold = try community.query { queries in queries.role(viewer) == .admin }
            // Its bytes say who has done it: also of what is shown to nobody, such as a vote.
            if !isTold, let header = try community.log.read({ try $0.header(at: event) }), header.actor != viewer {
                throw Refusal(
                    .forbidden, "an event is proved to whoever made it, and to admins", field: "event")
            }
            return try community.auditProof(of: event, size: try exchange.query.number("size"))
        },
    ]

    /// What is signed costs a sync of the log: it counts as something that is done.
    private static func proof<Answer: Encodable & Sendable>(
        _ path: String, _ operation: String, _ parameters: [String] = [], access: Access = .anyone,
        _ prove: @escaping @Sendable (Exchange) throws -> Answer
    ) -> Endpoint {
        Endpoint(
            method: .get, path: path, operation: operation, access: access, parameters: parameters, rate: .actions
        ) { exchange in
            try .json(try await exchange.desk.apart { try prove(exchange) })
        }
    }
}
