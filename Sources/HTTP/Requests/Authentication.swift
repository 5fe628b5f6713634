import Accounts
import Community
import Crypto
import Decisions
import EventLog
import Events
import Foundation
import HTTPTypes
import Hummingbird
import LarderAPI
import Layout
import Views

/// Who may ask for an operation, and with which key.
struct Admission: Sendable {
    var access: Access
    /// What a key must allow.
    var scope: Scopes
    /// A scope that is enough as well; `nil`: none is.
    var otherScope: Scopes?
    /// Whether a banned member may ask.
    var admitsBanned: Bool
    /// What the operation does, after «can».
    private(set) var deed = "do this"

    init(_ operation: any AnyOperation) {
        access = operation.access
        scope = Scopes(operation.traits.scope)
        otherScope = operation.traits.otherScope.map { Scopes($0) }
        admitsBanned = operation.name == API.logOut.name
        if case .action(let event) = operation.traits.kind, let kind = EventKind(name: event) { deed = kind.deed }
    }
}

extension Scopes {
    fileprivate init(_ scope: Scope) {
        switch scope {
        case .read: self = .read
        case .act: self = .act
        case .import: self = .import
        case .account: self = .account
        }
    }
}

extension RequestContext {
    // MARK: Authentication

    /// The caller, and the account that the rate limiter charges. Refuses a caller who has reached a limit. A request with an unknown
    /// secret is charged, too.
    func authenticate(
        _ request: Request, _ connection: ConnectionContext, for route: Route
    ) throws -> (Principal?, RatePayer?) {
        let found = Result<Principal?, Refusal> { () throws(Refusal) in try identify(request, for: route) }
        // An unknown secret is refused below, once it is charged.
        let caller = (try? found.get()) ?? nil
        connection.record.member = caller?.member
        let payer = try payer(of: caller, route.rateKind, request, connection)
        if let payer, let kind = route.rateKind { try charge(payer, kind, connection.record) }
        return (try found.get(), payer)
    }

    /// Charges a request to an unknown path, or with a method that its path does not take, to its network. Whether it carries a secret is
    /// not looked up.
    func chargeUnknown(_ request: Request, _ connection: ConnectionContext) throws(RateLimitReached) {
        try charge(network(of: request, connection), .questions, connection.record)
    }

    func charge(_ payer: RatePayer, _ kind: RateKind, _ record: RequestRecord) throws(RateLimitReached) {
        guard let limiter else { return }
        record.charge = RequestRecord.Charge(kind: kind, payer: payer)
        try limiter.take(kind, for: payer)
    }

    /// The account that is charged; `nil`: the request is not limited.
    func payer(
        of caller: Principal?, _ rate: RateKind?, _ request: Request, _ connection: ConnectionContext
    ) throws(Refusal) -> RatePayer? {
        guard limiter != nil else { return nil }
        // A guess at a password is charged to its network, whatever secret comes along.
        guard let caller, rate != .logIns, rate != .registrations else {
            return network(of: request, connection)
        }
        return try isImport(by: caller) ? nil : .member(caller.member)
    }

    private func network(of request: Request, _ connection: ConnectionContext) -> RatePayer {
        ClientAddress.payer(
            ClientAddress.address(of: connection.channel, request.headers, trusting: settings.trustedProxies))
    }

    /// Whether the key may import, and its owner is an admin now: then it belongs to a program of the operator.
    private func isImport(by caller: Principal) throws(Refusal) -> Bool {
        guard caller.scopes.contains(.import) else { return false }
        let status = try status(of: caller.member)
        return status.isLiving && status.ban == nil && status.role == .admin
    }

    /// The member whose secret the request carries, in the header or in the cookie; `nil`: a guest. A cookie alone is not enough to
    /// act: the request must carry the session's CSRF token.
    private func identify(_ request: Request, for route: Route) throws(Refusal) -> Principal? {
        if let header = request.headers[.authorization] {
            let parts = header.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else {
                throw Refusal(.unauthenticated, "Authorization must be: Bearer, a blank, and a token")
            }
            return try principal(String(parts[1].drop { $0 == " " }))
        }
        guard let secret = SessionCookie.secret(in: request.headers, settings) else { return nil }
        let isForAnyone = route.operation.access == .anyone
        guard route.operation.method != .get else {
            // An ended session must not keep a browser from looking.
            return isForAnyone ? try accounts.principal(secret) : try principal(secret)
        }
        guard !isForAnyone else { return nil }
        guard let token = request.headers[.csrfToken], SessionCookie.isCSRFToken(token, of: secret) else {
            throw Refusal(
                .forbidden, "with a session in a cookie, send the X-CSRF-Token that logging in answered",
                field: "x-csrf-token")
        }
        return try principal(secret)
    }

