import Community
import Decisions
import EventLog
package import Events
import LMDB
import Layout
import Views

extension Accounts {
    /// Authenticates a member by username or e-mail. Refuses with `unauthenticated` for an unknown name, a member without
    /// a password, and a wrong password. `device`: the token of a device on which the member has logged in before.
    func authenticate(_ name: String, password: String, device token: String?) async throws(Refusal) -> MemberID {
        let password = try Password(typed: password)
        let isEmail = name.contains("@")
        let key = isEmail ? community.log.secretKey(ofEmail: name) : community.log.secretKey(ofUsername: name)
        guard let key else { throw community.log.vaultMissing }
        // By the log's state: the views may have no room for the newest members.
        let member = try community.log.read { try isEmail ? $0.member(withEmail: name) : $0.member(named: name) }
        let device = try device(token, of: member)
        guard let member = try await check(password, of: member, counting: device.map { .device($0) } ?? .name(key))
        else { throw Refusal(.unauthenticated, "username or password is wrong") }
        return member
    }

    /// The member, if the password is theirs; `nil` if it is wrong. The attempt counts from its beginning.
    func check(
        _ password: Password, of member: MemberID?, counting attempt: AttemptKey
    ) async throws(Refusal) -> MemberID? {
        try attempts.begin(attempt, now: now)
        let stored: StoredPassword
        let match: PasswordMatch
        do throws(Refusal) {
            stored = try storedPassword(of: member)
            match = try await hashing.compare(password, stored)
        } catch {
            attempts.withdraw(attempt)
            throw error
        }
        guard let member else { return nil }
        switch match {
        case .none: return nil
        case .own:
            attempts.succeed(attempt)
            if let own = stored.own, own.cost != hashing.cost {
                try keep(try await hashing.hash(password), of: member)
            }
        case .imported(let replacement):
            attempts.succeed(attempt)
            try replaceImported(stored, by: replacement, of: member)
        }
        return member
    }

    /// What strangers know of a member, or can guess: a password must not be made of it.
    private func names(of member: MemberID) throws(Refusal) -> [String] {
        try community.query { queries in
            guard let card = queries.named(member) else { return [] }
            return [card.username, card.name, queries.email(of: member) ?? ""]
        }
    }

    /// Ends all other sessions of the member; API keys stay.
    package func changePassword(
        of principal: Principal, from old: String, to new: String
    ) async throws(Refusal) -> Outcome {
        let password = try Password(chosen: new, names: try names(of: principal.member), field: "newPassword")
        try await confirm(principal, password: old)
        return try await setPassword(password, of: principal.member, keeping: principal.session)
    }

    /// Confirms that the holder of a session knows the password, before an irreversible action. The session has attempts
    /// of its own: strangers who guess at the name do not lock it.
    package func confirm(_ principal: Principal, password: String) async throws(Refusal) {
        let attempt = AttemptKey.session(principal.session)
        guard try await check(try Password(typed: password), of: principal.member, counting: attempt) != nil else {
            throw Refusal(.unauthenticated, "the password is wrong")
        }
    }

    /// Resets a password by the operator's link, and ends all sessions. No device is known after it.
    package func resetPassword(to new: String, link: String) async throws(Refusal) -> Outcome {
        let (hash, row) = try checkedLink(link, .passwordReset)
        let password = try Password(chosen: new, names: try names(of: row.member), field: "newPassword")
        let outcome = try await setPassword(password, of: row.member, keeping: nil, usingUp: hash)
        for key in try community.log.read({ try $0.logInKeys(of: row.member) }) { attempts.succeed(.name(key)) }
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
            try store.keep(SealedRow(sealed), of: member, in: &transaction)
            try store.removeSessions(of: member, in: &transaction) { hash, row in hash != session && !row.isKey }
            if let link {
                try store.links.delete(link, in: &transaction)
                try store.removeDevices(of: member, in: &transaction)
            }
        }
        return outcome
    }
}
