package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

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
        let contents = try contents(of: page, in: table, prefix: Key(member.value), keyBytes: 24, reversed: true) {
            isApart($1.member, from: viewer) ? nil : memberCard($1.member)
        }
        return MemberListAnswer(
            position: snapshot.position.value, members: contents.items, next: contents.next)
    }
}
