import Answers
import Community
import Events
import HTTPTypes
import Layout
import Notation
import Views

/// Why an answer is what it is. What was undone since, and who voted, shows: for admins.
extension Endpoint {
    static let explanations: [Endpoint] = [
        Endpoint(
            method: .get, path: "/why", operation: "why", access: .admin,
            parameters: [
                "question", "wording", "field", "as", "newestFirst", "proof", "asOf", "limit", "after",
            ], rate: .uploads
        ) { exchange in
            let (desk, query, page) = (exchange.desk, exchange.query, try exchange.page)
            let moment = try query.text("asOf").map { text throws(Refusal) in try Times.moment(text, field: "asOf") }
            let viewer = try query.text("as").map { text throws(Refusal) in
                try MemberName.reference(text, field: "as")
            }
            return try await desk.apart {
                // Names come and go: it is whoever bore it then.
                let member = try viewer.map { viewer in
                    guard let moment else { return try desk.community.query { try $0.member(viewer) } }
                    return try desk.community.query(asOf: moment) { try $0.member(viewer) }
                }
                return try .json(
                    try desk.community.why(
                        try exchange.asked(as: member, named: viewer?.description), moment: moment, page: page,
                        newestFirst: try query.flag("newestFirst") ?? false, proof: try query.flag("proof") ?? false))
            }
        }
    ]
}

extension Exchange {
    /// The question that the query names: the path of another one, as that member would ask it.
    fileprivate func asked(as member: MemberID?, named name: String?) throws -> ExplainedQuestion {
        guard let text = try query.text("question") else {
            throw Refusal(.usage, "say which answer: question=/recipes/r12", field: "question")
        }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let found = Endpoint.all.compactMap { endpoint in
            endpoint.method == .get && endpoint.fits(parts[0]) ? endpoint.ask.map { (endpoint, $0) } : nil
        }
        // What names the path word by word goes before what fits anything.
        guard let (endpoint, ask) = found.min(by: { $0.0.pathParameters.count < $1.0.pathParameters.count }) else {
            throw Refusal(
                .notFound, "«\(text.prefix(200))» is no question: /recipes/r12 is one, and /feed?mode=following",
                field: "question")
        }
        let segments = zip(endpoint.path.split(separator: "/"), parts[0].split(separator: "/"))
        let allowed = endpoint.parameters.filter { !["asOf", "atLeast", "after"].contains($0) }
        var exchange = Exchange(
            self, target: text,
            path: try Endpoint.pathValues(of: endpoint.pathParameters) { name in
                segments.first { $0.0 == "{\(name)}" }.map { String($0.1) }
            },
            query: try QueryParameters(parts.count == 2 ? parts[1] : nil, allowed: allowed), viewer: member)
        exchange.isWhole = true
        let whole = exchange
        let wording = try query.text("wording") ?? text + (name.map { " as \($0)" } ?? "")
        return ExplainedQuestion(wording, path: query.all("field")) { queries in
            // Nobody was answered at the moderators' desk before they sat there.
            if endpoint.access == .moderator, let member, !queries.mayModerate(member) {
                throw Refusal(.forbidden, "this takes a moderator")
            }
            return try ask(whole, queries)
        }
    }
}
