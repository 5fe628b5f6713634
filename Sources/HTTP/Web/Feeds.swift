import Answers
import Events
import HTTPTypes
import LarderAPI
import Markup
import Operations
import Pages

/// The feed.
enum Feeds {
    static let routes: [PageRoute] = [
        .page("feed", "/") { request, queries in
            var input: FeedInput = try request.input()
            if input.mode == nil, queries.reader == nil, input.sort == nil { input.sort = .hot }
            let feed = try queries.ask(API.feed, input)
            return FeedPage(
                input, feed, suggestions: try suggestions(input, feed, queries), for: queries.reader
            ).page
        },
        .form("seen", "/seen") { request, form in
            var body: [String: JSON] = [:]
            body["upTo"] = try form.number("upTo")
            _ = try await request.perform(API.seeFeed, [:], .object(body), form: form)
            // A module that marks by itself what was shown for a while has nothing to say.
            guard form.part == nil else { return Reply(status: .noContent) }
            return .see(request.origin ?? Link("/"), saying: .seen, request)
        },
    ]

    /// Cooks to follow, on the first page of a member who follows no cook yet, and where the feed of followed cooks is empty.
    private static func suggestions(
        _ input: FeedInput, _ feed: FeedAnswer, _ queries: PageQueries
    ) throws -> [MemberCard] {
        guard let reader = queries.reader, input.page.after == nil, input.filter == RecipeFilter() else { return [] }
        let isEmpty = feed.items.isEmpty && input.mode == .following
        let followed = try queries.ask(
            API.following, MemberListInput(member: reader.id, page: PageRequest(limit: 1)))
        guard isEmpty || followed.members.isEmpty else { return [] }
        let members = try queries.ask(API.members, MembersInput(isSuggested: true, page: PageRequest(limit: 5))).members
        return members.map {
            MemberCard(id: $0.id, username: $0.username, name: $0.name, avatar: $0.avatar, viewer: $0.viewer)
        }
    }
}

extension WebRequest {
    /// The input of an operation, from path and query. Parameters that the operation does not have are left out.
    func input<Input: OperationInput>() throws(Refusal) -> Input {
        do throws(InputError) { return try Input(from: WebInput(path: path, query: query)) } catch {
            throw error.refusal
        }
    }
}

private struct WebInput: InputSource {
    let path: [String: String]
    let query: [String: [String]]

    func path(_ name: String) -> String? { path[name] }
    /// An empty field of a form is an absent one.
    func query(_ name: String) -> [String] { (query[name] ?? []).filter { !$0.isEmpty } }
}
