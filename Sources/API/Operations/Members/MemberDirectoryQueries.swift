package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

package struct MemberDirectoryRequest: Sendable {
    /// Contained in username, name or, for those who may see it, e-mail, whatever their case.
    package var search: String?
    package var role: Role?
    package var banned: Bool?

    package init(search: String? = nil, role: Role? = nil, banned: Bool? = nil) {
        self.search = search
        self.role = role
        self.banned = banned
    }
}

extension Queries {
    /// Members in the order in which they joined. O(members) of a page that finds few.
    package func members(
        _ request: MemberDirectoryRequest, page: Page, viewer: MemberID?, viewerIsOperator: Bool
    ) throws(Refusal) -> MemberDirectoryAnswer {
        let seesAll = viewerIsOperator || mayModerate(viewer)
        let wanted = request.search?.lowercased()
        let contents = try contents(of: page, in: views.members.rows, prefix: Key(), keyBytes: 8) {
            key, row -> MemberSummary? in
            let id = MemberID(key.uint64(at: 0))
            let seesContact = seesAll || viewer == id
            guard !row.isDeleted, !row.username.isEmpty, !isApart(id, from: viewer) else { return nil }
            if let role = request.role, row.role != role { return nil }
            if let banned = request.banned, isBanned(id) != banned { return nil }
            if let wanted {
                let texts = [row.username, row.name] + (seesContact ? [row.email] : [])
                guard texts.contains(where: { $0.lowercased().contains(wanted) }) else { return nil }
            }
            return MemberSummary(
                id: "\(id)", username: row.username, name: row.name,
                email: seesContact ? row.email.unlessEmpty : nil, phone: seesContact ? row.phone.unlessEmpty : nil,
                role: row.role.name, banned: isBanned(id), joinedAt: row.joinedAt.rfc3339, recipes: row.recipes,
                comments: snapshot.get(views.standings.totals, key)?[.comments] ?? 0, followers: row.followers,
                xp: standing(of: id).xp)
        }
        return MemberDirectoryAnswer(
            position: snapshot.position.value, members: contents.items, next: contents.next)
    }
}
