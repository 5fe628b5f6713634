import Answers
import Events
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
            return FeedPage(input, feed, for: queries.reader).page
        }
    ]
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
