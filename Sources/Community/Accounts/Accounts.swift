package import Community
import Decisions
import EventLog
import Events
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
    static let labelScalarsMax = 100
    /// Origin source of registrations through this type.
    static let source = "larder/accounts"

    let community: Community
    let store: AccountStore
    let hashing: PasswordHashing
    let attempts = Attempts()
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

    // MARK: Credentials

    func keep(
        _ hash: PasswordHash, of member: MemberID, insteadOf pending: String? = nil, usingUp link: SecretHash? = nil
    ) throws(Refusal) {
        let sealed = try community.log.seal(hash.bytes, of: member, as: "credential")
        try write { transaction in
            try store.keep(SealedRow(sealed), of: member, in: &transaction)
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

    // MARK: Links

    /// A link with which the member chooses a new password. `actor`: the admin or the operator who made it and hands it over. The event
    /// comes first, so that there is no link without one.
    package func makeResetLink(for member: MemberID, by actor: MemberID) async throws(Refusal) -> ResetLink {
        let position = try await community.noteResetLinks(for: [member], by: actor)
        let (secret, expiresAt) = try makeLink(.passwordReset, member)
        return ResetLink(position: position, secret: secret, expiresAt: expiresAt)
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
        try keepLinks([(secret, member)], purpose, until: expiresAt)
        return (secret, expiresAt)
    }

    /// Stores links of one purpose, all or none. Each replaces the earlier ones of its member. O(links).
    func keepLinks(
        _ links: [(secret: Secret, member: MemberID)], _ purpose: LinkRow.Purpose, until expiresAt: Timestamp
    ) throws(Refusal) {
        let members = Set(links.map(\.member))
        let now = now
        try write { transaction in
            for (hash, row) in try store.links.rows(in: store.environment.beginRead())
            where row.purpose == purpose && members.contains(row.member) || row.expiresAt <= now {
                try store.links.delete(hash, in: &transaction)
            }
            for (secret, member) in links {
                try store.links.put(
                    secret.hash, LinkRow(purpose, member: member, expiresAt: expiresAt), in: &transaction)
            }
        }
    }

    func checkedLink(
        _ text: String, _ purpose: LinkRow.Purpose
    ) throws(Refusal) -> (hash: SecretHash, row: LinkRow) {
        let hash = SecretHash(of: text)
        guard let row = try reading({ try store.links.get(hash, in: $0) }), row.purpose == purpose,
            row.expiresAt > now
        else {
            throw Refusal(
                .forbidden, "this link is unknown, used up or too old: ask the operator for a new one", field: "link")
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

    /// `urgent`: uses the room that is kept back where there is no other; the body may then run more than once.
    func write(urgent: Bool = true, _ body: (inout WriteTransaction) throws -> Void) throws(Refusal) {
        do {
            guard urgent else { return try store.environment.write(body) }
            try community.log.usingReserve(of: store.environment) { try store.environment.write(body) }
        } catch {
            throw Self.refusal(error, community)
        }
    }

    private static func refusal(_ error: any Error, _ community: Community) -> Refusal {
        if let refusal = error as? Refusal { return refusal }
        if error is MalformedRow {
            return Refusal(
                .damaged,
                "the accounts in \(community.accountFiles.directory) are damaged: put back vault/ from a backup")
        }
        var refusal = Refusal(.unavailable, "the accounts in \(community.accountFiles.directory): \(error)")
        refusal.lacksRoom = community.log.lacksRoom(error)
        return refusal
    }
}

extension Timestamp {
    func adding(hours: Int64) -> Timestamp { Timestamp(microseconds: microseconds + hours * 3_600_000_000) }
}
