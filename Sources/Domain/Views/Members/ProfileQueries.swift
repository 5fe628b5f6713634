package import Events
package import Layout
import Projections

/// A member's page.
package struct ProfileAnswer: Codable, Sendable {
    package var position: UInt64
    package var id: String
    package var username: String
    package var name: String
    package var bio: String?
    package var avatar: String?
    package var email: String?
    package var phone: String?
    package var cuisines: [String]
    package var diets: [String]
    package var role: String
    package var banned: Bool
    package var joinedAt: String
    package var recipes: Int64
    package var followers: Int64
    package var following: Int64
    package var likesReceived: Int64
    package var comments: Int64
    package var bookmarks: Int64
    package var xp: Int64
    package var level: String
    package var nextLevelAt: Int64?
    package var badges: [String]
    // For a viewer other than the member.
    package var follows: Bool?
    package var followsViewer: Bool?
    package var blocked: Bool?
}

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
