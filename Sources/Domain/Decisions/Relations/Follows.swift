import Events
import Layout

extension Deliberation {
    func decideFollow() throws(Refusal) -> Decision {
        let member = try memberToRelateTo()
        try requireNoBlock(with: member.id)
        return take(.follow, of: member.id.position, owner: member.id)
    }

    func decideUnfollow() throws(Refusal) -> Decision {
        let member = try memberToRelateTo()
        try requireNoBlock(with: member.id)
        return takeBack(.follow, of: member.id.position, owner: member.id)
    }

    /// Another member.
    func memberToRelateTo() throws(Refusal) -> Member {
        try requireMember()
        let member = try subjectMember()
        try requireNoPayload()
        guard member.id != actor.id else {
            throw Refusal(.invalid, "\(command.kind.name) takes another member than oneself", field: "subject")
        }
        return member
    }
}
