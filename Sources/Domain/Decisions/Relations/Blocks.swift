import Events
import Layout

extension Deliberation {
    /// A block also ends following both ways.
    func decideBlock() throws(Refusal) -> Decision {
        let member = try memberToRelateTo()
        let block = take(.block, of: member.id.position, owner: member.id)
        guard case .append(var drafts) = block else { return block }
        drafts += [
            unfollowing(of: member.id, by: actor.id), unfollowing(of: actor.id, by: member.id),
        ].compactMap { $0 }
        return .append(drafts)
    }

    func decideUnblock() throws(Refusal) -> Decision {
        let member = try memberToRelateTo()
        return takeBack(.block, of: member.id.position, owner: member.id)
    }

    private func unfollowing(of followed: MemberID, by follower: MemberID) -> Draft? {
        guard let row = state.relation(follower, .follow, followed.position), row.holds else { return nil }
        var draft = Draft(
            .memberUnfollowed, actor: follower, subject: followed.position, owner: followed, occurredAt: occurredAt,
            creditedAt: row.occurredAt)
        draft.isCausedByFirst = true
        return draft
    }
}
