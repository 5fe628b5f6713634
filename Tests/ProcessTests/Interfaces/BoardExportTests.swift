import Foundation
import TestSupport
import Testing

/// `leaderboard export`: the boards of all weeks in one go.
@Suite struct BoardExportTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() { directory = DataDirectory(scratch.path("data")) }

    private func export(_ arguments: String...) throws -> [[String: Any]] {
        try directory.start(["leaderboard", "export"] + arguments).wait().output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test("the export has every place of every week, as the boards show them") func wholeBoards() throws {
        try directory.becomeSampleCommunity()
        let weeks = try directory.json("leaderboard", "weeks").list("weeks")
        var expected: [String] = []
        for week in weeks {
            let board = try directory.json("leaderboard", "--week", week.text("week"), "--limit", "0")
            for var entry in board.list("entries") {
                entry["week"] = week.text("week")
                entry["completed"] = board["completed"]
                // A board also shows how members look, and compares them. An export counts.
                for field in ["name", "avatar", "moved", "gap"] { entry[field] = nil }
                expected.append(try DataDirectory.text(entry))
            }
        }
        let exported = try export()
        #expect(weeks.count == 10 && exported.count > 100)
        #expect(try exported.map(DataDirectory.text) == expected)

        let table = try directory.text("leaderboard", "export", "--csv").split(separator: "\n")
        #expect(
            table[0] == "week,completed,rank,member,username,engagement,active-days,recipes,likes-received,comments,"
                + "bookmarks,adjusted")
        #expect(table.count == exported.count + 1)
        for (row, place) in zip(table.dropFirst(), exported) {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            #expect(cells[3] == place.text("member") && cells[4] == place.text("username"), "\(row)")
        }
        let (first, last) = (weeks[3].text("week"), weeks[4].text("week"))
        let some = try export("--weeks", "\(first)..\(last)")
        #expect(some.count == exported.count { [first, last].contains($0.text("week")) })
        #expect(Set(some.map { $0.text("week") }) == [first, last])
        #expect(try export("--weeks", "1999-W01").isEmpty)
        let wrong = try directory.run("leaderboard", "export", "--weeks", "2026-W02..2026-W01")
        #expect(wrong.status == 2 && wrong.output.isEmpty)
    }

    @Test("a board that is longer than what is read at once is exported whole") func longBoard() throws {
        func event(_ kind: String, _ id: String, _ actor: String?, _ rest: String) -> String {
            let actor = actor.map { #","actor":"@\#($0)""# } ?? ""
            return #"{"specversion":"1.0","type":"larder.\#(kind)","source":"t","id":"\#(id)","#
                + #""time":"2026-01-12T08:00:00Z"\#(actor),\#(rest)}"#
        }
        let names = (0..<1_050).map { "cook\($0)" }
        var events = names.map { event("member.registered", $0, nil, #""data":{"username":"\#($0)","name":"\#($0)"}"#) }
        events.append(event("recipe.posted", "soup", "cook0", #""data":{"title":"Soup","steps":[{"text":"Boil."}]}"#))
        events += names.map {
            event("comment.posted", "by \($0)", $0, #""subject":"external:t:soup","data":{"text":"Fine"}"#)
        }
        let file = try scratch.write(events.joined(separator: "\n"), to: "events.ndjson")
        #expect(try directory.run("submit", file).status == 0)
        let places = try export()
        #expect(Set(places.map { $0.text("username") }) == Set(names) && places.count == names.count)
        #expect(places.map { $0.number("rank") } == places.map { $0.number("rank") }.sorted())
    }
}
