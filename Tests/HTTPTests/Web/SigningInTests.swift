import Foundation
import Testing

/// What a guest presses, what an address without a page shows, and the forms that a reader fills in wrong.
@Suite(.serialized) struct SigningInTests {
    private static let form = [
        "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html",
    ]

    @Test("what a guest presses leads to signing in, and back to the page") func guests() async throws {
        try await withCounter { counter in
            let soup = try await counter.postSoup(as: try await counter.join("ada"))
            for (path, body) in [
                ("/\(soup)/like", "on=1"), ("/\(soup)/save", "on=1&part=acts-\(soup)"), ("/\(soup)/rate", "stars=4"),
                ("/@ada/follow", "on=1"), ("/\(soup)/comments", "text=Hello"),
            ] {
                let answer = try await counter.post(
                    path, body, headers: Counter.form().merging(["Referer": "\(counter.url)/\(soup)?servings=6"]) { $1 }
                )
                #expect(answer.text.contains("<h1>Sign in</h1>"), "\(path): \(answer.text)")
                #expect(answer.text.contains("name=\"then\" value=\"/\(soup)?servings=6\""), "\(path): \(answer.text)")
            }
            let elsewhere = try await counter.post(
                "/\(soup)/like", "on=1", headers: Counter.form().merging(["Referer": "https://evil.example//x"]) { $1 })
            #expect(elsewhere.text.contains("name=\"then\"") == elsewhere.text.contains("value=\"/\""))
            #expect(!elsewhere.text.contains("evil.example"))
        }
    }

