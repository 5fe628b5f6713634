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
        .page("ownProfile", "/@me") { request, queries in
            _ = try request.requiredPrincipal
            return Pages.Page(leadingTo: queries.reader.map { .member($0.username) } ?? Link("/"))
        },
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
            return PointsPage(points, awards, week: week, after: request["after"]).page
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
            return try body(try queries.ask(API.profile, MemberInput(member: request.id)), request, queries)
        }
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
                return FollowButtons(profile, for: queries.reader).html(saying: said)
            }
        }
    }

    /// The profile at `/@name`.
    static func page(_ id: String, _ request: WebRequest, _ queries: PageQueries) throws -> Pages.Page {
        let profile = try queries.ask(API.profile, MemberInput(member: id))
        let tab = request["tab"].flatMap(ProfilePage.Tab.init) ?? .recipes
        let input = MemberListInput(member: profile.id, page: request.page)
        let (items, next): ([FeedItem], String?)
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
        }
        return ProfilePage(profile, tab, items, after: request["after"], next: next, for: queries.reader).page
    }
}

extension WebRequest {
    /// The page of a list that the address names.
    var page: PageRequest { PageRequest(limit: 20, after: self["after"]) }
}
