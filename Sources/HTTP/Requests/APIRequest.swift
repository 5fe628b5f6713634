import Accounts
import Events
import HTTPTypes
import LarderAPI
import Layout
import NIOCore
import Operations
import Views

/// A request to an operation: its route, its caller, and the texts that it carries.
struct APIRequest: Sendable {
    let context: RequestContext
    let route: Route
    /// Path and query as they were sent.
    let target: String
    let path: [String: String]
    let query: QueryParameters
    let headers: HTTPFields
    let body: [UInt8]
    let channel: any Channel
    let record: RequestRecord
    /// `nil`: the request carries no secret.
    let principal: Principal?
    /// The account that the rate limiter charges; `nil` if the request is exempt.
    let payer: RatePayer?

    /// The member whose view of the community is shown; `nil`: a guest's.
    let viewer: MemberID?
    /// Whether a list without a limit is whole.
    var isWhole = false

    init(
        _ context: RequestContext, _ route: Route, target: String, path: [String: String], query: QueryParameters,
        headers: HTTPFields, body: [UInt8], channel: any Channel, record: RequestRecord, principal: Principal?,
        payer: RatePayer?
    ) {
        (self.context, self.route, self.target, self.path, self.query) = (context, route, target, path, query)
        (self.headers, self.body, self.channel, self.record) = (headers, body, channel, record)
        (self.principal, self.payer, viewer) = (principal, payer, principal?.member)
    }

    /// A question of the same client that `why` explains, as `viewer` would ask it. Its lists are whole.
    init(
        _ other: APIRequest, _ route: Route, target: String, path: [String: String], query: QueryParameters,
        viewer: MemberID?
    ) {
        (context, self.route, self.target, self.path, self.query) = (other.context, route, target, path, query)
        (headers, body, channel, record) = (HTTPFields(), [], other.channel, other.record)
        (principal, payer, self.viewer) = (other.principal, other.payer, viewer)
        isWhole = true
    }

    /// The member who acts.
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

    /// The member that a text of the path names; `me` is the caller.
    func member(_ text: String) throws(Refusal) -> Reference {
        try Viewer(member: viewer).reference(text)
    }

    /// Charges the rate limiter. Refuses when the limit is reached: then the answer's headers name that limit.
    func count(as kind: RateKind) throws(RateLimitReached) {
        guard let payer, let limiter = context.limiter else { return }
        do throws(RateLimitReached) { try limiter.take(kind, for: payer) } catch {
            record.charge = RequestRecord.Charge(kind: kind, payer: payer)
            throw error
        }
    }

    /// Refuses a page of more than a hundred.
    func checkLimit() throws(Refusal) {
        guard let text = query.all("limit").first, let limit = UInt64(text) else { return }
        guard (1...Self.limitMax).contains(limit) else {
            throw Refusal(.usage, "limit is 1 to \(Self.limitMax)", field: "limit")
        }
    }

    private static let limitMax: UInt64 = 100
}