    /// Refuses an unknown secret.
    private func principal(_ secret: String) throws(Refusal) -> Principal {
        guard let principal = try accounts.principal(secret) else { throw .sessionEnded }
        return principal
    }

    // MARK: Authorization

    /// Refuses a caller who may not ask, as of the state of the views that is to answer.
    static func check(_ principal: Principal, for admission: Admission, _ queries: Queries) throws(Refusal) {
        let member = principal.member
        try check(
            principal, for: admission,
            Status(isLiving: queries.isLiving(member), ban: queries.ban(of: member), role: queries.role(member)),
            name: queries.named(member)?.username, reason: { queries.log.record(at: $0.position)?.payload.banReason })
    }

    /// Refuses a caller who may not ask, as of the log's newest state. The views need not have reached it.
    func check(_ principal: Principal, for admission: Admission) throws(Refusal) {
        let status = try status(of: principal.member)
        let name = try status.ban.flatMap { _ throws(Refusal) in
            try community.query { $0.named(principal.member)?.username }
        }
        let reason = try status.ban.flatMap { ban throws(Refusal) in
            try community.log.read { try $0.record(at: ban.position)?.payload.banReason }
        }
        try Self.check(principal, for: admission, status, name: name, reason: { _ in reason })
    }

    /// A member as of the log's newest state.
    private func status(of member: MemberID) throws(Refusal) -> Status {
        let state = try community.log.read { try $0.member(member) }
        let ban = state?.ban.flatMap { $0.holds(at: EventLog.systemClock()) ? $0 : nil }
        return Status(isLiving: state?.isDeleted == false, ban: ban, role: state?.role)
    }

    private struct Status {
        var isLiving: Bool
        /// The ban in force, if any.
        var ban: BanState?
        var role: Role?
    }

    private static func check(
        _ principal: Principal, for admission: Admission, _ status: Status, name: String?,
        reason: (BanState) -> String?
    ) throws(Refusal) {
        guard status.isLiving else { throw Refusal(.unauthenticated, "this account was deleted") }
        if !admission.admitsBanned, let ban = status.ban {
            // The token names the member, and no field of the request does.
            throw CommandNames().renamed(
                ban.refusal(of: principal.member, called: name, reason: reason(ban)))
        }
        guard
            principal.scopes.isSuperset(of: admission.scope)
                || admission.otherScope.map({ principal.scopes.isSuperset(of: $0) }) ?? false
        else {
            throw Refusal(
                .forbidden, "this key does not allow this: make one with the scopes that it requires, or log in")
        }
        let role = status.role ?? .member
        switch admission.access {
        case .anyone, .member: break
        case .moderator where role < .moderator: throw Refusal(.forbidden, "only moderators can \(admission.deed)")
        case .admin where role < .admin: throw Refusal(.forbidden, "only admins can \(admission.deed)")
        case .moderator, .admin: break
        }
    }
}

/// A session as browsers keep it. No script reads the cookie, and no form of another site acts with it.
enum SessionCookie {
    private static let plainName = "larder_session"
    /// Browsers take a cookie of this name only by TLS and from the host itself: neither a neighbouring host nor a page without TLS can
    /// replace it.
    private static let hostName = "__Host-larder_session"
    private static let maxAgeSeconds = 30 * 86_400

    static func begun(_ secret: String, _ settings: ServiceSettings) -> String {
        "\(name(settings))=\(secret); Path=/; Max-Age=\(maxAgeSeconds); HttpOnly; SameSite=Lax\(secure(settings))"
    }

    static func ended(_ settings: ServiceSettings) -> String {
        "\(name(settings))=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax\(secure(settings))"
    }

    private static func name(_ settings: ServiceSettings) -> String { settings.isBehindTLS ? hostName : plainName }

    private static func secure(_ settings: ServiceSettings) -> String { settings.isBehindTLS ? "; Secure" : "" }

    /// The session's secret; `nil`: the request has no such cookie.
    static func secret(in headers: HTTPFields, _ settings: ServiceSettings) -> String? {
        let cookies = Cookies(headers)
        // Sessions that began before the cookie had its other name continue for a release.
        return cookies[name(settings)] ?? cookies[plainName]
    }

    /// A proof that the sender has read an answer to this session. Scripts of other sites cannot read one.
    static func csrfToken(_ secret: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("larder csrf".utf8), using: SymmetricKey(data: Data(secret.utf8)))
        return Data(code).base64URL
    }

    /// In constant time.
    static func isCSRFToken(_ text: String, of secret: String) -> Bool {
        SymmetricKey(data: Data(text.utf8)) == SymmetricKey(data: Data(csrfToken(secret).utf8))
    }
}
