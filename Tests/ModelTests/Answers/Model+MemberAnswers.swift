import Events
import Layout

struct ProfilePage: Encodable {
    var position: UInt64
    var id: String
    var username: String
    var name: String
    var bio: String?
    var email: String?
    var cuisines: [String]
    var diets: [String]
    var role: String
    var banned: Bool
    var joinedAt: String
    var recipes: Int
    var followers: Int
    var following: Int
    var likesReceived: Int
    var comments: Int
    var bookmarks: Int
    var xp: Int
    var pointsCarriedOver: Int?
    var level: String
    var nextLevelAt: Int?
    var badges: [String]
    var follows: Bool?
    var followsViewer: Bool?
    var blocked: Bool?
}

struct NotificationLine: Encodable {
    var id: UInt64
    var kind: String
    var actor: Card?
    var recipe: String?
    var comment: String?
    var text: String?
    var createdAt: String
    var read: Bool
}

extension Model {
    func profile(
        _ id: UInt64, viewer: UInt64?, isOperator: Bool = false, _ standings: Standings
    ) throws -> ProfilePage {
        guard let member = members[id], !member.isDeleted, !isClosed(id, to: viewer) else { throw No(.notFound) }
        // «E-mail and phone are shown to the member and to moderators only.»
        let seesContact =
            isOperator || viewer == id || viewer.flatMap { members[$0]?.role }.map { $0 >= .moderator } ?? false
        let record = standings.record(of: id)
        var page = ProfilePage(
            position: head, id: "m\(id)", username: member.username, name: member.name,
            bio: member.bio.isEmpty ? nil : member.bio,
            email: seesContact && !member.email.isEmpty ? member.email : nil, cuisines: member.cuisines,
            diets: member.diets, role: "\(member.role)", banned: isBanned(id, at: standings.now),
            joinedAt: member.joinedAt.rfc3339,
            recipes: works.values.count { $0.sort == .recipe && $0.author == id && !$0.isHidden },
            followers: followers(of: id).count, following: followed(by: id).count,
            likesReceived: standings.total(id, .recipeLiked), comments: standings.total(id, .commentPosted),
            bookmarks: standings.total(id, .recipeBookmarked), xp: record.xp,
            pointsCarriedOver: carriedPoints(of: id) == 0 ? nil : carriedPoints(of: id), level: record.level,
            nextLevelAt: record.nextLevelAt, badges: record.badges)
        if let relation = relation(of: viewer, to: id) {
            page.follows = relation.follows
            page.followsViewer = relation.followsViewer
            page.blocked = relation.blocked
        }
        return page
    }

    func relation(of viewer: UInt64?, to id: UInt64) -> Relation? {
        guard let viewer, viewer != id else { return nil }
        return Relation(
            follows: follows(viewer, id), followsViewer: follows(id, viewer),
            blocked: holds(.block, viewer, id) != nil)
    }

    private func card(_ id: UInt64, for viewer: UInt64?) -> Card {
        var card = card(id)
        card.viewer = relation(of: viewer, to: id)
        return card
    }

    /// «To the blocked viewer everything of the blocker is `not-found`.»
    func isClosed(_ member: UInt64, to viewer: UInt64?) -> Bool {
        viewer.map { holds(.block, member, $0) != nil } ?? false
    }

    /// The member as far as the viewer may name them.
    func open(_ member: UInt64, to viewer: UInt64?) throws -> UInt64 {
        if isClosed(member, to: viewer) { throw No(.notFound) }
        return member
    }

    // MARK: Lists, the newest first

    func followers(of id: UInt64) -> [UInt64] {
        newest(standing.filter { $0.key.tie == .follow && $0.key.thing == id && isHere($0.key.member) }) { $0.member }
    }

    private func followed(by id: UInt64) -> [UInt64] {
        newest(standing.filter { $0.key.tie == .follow && $0.key.member == id && isHere($0.key.thing) }) { $0.thing }
    }

    private func newest(_ ties: [TieKey: TieState], _ id: (TieKey) -> UInt64) -> [UInt64] {
        ties.sorted { ($0.value.at, $0.value.event) > ($1.value.at, $1.value.event) }
            .map { id($0.key) }
    }

    func followers(of id: UInt64, viewer: UInt64?) throws -> [Card] {
        followers(of: try open(id, to: viewer)).filter { !isHidden($0, from: viewer) }.map { card($0, for: viewer) }
    }

    func following(of id: UInt64, viewer: UInt64?) throws -> [Card] {
        followed(by: try open(id, to: viewer)).filter { !isHidden($0, from: viewer) }.map { card($0, for: viewer) }
    }

    /// Liked or bookmarked recipes, by the time of doing so.
    func recipes(_ tie: Tie, by member: UInt64, viewer: UInt64?) -> [String] {
        let kept = standing.filter { $0.key.tie == tie && $0.key.member == member }
            .filter { works[$0.key.thing]?.sort == .recipe }
        return kept.sorted { ($0.value.at, $0.key.thing) > ($1.value.at, $1.key.thing) }.map(\.key.thing)
            .filter { isLiving($0) && !isHidden(works[$0]?.author ?? 0, from: viewer) }.map { "r\($0)" }
    }

