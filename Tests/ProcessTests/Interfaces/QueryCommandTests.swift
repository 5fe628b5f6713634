import Foundation
import TestSupport
import Testing

/// Every command that asks, with each option of the feed's, as it is typed.
@Suite struct QueryCommandTests {
    /// What is typed, the list that it answers, and the ids of what is in it, in order.
    private static let lines: [(line: String, list: String, ids: [String])] = [
        ("feed", "items", ["p9", "r5", "r4"]), ("feed --mode everyone", "items", ["p9", "r5", "r4"]),
        ("feed --mode following --as @ada", "items", ["p9", "r5"]),
        ("feed --mode for-you --as @ada", "items", ["r5", "r4"]),
        ("feed --sort newest", "items", ["p9", "r5", "r4"]), ("feed --sort oldest", "items", ["r4", "r5", "p9"]),
        ("feed --sort liked", "items", ["r4", "r5"]), ("feed --sort top", "items", ["r4", "r5"]),
        ("feed --sort hot", "items", ["r5", "r4"]), ("feed --sort best", "items", ["r4", "r5"]),
        ("feed --sort rated", "items", ["r4", "r5"]), ("feed --sort discussed", "items", ["r4", "r5"]),
        ("feed --difficulty easy", "items", ["p9", "r4"]), ("feed --difficulty hard", "items", ["r5"]),
        ("feed --max-minutes 30", "items", ["p9", "r4"]), ("feed --min-servings 5", "items", ["r5"]),
        ("feed --tag quick --tag soup", "items", ["p9", "r4"]), ("feed --cuisine greek", "items", ["r5"]),
        ("feed --course main", "items", ["r5"]), ("feed --diet vegan --diet glutenFree", "items", ["p9", "r4"]),
        ("feed --with-ingredient SALT --with-ingredient water", "items", ["p9", "r4"]),
        ("feed --without-ingredient salt", "items", ["r5"]), ("feed --author @bo", "items", ["r5"]),
        ("feed --bookmarked --as @ada", "items", ["r5"]), ("feed --liked-by @bo", "items", ["p9", "r4"]),
        ("feed --since 2026-01-06T08:00:00Z", "items", ["p9", "r5"]),
        ("feed --until 2026-01-06T08:00:00Z", "items", ["r4"]), ("bookmarks --as @ada", "recipes", ["r5"]),
        ("profile recipes @bo", "recipes", ["r5"]), ("profile liked @bo", "recipes", ["r4"]),
        ("profile reposts @bo", "items", ["p9"]), ("followers @bo", "members", ["m2"]),
        ("following @ada", "members", ["m3"]), ("comments r4", "comments", ["c10"]),
        ("notifications @ada", "notifications", ["10", "9", "6"]),
        ("notifications @bo", "notifications", ["12", "8"]), ("reports", "reports", ["f13"]),
        ("reports --as @ada", "reports", ["f13"]), ("modlog", "entries", ["21"]), ("members", "members", ["m2", "m3"]),
        ("members --search @bo", "members", ["m3"]),
        ("leaderboard --week 2026-W02", "entries", ["m2", "m3"]),
        ("leaderboard --week 2026-W02 --around @bo --limit 1", "entries", ["m3"]),
        ("xp @bo --history", "awards", ["5", "10"]), ("tags", "tags", ["quick", "soup"]),
        ("tags --cuisines", "cuisines", ["greek", "thai"]), ("leaderboard weeks", "weeks", ["2026-W02"]),
        ("plan --from 2026-01-08 --as @ada", "entries", ["15", "14"]),
        ("plan --from 2026-01-08 --days 1 --as @ada", "entries", ["15"]),
        ("plan --from 2026-01-08 --as @bo", "entries", []),
        ("shop --from 2026-01-08 --as @ada", "recipes", ["r4", "r5"]),
        ("shop --from 2026-01-09 --days 1 --as @ada", "items", ["i16"]),
        ("cookbook @ada", "cookbooks", ["b17"]), ("cookbook show b17", "recipes", ["r4", "r5"]),
    ]

