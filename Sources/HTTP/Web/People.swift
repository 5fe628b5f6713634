import Answers
import Events
import HTTPTypes
import LarderAPI
import Markup
import Operations
import Pages

/// Members: profiles, lists, points, and the buttons of a profile.
enum People {
    static let routes: [PageRoute] = [
        list("followers", "/{id}/followers") { member, request, queries in
            let people = try queries.ask(API.followers, MemberListInput(member: member.id, page: request.page))
            return PeoplePage(followersOf: member, people, after: request["after"]).page
        },
        list("following", "/{id}/following") { member, request, queries in
            let people = try queries.ask(API.following, MemberListInput(member: member.id, page: request.page))
            return PeoplePage(followedBy: member, people, after: request["after"]).page
        },
        list("points", "/{id}/points", load: .heavy) { member, request, queries in
            let week = request["week"]
            let points = try queries.ask(
                API.experience, MemberListInput(member: member.id, page: PageRequest(limit: 20)))
            let awards = try queries.ask(API.awards, AwardsInput(member: member.id, week: week, page: request.page))
            let subjects = Set(awards.awards.compactMap(\.subject).filter { $0.isReference("r") }).sorted()
            let recipes =
                subjects.isEmpty ? [] : try queries.ask(API.recipesByID, RecipesByIDInput(ids: subjects)).recipes
            return PointsPage(points, awards, of: recipes, week: week, after: request["after"]).page
        },
        toggle("follow", "/{id}/follow", API.followMember, API.unfollowMember, .followed, .unfollowed),
        toggle("block", "/{id}/block", API.blockMember, API.unblockMember, .blocked, .unblocked),
    ]

    /// A page about the member of the path, `@name`.
    private static func list(
        _ name: String, _ path: PathTemplate, load: OperationTraits.Load = .light,
        _ body: @escaping @Sendable (ProfileAnswer, WebRequest, PageQueries) throws -> Pages.Page
    ) -> PageRoute {
        .page(name, path, load: load) { request, queries in
            guard request.id.first == "@" else {
                throw Refusal(.notFound, "there is nothing at \(request.target.excerpt())")
            }
            if let page = try own(request, queries) { return page }
            guard let profile = try self.profile(request.id, queries) else { return try moved(request, queries) }
            return try body(profile, request, queries)
        }
    }

    /// Leads from `/@me`, and all below it, to the reader's own address; `nil` for another address.
    private static func own(_ request: WebRequest, _ queries: PageQueries) throws -> Pages.Page? {
        guard request.id == "@me" else { return nil }
        _ = try request.requiredPrincipal
        let name = queries.reader?.username ?? ""
        let rest = String(request.target.dropFirst("/@me".utf8.count))
        return Pages.Page(leadingTo: Link(own: "/@\(name)\(rest)") ?? .member(name))
    }

    /// `nil`: no member has that name now, but one had it.
    static func profile(_ id: String, _ queries: PageQueries) throws -> ProfileAnswer? {
        do throws(Refusal) {
            return try queries.profile(id)
        } catch {
            guard error.code == .notFound, id.first == "@", queries.member(formerly: id) != nil else { throw error }
            return nil
        }
    }

    /// Leads from the address of a name that a member has given up to that of the present name.
    private static func moved(_ request: WebRequest, _ queries: PageQueries) throws -> Pages.Page {
        guard let name = queries.member(formerly: request.id) else {
            throw Refusal(.notFound, "there is no member \(request.id)")
        }
        let rest = String(request.target.dropFirst(1 + request.id.utf8.count))
        return Pages.Page(leadingTo: Link(own: "/@\(name)\(rest)") ?? .member(name), forGood: true)
    }

    private static func toggle(
        _ name: String, _ path: PathTemplate, _ on: any AnyOperation, _ off: any AnyOperation, _ saidOn: Said,
        _ saidOff: Said
    ) -> PageRoute {
        .form(name, path) { request, form in
            let isOn = form.isOn("on")
            let said = isOn ? saidOn : saidOff
            _ = try await request.perform(isOn ? on : off, ["member": request.id], nil, form: form)
            guard form.part != nil else {
                return .see(request.origin ?? Link("/").part(request.id), saying: said, request)
            }
            return try request.part { queries in
                let profile = try queries.ask(API.profile, MemberInput(member: request.id))
                if form.part == FollowButton.part(of: profile.id) {
                    let relation = MemberRelation(
                        follows: profile.follows == true, followsViewer: profile.followsViewer == true,
                        blocked: profile.blocked == true)
                    return FollowButton(profile.username, profile.id, relation).html(saying: said)
                }
                return FollowButtons(profile, for: queries.reader).html(saying: said)
            }
        }
    }

    /// The profile at `/@name`.
    static func page(_ id: String, _ request: WebRequest, _ queries: PageQueries) throws -> Pages.Page {
        if let page = try own(request, queries) { return page }
        guard let profile = try profile(id, queries) else { return try moved(request, queries) }
        let tab = request["tab"].flatMap(ProfilePage.Tab.init) ?? .recipes
        let input = MemberListInput(member: profile.id, page: request.page)
        let (items, next): ([FeedItem], String?)
        var books: [CookbookCard] = []
        switch tab {
        case .recipes:
            let answer = try queries.ask(API.recipesOf, input)
            (items, next) = (answer.recipes.map { FeedItem(kind: "recipe", recipe: $0) }, answer.next)
        case .likes:
            let answer = try queries.ask(API.likesOf, input)
            (items, next) = (answer.recipes.map { FeedItem(kind: "recipe", recipe: $0) }, answer.next)
        case .reposts:
            let answer = try queries.ask(API.repostsOf, input)
            (items, next) = (answer.items, answer.next)
        case .cookbooks:
            let answer = try queries.ask(API.cookbooksOf, input)
            (items, next, books) = ([], answer.next, answer.cookbooks)
        }
        return ProfilePage(
            profile, tab, items, books: books, after: request["after"], next: next, for: queries.reader
        ).page
    }
}

extension WebRequest {
    /// The page of a list that the address names.
    var page: PageRequest { PageRequest(limit: 20, after: self["after"]) }
}
