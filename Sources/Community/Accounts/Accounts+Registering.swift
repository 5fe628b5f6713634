import Community
import Decisions
import EventLog
package import Events
import Foundation
import LMDB
package import Layout
import Views

extension Accounts {
    /// Registers a member with a password. `key` is the idempotency key: a repetition of the content gets the first
    /// answer, if it shows the same password. Two strangers may use one key. Without a username, the member gets one like
    /// their name.
    ///
    /// The hash is stored before the log accepts the registration, and becomes the member's credential afterwards.
    /// After a crash in between, the next opening completes or removes it.
    package func register(
        _ registration: ProtoMemberRegistered, password: String, key: String? = nil, link: String? = nil
    ) async throws(Refusal) -> Registered {
        let password = try Password(
            chosen: password, names: [registration.username, registration.name, registration.email])
        let firstAdmin = try link.map { text throws(Refusal) in try checkedLink(text, .firstAdmin).hash }
        let id = try requestID(key, registration)
        let hash = try await hashing.hash(password)
        try await keepPending(id, hash, password)
        let outcome: Outcome
        let username: String
        do throws(Refusal) {
            (outcome, username) = try await submit(registration, id, isFirstAdmin: firstAdmin != nil)
        } catch {
            // The refusal is the error that counts; the next opening removes a pending row that stays.
            try? write { transaction in try store.pending.delete(TextKey(id), in: &transaction) }
            throw error
        }
        let member = MemberID(outcome.position)
        if try credential(of: member) != nil {
            try write { transaction in try store.pending.delete(TextKey(id), in: &transaction) }
            // A repetition shows the password, as a log-in does: it counts as one.
            guard let name = community.log.secretKey(ofUsername: username) else { throw community.log.vaultMissing }
            guard try await check(password, of: member, counting: .name(name)) != nil else { throw Self.otherPassword }
        } else {
            try keep(hash, of: member, insteadOf: id, usingUp: firstAdmin)
        }
        // The log has the username in its normal form.
        let stored = try community.registration(of: Origin(source: Self.source, id: id))?.username
        return Registered(outcome: outcome, username: stored ?? username)
    }

    private func requestID(_ key: String?, _ registration: ProtoMemberRegistered) throws(Refusal) -> String {
        guard let key else { return UUID().uuidString }
        guard (1...255).contains(key.utf8.count) else {
            throw Refusal(.invalid, "an Idempotency-Key has 1 to 255 bytes", field: "idempotency-key")
        }
        guard let id = community.log.requestID(key, content: Payload.registration(registration).storedBytes) else {
            throw community.log.vaultMissing
        }
        return id
    }

    /// Submits the registration, with the first free username if it has none.
    private func submit(
        _ registration: ProtoMemberRegistered, _ id: String, isFirstAdmin: Bool
    ) async throws(Refusal) -> (Outcome, username: String) {
        let origin = Origin(source: Self.source, id: id)
        // A repetition proposes the username that the first request got.
        let given =
            registration.username.isEmpty ? try community.registration(of: origin)?.username : registration.username
        var proposals = UsernameProposals(for: registration.name)
        while true {
            var registration = registration
            if let given { registration.username = given } else { registration.username = try free(&proposals) }
            let command = Command(
                .memberRegistered, actor: nil, origin: origin, payload: .registration(registration))
            do throws(Refusal) {
                let outcome =
                    isFirstAdmin ? try community.register(command) : try await community.submit(command)
                return (outcome, registration.username)
            } catch {
                // Another member took the proposed name meanwhile.
                guard given == nil, error.code == .conflict, error.field == "username" else { throw error }
            }
        }
    }

    private func free(_ proposals: inout UsernameProposals) throws(Refusal) -> String {
        while let name = proposals.next() {
            if try community.query({ $0.member(called: name) }) == nil { return name }
        }
        throw Refusal(.invalid, "no username like the name is free: give one", field: "username")
    }

    private static let otherPassword = Refusal(
        .conflict, "this was another registration before: a new one needs its own Idempotency-Key", field: "id")

    private func keepPending(_ id: String, _ hash: PasswordHash, _ password: Password) async throws(Refusal) {
        let known = try reading { try store.pending.get(TextKey(id), in: $0) }
        guard let known else {
            return try write(urgent: false) { transaction in
                try store.pending.put(TextKey(id), SealedRow(hash.bytes), in: &transaction)
            }
        }
        // Left by an interrupted registration: only a request with the same password continues it.
        let earlier = try readingRow { try PasswordHash(bytes: known.sealed) }
        guard try await hashing.matches(password, earlier) else { throw Self.otherPassword }
    }
}

/// A member who has registered.
package struct Registered: Sendable {
    package let outcome: Outcome
    package let username: String

    package var member: MemberID { MemberID(outcome.position) }
}

/// Usernames like a member's name, nearest first.
private struct UsernameProposals {
    /// The base of a name of which nothing can be a username.
    private static let standIn = "cook"
    private static let numbersMax = 1_000

    private let base: String
    private var number = 0

    init(for name: String) {
        let fitted = Username.fitted(to: name)
        base = fitted.flatMap { Username.isReserved($0) ? nil : $0 } ?? Self.standIn
    }

    /// `nil`: the numbers have run out.
    mutating func next() -> String? {
        guard number < Self.numbersMax else { return nil }
        number += 1
        return Username.numbered(base, number)
    }
}
