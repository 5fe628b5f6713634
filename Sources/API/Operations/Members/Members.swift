package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Questions {
    static let members: [any AnyBinding] = [
        bind(API.members) { input, viewer, queries in
            try queries.members(
                MemberDirectoryRequest(
                    search: input.search.map(MemberName.username), role: input.role.map { Role($0) },
                    banned: input.banned),
                page: input.page.page, viewer: viewer.member, viewerIsOperator: viewer.isOperator)
        },
        bind(API.profile) { input, viewer, queries in
            try queries.profile(
                try viewer.reference(input.member), viewer: viewer.member, viewerIsOperator: viewer.isOperator)
        },
        bind(API.followers) { input, viewer, queries in
            try queries.followers(
                of: try viewer.reference(input.member), viewer: viewer.member, page: input.page.page)
        },
        bind(API.following) { input, viewer, queries in
            try queries.following(
                of: try viewer.reference(input.member), viewer: viewer.member, page: input.page.page)
        },
        bind(API.usernameAvailability) { input, _, queries in queries.availability(of: input.username) },
        bind(API.blocks) { input, viewer, queries in
            try queries.blocks(of: try viewer.required, page: input.page.page)
        },
    ]
}

package struct MemberDirectoryRequest: Sendable {
    /// A part of the username or name, or of the e-mail if the viewer may see it. Case does not matter.
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
    /// Members in the order in which they joined. O(members) if few match.
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

    /// A member's profile. Only the member, moderators and the operator see e-mail and phone.
    package func profile(
        _ reference: Reference, viewer: MemberID?, viewerIsOperator: Bool = false
    ) throws(Refusal) -> ProfileAnswer {
        let id = try member(reference, for: viewer)
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
            comments: standing.comments, bookmarks: standing.bookmarks, xp: standing.xp,
            pointsCarriedOver: standing.carriedOver == 0 ? nil : standing.carriedOver, level: standing.level,
            nextLevelAt: standing.nextLevelAt, badges: standing.badges)
        if let viewer, viewer != id {
            answer.follows = follows(viewer, id)
            answer.followsViewer = follows(id, viewer)
            answer.blocked = hasBlocked(viewer, id)
        }
        return answer
    }

    /// The members who follow the member, the newest follow first.
    package func followers(
        of reference: Reference, viewer: MemberID?, page: Page
    ) throws(Refusal) -> MemberListAnswer {
        try members(listedIn: views.members.followers, of: try member(reference, for: viewer), viewer: viewer, page)
    }

    /// The members whom the member follows, the newest follow first.
    package func following(
        of reference: Reference, viewer: MemberID?, page: Page
    ) throws(Refusal) -> MemberListAnswer {
        try members(listedIn: views.members.following, of: try member(reference, for: viewer), viewer: viewer, page)
    }

    /// Whether a new member can choose a username. Registration decides again, for another member may be faster.
    package func availability(of username: String) -> UsernameAnswer {
        let obstacle: UsernameAnswer.Obstacle? =
            if Username.fault(in: username) != nil {
                .invalid
            } else if Username.isReserved(username) {
                .reserved
            } else if member(called: username) != nil {
                .taken
            } else {
                nil
            }
        return UsernameAnswer(position: snapshot.position.value, username: username, obstacle: obstacle)
    }

    /// The members whom the member has blocked, the member who joined first first.
    package func blocks(of member: MemberID, page: Page) throws(Refusal) -> MemberListAnswer {
        let contents = try contents(
            of: page, in: views.members.blocks, prefix: Key(member.value), keyBytes: 16
        ) { key, _ in memberCard(MemberID(key.uint64(at: 8))) }
        return MemberListAnswer(position: snapshot.position.value, members: contents.items, next: contents.next)
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

extension MemberCard {
    package init(_ member: NamedMember) {
        self.init(
            id: member.id.description, username: member.username, name: member.name,
            avatar: member.avatar.unlessEmpty)
    }
}

extension Queries {
    /// The member's card; nil if the member is unknown or deleted, or if the key of the profile is destroyed.
    package func memberCard(_ id: MemberID) -> MemberCard? { named(id).map { MemberCard($0) } }
}

extension Role {
    fileprivate init(_ role: MembersInput.Role) {
        switch role {
        case .member: self = .member
        case .moderator: self = .moderator
        case .admin: self = .admin
        }
    }
}
