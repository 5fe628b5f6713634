import Foundation
import Testing

/// A community in which some things happened that not every viewer may learn. Each of them can happen in a second way,
/// which differs from the first in nothing that all viewers may see: the same kinds of events stand at the same
/// positions, and every count is the same.
struct World {
    /// What not every viewer may learn.
    enum Fact: String, CaseIterable, Sendable {
        /// Which of two members bookmarked which recipe.
        case bookmark
        /// Which of two members voted for which recipe.
        case vote
        case plan, shopping
        /// Which of two members reported which recipe.
        case report
        case email
        /// The name and the recipes of a private cookbook.
        case cookbook
        /// Which of two moderators acted on whose recipe, comment, repost and account.
        case moderator
    }

    /// Who asks.
    enum Viewer: String, CaseIterable, Sendable {
        case guest
        /// The member whom the facts are about.
        case member
        /// The author of the recipes that the member has marked.
        case author
        /// A member whom the member has blocked.
        case blocked
        case other
        /// A moderator without a part in the acts of the two others.
        case moderator
        case admin

        var username: String? {
            switch self {
            case .guest: nil
            case .member: "zebulon"
            case .author: "fay"
            case .blocked: "eli"
            case .other: "dee"
            case .moderator: "mo"
            case .admin: "ada"
            }
        }
    }

    let counter: Counter
    /// The fact that happened in its second way.
    let changed: Fact?
    private var tokens: [String: String] = [:]
    /// What the world contains, by a name of its own.
    private(set) var ids: [String: String] = [:]
    /// The position of the last event.
    private(set) var end = 0

