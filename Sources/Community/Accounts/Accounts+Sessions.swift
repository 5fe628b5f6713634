import Community
import EventLog
package import Events
import LMDB
package import Layout
import Views

/// An authenticated caller.
package struct Principal: Sendable {
    package let member: MemberID
    package let scopes: Scopes
    package let isKey: Bool
    /// The session or API key.
    let session: SecretHash
}

/// A new session or API key. Its secret is known only now.
package struct IssuedSession: Sendable {
    package let secret: Secret
    package let member: MemberID
    package let position: Position
    package let createdAt: Timestamp
    package let expiresAt: Timestamp?
    package let scopes: Scopes
    package let label: String
    /// The token of the device, which its client keeps for the next log-in; `nil` for API keys.
    package fileprivate(set) var device: String?
    /// `nil` for API keys.
    package fileprivate(set) var username: String?
}

/// A session or API key as its owner sees it.
package struct ListedSession: Sendable {
    package var id: String
    package var label: String?
    package var scopes: [String]?
    package var createdAt: String
    package var usedAt: String
    package var expiresAt: String?
    /// Whether it is the session of this request.
    package var current: Bool
}

extension Accounts {
    // MARK: Logging in and out

    /// Begins a session. `name`: the username or the e-mail. `device`: the token that an earlier log-in on this device
    /// answered.
    package func logIn(
        _ name: String, password: String, label: String?, device: String? = nil
    ) async throws(Refusal) -> IssuedSession {
        let member = try await authenticate(name, password: password, device: device)
        return try await beginSession(of: member, label: label, device: device)
    }

    /// Begins a session of a member who has shown the password, or registers with it. Refuses a banned member.
    package func beginSession(
        of member: MemberID, label: String?, device: String? = nil
    ) async throws(Refusal) -> IssuedSession {
        let label = label ?? ""
        try Self.check(label: label)
        let outcome = try await community.note(.memberLoggedIn, of: member)
        var session = try issue(
            Secret(.session), member, .session, label: label, expiresAt: now.adding(hours: 24 * Self.sessionDays),
            at: outcome.position)
        session.device = try remember(device, of: member)
        session.username = try community.query { $0.named(member)?.username }
        return session
    }

    /// For sessions; API keys are revoked instead.
    package func logOut(_ principal: Principal) async throws(Refusal) -> Outcome {
        try remove(principal.session, of: principal.member)
        return try await community.note(.memberLoggedOut, of: principal.member)
    }

    // MARK: Keys

    /// An API key with which an app acts as the member, within the scopes.
    package func makeKey(
        of principal: Principal, label: String, scopes: Scopes
    ) async throws(Refusal) -> IssuedSession {
        guard !scopes.isEmpty else {
            throw Refusal(
                .invalid, "say what the key may do: \(Scopes.names.map(\.name).joined(separator: ", "))",
                field: "scopes")
        }
        if scopes.contains(.import) {
            let isAdmin = try community.query { $0.role(principal.member) == .admin }
            guard isAdmin else {
                throw Refusal(.forbidden, "only an admin's key can have the scope import", field: "scopes")
            }
        }
        guard !label.isEmpty else { throw Refusal(.invalid, "say what the key is for", field: "label") }
        return try issue(
            Secret(.key), principal.member, scopes, label: label, expiresAt: nil, at: try community.log.head())
    }

    /// Limits count code points: one character may have any number of marks.
    package static func check(label: String) throws(Refusal) {
        // Unicode scalars, as all limits of texts count: one character can be a megabyte long.
        guard label.unicodeScalars.count <= labelScalarsMax else {
            throw Refusal(.invalid, "a label has at most \(labelScalarsMax) characters", field: "label")
        }
    }

    private func issue(
        _ secret: Secret, _ member: MemberID, _ scopes: Scopes, label: String, expiresAt: Timestamp?,
        at position: Position
    ) throws(Refusal) -> IssuedSession {
        try Self.check(label: label)
        let now = now
        let row = SessionRow(
            member: member, scopes: scopes, isKey: expiresAt == nil, createdAt: now, expiresAt: expiresAt,
            label: try community.log.seal(Array(label.utf8), of: member, as: "session"))
        let known = try reading { _ in try store.sessions(of: member) }
        try write { transaction in
            for (hash, row) in known where row.isExpired(at: now) {
                try store.remove(hash, of: member, in: &transaction)
            }
            let alive = known.filter { !$0.row.isExpired(at: now) && $0.row.isKey == row.isKey }
            if alive.count >= Self.sessionsMax {
                guard !row.isKey else {
                    throw Refusal(.invalid, "a member has at most \(Self.sessionsMax) keys: revoke some")
                }
                // The least recently used session gives way.
                if let oldest = alive.min(by: { $0.row.usedAt < $1.row.usedAt }) {
                    try store.remove(oldest.hash, of: member, in: &transaction)
                }
            }
            try store.add(row, secret.hash, in: &transaction)
        }
        return IssuedSession(
            secret: secret, member: member, position: position, createdAt: now, expiresAt: expiresAt, scopes: scopes,
            label: label)
    }

