import Answers
import Events
import LarderAPI
import Markup
import Operations
import Pages

/// What an id, a name or a position leads to: the path is what the command line prints.
enum Ids {
    static let routes: [PageRoute] = [
        .direct("id", "/{id}") { request in
            // Before the views are asked: an unknown path is answered without them.
            guard let id = request.path["id"], hasShape(id) else { throw UnknownPath() }
            if let reply = try await Machines.feed(ofMember: id, request) { return reply }
            if id.isPosition { return try await ConsolePages.eventPage(id, request) }
            return try await request.answer(.light) { request, queries in
                switch id.first {
                case "r": return try Recipes.page(id, request, queries)
                case "c": return try RecipeLists.commentPage(id, request, queries)
                case "p": return try RecipeLists.repostPage(id, queries)
                case "b": return try Kitchen.bookPage(id, request, queries)
                case "f": return try Desk.reportPage(id, request, queries)
                case "i": return try Kitchen.itemPage(id, request, queries)
                case "m":
                    let profile = try queries.ask(API.profile, MemberInput(member: id))
                    return Pages.Page(leadingTo: .member(profile.username), forGood: true)
                default: return try People.page(id, request, queries)
                }
            }
        }
    ]

    /// Whether a text can be an id or a name: `r12`, `@ada`.
    static func hasShape(_ id: String) -> Bool { id.first == "@" || id.isID || id.isPosition }
}

/// A path that looks like an id and is none.
struct UnknownPath: Error {}

extension Refusal {
    /// A browser has asked for a path that no page has.
    static let noPage = Refusal(.notFound, "there is nothing at this address")
}

extension String {
    /// Whether the text is the letter and a number: `r12`.
    func isReference(_ letter: Character) -> Bool { first == letter && isID }

    /// A position of the log as larder prints it.
    fileprivate var isPosition: Bool {
        (1...14).contains(utf8.count) && first != "0" && utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The letter of a kind that has pages, and a number as larder prints it: a page has one address.
    fileprivate var isID: Bool {
        first.map("rcpbmfi".contains) == true && (2...21).contains(utf8.count)
            && dropFirst().first != "0" && dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
