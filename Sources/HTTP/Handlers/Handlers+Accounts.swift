package import Accounts
import CloudEvents
import Community
import Events
import Foundation
import HTTPTypes
package import LarderAPI
package import Layout
import Operations
import Recipes
import Views

/// Signing up, logging in and out, passwords, sessions and keys.
extension Handlers {
    static let accounts = [
        handle(API.register) { input, request in
            let (payload, role) = try CloudEventReader.data(.memberRegistered, json: input.profile.bytes)
            guard role == 0 else {
                throw Refusal(.invalid, "a registration has no role: an admin gives roles", field: "role")
            }
            guard case .registration(let registration) = payload else {
                throw Refusal(.invalid, "the profile is not a registration's", field: "profile")
            }
            try await request.holdImages(of: payload)
            if let label = input.label { try Accounts.check(label: label) }
            let key = request.headers[.idempotencyKey]
            let registered: Registered
            do throws(Refusal) {
                registered = try await request.context.accounts.register(
                    registration, password: input.password, key: key, link: input.link)
            } catch {
                throw key == nil ? error : error.ofAnotherCommand
            }
            let reply = try APIRequest.reply(registered.outcome)
            guard input.session else { return try request.reply(registered, like: reply) }
            let session = try await request.context.accounts.beginSession(
                of: registered.member, label: input.label, device: request.device)
            return try request.reply(registered, session, asCookie: input.cookie, like: reply)
        },
        handle(API.logIn) { input, request in
            // A username may be written with its sign, an e-mail has one within.
            let session = try await request.context.accounts.logIn(
                MemberName.username(input.username), password: input.password, label: input.label,
                device: input.device ?? request.device)
            return try request.reply(session, asCookie: input.cookie)
        },
        handle(API.logOut) { _, request in
            let outcome = try await request.context.accounts.logOut(try request.requiredPrincipal)
            var reply = try APIRequest.reply(outcome)
            reply.headers[.setCookie] = SessionCookie.ended(request.context.settings)
            return reply
        },
        handle(API.sessions) { _, request in
            let sessions = try request.context.accounts.sessions(of: try request.requiredPrincipal, keys: false)
            return try .json(SessionsAnswer(sessions: sessions.map { SessionDocument($0) }))
        },
        handle(API.revokeSession) { input, request in
            try await request.context.accounts.revoke(
                input.session, of: try request.requiredPrincipal, keys: false)
            return .nothing
        },
        handle(API.keys) { _, request in
            let keys = try request.context.accounts.sessions(of: try request.requiredPrincipal, keys: true)
            return try .json(KeysAnswer(keys: keys.map { SessionDocument($0) }))
        },
        handle(API.makeKey) { input, request in
            let scopes = try input.scopes.reduce(into: Scopes()) { scopes, name in
                let choices = Scopes.names.map { (key: $0.name, value: $0.scope) }
                scopes.insert(try Word.choose(name, choices, field: "scopes", noun: "scope"))
            }
            let key = try await request.context.accounts.makeKey(
                of: try request.requiredPrincipal, label: input.label, scopes: scopes)
            return try .json(KeyAnswer(key), status: .created)
        },
        handle(API.revokeKey) { input, request in
            try await request.context.accounts.revoke(input.key, of: try request.requiredPrincipal, keys: true)
            return .nothing
        },
        handle(API.changePassword) { input, request in
            try APIRequest.reply(
                try await request.context.accounts.changePassword(
                    of: try request.requiredPrincipal, from: input.password, to: input.newPassword))
        },
        handle(API.deleteAccount) { input, request in
            let principal = try request.requiredPrincipal
            let name = try request.context.community.query { $0.named(principal.member)?.username }
            guard let name, input.confirm == "@\(name)" else {
                throw Refusal(
                    .invalid, "this deletes the account for ever: send its name as confirm, such as @ada",
                    field: "confirm")
            }
            try await request.context.accounts.confirm(principal, password: input.password)
            let member = Reference.member(principal.member)
            let outcome = try await request.context.submit(Command(.memberDeleted, actor: member, subject: member))
            var reply = try APIRequest.reply(outcome)
            reply.headers[.setCookie] = SessionCookie.ended(request.context.settings)
            return reply
        },
        handle(API.resetPassword) { input, request in
            try APIRequest.reply(
                try await request.context.accounts.resetPassword(to: input.newPassword, link: input.link))
        },
        handle(API.makeResetLink) { input, request in
            let member = try request.recordedMember(input.member)
            let link = try await request.context.accounts.makeResetLink(for: member, by: try request.requiredViewer)
            return try .json(ResetLinkAnswer(link, for: member), status: .created)
        },
        handle(API.memberAccess) { input, request in
            let member = try request.recordedMember(input.member)
            return try .json(try MemberAccessAnswer(of: member, request.context.accounts))
        },
        handle(API.revokeAccess) { input, request in
            let member = try request.recordedMember(input.member)
            let (position, revoked) = try await request.context.accounts.revokeAccess(
                of: member, only: input.session, by: try request.requiredViewer, reason: input.reason)
            return try .json(
                RevokedAccessAnswer(
                    position: position.value, id: member.description, revoked: UInt64(revoked)))
        },
    ]
}

