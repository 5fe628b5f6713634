import Foundation
import TestSupport
import Testing

/// Recipes that are written with the forms of the web app.
@Suite(.serialized) struct EditorFormTests {
    @Test("a recipe is posted by a form, with rows, tags, diet and numbers") func post() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let body =
                "title=Leek+soup&ingredient=2+leeks&ingredient=&step=Boil.&stepImage=&servings=4&tags=soup,+winter&vegan=yes&once=x"
            let answer = try await counter.post("/new", body, headers: Counter.form(as: ada))
            #expect(answer.status == 200 && answer.text.contains("<h1>Leek soup</h1>"), "\(answer.text)")
            let list = try await counter.ask("GET", "/members/@ada/recipes")
            let recipe = try #require((list.json["recipes"] as? [[String: Any]])?.first)
            #expect(recipe["servings"] as? Int == 4)
            #expect(recipe["tags"] as? [String] == ["soup", "winter"])
            #expect((recipe["diet"] as? [String: String]) == ["vegan": "yes"])
            // The same form again is the same command.
            _ = try await counter.post("/new", body, headers: Counter.form(as: ada))
            let again = try await counter.ask("GET", "/members/@ada/recipes")
            #expect((again.json["recipes"] as? [[String: Any]])?.count == 1)
        }
    }

    @Test("what pictures show is written in the form, and is the pages' alternative text") func imageTexts()
        async throws
    {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            var ids: [String] = []
            for side in [10, 20] {
                let picture = Data(Pictures.png(Pictures.scene(width: side, height: side)))
                let stored = try await counter.ask(
                    "POST", "/images", bytes: picture, as: ada, headers: ["Content-Type": "image/png"])
                ids.append(try #require(stored.json["id"] as? String))
            }
            let (first, second) = (ids[0], ids[1])
            let rows = "images=\(first)&imageText=A+%3Cb%3Ebowl&images=\(second)&imageText="
            let steps = "step=Boil.&stepImage=\(second)&stepImageText=A+pot&step=Serve.&stepImage=&stepImageText="
            // Moving and removing rows takes their texts along.
            let moved = try await counter.post(
                "/new", "title=Soup&\(rows)&\(steps)&move=images-0-down", headers: Counter.form(as: ada))
            let shown = moved.text.matches(of: /name="(?:images|imageText)"[^>]*value="([^"]*)"/).map {
                String($0.output.1)
            }
            #expect(shown == [second, "", first, "A &lt;b&gt;bowl"], "\(moved.text)")
            let page = try await counter.post("/new", "title=Soup&\(rows)&\(steps)", headers: Counter.form(as: ada))
            #expect(page.status == 200)
            #expect(page.text.contains("alt=\"A &lt;b&gt;bowl\""), "\(page.text)")
            #expect(page.text.contains("alt=\"A pot\""))
            let list = try await counter.ask("GET", "/members/@ada/recipes")
            let id = try #require((list.json["recipes"] as? [[String: Any]])?.first?["id"] as? String)
            let recipe = try await counter.ask("GET", "/recipes/\(id)").json
            #expect(recipe["imageTexts"] as? [String] == ["A <b>bowl"])
            #expect((recipe["steps"] as? [[String: Any]])?.first?["imageText"] as? String == "A pot")
            let editor = try await counter.ask("GET", "/\(id)/edit", headers: Counter.form(as: ada)).text
            #expect(editor.contains("name=\"stepImageText\" value=\"A pot\""), "\(editor)")
            // An answer that comes back as an edit keeps its texts.
            let body = try JSONSerialization.data(withJSONObject: recipe)
            let same = try await counter.ask("POST", "/recipes/\(id)/edit", bytes: body, as: ada)
            #expect(same.json["changed"] as? Bool == false, "\(same.text)")
        }
    }

    @Test("a button for rows answers the form again and posts nothing") func addRow() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let answer = try await counter.post(
                "/new", "title=Soup&ingredient=2+leeks&add=ingredient", headers: Counter.form(as: ada))
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.text.contains("id=\"f-ingredient-1\"") && answer.text.contains("value=\"2 leeks\""))
            let list = try await counter.ask("GET", "/members/@ada/recipes")
            #expect((list.json["recipes"] as? [[String: Any]])?.isEmpty == true)
        }
    }

    @Test("a refused recipe keeps what was filled in, and the field says why") func refused() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let answer = try await counter.post(
                "/new", "title=&ingredient=2+leeks&servings=4", headers: Counter.form(as: ada))
            #expect(answer.status == 422)
            #expect(answer.text.contains("<title>Error: New recipe") && answer.text.contains("href=\"#f-title\""))
            #expect(answer.text.contains("value=\"2 leeks\""))
            let number = try await counter.post(
                "/new", "title=Soup&ingredient=2+leeks&servings=many", headers: Counter.form(as: ada))
            #expect(number.status == 422 && number.text.contains("id=\"e-servings\""))
            // All mistakes are said at once, one for each field.
            let many = try await counter.post(
                "/new", "title=&servings=many&cookMinutes=99999999&videoURL=soup&difficulty=none&step=Boil.",
                headers: Counter.form(as: ada))
            let fields = ["title", "servings", "cookMinutes", "videoURL", "difficulty"]
            for field in fields { #expect(many.text.contains("id=\"e-\(field)\""), "\(field): \(many.text)") }
        }
    }

    @Test("an edit of an older version shows what changed, and saving again replaces it") func conflict() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            _ = try await counter.post("/recipes/\(soup)/edit", Counter.soup("Their soup"), as: ada)
            let body = "title=My+soup&ingredient=2+leeks&step=Boil.&stepImage=&version="
            let stale = try await counter.post("/\(soup)/edit", body + "1", headers: Counter.form(as: ada))
            #expect(stale.status == 422, "\(stale.text)")
            #expect(stale.text.contains("<ins>Their soup</ins>") && stale.text.contains("value=\"My soup\""))
            #expect(stale.text.contains("name=\"version\" value=\"2\""))
            let saved = try await counter.post("/\(soup)/edit", body + "2", headers: Counter.form(as: ada))
            #expect(saved.status == 200 && saved.text.contains("<h1>My soup</h1>"))
        }
    }

    @Test("only the author edits, and a fork names its origin") func others() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let page = try await counter.ask("GET", "/\(soup)/edit", headers: Counter.form(as: bo))
            #expect(page.status == 403)
            let fork = try await counter.post(
                "/\(soup)/fork", "title=Bo's+soup&ingredient=2+leeks&step=Boil.&stepImage=",
                headers: Counter.form(as: bo))
            #expect(fork.status == 200 && fork.text.contains("after another recipe</a>"), "\(fork.text)")
        }
    }
}
