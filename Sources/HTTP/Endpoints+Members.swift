import Accounts
import Events
import Layout
import Notation
import Views

/// What is asked of members: by anyone, `me` by whoever has logged in.
extension Endpoint {
    static let lists: [Endpoint] = [
        question("/members", "members", ["search", "role", "banned"], isPaged: true, load: .heavy) {
            exchange, queries in
            let role: Role? = try exchange.query.text("role").map { text throws(Refusal) in
                try Word.choose(text, ["member": .member, "moderator": .moderator, "admin": .admin], field: "role")
            }
            return try queries.members(
                .init(
                    search: try exchange.query.text("search").map(MemberName.username), role: role,
                    banned: try exchange.query.flag("banned")),
                page: try exchange.page, viewer: exchange.viewer, viewerIsOperator: false)
        },
        question("/members/{member}", "profile") { exchange, queries in
            try queries.profile(try exchange.member(), viewer: exchange.viewer)
        },
        question("/members/{member}/recipes", "recipesOf", isPaged: true) { exchange, queries in
            try queries.recipes(
                .posted, of: try queries.member(try exchange.member()), page: try exchange.page,
                viewer: exchange.viewer)
        },
        question("/members/{member}/likes", "likesOf", isPaged: true) { exchange, queries in
            try queries.recipes(
                .liked, of: try queries.member(try exchange.member()), page: try exchange.page,
                viewer: exchange.viewer)
        },
        question("/members/{member}/reposts", "repostsOf", isPaged: true) { exchange, queries in
            try queries.reposts(
                of: try queries.member(try exchange.member()), page: try exchange.page, viewer: exchange.viewer)
        },
        question("/members/{member}/followers", "followers", isPaged: true) { exchange, queries in
            try queries.followers(of: try exchange.member(), viewer: exchange.viewer, page: try exchange.page)
        },
        question("/members/{member}/following", "following", isPaged: true) { exchange, queries in
            try queries.following(of: try exchange.member(), viewer: exchange.viewer, page: try exchange.page)
        },
        question("/members/{member}/xp", "experience", isPaged: true) { exchange, queries in
            try queries.experience(try exchange.member(), page: try exchange.page)
        },
        question("/members/{member}/awards", "awards", isPaged: true, load: .heavy) { exchange, queries in
            try queries.awardHistory(of: try exchange.member(), page: try exchange.page)
        },
        question("/members/{member}/cookbooks", "cookbooksOf", isPaged: true) { exchange, queries in
            try queries.cookbooks(
                of: try queries.member(try exchange.member()), page: try exchange.page, viewer: exchange.viewer)
        },
    ]

    /// What only the member may see.
    static let ofOneself: [Endpoint] = [
        question("/notifications", "notifications", ["only"], isPaged: true, access: .member) { exchange, queries in
            guard let event = try exchange.query.number("only") else {
                return try queries.notifications(try exchange.actor, page: try exchange.page)
            }
            return try queries.notification(of: Position(event), to: try exchange.actor)
        },
        question("/bookmarks", "bookmarks", isPaged: true, access: .member) { exchange, queries in
            let member = try exchange.requiredViewer
            return try queries.recipes(.bookmarked, of: member, page: try exchange.page, viewer: member)
        },
        question("/plan", "plan", ["from", "days"], isPaged: true, access: .member) { exchange, queries in
            try queries.plan(
                of: try exchange.requiredViewer, from: try exchange.firstDay(queries),
                days: try exchange.dayCount(), page: try exchange.page)
        },
        question("/shopping", "shopping", ["from", "days"], access: .member) { exchange, queries in
            try queries.shopping(
                of: try exchange.requiredViewer, from: try exchange.firstDay(queries),
                days: try exchange.dayCount())
        },
        question("/cooked", "becauseYouCooked", isPaged: true, access: .member, load: .heavy) { exchange, queries in
            try queries.cooked(
                by: try exchange.requiredViewer, showing: alsoLikedMax, page: try exchange.page)
        },
    ]

    /// What goes with each recipe that was cooked.
    private static let alsoLikedMax = 5

    /// The moderators' desk.
    static let ofModerators: [Endpoint] = [
        question("/reports", "reports", ["status"], isPaged: true, access: .moderator) { exchange, queries in
            try queries.reports(
                try exchange.query.choice("status", ReportStatus.self) ?? .pending, page: try exchange.page)
        },
        question("/moderation", "moderationLog", isPaged: true, access: .moderator) { exchange, queries in
            try queries.moderationLog(page: try exchange.page)
        },
        question("/dashboard", "dashboard", access: .moderator, load: .heavy) { _, queries in queries.dashboard() },
    ]
}

extension Exchange {
    /// Of a plan: today, in UTC, unless said.
    fileprivate func firstDay(_ queries: Queries) throws(Refusal) -> Day {
        guard let text = try query.text("from") else { return queries.now.day }
        return try Times.day(text, field: "from")
    }

    fileprivate func dayCount() throws(Refusal) -> Int { Int(clamping: try query.number("days") ?? 7) }
}
