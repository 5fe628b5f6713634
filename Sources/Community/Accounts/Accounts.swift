package import Community
import Decisions
import EventLog
package import Events
import Foundation
import LMDB
package import Layout
import Views

/// Authentication for one community: passwords, sessions, API keys and links. Events go to the log, credentials to the
/// vault.
package final class Accounts: Sendable {
    /// A session expires after so many days without use.
    static let sessionDays: Int64 = 30
    /// Precision of a session's time of last use, in seconds.
    static let usedEvery: Int64 = 3_600
    static let sessionsMax = 100
    static let linkHours: Int64 = 24
    static let labelCharactersMax = 100
    /// Origin source of registrations through this type.
    private static let source = "larder/accounts"

    let community: Community
    let store: AccountStore
    let hashing: PasswordHashing
    private let attempts = Attempts()
    private let clock: @Sendable () -> Timestamp

    /// Opens or creates the accounts of a community, and removes the rows of deleted members.
    package init(
        of community: Community, hashing: PasswordHashing = PasswordHashing(),
        clock: @escaping @Sendable () -> Timestamp = EventLog.systemClock
    ) throws(Refusal) {
        self.community = community
        self.hashing = hashing
        self.clock = clock
        // Without a vault, new accounts would block its restoration.
        guard community.log.hasVault else { throw community.log.vaultMissing }
        do { store = try AccountStore(community.accountFiles) } catch { throw Self.refusal(error, community) }
        try removeGone()
        try settlePending()
    }

    package func close() {
        // Every acknowledged commit is on the disk: a failing close loses nothing.
        try? store.environment.close()
    }

    var now: Timestamp { clock() }

    // MARK: Registering

    /// Registers a member with a password. `key` is the idempotency key: a repetition gets the first answer, if it
    /// shows the same password.
    ///
    /// The hash is stored before the log accepts the registration, and becomes the member's credential afterwards.
    /// After a crash in between, the next opening completes or removes it.
    package func register(
        _ registration: ProtoMemberRegistered, password: String, key: String? = nil, link: String? = nil
    ) async throws(Refusal) -> Outcome {
        let password = try Password(chosen: password, notTo: registration.username)
        let firstAdmin = try link.map { text throws(Refusal) in try checkedLink(text, .firstAdmin).hash }
        let id = key ?? UUID().uuidString
        let hash = try await hashing.hash(password)
        try await keepPending(id, hash, password)
        let command = Command(
            .memberRegistered, actor: nil, origin: Origin(source: Self.source, id: id),
            payload: .registration(registration))
        let outcome: Outcome
        do throws(Refusal) {
            outcome =
                if firstAdmin == nil { try await community.submit(command) } else { try community.register(command) }
        } catch {
            // The refusal is the error that counts; the next opening removes a pending row that stays.
            try? write { transaction in try store.pending.delete(TextKey(id), in: &transaction) }
            throw error
        }
        let member = MemberID(outcome.position)
        if let known = try credential(of: member) {
            try write { transaction in try store.pending.delete(TextKey(id), in: &transaction) }
            guard try await hashing.matches(password, known) else { throw Self.otherPassword }
        } else {
            try keep(hash, of: member, insteadOf: id, usingUp: firstAdmin)
        }
        return outcome
    }

    private static let otherPassword = Refusal(
        .conflict, "this Idempotency-Key belongs to another registration: use a new one", field: "id")

    private func keepPending(_ id: String, _ hash: PasswordHash, _ password: Password) async throws(Refusal) {
        guard !id.isEmpty, id.utf8.count <= 255 else {
            throw Refusal(.invalid, "an Idempotency-Key has 1 to 255 bytes", field: "idempotency-key")
        }
        let known = try reading { try store.pending.get(TextKey(id), in: $0) }
        guard let known else {
            return try write { transaction in
                try store.pending.put(TextKey(id), SealedRow(hash.bytes), in: &transaction)
            }
        }
        // Left by an interrupted registration: only a request with the same password continues it.
        let earlier = try readingRow { try PasswordHash(bytes: known.sealed) }
        guard try await hashing.matches(password, earlier) else { throw Self.otherPassword }
    }

    private func keep(
        _ hash: PasswordHash, of member: MemberID, insteadOf pending: String? = nil, usingUp link: SecretHash? = nil
    ) throws(Refusal) {
        let sealed = try community.log.seal(hash.bytes, of: member, as: "credential")
        try write { transaction in
            try store.credentials.put(MemberKey(member), SealedRow(sealed), in: &transaction)
            if let pending { try store.pending.delete(TextKey(pending), in: &transaction) }
            if let link { try store.links.delete(link, in: &transaction) }
        }
    }

    func credential(of member: MemberID) throws(Refusal) -> PasswordHash? {
        guard let row = try reading({ try store.credentials.get(MemberKey(member), in: $0) }),
            let bytes = try community.log.open(row.sealed, of: member, as: "credential")
        else { return nil }
        return try readingRow { try PasswordHash(bytes: bytes) }
    }

    // MARK: Passwords

    /// Authenticates a member. Refuses with `unauthenticated` for an unknown username, a member without a password, and
    /// a wrong password.
    func authenticate(_ username: String, password: String) async throws(Refusal) -> MemberID {
        let password = try Password(typed: password)
        guard let name = community.log.secretKey(ofUsername: username) else { throw community.log.vaultMissing }
        try attempts.check(name, now: now)
        let member = try community.query { $0.member(called: username) }
        let hash = try member.flatMap { member throws(Refusal) in try credential(of: member) }
        guard try await hashing.matches(password, hash), let member, let hash else {
            attempts.fail(name, now: now)
            throw Refusal(.unauthenticated, "username or password is wrong")
        }
        attempts.succeed(name)
        if hash.cost != hashing.cost { try keep(try await hashing.hash(password), of: member) }
        return member
    }

    /// Ends all other sessions of the member; API keys stay.
    package func changePassword(
        of principal: Principal, from old: String, to new: String
    ) async throws(Refusal) -> Outcome {
        let member = principal.member
        let card = try community.query { $0.named(member) }
        let password = try Password(chosen: new, notTo: card?.username, field: "newPassword")
        guard let card, try await authenticate(card.username, password: old) == member else {
            throw Refusal(.notFound, "there is no member \(member)")
        }
        return try await setPassword(password, of: member, keeping: principal.session)
    }

    /// Confirms that the holder of a session knows the password, before an irreversible action.
    package func confirm(_ principal: Principal, password: String) async throws(Refusal) {
        guard let card = try community.query({ $0.named(principal.member) }),
            try await authenticate(card.username, password: password) == principal.member
        else { throw Refusal(.unauthenticated, "username or password is wrong") }
    }

    /// Resets a password by the operator's link, and ends all sessions.
    package func resetPassword(to new: String, link: String) async throws(Refusal) -> Outcome {
        let (hash, row) = try checkedLink(link, .passwordReset)
        let card = try community.query { $0.named(row.member) }
        let password = try Password(chosen: new, notTo: card?.username, field: "newPassword")
        let outcome = try await setPassword(password, of: row.member, keeping: nil, usingUp: hash)
        if let name = card.flatMap({ community.log.secretKey(ofUsername: $0.username) }) { attempts.succeed(name) }
        return outcome
    }

    private func setPassword(
        _ password: Password, of member: MemberID, keeping session: SecretHash?, usingUp link: SecretHash? = nil
    ) async throws(Refusal) -> Outcome {
        let sealed = try community.log.seal(
            try await hashing.hash(password).bytes, of: member, as: "credential")
        // First the event, which is refused for a banned member.
        let outcome = try await community.note(.memberPasswordChanged, of: member)
        try write { transaction in
            try store.credentials.put(MemberKey(member), SealedRow(sealed), in: &transaction)
            try store.removeSessions(of: member, in: &transaction) { hash, row in hash != session && !row.isKey }
            if let link { try store.links.delete(link, in: &transaction) }
        }
        return outcome
    }

    // MARK: Links

    /// A link with which the member chooses a new password; the operator hands it over.
    package func makeResetLink(for member: MemberID) throws(Refusal) -> (secret: Secret, expiresAt: Timestamp) {
        try makeLink(.passwordReset, member)
    }

    /// A link whose bearer registers as the first admin; `nil` if there is an admin.
    package func makeFirstAdminLink() throws(Refusal) -> (secret: Secret, expiresAt: Timestamp)? {
        guard try community.lacksAdmin() else { return nil }
        return try makeLink(.firstAdmin, .operator)
    }

    private func makeLink(
        _ purpose: LinkRow.Purpose, _ member: MemberID
    ) throws(Refusal) -> (secret: Secret, expiresAt: Timestamp) {
        let secret = Secret(.link)
        let expiresAt = now.adding(hours: Self.linkHours)
        try write { transaction in
            // A new link replaces earlier ones.
            for (hash, row) in try store.links.rows(in: store.environment.beginRead())
            where row.purpose == purpose && row.member == member || row.expiresAt <= now {
                try store.links.delete(hash, in: &transaction)
            }
            try store.links.put(
                secret.hash, LinkRow(purpose, member: member, expiresAt: expiresAt), in: &transaction)
        }
        return (secret, expiresAt)
    }

    private func checkedLink(
        _ text: String, _ purpose: LinkRow.Purpose
    ) throws(Refusal) -> (hash: SecretHash, row: LinkRow) {
        let hash = SecretHash(of: text)
        guard let row = try reading({ try store.links.get(hash, in: $0) }), row.purpose == purpose,
            row.expiresAt > now
        else {
            throw Refusal(.forbidden, "this link is used up or too old: ask for a new one", field: "link")
        }
        return (hash, row)
    }

    // MARK: Sweeping

    /// Removes the rows of deleted members, and of members unknown to the log, which may have been restored to an
    /// earlier state.
    package func removeGone() throws(Refusal) {
        let known = try reading { _ in try store.members() }
        let gone = try community.log.read { snapshot in
            try known.filter { try snapshot.member($0).map(\.isDeleted) ?? true }
        }
        guard !gone.isEmpty else { return }
        try write { transaction in
            for member in gone { try store.remove(member, in: &transaction) }
        }
    }

    /// Completes interrupted registrations that the log contains, and removes the others.
    private func settlePending() throws(Refusal) {
        let pending = try reading { _ in try store.environment.read { try store.pending.rows(in: $0) } }
        for (id, row) in pending {
            let origin = Origin(source: Self.source, id: id.text)
            let position = try community.log.read { try $0.position(of: origin) }
            if let position, try credential(of: MemberID(position)) == nil {
                try keep(try readingRow { try PasswordHash(bytes: row.sealed) }, of: MemberID(position))
            }
        }
        guard !pending.isEmpty else { return }
        try write { transaction in
            for (id, _) in pending { try store.pending.delete(id, in: &transaction) }
        }
    }

    // MARK: Storage

    func reading<R>(_ body: (Snapshot) throws -> R) throws(Refusal) -> R {
        do { return try body(Snapshot(store.environment)) } catch { throw Self.refusal(error, community) }
    }

    func readingRow<R>(_ body: () throws -> R) throws(Refusal) -> R {
        do { return try body() } catch { throw Self.refusal(error, community) }
    }

    func write(_ body: (inout WriteTransaction) throws -> Void) throws(Refusal) {
        do { try store.environment.write(body) } catch { throw Self.refusal(error, community) }
    }

    private static func refusal(_ error: any Error, _ community: Community) -> Refusal {
        if let refusal = error as? Refusal { return refusal }
        if error is MalformedRow {
            return Refusal(
                .damaged,
                "the accounts in \(community.accountFiles.directory) are damaged: put back vault/ from a backup")
        }
        return Refusal(.unavailable, "the accounts in \(community.accountFiles.directory): \(error)")
    }
}

extension Timestamp {
    func adding(hours: Int64) -> Timestamp { Timestamp(microseconds: microseconds + hours * 3_600_000_000) }
}