    /// «how many saved recipes were deleted».
    func deletedBookmarks(of member: UInt64) -> Int {
        standing.keys.count { $0.tie == .bookmark && $0.member == member && !isLiving($0.thing) }
    }

    func recipes(by member: UInt64, viewer: UInt64?) -> [String] {
        works.filter { $0.value.sort == .recipe && $0.value.author == member && isLiving($0.key) }
            .sorted { ($0.value.at, $0.key) > ($1.value.at, $1.key) }.map(\.key)
            .filter { _ in !isHidden(member, from: viewer) }.map { "r\($0)" }
    }

    /// What the member passed on, as long as it and the recipe are there.
    func reposts(by member: UInt64, viewer: UInt64?) throws -> [FeedLine] {
        let kept = works.filter {
            $0.value.sort == .repost && $0.value.author == member && isLiving($0.key) && isLiving($0.value.recipe)
        }
        return try kept.sorted { ($0.value.at, $0.key) > ($1.value.at, $1.key) }.filter { _, repost in
            ![member, works[repost.recipe]?.author ?? 0].contains { isHidden($0, from: viewer) }
        }.map { try feedLine($0.key, viewer: viewer) }
    }

    private func isHidden(_ member: UInt64, from viewer: UInt64?) -> Bool {
        viewer.map { isApart($0, member) } ?? false
    }

    // MARK: Notifications

    /// Newest first, from the list of all that happened: for its recipient, as long as the fact stands.
    func notifications(of member: UInt64) throws -> [NotificationLine] {
        guard isHere(member) else { throw No(.notFound) }
        let read = UInt64(holds(.read, member, member)?.value ?? 0)
        var lines: [NotificationLine] = []
        for (index, fact) in facts.enumerated().reversed() {
            let event = UInt64(index) + 1
            guard fact.actor != member, let line = notification(event, fact, to: member, read) else { continue }
            lines.append(line)
        }
        return lines
    }

    private func notification(
        _ event: UInt64, _ fact: Fact, to member: UInt64, _ read: UInt64
    ) -> NotificationLine? {
        var line = NotificationLine(
            id: event, kind: "", actor: card(fact.actor), createdAt: fact.at.rfc3339, read: event <= read)
        var (recipe, comment): (UInt64, UInt64) = (0, 0)
        var isFact = fact.owner == member
        switch fact.kind {
        case .recipeLiked:
            (line.kind, recipe) = ("like", fact.subject)
            isFact = isFact && stands(.like, fact.actor, fact.subject)?.event == event
        case .recipeRated:
            (line.kind, recipe) = ("rating", fact.subject)
            isFact = isFact && stands(.rating, fact.actor, fact.subject)?.event == event
        case .recipeCooked: (line.kind, recipe) = ("cooked", fact.subject)
        case .recipeReposted:
            (line.kind, recipe) = ("repost", fact.subject)
            isFact = isFact && isLiving(event)
            line.text = works[event]?.text
        case .memberFollowed:
            line.kind = "follow"
            isFact = isFact && stands(.follow, fact.actor, fact.subject)?.event == event
        case .commentPosted:
            (line.kind, recipe, comment) = ("comment", fact.subject, event)
            // «for a reply, to the author of the parent comment: kind `reply`; a recipe's author who is also the
            // parent's author gets the reply only».
            if fact.cause != 0, works[fact.cause]?.author == member {
                line.kind = "reply"
                isFact = true
            }
        case .commentLiked:
            (line.kind, recipe, comment) = ("commentLike", works[fact.subject]?.recipe ?? 0, fact.subject)
            isFact = isFact && stands(.like, fact.actor, fact.subject)?.event == event
        case .reportResolved:
            let target = reports[fact.subject]?.target ?? 0
            line.kind = "reportResolved"
            (recipe, comment) = address(of: target)
        case .recipeDeleted, .commentDeleted, .recipeCookNoteDeleted:
            line.kind = "contentRemoved"
            (recipe, comment) = address(of: fact.subject)
        case .memberBanned: line.kind = "banned"
        default: return nil
        }
        guard isFact else { return nil }
        if ["reportResolved", "contentRemoved", "banned"].contains(line.kind) {
            line.actor = nil
        } else {
            guard isHere(fact.actor), !isApart(member, fact.actor) else { return nil }
            if recipe != 0, !isLiving(recipe) || isApart(member, works[recipe]?.author ?? 0) { return nil }
            if comment != 0, !isLiving(comment) { return nil }
            if comment != 0 { line.text = works[comment]?.text }
        }
        line.text = line.text.flatMap { $0.isEmpty ? nil : String($0.prefix(140)) }
        line.recipe = recipe == 0 ? nil : "r\(recipe)"
        line.comment = comment == 0 ? nil : "c\(comment)"
        return line
    }

    private func address(of thing: UInt64) -> (recipe: UInt64, comment: UInt64) {
        switch works[thing]?.sort {
        case .recipe?: (thing, 0)
        case .comment?: (works[thing]?.recipe ?? 0, thing)
        default: (0, 0)
        }
    }
}
