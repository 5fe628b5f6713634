import Foundation
import Testing

/// The small forms of the web app, and the lists that belong to a recipe.
@Suite(.serialized) struct SmallFormTests {
    @Test("each form is a page, and alone it is the element «dialog»") func dialogs() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let comment = try await counter.post("/recipes/\(soup)/comments", #"{"text":"Lovely"}"#, as: bo)
            let talk = try #require(comment.json["id"] as? String)
            let paths =
                ["repost", "plan", "shop", "book", "report", "delete"].map { "/\(soup)/\($0)" }
                + ["reply", "edit", "report", "delete"].map { "/\(talk)/\($0)" } + ["/@ada/report", "/\(soup)/restore"]
            for path in paths {
                let page = try await counter.ask("GET", path, headers: Counter.form(as: bo))
                #expect(page.status == 200 && page.text.hasPrefix("<!doctype html>"), "\(path): \(page.text)")
                #expect(page.text.components(separatedBy: "<h1").count == 2, "\(path)")
                let part = try await counter.ask("GET", "\(path)?part=dialog", headers: Counter.form(as: bo))
                #expect(part.text.hasPrefix("<section class=\"narrow\" id=\"dialog\"><h1>"), "\(path): \(part.text)")
                let guest = try await counter.ask("GET", path)
                #expect(guest.text.contains("<h1>Sign in</h1>"), "\(path)")
            }
        }
    }

    @Test("each form does what it says, and leads back to where it was opened") func ends() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            for (path, body) in [
                ("/\(soup)/repost", "quote=Try+it&once=a"),
                ("/\(soup)/plan", "day=2099-01-02&meal=dinner&servings=2"),
                ("/\(soup)/shop", "servings=&once=b"),
                ("/\(soup)/book", "name=Soups&once=c"),
                ("/\(soup)/report", "reason=spam&note="),
                ("/\(soup)/cooked", "note=Good&stars=4"),
                ("/@ada/report", "reason=other&from=/"),
            ] {
                let answer = try await counter.post(path, body, headers: Counter.form(as: bo))
                #expect([200, 404].contains(answer.status), "\(path): \(answer.text)")
            }
            let recipe = try await counter.ask("GET", "/recipes/\(soup)", as: bo)
            #expect(recipe.json["reposts"] as? Int == 1 && recipe.json["cooked"] as? Int == 1)
            #expect(recipe.json["stars"] as? Int == 4)
            let plan = try await counter.ask("GET", "/plan?from=2099-01-02", as: bo)
            #expect((plan.json["entries"] as? [[String: Any]])?.count == 1)
            let list = try await counter.ask("GET", "/shopping", as: bo)
            #expect((list.json["items"] as? [[String: Any]])?.count == 1)
            let books = try await counter.ask("GET", "/members/me/cookbooks", as: bo)
            #expect((books.json["cookbooks"] as? [[String: Any]])?.first?["recipes"] as? Int == 1)
            let reports = try await counter.ask("GET", "/reports", as: ada)
            #expect((reports.json["reports"] as? [[String: Any]])?.count == 2)
        }
    }

    @Test("a comment is answered, edited, found in its thread, deleted and restored") func comments() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let comment = try await counter.post("/recipes/\(soup)/comments", #"{"text":"Lovely"}"#, as: bo)
            let talk = try #require(comment.json["id"] as? String)
            let reply = try await counter.post("/\(talk)/reply", "reply=Thanks&once=a", headers: Counter.form(as: ada))
            #expect(reply.status == 200 && reply.text.contains("Thanks"), "\(reply.text)")
            let empty = try await counter.post("/\(talk)/reply", "reply=", headers: Counter.form(as: ada))
            #expect(empty.status == 422 && empty.text.contains("id=\"e-reply\""))
            let edited = try await counter.post("/\(talk)/edit", "edited=Very+lovely", headers: Counter.form(as: bo))
            #expect(edited.status == 200 && edited.text.contains("Very lovely"))
            let deleted = try await counter.post("/\(talk)/delete", "", headers: Counter.form(as: bo))
            #expect(deleted.status == 200 && deleted.text.contains("Restore this comment?"), "\(deleted.text)")
            let restored = try await counter.post("/\(talk)/restore", "", headers: Counter.form(as: bo))
            #expect(restored.status == 200 && restored.text.contains("Very lovely"), "\(restored.text)")
        }
    }

    @Test("comments, likes, versions, differences, family and steps are pages") func lists() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            _ = try await counter.post("/recipes/\(soup)/edit", Counter.soup("Better soup"), as: ada)
            for path in [
                "comments", "likes", "history", "diff?from=1&to=2", "family", "cook", "cook?step=2", "cook?step=99",
            ] {
                let page = try await counter.ask("GET", "/\(soup)/\(path)")
                #expect(page.status == 200, "\(path): \(page.text)")
                #expect(page.text.components(separatedBy: "<h1").count == 2, "\(path)")
            }
            let difference = try await counter.ask("GET", "/\(soup)/diff?from=1&to=2")
            #expect(difference.text.contains("<ins>Better soup</ins>"))
            for path in ["/r999/cook", "/r999/comments", "/c999", "/p999", "/x/restore"] {
                let page = try await counter.ask("GET", path, headers: Counter.form(as: ada))
                #expect(page.status == 404, "\(path)")
            }
        }
    }
}