    @Test("what was written into a form that is refused is on the page, to copy") func keptTexts() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            let written = "text=As+%3Cgood%3E+as+at+home"
            func kept(_ answer: Counter.Answer) -> Bool {
                answer.text.contains("What you wrote was not sent")
                    && answer.text.contains("readonly>As &lt;good&gt; as at home</textarea>")
            }
            let guest = try await counter.post("/\(soup)/comments", written, headers: Counter.form())
            #expect(guest.status == 401 && kept(guest) && guest.text.contains("<h1>Sign in</h1>"), "\(guest.text)")
            // A password is never shown, and neither is a form without words.
            let secret = try await counter.post(
                "/settings/password", "password=hush+hush&newPassword=hush", headers: Counter.form())
            #expect(!secret.text.contains("hush") && !secret.text.contains("What you wrote"), "\(secret.text)")
            let gone = try await counter.post("/r9999/comments", written, headers: Counter.form(as: ada))
            #expect(gone.status == 404 && kept(gone), "\(gone.text)")
        }
    }

    @Test("a cursor of another reader leads to the beginning of the list") func cursors() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            for number in 1...30 { _ = try await counter.post("/recipes", Counter.soup("Soup \(number)"), as: ada) }
            let list = try await counter.ask("GET", "/feed?sort=hot&limit=5")
            let cursor = try #require(list.json["next"] as? String)
            let mine = try await counter.ask("GET", "/?sort=hot&after=\(cursor)", headers: Counter.form(as: ada))
            #expect(mine.status == 200 && mine.text.contains("<h1"), "\(mine.text.suffix(400))")
            let nonsense = try await counter.ask("GET", "/?sort=newest&after=nonsense", headers: Counter.form(as: ada))
            #expect(nonsense.status == 200 && nonsense.text.contains("Soup 30"), "\(nonsense.text.suffix(400))")
        }
    }

    @Test("a line of the list has an address for its owner alone") func lines() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let item = try await counter.post("/shopping/items", #"{"text":"2 lemons"}"#, as: ada)
            let line = try #require(item.json["id"] as? String)
            let own = try await counter.ask("GET", "/\(line)", headers: Counter.form(as: ada))
            #expect(own.status == 200 && own.text.contains("id=\"\(line)\""), "\(own.text.suffix(400))")
            #expect(try await counter.ask("GET", "/\(line)", headers: Counter.form(as: bo)).status == 404)
            let guest = try await counter.ask("GET", "/\(line)", headers: ["Accept": "text/html"])
            #expect(guest.text.contains("<h1>Sign in</h1>"), "\(guest.text.suffix(400))")
        }
    }

    @Test("joining with a blank name asks for the name") func blankNames() async throws {
        try await withCounter { counter in
            let answer = try await counter.post(
                "/sign-up", "name=+++&password=a+long+sentence+of+cooks", headers: Counter.form())
            #expect(answer.status == 422 && answer.text.contains("Write your name."), "\(answer.text)")
            #expect(answer.text.contains("href=\"#f-name\""), "\(answer.text)")
            // All that is wrong is said at once.
            _ = try await counter.join("ada")
            let all = try await counter.post("/sign-up", "name=&username=ada&password=", headers: Counter.form())
            for field in ["name", "username", "password"] {
                #expect(all.text.contains("href=\"#f-\(field)\""), "\(field): \(all.text)")
            }
        }
    }

    @Test("an address that takes a form, and one that does not exist, are pages of their reader")
    func addresses() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            let form = try await counter.ask("GET", "/\(soup)/like", headers: Counter.form(as: ada))
            #expect(form.status == 405 && form.headers["allow"] == "POST" && form.text.contains("takes a form"))
            for path in ["/no/such/page", "/nothing"] {
                let page = try await counter.ask("GET", path, headers: Counter.form(as: ada))
                #expect(page.status == 404 && page.text.contains("href=\"/@me\""), "\(path): \(page.text)")
                #expect(!page.text.contains("openapi"), "\(path)")
            }
            let guest = try await counter.ask("GET", "/nothing", headers: ["Accept": "text/html"])
            #expect(guest.status == 404 && !guest.text.contains("href=\"/@me\""))
            let program = try await counter.ask("GET", "/nothing")
            #expect(program.headers["content-type"] == "application/problem+json")
        }
    }

    @Test("leaving asks for the username, with @ or without") func leaving() async throws {
        try await withCounter { counter in
            for typed in ["ada", "%40Ada", "@ada"] {
                let ada = try await counter.join("ada")
                let wrong = try await counter.post(
                    "/settings/leave", "confirm=bo&password=correct+horse", headers: Counter.form(as: ada))
                #expect(wrong.status == 422 && wrong.text.contains("Type your username, ada."), "\(wrong.text)")
                let answer = try await counter.post(
                    "/settings/leave", "confirm=\(typed)&password=correct+horse", headers: Counter.form(as: ada))
                #expect(answer.text.contains("Your account is deleted"), "\(typed): \(answer.text)")
            }
        }
    }

    @Test("preparation and cooking make the whole time where it is not said") func times() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            for (body, minutes) in [
                ("prepMinutes=10&cookMinutes=20", 30), ("prepMinutes=10&cookMinutes=20&totalMinutes=45", 45),
                ("cookMinutes=15", 15), ("prepMinutes=0", 0),
            ] {
                _ = try await counter.post("/new", "title=Pie&step=Bake.&\(body)", headers: Counter.form(as: ada))
                let feed = try await counter.ask("GET", "/members/@ada/recipes", as: ada)
                let recipe = (feed.json["recipes"] as? [[String: Any]])?.first
                #expect((recipe?["totalMinutes"] as? Int ?? 0) == minutes, "\(body)")
            }
            let huge = try await counter.post(
                "/new", "title=Pie&step=Bake.&prepMinutes=9223372036854775807&cookMinutes=1",
                headers: Counter.form(as: ada))
            #expect(huge.status == 422)
        }
    }

    @Test("what a recipe needs is ticked on the list, once, and ticked lines are cleared") func list() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            _ = try await counter.post("/\(soup)/shop", "servings=", headers: Counter.form(as: ada))
            let before = try await counter.ask("GET", "/shopping", as: ada)
            let needs = try #require(before.json["needs"] as? [[String: Any]])
            let text = try #require(needs.first?["text"] as? String)
            let typed = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for _ in 1...2 {
                let answer = try await counter.post(
                    "/list/need", "text=\(typed)&part=lines", headers: Counter.form(as: ada))
                #expect(answer.status == 200 && answer.text.hasPrefix("<div id=\"lines\""), "\(answer.text)")
            }
            let after = try await counter.ask("GET", "/shopping", as: ada)
            #expect((after.json["needs"] as? [[String: Any]])?.count == needs.count - 1)
            let ticked = (after.json["items"] as? [[String: Any]])?.filter { $0["checked"] as? Bool == true } ?? []
            #expect(ticked.count == 1 && ticked.first?["text"] as? String == text)
            let unknown = try await counter.post("/list/need", "text=a+unicorn", headers: Counter.form(as: ada))
            #expect(unknown.status == 404)
            // The days of the plan stay those that were asked for.
            let page = try await counter.ask("GET", "/list?from=2099-01-02&large=1", headers: Counter.form(as: ada))
            #expect(
                page.text.contains("name=\"from\" value=\"2099-01-02\"") && page.text.contains("class=\"shop large\""))
            // What was bought for the recipe is no line of one's own: it stays, and is not needed again.
            let own = try await counter.post("/shopping/items", #"{"text":"2 lemons"}"#, as: ada)
            let line = try #require(own.json["id"] as? String)
            _ = try await counter.post("/\(line)/tick", "on=1", headers: Counter.form(as: ada))
            let cleared = try await counter.post("/list/clear", "part=lines", headers: Counter.form(as: ada))
            #expect(cleared.text.contains("The ticked lines are removed."), "\(cleared.text)")
            #expect(cleared.text.contains("Bought for your recipes: 1"), "\(cleared.text)")
            let end = try await counter.ask("GET", "/shopping", as: ada)
            #expect((end.json["needs"] as? [[String: Any]])?.count == needs.count - 1)
            #expect((end.json["items"] as? [[String: Any]])?.contains { $0["id"] as? String == line } == false)
        }
    }

    @Test("a need that is ticked in two places at once is bought once, and one of any length is bought")
    func needsAtOnce() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let long = "1 kg " + String(repeating: "very ", count: 200) + "long\r\nbeans"
            let body = try JSONSerialization.data(withJSONObject: [
                "title": "Stew", "steps": [["text": "Stew."]],
                "ingredients": [["original": long], ["original": "2 onions"]],
            ])
            let posted = try await counter.post("/recipes", String(decoding: body, as: UTF8.self), as: ada)
            let stew = try #require(posted.json["id"] as? String)
            _ = try await counter.post("/\(stew)/shop", "servings=", headers: Counter.form(as: ada))
            while true {
                let page = try await counter.ask("GET", "/list", headers: Counter.form(as: ada))
                let once = try #require(page.text.firstMatch(of: /name="once" value="([^"]+)"/)?.1)
                let list = try await counter.ask("GET", "/shopping", as: ada)
                let needs = try #require(list.json["needs"] as? [[String: Any]])
                guard let text = needs.first?["text"] as? String else { break }
                #expect(text.count <= 500 && page.text.contains("value=\"\(text)\""))
                let typed = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                try await withThrowingTaskGroup(of: Counter.Answer.self) { group in
                    for _ in 1...8 {
                        group.addTask {
                            try await counter.post(
                                "/list/need", "text=\(typed)&once=\(once)", headers: Counter.form(as: ada))
                        }
                    }
                    for try await answer in group { #expect(answer.status == 200, "\(answer.text)") }
                }
                let after = try await counter.ask("GET", "/shopping", as: ada)
                let left = try #require(after.json["needs"] as? [[String: Any]])
                try #require(left.count < needs.count, "\(text) is not bought: \(after.text)")
            }
            let list = try await counter.ask("GET", "/shopping", as: ada)
            let ticked = (list.json["items"] as? [[String: Any]])?.filter { $0["checked"] as? Bool == true } ?? []
            #expect(ticked.count == 2, "\(list.text)")
        }
    }
}
