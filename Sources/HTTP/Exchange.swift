import Accounts
import Events
import HTTPTypes
import Layout
import NIOCore
import Notation
import Views

/// A request that was understood so far: what it is about, who asks, and what was sent along.
struct Exchange: Sendable {
    let desk: Desk
    /// Path and query as they were sent.
    let target: String
    let path: [String: String]
    let query: QueryParameters
    let headers: HTTPFields
    let body: [UInt8]
    let channel: any Channel
    /// Nil: nobody in particular.
    let principal: Principal?
    /// For whom it is counted where somebody may ask for only so much; nil: for nobody.
    let payer: RatePayer?

    /// Who looks; nil: nobody in particular.
    let viewer: MemberID?
    /// Whether lists are meant whole, unless the query says how much of them.
    var isWhole = false

    init(
        _ desk: Desk, target: String, path: [String: String], query: QueryParameters, headers: HTTPFields,
        body: [UInt8], channel: any Channel, principal: Principal?, payer: RatePayer?
    ) {
        (self.desk, self.target, self.path, self.query) = (desk, target, path, query)
        (self.headers, self.body, self.channel) = (headers, body, channel)
        (self.principal, self.payer, viewer) = (principal, payer, principal?.member)
    }

    /// The same client's, of another question, as somebody else would put it.
    init(_ other: Exchange, target: String, path: [String: String], query: QueryParameters, viewer: MemberID?) {
        (desk, self.target, self.path, self.query) = (other.desk, target, path, query)
        (headers, body, channel) = (HTTPFields(), [], other.channel)
        (principal, payer, self.viewer) = (other.principal, other.payer, viewer)
    }

    /// Who acts, or asks of themselves. Only what `access` admits comes here.
    var actor: Reference {
        get throws(Refusal) { .member(try requiredViewer) }
    }

    var requiredViewer: MemberID {
        get throws(Refusal) {
            guard let viewer else { throw .logInFirst }
            return viewer
        }
    }

    var requiredPrincipal: Principal {
        get throws(Refusal) {
            guard let principal else { throw .logInFirst }
            return principal
        }
    }

    func pathText(_ name: String) throws(Refusal) -> String {
        guard let text = path[name] else { throw Refusal(.notFound, "nothing is there") }
        return text
    }

    /// The entity that the path names, of one of the types with these letters.
    func entity(_ name: String, _ letters: String) throws(Refusal) -> Reference {
        try EntityName.reference(try pathText(name), letters, field: name)
    }

    /// The member that the path names; `me` is whoever asks.
    func member(_ name: String = "member") throws(Refusal) -> Reference {
        let text = try pathText(name)
        return text == "me" ? try actor : try MemberName.reference(text, field: name)
    }

    /// Counts it, and refuses what is too much in too short a time.
    func count(as kind: RateKind) throws(RateLimitReached) {
        guard let payer, let limiter = desk.limiter else { return }
        try limiter.take(kind, for: payer)
    }

    /// A page of at most a hundred.
    var page: Page {
        get throws(Refusal) {
            if isWhole, query.all("limit").isEmpty { return Page(limit: 0, after: try query.text("after")) }
            let limit = try query.number("limit") ?? 20
            guard (1...UInt64(Self.limitMax)).contains(limit) else {
                throw Refusal(.usage, "limit is 1 to \(Self.limitMax)", field: "limit")
            }
            return Page(limit: Int(limit), after: try query.text("after"))
        }
    }

    private static let limitMax = 100
}
