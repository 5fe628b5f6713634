package import Events
import Layout

/// The actor of a command: a member in good standing, or the operator.
struct Actor {
    let id: MemberID
    let role: Role

    /// `nil` is the operator. Refuses a member who does not exist, is deleted or is banned.
    init(_ reference: Reference?, in state: some DecisionState) throws(Refusal) {
        guard let reference else {
            id = .operator
            role = .admin
            return
        }
        let member = try state.livingMember(reference, field: "actor")
        if let ban = member.state.ban, ban.holds(at: state.now) {
            throw state.refusal(of: ban, of: member.id)
        }
        id = member.id
        role = member.state.role
    }

    var isOperator: Bool { id == .operator }
    var mayModerate: Bool { role >= .moderator }
    var mayAdminister: Bool { role >= .admin }
}

extension DecisionState {
    /// The refusal of a banned member's command, with the reason and the end of the ban.
    package func refusal(of ban: BanState, of member: MemberID) -> Refusal {
        let name = self.member(member).flatMap { Profile(of: $0, in: self).username }
        return ban.refusal(of: member, called: name, reason: record(at: ban.position)?.payload.banReason)
    }
}

extension Payload {
    /// Why the event bans a member; `nil` if it does not say.
    package var banReason: String? {
        guard case .ban(let ban) = self, ban.hasReason, !ban.reason.isEmpty else { return nil }
        return ban.reason
    }
}

extension Deliberation {
    /// The operator administers the community and takes no part in it.
    func requireMember() throws(Refusal) {
        if actor.isOperator {
            throw Refusal(
                .forbidden, "the operator cannot submit \(command.kind.name)", field: "actor", remedy: .nameActor)
        }
    }

    func requireModerator() throws(Refusal) {
        guard actor.mayModerate else {
            throw Refusal(.forbidden, "only moderators can \(command.kind.deed)", field: "actor")
        }
    }

    func requireAdmin() throws(Refusal) {
        guard actor.mayAdminister else {
            throw Refusal(.forbidden, "only admins can \(command.kind.deed)", field: "actor")
        }
    }

    /// A block in either direction keeps two members apart. Retractions, reports and moderation do not ask.
    ///
    /// To the blocked member the blocker does not exist: the refusal names neither the blocker nor the block.
    func requireNoBlock(with owner: MemberID) throws(Refusal) {
        guard owner != actor.id else { return }
        if state.relation(actor.id, .block, owner.position)?.holds == true {
            let name = state.member(owner).flatMap { Profile(of: $0, in: state).username }
            throw Refusal(
                .forbidden, "you have blocked \(name.map { "@\($0)" } ?? "\(owner)"): unblock them first",
                field: "actor")
        }
        if state.relation(owner, .block, actor.id.position)?.holds == true {
            throw Refusal(
                .forbidden, "you cannot act on this member or on what they made: you can only report it", field: "actor"
            )
        }
    }
}