extension SessionDocument {
    init(_ session: ListedSession) {
        self.init(
            id: session.id, label: session.label, scopes: session.scopes, createdAt: session.createdAt,
            usedAt: session.usedAt, expiresAt: session.expiresAt, current: session.current)
    }
}

extension MemberAccessAnswer {
    package init(of member: MemberID, _ accounts: Accounts) throws(Refusal) {
        self.init(
            id: member.description,
            sessions: try accounts.sessions(of: member, keys: false).map { SessionDocument($0) },
            keys: try accounts.sessions(of: member, keys: true).map { SessionDocument($0) })
    }
}

extension ResetLinkAnswer {
    package init(_ link: ResetLink, for member: MemberID) {
        self.init(
            position: link.position.value, id: member.description, link: link.secret.text,
            expiresAt: link.expiresAt.rfc3339)
    }
}

extension KeyAnswer {
    fileprivate init(_ key: IssuedSession) {
        self.init(
            id: key.secret.hash.name, key: key.secret.text, label: key.label, scopes: key.scopes.names,
            createdAt: key.createdAt.rfc3339)
    }
}

extension APIRequest {
    /// The member whom an admin's request is about, whom the record of the request names.
    fileprivate func recordedMember(_ name: String) throws -> MemberID {
        let reference = try member(name)
        let member = try context.community.query { try $0.member(reference) }
        record.subject = member
        return member
    }

    /// The token of the browser's device; `nil`: it has none.
    fileprivate var device: String? { DeviceCookie.token(in: headers, context.settings) }

    fileprivate func reply(_ session: IssuedSession, asCookie isCookie: Bool) throws -> Reply {
        var reply = try Reply.json(answer(session, asCookie: isCookie), status: .created)
        keep(session, asCookie: isCookie, &reply)
        return reply
    }

    /// The answer to a registration, with the status and the headers of `outcome`.
    fileprivate func reply(
        _ registered: Registered, _ session: IssuedSession? = nil, asCookie isCookie: Bool = false, like outcome: Reply
    ) throws -> Reply {
        let answer = RegisterAnswer(
            position: registered.outcome.position.value, id: registered.member.description,
            changed: registered.outcome.changed, username: registered.username,
            session: session.map { self.answer($0, asCookie: isCookie) })
        var reply = outcome
        reply.body = try JSONDocument.bytes(answer)
        if let session { keep(session, asCookie: isCookie, &reply) }
        return reply
    }

    private func answer(_ session: IssuedSession, asCookie isCookie: Bool) -> SessionAnswer {
        let secret = session.secret
        return SessionAnswer(
            position: session.position.value, id: session.member.description, username: session.username,
            session: secret.hash.name,
            token: isCookie ? nil : secret.text, csrfToken: isCookie ? SessionCookie.csrfToken(secret.text) : nil,
            expiresAt: session.expiresAt?.rfc3339, device: isCookie ? nil : session.device)
    }

    /// Puts the session and the device into cookies, if the client asks for them, and forbids caches to keep the answer.
    private func keep(_ session: IssuedSession, asCookie isCookie: Bool, _ reply: inout Reply) {
        reply.headers[.cacheControl] = "no-store"
        guard isCookie else { return }
        reply.headers[values: .setCookie] =
            [SessionCookie.begun(session.secret.text, context.settings)]
            + (session.device.map { [DeviceCookie.kept($0, context.settings)] } ?? [])
    }
}
