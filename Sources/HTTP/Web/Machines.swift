import Answers
import Community
import Events
import HTTPTypes
import LarderAPI
import Layout
import Markup
import Operations
import Pages
import Views

/// What other programs and sites read: feeds, the map of the site, cards of addresses. All of it is what a guest may see.
enum Machines {
    static let routes: [PageRoute] = [
        .direct("feedAtom", "/feed.atom") { request in
            try await request.asGuest.atom { queries, community in
                AtomFeed(
                    "Recipes at \(community)", at: Link("/feed.atom"), of: Link("/"), by: community,
                    recipes: try recipes(RecipeFilter(), queries))
            }
        },
        .direct("boardAtom", "/board.atom") { request in
            try await request.asGuest.atom { queries, community in
                let weeks = try queries.ask(API.leaderboardWeeks, NoInput()).weeks.filter(\.completed)
                let boards = try weeks.suffix(weeksMax).reversed().compactMap { week -> (LeaderboardAnswer, String)? in
                    guard let end = Week(week.week)?.end.rfc3339 else { return nil }
                    let input = LeaderboardInput(week: week.week, page: PageRequest(limit: 3))
                    return (try queries.ask(API.leaderboard, input), end)
                }
                return AtomFeed(boards: boards, by: community)
            }
        },
        .direct("sitemap", "/sitemap.xml") { request in
            let page = request["page"]
            return try await request.asGuest.answer(.heavy) { queries in
                let head = max(queries.queries.logPosition.value, 1)
                let pages = Int((head - 1) / positionsOfPage) + 1
                let type = "application/xml; charset=utf-8"
                if page == nil, pages > 1 { return .bytes(Sitemap.index(of: pages, at: request.site), type: type) }
                guard let number = page.map(UInt64.init) ?? 1, (1...UInt64(pages)).contains(number) else {
                    throw Refusal(.notFound, "the map has \(pages) pages", field: "page")
                }
                return .bytes(Sitemap.list(entries(number, queries.queries), at: request.site), type: type)
            }
        },
        .direct("oembed", "/oembed") { request in
            guard request["format"] ?? "json" == "json" else {
                var reply = Reply.text("this service answers oEmbed as JSON\n")
                reply.status = .notImplemented
                return reply
            }
            guard let address = request["url"] else {
                throw Refusal(.invalid, "say which address: url", field: "url")
            }
            return try await request.asGuest.answer(.light) { queries in
                let embedding = try embedding(of: address, at: request.site, queries)
                return .bytes(
                    embedding.document(at: request.site, called: request.context.settings.name),
                    type: "application/json")
            }
        },
    ]

    // MARK: Feeds

    /// How many recipes or weeks a feed has.
    private static let recipesMax = 20
    private static let weeksMax = 10
    private static let ending = ".atom"

    /// The feed of a member; `nil`: the path is no feed's. A name that an operator gave may itself end as a feed's path does.
    static func feed(ofMember id: String, _ request: WebRequest) async throws -> Reply? {
        guard id.first == "@", id.hasSuffix(ending) else { return nil }
        let isName = try request.context.community.query { $0.member(called: String(id.dropFirst())) != nil }
        guard !isName else { return nil }
        let member = String(id.dropLast(ending.count))
        // A program that follows a name goes on with the member's new one.
        let present = try request.asGuest.ask { queries in
            try People.profile(member, queries) == nil ? queries.member(formerly: member) : nil
        }
        if let present { return .see(Link.member(present).end(".atom"), .movedPermanently) }
        return try await request.asGuest.atom { queries, _ in
            let profile = try queries.ask(API.profile, MemberInput(member: member))
            let link = Link.member(profile.username)
            let input = MemberListInput(member: profile.id, page: PageRequest(limit: UInt64(recipesMax)))
            return AtomFeed(
                "Recipes by \(profile.name)", at: link.end(".atom"), of: link, by: profile.name,
                since: profile.joinedAt, recipes: profile.banned ? [] : try queries.ask(API.recipesOf, input).recipes)
        }
    }

    /// The feed of a tag; `nil`: the path is no feed's.
    static func feed(ofTag path: String, _ request: WebRequest) async throws -> Reply? {
        guard path.hasSuffix(ending) else { return nil }
        let tag = String(path.dropLast(ending.count))
        return try await request.asGuest.atom { queries, community in
            AtomFeed(
                "#\(tag) at \(community)", at: Link.tag(tag).end(".atom"), of: .tag(tag), by: community,
                recipes: try recipes(RecipeFilter(tags: [tag]), queries))
        }
    }

    /// The newest recipes, each once: the feed's reposts are left out.
    private static func recipes(_ filter: RecipeFilter, _ queries: PageQueries) throws -> [RecipeDocument] {
        var (found, after) = ([RecipeDocument](), String?.none)
        // Reposts may fill pages: some pages are looked through, not all.
        for _ in 0..<3 {
            let input = FeedInput(sort: .newest, filter: filter, page: PageRequest(limit: 50, after: after))
            let page = try queries.ask(API.feed, input)
            found += page.items.filter { $0.repost == nil }.map(\.recipe)
            after = page.next
            if found.count >= recipesMax || after == nil { break }
        }
        return Array(found.prefix(recipesMax))
    }

    // MARK: The map

    /// How many positions of the log a page of the map covers. A position makes at most one recipe or member, so a page has no more
    /// addresses than it may, and no page depends on another one.
    private static let positionsOfPage = UInt64(Sitemap.entriesMax - Sitemap.fixed.count)

    private static func entries(_ page: UInt64, _ queries: Queries) -> [Sitemap.Entry] {
        let last = page * positionsOfPage
        let (first, end) = (Position(last - positionsOfPage + 1), Position(last))
        var entries = page == 1 ? Sitemap.fixed : []
        queries.forEachShownRecipe(from: first, through: end) { recipe, changed in
            entries.append(Sitemap.Entry(.id("\(recipe)"), changed: changed.rfc3339))
        }
        queries.forEachShownMember(from: first, through: end) { entries.append(Sitemap.Entry(.member($0))) }
        // A list has at least one address.
        return entries.isEmpty ? [Sitemap.fixed[0]] : entries
    }

    // MARK: Cards

    /// What an own address shows. What a guest may not see is not found, whatever the reason.
    private static func embedding(of address: String, at site: Site, _ queries: PageQueries) throws -> Embedding {
        let nothing = Refusal(.notFound, "there is nothing to show of this address", field: "url")
        guard let path = site.path(of: address), path.first == "/",
            let id = PercentEncoding.decoded(path.dropFirst()), Ids.hasShape(id)
        else { throw nothing }
        do {
            switch id.first {
            case "r":
                let recipe = try queries.ask(API.recipe, RecipeInput(recipe: id)).recipe
                if !queries.isHidden(recipe.author) { return Embedding(recipe) }
            case "@":
                let profile = try queries.ask(API.profile, MemberInput(member: id))
                if !profile.banned { return Embedding(profile) }
            default: break
            }
        } catch let refusal as Refusal where [.gone, .notFound, .invalid].contains(refusal.code) {
            throw nothing
        }
        throw nothing
    }
}

extension WebRequest {
    /// A feed from one state of the views. `body` gets the community's name.
    fileprivate func atom(
        _ body: @escaping @Sendable (PageQueries, String) throws -> AtomFeed
    ) async throws -> Reply {
        let community = context.settings.name
        return try await answer(.light) { queries in
            .bytes(
                try body(queries, community).document(at: site),
                type: "application/atom+xml; charset=utf-8")
        }
    }
}
