import Answers
import Events
import LarderAPI
import Markup
import Operations
import Pages

/// What there is to find: discover, search, lists by tag and cuisine, and what the reader has saved.
enum Discovery {
    static let routes: [PageRoute] = [
        .page("discover", "/discover", load: .heavy) { request, queries in
            let cooked = try queries.reader.map { _ in
                try queries.ask(API.becauseYouCooked, ListInput(page: PageRequest(limit: 1)))
            }
            return DiscoverPage(
                try queries.ask(API.collections, NoInput()),
                rising: try queries.ask(API.trending, ListInput(page: PageRequest(limit: 4))), cooked: cooked,
                tags: try queries.ask(API.tags, ListInput(page: PageRequest(limit: 40))),
                cuisines: try queries.ask(API.cuisines, ListInput(page: PageRequest(limit: 40))),
                sources: request.recipeSources, for: queries.reader
            ).page
        },
        .page("collection", "/discover/in/{collection}") { request, queries in
            let name = request.path["collection"] ?? ""
            let answer = try queries.ask(API.collection, CollectionInput(collection: name, page: request.page))
            return RecipeGridPage(
                answer.name, in: .discover, answer.recipes, at: DiscoverPage.link(collection: answer.name),
                after: request["after"],
                next: answer.next, nothing: "No recipe is in this collection yet.", isNewestFirst: false,
                for: queries.reader
            ).page
        },
        .page("rising", "/discover/rising") { request, queries in
            let answer = try queries.ask(API.trending, ListInput(page: request.page))
            return RecipeGridPage(
                "Rising", in: .discover, answer.items.map(\.recipe), at: Link("/discover/rising"),
                after: request["after"],
                next: answer.next, nothing: "No recipe rises at the moment.", isNewestFirst: false, for: queries.reader
            ).page
        },
        .direct("tag", "/tag/{tag}") { request in
            let tag = request.path["tag"] ?? ""
            if let reply = try await Machines.feed(ofTag: tag, request) { return reply }
            return try await request.answer(.light) { request, queries in
                try list(
                    "#\(tag)", RecipeFilter(tags: [tag]), at: .tag(tag), atom: Link.tag(tag).end(".atom"), request,
                    queries)
            }
        },
        .page("cuisine", "/cuisine/{cuisine}") { request, queries in
            let cuisine = request.path["cuisine"] ?? ""
            return try list(
                Words.cuisine(cuisine), RecipeFilter(cuisine: cuisine), at: .cuisine(cuisine), request, queries)
        },
        .page("find", "/find", load: .heavy) { request, queries in
            guard let text = request["q"] else {
                let rising = try queries.ask(API.trending, ListInput(page: PageRequest(limit: 6)))
                return FindPage(
                    "", nil, rising: rising.items.map(\.recipe), after: nil, sources: request.recipeSources,
                    for: queries.reader
                ).page
            }
            let answer = try queries.ask(API.search, SearchInput(text: text, page: request.page))
            return FindPage(
                text, answer, rising: [], after: request["after"], sources: request.recipeSources, for: queries.reader
            ).page
        },
        .page("saved", "/saved") { request, queries in
            _ = try request.requiredPrincipal
            let answer = try queries.ask(API.bookmarks, ListInput(page: request.page))
            return RecipeGridPage(
                "Saved", in: .saved, answer.recipes, at: Link("/saved"), after: request["after"], next: answer.next,
                nothing: "You have saved no recipe yet. The ribbon below a recipe saves it.", gone: answer.gone ?? 0,
                for: queries.reader
            ).page
        },
        .form("clean", "/saved/clean") { request, form in
            _ = try await request.perform(API.cleanBookmarks, [:], nil, form: form)
            return .see(Link("/saved"), saying: .cleaned, request)
        },
    ]

    private static func list(
        _ title: String, _ filter: RecipeFilter, at link: Link, atom: Link? = nil, _ request: WebRequest,
        _ queries: PageQueries
    ) throws -> Pages.Page {
        let answer = try queries.ask(API.feed, FeedInput(sort: .hot, filter: filter, page: request.page))
        return RecipeGridPage(
            title, in: .discover, answer.items.map(\.recipe), at: link, after: request["after"], next: answer.next,
            nothing: "There is no such recipe yet.", atom: atom, for: queries.reader
        ).page
    }
}
