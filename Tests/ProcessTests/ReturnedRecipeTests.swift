import Foundation
import TestSupport
import Testing

/// What `recipe --json` writes is what `edit` reads.
@Suite struct ReturnedRecipeTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory
    private let recipe: String

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
        let file = try scratch.write(
            """
            {"title": "Soup", "servings": 4, "ingredients": [{"original": "2 cups flour"}, {"original": "salt"}],
            "steps": [{"text": "Boil."}], "videoUrl": "https://example.org/film", "sourceUrl": "https://example.org/soup"}
            """, to: "soup.json")
        recipe = try #require(try directory.json("post", file, "--as", "@ada")["id"] as? String)
    }

    /// The output of `recipe` as a file, after replacements in its text.
    private func file(_ options: [String] = [], _ change: (inout [String: Any]) -> Void = { _ in }) throws -> String {
        let run = try directory.start(["recipe", recipe, "--json"] + options).wait()
        #expect(run.status == 0, "\(run.errors)")
        var page = try run.json()
        change(&page)
        let text = String(decoding: try JSONSerialization.data(withJSONObject: page), as: UTF8.self)
        return try scratch.write(text, to: "page.json")
    }

    private func edit(_ file: String, _ options: String...) throws -> Program.Run {
        try directory.start(["edit", recipe, file, "--as", "@ada", "--json"] + options).wait()
    }

    @Test("a recipe's page comes back unchanged, with another title, and with a line that is read again")
    func comesBack() throws {
        #expect(try edit(file()).json()["changed"] as? Bool == false)
        #expect(try edit(file(["--as", "@ada"])).json()["changed"] as? Bool == false)
        #expect(try edit(file { $0["title"] = "Bread" }, "--note", "it was bread").json()["changed"] as? Bool == true)
        let changed = try file { page in
            var rows = page["ingredients"] as? [[String: Any]] ?? []
            rows[0]["original"] = "3 cups flour"
            page["ingredients"] = rows
        }
        #expect(try edit(changed).status == 0)
        let page = try directory.json("recipe", recipe)
        #expect(page["title"] as? String == "Bread" && page["version"] as? Int == 3)
        #expect((page["ingredients"] as? [[String: Any]])?.first?["quantity"] as? Double == 3)
        #expect(page["sourceURL"] as? String == "https://example.org/soup")
    }

    @Test("a page for other servings and units comes back with the quantities of the author")
    func scaled() throws {
        let scaled = try edit(file(["--servings", "8", "--units", "metric"]) { $0["title"] = "For eight" })
        #expect(scaled.status == 0, "\(scaled.errors)")
        let page = try directory.json("recipe", recipe)
        #expect(page["servings"] as? Int == 4 && page["title"] as? String == "For eight")
        #expect((page["ingredients"] as? [[String: Any]])?.first?["quantity"] as? Double == 2)
        let changed = try edit(file(["--servings", "8"]) { $0["ingredients"] = [["original": "1 egg"]] })
        #expect(changed.status == 6 && changed.errors.contains("ingredients"), "\(changed.errors)")
    }

    @Test("a like in between does not hinder an edit, an edit in between does, and other fields are refused by name")
    func refusals() throws {
        let before = try file { $0["title"] = "Late soup" }
        #expect(try directory.run("like", recipe, "--as", "@bo").status == 0)
        #expect(try edit(before).status == 0)
        let stale = try edit(before)
        #expect(stale.status == 5 && stale.errors.contains("version"), "\(stale.errors)")
        for (name, value) in [
            ("likes", 77), ("author", ["id": "m3", "username": "bo"]), ("id", "r99"),
            ("postedAt", "2020-01-01T00:00:00Z"),
            ("cookNotes", [["note": "mine"]]),
        ] as [(String, Any)] {
            let run = try edit(file { $0[name] = value })
            #expect(run.status == 6 && run.errors.contains(#""field":"\#(name)""#), "\(name): \(run.errors)")
        }
        let two = try edit(file(), "--version", "1")
        #expect(two.status == 2 && two.errors.contains("version"), "\(two.errors)")
    }

    @Test("a file with both spellings of a field is refused") func spellings() throws {
        let both = try file { $0["videoUrl"] = "https://example.org/other" }
        let run = try edit(both)
        #expect(run.status == 6 && run.errors.contains("videoUrl"), "\(run.errors)")
        let log = try directory.text("log", "tail", "-n", "0", "--json")
        #expect(log.contains(#""videoURL":"https://example.org/film""#) && !log.contains("videoUrl"))
    }

    @Test("notes of cooks are on the recipe's page, and in a list that has pages") func notes() throws {
        for number in 1...4 {
            #expect(try directory.run("cook", recipe, "--note", "Pot \(number)", "--as", "@bo").status == 0)
        }
        let page = try directory.text("recipe", recipe)
        #expect(page.contains("Notes of cooks") && page.contains("Pot 4") && !page.contains("Pot 1"), "\(page)")
        let answer = try directory.json("cooked", recipe, "--limit", "3")
        let notes = try #require(answer["notes"] as? [[String: Any]])
        #expect(notes.compactMap { $0["note"] as? String } == ["Pot 4", "Pot 3", "Pot 2"])
        let rest = try directory.text("cooked", recipe, "--after", try #require(answer["next"] as? String))
        #expect(rest.contains("@bo") && rest.contains("Pot 1") && !rest.contains("Pot 2"), "\(rest)")
        #expect(try directory.run("block", "@bo", "--as", "@ada").status == 0)
        #expect(try !directory.text("recipe", recipe, "--as", "@ada").contains("Pot"))
        let event = try #require(notes.last?["event"] as? Int)
        let past = try directory.json("cooked", recipe, "--as-of", "\(event)")
        #expect((past["notes"] as? [[String: Any]])?.compactMap { $0["note"] as? String } == ["Pot 2", "Pot 1"])
        let reasons = try directory.json("why", "recipe", recipe, "cookNotes")
        #expect((reasons["reasons"] as? [[String: Any]])?.isEmpty == false, "\(reasons)")
        #expect(try directory.run("delete", "@bo", "--as", "@ada", "--yes").status == 0)
        #expect(try !directory.text("recipe", recipe).contains("Pot") && directory.text("cooked", recipe) == "")
    }
}
