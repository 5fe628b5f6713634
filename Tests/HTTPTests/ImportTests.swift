import Foundation
import HTTP
import TestSupport
import Testing

/// Recipes of pages and files, read before they are posted. A server of this machine stands in for other sites.
@Suite(.serialized) struct ImportTests {
    private static let evil = "<img src=x onerror=alert(1)>"

    private static func page(_ recipe: String) -> LoopbackServer.Answer {
        let data = #"{"@context":"https://schema.org","@type":"Recipe",\#(recipe)}"#
        let html = "<!doctype html><script type=\"application/ld+json\">\(data)</script>"
        return LoopbackServer.Answer(body: Array(html.utf8))
    }

    private static let soup = """
        "name":"Leek soup","recipeYield":"4","recipeIngredient":["3 leeks","1 l water"],\
        "recipeInstructions":["Slice.","Boil."],"nutrition":{"@type":"NutritionInformation","calories":"320 kcal"},\
        "totalTime":"soon","image":["/one.png","/two.png"]
        """

    private static let site = [
        "/soup": page(soup),
        "/untitled": page(#""recipeIngredient":["1 egg"],"recipeInstructions":"Boil.""#),
        "/evil": page(##""name":"Egg","recipeIngredient":["1 egg"],"totalTime":"\##(evil)""##),
        "/nothing": LoopbackServer.Answer(body: Array("<p>Hello".utf8)),
        "/there": LoopbackServer.Answer.redirect(to: "/soup"),
    ]

    private func withSite(
        _ change: (inout ServiceSettings) -> Void = { _ in }, _ body: (Counter, LoopbackServer) async throws -> Void
    ) async throws {
        let server = try LoopbackServer(Self.site)
        defer { server.stop() }
        try await withCounter {
            $0.external.allowsPrivate = true
            change(&$0)
        } _: {
            try await body($0, server)
        }
    }

    private func recipes(_ counter: Counter) async throws -> [[String: Any]] {
        let list = try await counter.ask("GET", "/members/@ada/recipes")
        return list.json["recipes"] as? [[String: Any]] ?? []
    }

    @Test("the recipe of a page is answered with every remark, and nothing is posted") func pages() async throws {
        try await withSite { counter, server in
            let ada = try await counter.join("ada")
            let body = #"{"url":"\#(server.url("/there"))"}"#
            #expect(try await counter.post("/imports", body).status == 401)
            let answer = try await counter.post("/imports", body, as: ada)
            #expect(answer.status == 200, "\(answer.text)")
            let content = try #require(answer.json["content"] as? [String: Any])
            #expect(content["title"] as? String == "Leek soup" && content["servings"] as? Int == 4)
            #expect((content["ingredients"] as? [Any])?.count == 2 && (content["steps"] as? [Any])?.count == 2)
            #expect(content["sourceURL"] as? String == server.url("/soup"))
            let remarks = try #require(answer.json["remarks"] as? [String])
            #expect(remarks.contains("totalTime: «soon» dropped"), "\(remarks)")
            #expect(try await recipes(counter).isEmpty)
            // What was read can be posted as it is.
            let data = try JSONSerialization.data(withJSONObject: content)
            let posted = try await counter.post("/recipes", String(decoding: data, as: UTF8.self), as: ada)
            #expect(posted.status == 201, "\(posted.text)")
        }
    }

    @Test("what is no recipe is refused by its field, and says why") func refused() async throws {
        try await withSite { counter, server in
            let ada = try await counter.join("ada")
            for (path, text) in [
                ("/untitled", "it has no title"), ("/nothing", "no schema.org/Recipe"), ("/gone", "answered 404"),
            ] {
                let answer = try await counter.post("/imports", #"{"url":"\#(server.url(path))"}"#, as: ada)
                #expect(answer.status == 422 && answer.json["field"] as? String == "url", "\(answer.text)")
                #expect(answer.text.contains(text), "\(answer.text)")
            }
            for (body, field) in [
                (#"{"url":"ftp://kitchen.example"}"#, "url"), ("{}", "url"), (#"{"url":1}"#, "url"),
                (#"{"url":"ftp://kitchen.example","soup":1}"#, "soup"),
            ] {
                let answer = try await counter.post("/imports", body, as: ada)
                #expect(answer.status == 422 && answer.json["field"] as? String == field, "\(answer.text)")
            }
            let empty = try await counter.post("/imports", "[]", as: ada, headers: ["Content-Type": "text/plain"])
            #expect(empty.status == 422 && empty.json["field"] as? String == "body", "\(empty.text)")
        }
    }

    @Test("a page inside the operator's network is not asked for, and no address of it is told") func inside()
        async throws
    {
        try await withSite {
            $0.external.allowsPrivate = false
        } _: { counter, server in
            let ada = try await counter.join("ada")
            let answer = try await counter.post("/imports", #"{"url":"\#(server.url("/soup"))"}"#, as: ada)
            #expect(answer.status == 422 && !answer.text.contains("127.0.0.1"), "\(answer.text)")
            #expect(server.paths.isEmpty)
        }
    }

    private static let samples: [(type: String, text: String)] = [
        ("text/html", "<!doctype html><script type=\"application/ld+json\">{\"@type\":\"Recipe\",\(soup)}</script>"),
        ("application/ld+json", "{\"@context\":\"https://schema.org\",\"@type\":\"Recipe\",\(soup)}"),
        (
            "application/octet-stream",
            #"{"recipes":[{"title":"Leek soup","ingredients":["3 leeks"],"instructions":["Boil."]}]}"#
        ),
        ("text/plain", "---\ntitle: Leek soup\n---\nBoil @leeks{3}."),
        ("application/octet-stream", #"{"meals":[{"idMeal":"1","strMeal":"Leek soup","strInstructions":"Boil."}]}"#),
    ]

    @Test("a file of each format is read by its content", arguments: samples.indices) func formats(index: Int)
        async throws
    {
        let file = Self.samples[index]
        try await withSite { counter, server in
            let ada = try await counter.join("ada")
            let answer = try await counter.post("/imports", file.text, as: ada, headers: ["Content-Type": file.type])
            #expect(answer.status == 200, "\(answer.text)")
            #expect((answer.json["content"] as? [String: Any])?["title"] as? String == "Leek soup", "\(answer.text)")
            #expect(server.paths.isEmpty)
        }
    }

    @Test("of several recipes the first is read, and the others are remarked") func several() async throws {
        try await withSite { counter, _ in
            let ada = try await counter.join("ada")
            let list = #"[{"title":"One","steps":["Boil."]},{"steps":["Fry."]},{"title":"Two","steps":["Bake."]}]"#
            let form =
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"recipes.json\"\r\n\r\n\(list)\r\n--b--\r\n"
            let answer = try await counter.post(
                "/imports", form, as: ada, headers: ["Content-Type": "multipart/form-data; boundary=b"])
            #expect((answer.json["content"] as? [String: Any])?["title"] as? String == "One", "\(answer.text)")
            let remarks = try #require(answer.json["remarks"] as? [String])
            #expect(remarks.contains { $0.contains("«Two»") } && remarks.contains { $0.contains("it has no title") })
        }
    }

    @Test("a member reads ten recipes an hour") func limit() async throws {
        try await withSite {
            $0.limits = .standard
        } _: { counter, _ in
            let ada = try await counter.join("ada")
            let headers = ["Content-Type": "text/plain"]
            for _ in 0..<10 {
                let answer = try await counter.post(
                    "/imports", ">> title: Egg\nBoil @egg{1}.", as: ada, headers: headers)
                #expect(answer.status == 200, "\(answer.text)")
            }
            let answer = try await counter.post("/imports", ">> title: Egg\nBoil @egg{1}.", as: ada, headers: headers)
            #expect(answer.status == 429 && Int(answer.headers["retry-after"] ?? "") ?? 0 > 300, "\(answer.text)")
        }
    }

    @Test("the editor opens with what was read and its remarks, and posts nothing before its button is pressed")
    func editor() async throws {
        try await withSite { counter, server in
            let ada = try await counter.join("ada")
            let shared = "/new/from?title=x&text=Look:%20https%3A%2F%2Fkitchen.example%2Fsoup."
            let form = try await counter.ask("GET", shared, headers: Counter.form(as: ada))
            #expect(
                form.text.contains("value=\"https://kitchen.example/soup\"") && server.paths.isEmpty, "\(form.text)")
            let guest = try await counter.ask("GET", shared)
            #expect(guest.text.contains("<h1>Sign in</h1>") && guest.text.contains("/new/from?title=x"))
            let url = PercentText.encoded(server.url("/soup"))
            let page = try await counter.post("/new/from", "url=\(url)", headers: Counter.form(as: ada))
            #expect(page.status == 200 && page.text.contains("<h1>New recipe</h1>"), "\(page.text)")
            for text in [
                "The recipe was read", "<li>totalTime: «soon» dropped</li>", "pictures: the first of 2 was taken",
                "value=\"Leek soup\"",
                "value=\"3 leeks\"", ">Boil.</textarea>", "value=\"\(server.url("/one.png"))\"",
                "&quot;calories&quot;:320",
            ] { #expect(page.text.contains(text), "\(text)") }
            #expect(try await recipes(counter).isEmpty)
            // The remarks and what the form does not show go with it.
            let base = PercentText.encoded(#"{"nutrition":{"calories":320},"title":"Smuggled"}"#)
            let filled = "title=Leek+soup&ingredient=3+leeks&step=Boil.&stepImage=&base=\(base)&remark=video:+dropped"
            let checked = try await counter.post("/new", "\(filled)&check=1", headers: Counter.form(as: ada))
            #expect(
                checked.text.contains("<li>video: dropped</li>") && checked.text.contains("&quot;calories&quot;:320"))
            _ = try await counter.post("/new", filled, headers: Counter.form(as: ada))
            let posted = try #require(try await recipes(counter).first?["id"] as? String)
            let recipe = try await counter.ask("GET", "/recipes/\(posted)")
            #expect(recipe.json["title"] as? String == "Leek soup")
            #expect((recipe.json["nutrition"] as? [String: Any])?["calories"] as? Double == 320, "\(recipe.text)")
        }
    }

    @Test("what is no recipe is refused in the form, and texts of pages stay texts") func refusedForm() async throws {
        try await withSite { counter, server in
            let ada = try await counter.join("ada")
            for (path, text) in [("/untitled", "it has no title"), ("/gone", "answered 404")] {
                let url = PercentText.encoded(server.url(path))
                let page = try await counter.post("/new/from", "url=\(url)", headers: Counter.form(as: ada))
                #expect(page.status == 422 && page.text.contains("<title>Error: From another page"), "\(page.text)")
                #expect(page.text.contains(text) && page.text.contains("id=\"e-url\""))
            }
            let nothing = try await counter.post("/new/from", "url=", headers: Counter.form(as: ada))
            #expect(nothing.status == 422 && nothing.text.contains("href=\"#f-url\""))
            let form =
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.html\"\r\n\r\n<p>Hi\r\n--b--\r\n"
            let file = try await counter.post(
                "/new/from", form, headers: Counter.form(as: ada, "multipart/form-data; boundary=b"))
            #expect(file.status == 422 && file.text.contains("id=\"e-file\""), "\(file.text)")
            let evil = try await counter.post(
                "/new/from", "url=\(PercentText.encoded(server.url("/evil")))", headers: Counter.form(as: ada))
            #expect(evil.status == 200, "\(evil.text)")
            #expect(!evil.text.contains("<img src=x"))
        }
    }
}

private enum PercentText {
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
