package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Queries {
    /// E-mail and phone are shown to the member, to moderators and to the operator only.
    package func profile(
        _ reference: Reference, viewer: MemberID?, viewerIsOperator: Bool = false
    ) throws(Refusal) -> ProfileAnswer {
        let id = try member(reference)
        guard let row = snapshot.get(views.members.rows, Key(id.value)) else {
            throw Refusal(.notFound, "there is no member \(reference)")
        }
        let standing = standing(of: id)
        let seesContact = viewerIsOperator || viewer == id || mayModerate(viewer)
        var answer = ProfileAnswer(
            position: snapshot.position.value, id: id.description, username: row.username, name: row.name,
            bio: row.bio.unlessEmpty, avatar: row.avatar.unlessEmpty, email: seesContact ? row.email.unlessEmpty : nil,
            phone: seesContact ? row.phone.unlessEmpty : nil, cuisines: row.cuisines, diets: row.diets,
            role: row.role.name, banned: isBanned(id), joinedAt: row.joinedAt.rfc3339, recipes: row.recipes,
            followers: row.followers, following: row.following, likesReceived: standing.likesReceived,
            comments: standing.comments, bookmarks: standing.bookmarks, xp: standing.xp, level: standing.level,
            nextLevelAt: standing.nextLevelAt, badges: standing.badges)
        if let viewer, viewer != id {
            answer.follows = follows(viewer, id)
            answer.followsViewer = follows(id, viewer)
            answer.blocked = hasBlocked(viewer, id)
        }
        return answer
    }
}