    // MARK: Showing a secret

    /// The bearer of that secret; `nil` if it is unknown, revoked or expired. Bans are checked by the community.
    package func principal(_ secret: String) throws(Refusal) -> Principal? {
        let hash = SecretHash(of: secret)
        let now = now
        guard var row = try reading({ _ in try store.session(hash) }), !row.isExpired(at: now) else { return nil }
        if now.microseconds - row.usedAt.microseconds >= Self.usedEvery * 1_000_000 {
            row.usedAt = now
            if row.expiresAt != nil { row.expiresAt = now.adding(hours: 24 * Self.sessionDays) }
            let used = row
            do throws(Refusal) {
                try write(urgent: false) { transaction in
                    // It may have been revoked meanwhile.
                    guard try store.session(hash) != nil else { return }
                    try store.sessions.put(hash, used, in: &transaction)
                }
            } catch {
                // On a full disk the time of the last use stays what it was.
                guard error.lacksRoom else { throw error }
            }
        }
        return Principal(member: row.member, scopes: row.scopes, isKey: row.isKey, session: hash)
    }

    /// Whether the session or key is still valid.
    package func isValid(_ principal: Principal) throws(Refusal) -> Bool {
        let row = try reading { _ in try store.session(principal.session) }
        return row.map { !$0.isExpired(at: now) } ?? false
    }

    // MARK: Listing and revoking

    /// The caller's sessions or API keys, most recently used first.
    package func sessions(of principal: Principal, keys: Bool) throws(Refusal) -> [ListedSession] {
        try sessions(of: principal.member, keys: keys, current: principal.session)
    }

    /// A member's sessions or API keys, most recently used first.
    package func sessions(of member: MemberID, keys: Bool) throws(Refusal) -> [ListedSession] {
        try sessions(of: member, keys: keys, current: nil)
    }

    private func sessions(
        of member: MemberID, keys: Bool, current: SecretHash?
    ) throws(Refusal) -> [ListedSession] {
        let rows = try reading { _ in try store.sessions(of: member) }
            .filter { $0.row.isKey == keys && !$0.row.isExpired(at: now) }
            .sorted { $0.row.usedAt > $1.row.usedAt }
        return try rows.map { hash, row throws(Refusal) in
            let label = try community.log.open(row.label, of: row.member, as: "session")
            let text = label.map { String(decoding: $0, as: UTF8.self) } ?? ""
            return ListedSession(
                id: hash.name, label: text.isEmpty ? nil : text, scopes: row.isKey ? row.scopes.names : nil,
                createdAt: row.createdAt.rfc3339, usedAt: row.usedAt.rfc3339, expiresAt: row.expiresAt?.rfc3339,
                current: hash == current)
        }
    }

    /// Ends all sessions and API keys of a member, or the one of that name. `actor`: the admin or the operator who does it. The event comes
    /// first, so that none ends without one. Returns its position, and how many ended.
    package func revokeAccess(
        of member: MemberID, only name: String? = nil, by actor: MemberID, reason: String?
    ) async throws(Refusal) -> (position: Position, revoked: Int) {
        func chosen() throws(Refusal) -> [(hash: SecretHash, row: SessionRow)] {
            try reading { _ in try store.sessions(of: member) }
                .filter { name == nil || $0.hash.name == name }
        }
        if let name, try chosen().isEmpty {
            throw Refusal(.notFound, "the member has no session or key \(name.excerpt())", field: "session")
        }
        let position = try await community.noteAccessRevoked(of: member, by: actor, reason: reason)
        // Those that have begun meanwhile end, too.
        let ended = try chosen()
        try write { transaction in
            for (hash, _) in ended { try store.remove(hash, of: member, in: &transaction) }
        }
        return (position, ended.count { !$0.row.isExpired(at: now) })
    }

    /// Ends a session of the caller, or revokes an API key.
    package func revoke(_ name: String, of principal: Principal, keys: Bool) async throws(Refusal) {
        let rows = try reading { _ in try store.sessions(of: principal.member) }
        guard let (hash, row) = rows.first(where: { $0.hash.name == name && $0.row.isKey == keys }) else {
            throw Refusal(.notFound, "you have no \(keys ? "key" : "session") \(name)")
        }
        try remove(hash, of: row.member)
        if !row.isKey { _ = try await community.note(.memberLoggedOut, of: row.member) }
    }

    private func remove(_ hash: SecretHash, of member: MemberID) throws(Refusal) {
        try write { transaction in try store.remove(hash, of: member, in: &transaction) }
    }
}
