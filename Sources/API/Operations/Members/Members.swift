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
                    banned: input.banned, isSuggested: input.isSuggested),
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
    /// A part of the username or name, or of the e-mail if the viewer may see it, in lower case: case does not matter.
    fileprivate let search: String?
    package var role: Role?
    package var banned: Bool?
    /// Members to follow, the likeliest first, in place of all.
    package var isSuggested = false

    package init(search: String? = nil, role: Role? = nil, banned: Bool? = nil, isSuggested: Bool = false) {
        self.search = search?.lowercased()
        self.role = role
        self.banned = banned
        self.isSuggested = isSuggested
    }
}

private enum Suggestion {
    /// The number of a member's follows that suggestions regard.
    static let followsMax = 500
}

extension Queries {
    /// Members in the order in which they joined. O(members) if few match.
    package func members(
        _ request: MemberDirectoryRequest, page: Page, viewer: MemberID?, viewerIsOperator: Bool
    ) throws(Refusal) -> MemberDirectoryAnswer {
        let seesAll = viewerIsOperator || mayModerate(viewer)
        guard !request.isSuggested else {
            return try suggestedMembers(request, page: page, viewer: viewer, seesAll: seesAll)
        }
        let contents = try contents(of: page, in: views.members.rows, prefix: Key(), keyBytes: 8) {
            key, row -> MemberSummary? in
            let id = MemberID(key.uint64(at: 0))
            guard isWanted(id, row, request, seesAll: seesAll, viewer: viewer) else { return nil }
            let seesContact = seesAll || viewer == id
            return summary(of: id, row, seesContact: seesContact, viewer: viewer)
        }
        return MemberDirectoryAnswer(
            position: snapshot.position.value, members: contents.items, next: contents.next)
    }

    private func summary(
        of id: MemberID, _ row: MemberRow, seesContact: Bool, viewer: MemberID?
    ) -> MemberSummary {
        MemberSummary(
            id: "\(id)", username: row.username, name: row.name,
            email: seesContact ? row.email.unlessEmpty : nil, phone: seesContact ? row.phone.unlessEmpty : nil,
            role: row.role.name, banned: isBanned(id), joinedAt: row.joinedAt.rfc3339, recipes: row.recipes,
            comments: snapshot.get(views.standings.totals, Key(id.value))?[.comments] ?? 0, followers: row.followers,
            xp: standing(of: id).xp, avatar: row.avatar.unlessEmpty, viewer: relation(of: viewer, to: id))
    }

    /// Members to follow: those first whom most of the members whom the viewer follows follow, then those whom most
    /// members follow, then the oldest members. Without members whom the viewer follows, banned ones and the
    /// viewer. O(members), and of the viewer's follows at most `Suggestion.followsMax` of at most as many members.
    private func suggestedMembers(
        _ request: MemberDirectoryRequest, page: Page, viewer: MemberID?, seesAll: Bool
    ) throws(Refusal) -> MemberDirectoryAnswer {
        let after = try page.key(beginningWith: Key(), byteCount: 24)
        var friends: [MemberID: UInt64] = [:]
        let followed = viewer.map(followedBy) ?? []
        for friend in followed.prefix(Suggestion.followsMax) {
            for member in followedBy(friend).prefix(Suggestion.followsMax) { friends[member, default: 0] += 1 }
        }
        let isFollowed = Set(followed)
        var found: [(key: Key, row: MemberRow)] = []
        snapshot.scan(views.members.rows) { key, row in
            let id = MemberID(key.uint64(at: 0))
            guard isWanted(id, row, request, seesAll: seesAll, viewer: viewer), id != viewer, !isFollowed.contains(id),
                !isBanned(id)
            else { return true }
            let place = Key(UInt64.max - (friends[id] ?? 0)).appending(UInt64.max - UInt64(max(0, row.followers)))
                .appending(id.value)
            if after.map({ place > $0 }) ?? true { found.append((place, row)) }
            return true
        }
        found.sort { $0.key < $1.key }
        var contents = PageContents<MemberSummary>(page)
        for (place, row) in found {
            let id = MemberID(place.uint64(at: 16))
            let summary = summary(of: id, row, seesContact: seesAll || viewer == id, viewer: viewer)
            if !contents.add(summary, place) { break }
        }
        return MemberDirectoryAnswer(
            position: snapshot.position.value, members: contents.items, next: contents.next)
    }

    /// Whether the directory lists the member.
    private func isWanted(
        _ id: MemberID, _ row: MemberRow, _ request: MemberDirectoryRequest, seesAll: Bool, viewer: MemberID?
    ) -> Bool {
        guard !row.isDeleted, !row.username.isEmpty, !isApart(id, from: viewer) else { return false }
        if let role = request.role, row.role != role { return false }
        if let banned = request.banned, isBanned(id) != banned { return false }
        if let wanted = request.search {
            let texts = [row.username, row.name] + (seesAll || viewer == id ? [row.email] : [])
            guard texts.contains(where: { $0.lowercased().contains(wanted) }) else { return false }
        }
        return true
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
        if let relation = relation(of: viewer, to: id) {
            (answer.follows, answer.followsViewer) = (relation.follows, relation.followsViewer)
            answer.blocked = relation.blocked
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
        ) { key, _ in memberCard(MemberID(key.uint64(at: 8)), for: member) }
        return MemberListAnswer(position: snapshot.position.value, members: contents.items, next: contents.next)
    }

    private func members(
        listedIn table: ViewTable<OtherMemberRow>, of member: MemberID, viewer: MemberID?, _ page: Page
    ) throws(Refusal) -> MemberListAnswer {
        let contents = try contents(of: page, in: table, prefix: Key(member.value), keyBytes: 24, reversed: true) {
            isApart($1.member, from: viewer) ? nil : memberCard($1.member, for: viewer)
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

    /// The member's card in a list of members, with what is between the viewer and the member.
    package func memberCard(_ id: MemberID, for viewer: MemberID?) -> MemberCard? {
        memberCard(id).map { card in
            var card = card
            card.viewer = relation(of: viewer, to: id)
            return card
        }
    }

    /// `nil` for guests, and for the member.
    package func relation(of viewer: MemberID?, to member: MemberID) -> MemberRelation? {
        guard let viewer, viewer != member else { return nil }
        return MemberRelation(
            follows: follows(viewer, member), followsViewer: follows(member, viewer),
            blocked: hasBlocked(viewer, member))
    }
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