    private static func event(_ id: Int, _ kind: String, _ actor: String?, _ rest: String, day: Int) -> String {
        let actor = actor.map { #","actor":"@\#($0)""# } ?? ""
        return #"{"specversion":"1.0","type":"larder.\#(kind)","source":"t","id":"\#(id)","#
            + #""time":"2026-01-0\#(day)T08:00:00Z"\#(actor),\#(rest)}"#
    }

    private static let events = [
        event(2, "member.registered", nil, #""data":{"username":"ada","name":"Ada"}"#, day: 5),
        event(3, "member.registered", nil, #""data":{"username":"bo","name":"Bo"}"#, day: 5),
        event(
            4, "recipe.posted", "ada",
            #""data":{"title":"Soup","difficulty":"easy","totalMinutes":30,"servings":4,"tags":["quick","soup"],"#
                + #""cuisine":"Thai","diet":{"vegan":"yes","glutenFree":"yes"},"#
                + #""ingredients":[{"original":"1 l water"},{"original":"1 tsp salt","name":"salt"}]}"#, day: 5),
        event(
            5, "recipe.posted", "bo",
            #""data":{"title":"Stew","difficulty":"hard","totalMinutes":90,"servings":5,"cuisine":"Greek","#
                + #""course":"Main","diet":{"vegan":"no"},"steps":[{"text":"Cook."}]}"#, day: 6),
        event(6, "recipe.liked", "bo", #""subject":"r4""#, day: 6),
        event(7, "recipe.bookmarked", "ada", #""subject":"r5""#, day: 6),
        event(8, "member.followed", "ada", #""subject":"@bo""#, day: 6),
        event(9, "recipe.reposted", "bo", #""subject":"r4","data":{"quote":"Try it"}"#, day: 7),
        event(10, "comment.posted", "bo", #""subject":"r4","data":{"text":"Lovely"}"#, day: 7),
        event(11, "recipe.upvoted", "bo", #""subject":"r4""#, day: 7),
        event(12, "recipe.rated", "ada", #""subject":"r5","data":{"stars":2}"#, day: 7),
        event(13, "report.filed", "ada", #""subject":"r5","data":{"reason":"other"}"#, day: 7),
        event(14, "plan.set", "ada", #""subject":"r5","data":{"day":"2026-01-09","meal":"dinner"}"#, day: 7),
        event(15, "plan.set", "ada", #""subject":"r4","data":{"day":"2026-01-08","meal":"lunch"}"#, day: 7),
        event(16, "list.itemAdded", "ada", #""data":{"text":"2 lemons"}"#, day: 7),
        event(17, "cookbook.created", "ada", #""data":{"name":"Soups","visibility":"public"}"#, day: 7),
        event(18, "cookbook.recipeAdded", "ada", #""subject":"b17","cause":"r5""#, day: 7),
        event(19, "cookbook.recipeAdded", "ada", #""subject":"b17","cause":"r4""#, day: 7),
        event(20, "cookbook.recipeMoved", "ada", #""subject":"b17","cause":"r4","data":{"place":1}"#, day: 7),
    ].joined(separator: "\n")

    /// Of whatever a list holds: an item of a feed by its repost, if it is one.
    private static func id(_ element: [String: Any]) -> String {
        if let kind = element["kind"] as? String, let recipe = element["recipe"] as? [String: Any] {
            return kind == "repost" ? element.object("repost").text("id") : recipe.text("id")
        }
        for key in ["id", "member", "week", "name"] {
            if let text = element[key] as? String { return text }
            if let number = element[key] as? Int { return "\(number)" }
        }
        return ""
    }

    @Test("every command that asks, with each option, answers what it names")
    func everyLine() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        let submitted = try directory.json("submit", scratch.write(Self.events, to: "events.ndjson"))
        #expect(submitted["appended"] as? Int == 19)
        #expect(try directory.run("role", "@ada", "admin").status == 0)
        for (line, list, ids) in Self.lines {
            let run = try directory.start(line.split(separator: " ").map(String.init) + ["--json"]).wait()
            #expect(run.status == 0, "\(line): \(run.errors)")
            let answer = try run.json()
            #expect(answer.list(list).map(Self.id) == ids, "\(line)")
            #expect(answer["position"] as? Int == 21, "\(line) carries the position")
        }
        let dashboard = try directory.json("dashboard")
        for (name, count) in [
            ("members", 2), ("recipes", 2), ("comments", 1), ("reports", 1), ("pendingReports", 1), ("banned", 0),
        ] { #expect(dashboard[name] as? Int == count, "\(name)") }
        let xp = try directory.json("xp", "@ada")
        #expect(xp["xp"] as? Int == 13 && xp.list("weeks").map { $0.number("engagement") } == [13])
        let quick = try #require(
            try directory.json("discover").list("collections").first { $0.text("name") == "Quick Fixes" })
        #expect(quick.list("recipes").map { $0.text("id") } == ["r4"] && quick.number("count") == 1)
    }

    @Test("the moderators' desk and others' notifications are for moderators and the operator")
    func moderatorsOnly() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
        for line in ["reports", "modlog", "dashboard", "notifications @ada"] {
            for (viewer, status) in [(["--as", "@bo"], 4), (["--as", "@ada"], 0), ([], 0)] as [([String], Int32)] {
                let run = try directory.start(line.split(separator: " ").map(String.init) + viewer).wait()
                #expect(run.status == status, "\(line) \(viewer): \(run.errors)")
            }
        }
    }
}
