import Decisions
package import EventLog
package import Events
package import Layout

/// What only the service writes into the log, when somebody has shown who they are.
extension Community {
    /// Where credentials and sessions lie.
    package var accountFiles: AccountFiles { AccountFiles(vault: "\(log.directory)/vault") }

    /// Whether nobody administers the community yet.
    package func lacksAdmin() throws(Refusal) -> Bool { try log.read { try $0.adminCount() == 0 } }

    /// Appends that a member has logged in, logged out, or changed their password. A banned one may only log out.
    package func note(_ kind: EventKind, of member: MemberID) async throws(Refusal) -> Outcome {
        precondition([.memberLoggedIn, .memberLoggedOut, .memberPasswordChanged].contains(kind))
        return try await appender.append { batch -> Result<Outcome, Refusal> in
            guard let state = batch.model.member(member)?.state, !state.isDeleted else {
                return .failure(Refusal(.notFound, "there is no member \(member)"))
            }
            if kind != .memberLoggedOut, let ban = state.ban, ban.holds(at: batch.now) {
                return .failure(ban.refusal(of: .member(member)))
            }
            let draft = Draft(
                kind, actor: member, subject: member.position, owner: member, occurredAt: batch.now)
            return Result { () throws(Refusal) in
                Outcome(position: try batch.append([draft], origin: nil), changed: true, kind: kind)
            }
        }.get()
    }
}