    init(_ counter: Counter, changing changed: Fact? = nil) async throws {
        (self.counter, self.changed) = (counter, changed)
        let members = ["ada", "mo", "pia", "quin", "zebulon", "cy", "dee", "eli", "fay", "zed", "zoe"]
        for name in members { tokens[name] = try await counter.join(name, admin: name == "ada") }
        for name in ["mo", "pia", "quin"] {
            try await act("ada", "/members/@\(name)/role", #"{"role":"moderator"}"#)
        }
        for title in ["fig", "plum", "nut", "oat", "sago", "tofu"] {
            try await act("fay", "/recipes", Counter.soup("\(title) soup"), as: title)
        }
        try await act("zebulon", "/recipes", Counter.soup("Zebra soup"), as: "rye")
        try await tellOpenly()
        try await keepToThemselves()
        try await moderate()
        try await act("zebulon", "/members/@eli/block")
        // Each viewer hears this event last.
        try await act("fay", "/recipes/\(self["fig"])/cook", as: "end")
    }

    /// What all viewers may see whom no block keeps from it.
    private mutating func tellOpenly() async throws {
        try await act("zebulon", "/recipes/\(self["fig"])/comments", #"{"text":"Zebras like it"}"#, as: "comment")
        try await act("fay", "/recipes/\(self["fig"])/comments", #"{"text":"Thanks"}"#, as: "comment2")
        try await act("zebulon", "/recipes/\(self["fig"])/repost", #"{"quote":"For zebras"}"#, as: "repost")
        try await act("fay", "/recipes/\(self["plum"])/repost", #"{"quote":"For all"}"#, as: "repost2")
        try await act("zebulon", "/recipes/\(self["fig"])/fork", Counter.soup("Zebra figs"), as: "fork")
        try await act("zebulon", "/recipes/\(self["fig"])/like")
        for (name, thing) in [("zebulon", "note"), ("fay", "note2"), ("zebulon", "note3"), ("fay", "note4")] {
            try await act(name, "/recipes/\(self["fig"])/cook", #"{"note":"\#(name) cooks it"}"#, as: thing)
        }
        try await act("dee", "/recipes/\(self["rye"])/like")
        try await act("zebulon", "/members/@dee/follow")
        for name in ["zebulon", "pia", "fay"] { try await act("dee", "/members/@\(name)/follow") }
        for (name, title) in [("zebulon", "Zebra book"), ("dee", "Book")] {
            try await act(name, "/cookbooks", #"{"name":"\#(title)","visibility":"public"}"#, as: "\(name)'s book")
            try await act(name, "/cookbooks/\(self["\(name)'s book"])/recipes/\(self["rye"])/add")
        }
    }

    private mutating func keepToThemselves() async throws {
        let (fig, plum) = (self["fig"], self["plum"])
        for (fact, path) in [(Fact.bookmark, "bookmark"), (.vote, "upvote")] {
            let names = order(fact, "zebulon", "cy")
            try await act(names.0, "/recipes/\(fig)/\(path)", as: "\(path) of fig")
            try await act(names.1, "/recipes/\(plum)/\(path)", as: "\(path) of plum")
        }
        let planned = order(.plan, fig, plum).0
        try await act("zebulon", "/recipes/\(planned)/plan", #"{"day":"2030-01-05","meal":"dinner"}"#)
        let item = order(.shopping, "2 lemons", "3 limes").0
        try await act("zebulon", "/shopping/items", #"{"text":"\#(item)"}"#, as: "item")
        let reporters = order(.report, "zebulon", "cy")
        try await act(reporters.0, "/recipes/\(self["nut"])/report", #"{"reason":"spam"}"#, as: "report")
        try await act(reporters.1, "/recipes/\(self["oat"])/report", #"{"reason":"spam"}"#, as: "report2")
        let address = order(.email, "one@example.org", "two@example.org").0
        try await act("zebulon", "/members/me/edit", #"{"email":"\#(address)"}"#)
        let (title, recipe) = order(.cookbook, ("Secret figs", fig), ("Secret plums", plum)).0
        try await act("zebulon", "/cookbooks", #"{"name":"\#(title)"}"#, as: "private book")
        try await act("zebulon", "/cookbooks/\(self["private book"])/recipes/\(recipe)/add")
    }

    private mutating func moderate() async throws {
        let moderators = order(.moderator, "pia", "quin")
        let reason = #"{"reason":"A rule"}"#
        for act in [
            ("/recipes/\(self["rye"])", "/recipes/\(self["sago"])", "delete"),
            ("/recipes/\(self["rye"])", "/recipes/\(self["sago"])", "restore"),
            ("/comments/\(self["comment"])", "/comments/\(self["comment2"])", "delete"),
            ("/comments/\(self["comment"])", "/comments/\(self["comment2"])", "restore"),
            ("/reposts/\(self["repost"])", "/reposts/\(self["repost2"])", "delete"),
            ("/cooked/\(self["note3"])", "/cooked/\(self["note4"])", "delete"),
            ("/members/@zebulon", "/members/@fay", "ban"), ("/members/@zebulon", "/members/@fay", "unban"),
            ("/members/@zed", "/members/@zoe", "ban"),
        ] {
            let body = act.2 == "unban" ? nil : reason
            try await self.act(moderators.0, "\(act.0)/\(act.2)", body)
            try await self.act(moderators.1, "\(act.1)/\(act.2)", body)
        }
    }

    /// Two things in their order, which the second way of a fact reverses.
    private func order<Thing>(_ fact: Fact, _ one: Thing, _ other: Thing) -> (Thing, Thing) {
        fact == changed ? (other, one) : (one, other)
    }

    @discardableResult
    private mutating func act(
        _ name: String, _ path: String, _ body: String? = nil, as thing: String? = nil
    ) async throws -> Counter.Answer {
        let answer = try await counter.post(path, body, as: tokens[name])
        #expect([200, 201].contains(answer.status), "\(name): \(path): \(answer.text)")
        if let thing { ids[thing] = answer.json["id"] as? String }
        end = answer.json["position"] as? Int ?? 0
        return answer
    }

    // MARK: Asking

    subscript(_ thing: String) -> String { ids[thing] ?? "" }

    func token(of viewer: Viewer) -> String? { viewer.username.flatMap { tokens[$0] } }
}
