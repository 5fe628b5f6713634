import Accounts
import CloudEvents
import Community
import Events
import Foundation
import HTTPTypes
import Layout
import Notation
import Views

/// Signing up, logging in and out, passwords, sessions and keys.
extension Endpoint {
    static let accounts: [Endpoint] = [
        Endpoint(method: .post, path: "/accounts", operation: "register", rate: .registrations, bodyMax: actionBytesMax)
        { exchange in
            var body = try JSONBody(exchange)
            let password = try body.requiredText("password")
            let link = try body.text("link")
            let (payload, role) = try CloudEventReader.data(.memberRegistered, json: try body.object("profile"))
            try body.finish()
            guard role == 0 else {
                throw Refusal(.invalid, "nobody registers with a role: an admin gives it", field: "role")
            }
            guard case .registration(let registration) = payload else {
                throw Refusal(.invalid, "the profile says no username", field: "username")
            }
            try await exchange.holdImages(of: payload)
            let key = exchange.headers[.idempotencyKey]
            let outcome: Outcome
            do throws(Refusal) {
                outcome = try await exchange.desk.accounts.register(
                    registration, password: password, key: key, link: link)
            } catch {
                throw key == nil ? error : error.ofAnotherCommand
            }
            return try Exchange.reply(outcome)
        },
        Endpoint(method: .post, path: "/log-in", operation: "logIn", rate: .logIns, bodyMax: actionBytesMax) {
            exchange in
            var body = try JSONBody(exchange)
            let username = try body.requiredText("username")
            let password = try body.requiredText("password")
            let label = try body.text("label")
            let wantsCookie = try body.flag("cookie")
            try body.finish()
            let session = try await exchange.desk.accounts.logIn(
                MemberName.username(username), password: password, label: label)
            return try exchange.reply(session, asCookie: wantsCookie)
        },
        account(.post, "/log-out", "logOut") { exchange in
            let outcome = try await exchange.desk.accounts.logOut(try exchange.requiredPrincipal)
            var reply = try Exchange.reply(outcome)
            reply.headers[.setCookie] = SessionCookie.ended(exchange.desk.settings)
            return reply
        },
        account(.get, "/sessions", "sessions") { exchange in
            try .json(
                ["sessions": try exchange.desk.accounts.sessions(of: try exchange.requiredPrincipal, keys: false)])
        },
        account(.post, "/sessions/{session}/revoke", "revokeSession") { exchange in
            try await exchange.desk.accounts.revoke(
                try exchange.pathText("session"), of: try exchange.requiredPrincipal, keys: false)
            return .nothing
        },
        account(.get, "/keys", "keys") { exchange in
            try .json(["keys": try exchange.desk.accounts.sessions(of: try exchange.requiredPrincipal, keys: true)])
        },
        account(.post, "/keys", "makeKey") { exchange in
            var body = try JSONBody(exchange)
            let label = try body.requiredText("label")
            let scopes = try body.texts("scopes").reduce(into: Scopes()) { scopes, name in
                let choices = Scopes.names.map { (key: $0.name, value: $0.scope) }
                scopes.insert(try Word.choose(name, choices, field: "scopes", noun: "scope"))
            }
            try body.finish()
            let key = try await exchange.desk.accounts.makeKey(
                of: try exchange.requiredPrincipal, label: label, scopes: scopes)
            return try .json(KeyAnswer(key), status: .created)
        },
        account(.post, "/keys/{key}/revoke", "revokeKey") { exchange in
            try await exchange.desk.accounts.revoke(
                try exchange.pathText("key"), of: try exchange.requiredPrincipal, keys: true)
            return .nothing
        },
        account(.post, "/account/password", "changePassword") { exchange in
            var body = try JSONBody(exchange)
            let (old, new) = (try body.requiredText("password"), try body.requiredText("newPassword"))
            try body.finish()
            return try Exchange.reply(
                try await exchange.desk.accounts.changePassword(of: try exchange.requiredPrincipal, from: old, to: new))
        },
        account(.post, "/account/delete", "deleteAccount") { exchange in
            let principal = try exchange.requiredPrincipal
            var body = try JSONBody(exchange)
            let (typed, password) = (try body.requiredText("confirm"), try body.requiredText("password"))
            try body.finish()
            let name = try exchange.desk.community.query { $0.memberCard(principal.member)?.username }
            guard let name, typed == "@\(name)" else {
                throw Refusal(
                    .invalid, "this deletes the account for ever: say so by its name in confirm, as @name",
                    field: "confirm")
            }
            try await exchange.desk.accounts.confirm(principal, password: password)
            let member = Reference.member(principal.member)
            let outcome = try await exchange.desk.submit(Command(.memberDeleted, actor: member, subject: member))
            var reply = try Exchange.reply(outcome)
            reply.headers[.setCookie] = SessionCookie.ended(exchange.desk.settings)
            return reply
        },
        Endpoint(
            method: .post, path: "/account/reset", operation: "resetPassword", rate: .logIns, bodyMax: actionBytesMax
        ) { exchange in
            var body = try JSONBody(exchange)
            let (link, password) = (try body.requiredText("link"), try body.requiredText("newPassword"))
            try body.finish()
            return try Exchange.reply(try await exchange.desk.accounts.resetPassword(to: password, link: link))
        },
    ]

    /// For whoever has logged in: no key may.
    private static func account(
        _ method: HTTPRequest.Method, _ path: String, _ operation: String,
        _ answer: @escaping @Sendable (Exchange) async throws -> Reply
    ) -> Endpoint {
        Endpoint(
            method: method, path: path, operation: operation, access: .member, scope: .account,
            bodyMax: method == .get ? 0 : actionBytesMax, answer: answer)
    }
}

/// What logging in answers. The token stands here once and nowhere else.
private struct SessionAnswer: Encodable {
    var position: UInt64
    var id: String
    var session: String
    /// Nil where it went into a cookie.
    var token: String?
    /// To be sent along as `X-CSRF-Token` with everything but questions, where a cookie says who asks.
    var csrfToken: String?
    var expiresAt: String?
}

private struct KeyAnswer: Encodable {
    var id: String
    var key: String
    var label: String
    var scopes: [String]
    var createdAt: String

    init(_ key: IssuedSession) {
        id = key.secret.hash.name
        self.key = key.secret.text
        label = key.label
        scopes = key.scopes.names
        createdAt = key.createdAt.rfc3339
    }
}

extension Exchange {
    fileprivate func reply(_ session: IssuedSession, asCookie isCookie: Bool) throws -> Reply {
        let secret = session.secret
        var reply = try Reply.json(
            SessionAnswer(
                position: session.position.value, id: session.member.description, session: secret.hash.name,
                token: isCookie ? nil : secret.text, csrfToken: isCookie ? SessionCookie.csrfToken(secret.text) : nil,
                expiresAt: session.expiresAt?.rfc3339), status: .created)
        reply.headers[.cacheControl] = "no-store"
        if isCookie { reply.headers[.setCookie] = SessionCookie.begun(secret.text, desk.settings) }
        return reply
    }
}
