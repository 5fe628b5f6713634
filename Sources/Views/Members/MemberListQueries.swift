package import Events
package import Layout
import Projections

/// A page of members.
package struct MemberListAnswer: Encodable, Sendable {
    package var position: UInt64
    package var members: [MemberCard]
    package var next: String?
}

extension Queries {
    /// Who follows the member, the newest follow first.
    package func followers(
        of reference: Reference, viewer: MemberID?, page: Page
    ) throws(Refusal) -> MemberListAnswer {
        try members(listedIn: views.members.followers, of: try member(reference), viewer: viewer, page)
    }

    /// Whom the member follows, the newest follow first.
    package func following(
        of reference: Reference, viewer: MemberID?, page: Page
    ) throws(Refusal) -> MemberListAnswer {
        try members(listedIn: views.members.following, of: try member(reference), viewer: viewer, page)
    }

    private func members(
        listedIn table: ViewTable<OtherMemberRow>, of member: MemberID, viewer: MemberID?, _ page: Page
    ) throws(Refusal) -> MemberListAnswer {
        let prefix = Key(member.value)
        let after = try page.key(beginningWith: prefix, byteCount: 24)
        var answer = MemberListAnswer(position: snapshot.position.value, members: [], next: nil)
        var last: Key?
        snapshot.scan(table, prefix: prefix, from: after, reversed: true) { key, row in
            guard key != after, let card = memberCard(row.member),
                viewer.map({ !isBlockedBetween($0, row.member) }) ?? true
            else { return true }
            if answer.members.count == page.count {
                answer.next = last.map(Cursor.encode)
                return false
            }
            answer.members.append(card)
            last = key
            return true
        }
        return answer
    }
}
