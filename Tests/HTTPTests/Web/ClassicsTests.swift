import Foundation
import HTTP
import TestSupport
import Testing

/// Pages of other services' recipes. A server of this machine stands in for TheMealDB.
@Suite(.serialized) struct ClassicsTests {
    private static let evil = #"<script>alert(1)</script>\"><img src=x onerror=alert(2)>"#

    private static func meal(_ id: Int, _ title: String, source: String = "https://kitchen.example/pea") -> String {
        #"{"idMeal":"\#(id)","strMeal":"\#(title)","strArea":"Dutch","strCategory":"Starter","#
            + #""strInstructions":"Soak.\r\nBoil.","strSource":"\#(source)","strIngredient1":"Peas"}"#
    }

    private static func answer(_ text: String) -> LoopbackServer.Answer {
        LoopbackServer.Answer(type: "application/json", body: Array(text.utf8))
    }

    private func withKitchen(
        _ change: (inout ServiceSettings) -> Void = { _ in }, _ body: (Counter, LoopbackServer) async throws -> Void
    ) async throws {
        let hostile = Self.meal(52002, Self.evil, source: "javascript:alert(3)")
        let server = try LoopbackServer([
            "/api/1/search.php?s=soup": Self.answer(#"{"meals":[\#(Self.meal(52001, "Pea soup")),\#(hostile)]}"#),
            "/api/1/search.php?s=none": Self.answer(#"{"meals":null}"#),
            "/api/1/lookup.php?i=52001": Self.answer(#"{"meals":[\#(Self.meal(52001, "Pea soup"))]}"#),
            "/api/1/lookup.php?i=52002": Self.answer(#"{"meals":[\#(hostile)]}"#),
            "/api/1/search.php?s=leek": LoopbackServer.Answer(status: "500 Broken"),
        ])
        defer { server.stop() }
        try await withCounter(mealsFrom: server, change) {
            try await body($0, server)
        }
    }

    @Test("recipes of another service are listed with category, region and credit, and texts of it stay texts")
    func list() async throws {
        try await withKitchen { counter, server in
            let page = try await counter.ask("GET", "/discover/classics?q=soup")
            #expect(page.status == 200 && page.headers["cache-control"] == "no-store", "\(page.text)")
            for text in [
                "href=\"/discover/classics/themealdb/52001\">Pea soup<", "<span>Starter</span>", "<span>Dutch</span>",
                "href=\"https://www.themealdb.com\"",
            ] { #expect(page.text.contains(text), "\(text)") }
            #expect(!page.text.contains("<script>alert") && !page.text.contains("<img src=x"))
            let nothing = try await counter.ask("GET", "/discover/classics?q=none")
            #expect(nothing.text.contains("TheMealDB has nothing for «none»."))
            let begin = try await counter.ask("GET", "/discover/classics")
            #expect(begin.status == 200 && begin.text.contains("Search TheMealDB") && server.paths.count == 2)
            let discover = try await counter.ask("GET", "/discover")
            #expect(discover.text.contains("href=\"/discover/classics\">Classics<"))
            let find = try await counter.ask("GET", "/find?q=xyzzy+plugh")
            #expect(find.text.contains("href=\"/discover/classics?q=xyzzy%20plugh\""), "\(find.text)")
        }
    }

    @Test("where the other service does not answer, the search here goes on and says so") func silent() async throws {
        try await withKitchen {
            $0.limits = RateLimits(limits: [.guestFetches: RateLimit(burst: 1, perHour: 1)])
        } _: { counter, _ in
            let ada = try await counter.join("ada")
            _ = try await counter.post("/recipes", Counter.soup("Leek tart"), as: ada)
            let page = try await counter.ask("GET", "/discover/classics?q=leek")
            #expect(page.status == 200 && page.text.contains("TheMealDB does not answer"), "\(page.text)")
            #expect(page.text.contains(">Leek tart</a>"))
            let limited = try await counter.ask("GET", "/discover/classics?q=soup")
            #expect(limited.status == 200 && limited.text.contains("You have searched TheMealDB often."))
        }
    }

    @Test("a recipe of another service is read whole, and posted once by its form") func read() async throws {
        try await withKitchen { counter, _ in
            let ada = try await counter.join("ada")
            let path = "/discover/classics/themealdb/52001"
            let guest = try await counter.ask("GET", path)
            for text in [
                "<h1>Pea soup</h1>", "<dd>Starter</dd>", "<dd>Dutch</dd>", "<p>Soak.</p>", "<p>Boil.</p>", "Peas",
                "href=\"https://kitchen.example/pea\"", "Recipes from TheMealDB",
                "href=\"/sign-in?then=%2Fdiscover%2Fclassics%2Fthemealdb%2F52001\"",
            ] { #expect(guest.text.contains(text), "\(text)") }
            #expect(!guest.text.contains("<textarea"))
            let member = try await counter.ask("GET", path, headers: Counter.form(as: ada))
            #expect(member.text.contains("action=\"\(path)/post\""))
            let foreign = try await counter.post("\(path)/post", "x=1", headers: ["Origin": "https://evil.example"])
            #expect(foreign.status == 403)
            for said in ["Your recipe is posted.", "The recipe was posted here before."] {
                let posted = try await counter.post("\(path)/post", "", headers: Counter.form(as: ada))
                // The client follows the redirect without the cookie of the message.
                #expect(posted.status == 200 && posted.text.contains("<h1>Pea soup</h1>"), "\(said) \(posted.text)")
            }
            let recipes = try await counter.ask("GET", "/members/@ada/recipes")
            let found = try #require(recipes.json["recipes"] as? [[String: Any]])
            #expect(found.count == 1 && found.first?["externalID"] as? String == "themealdb:52001")
            let id = try #require(found.first?["id"] as? String)
            let again = try await counter.ask("GET", path, headers: Counter.form(as: ada))
            #expect(again.text.contains("href=\"/\(id)\">Posted here") && !again.text.contains("\(path)/post"))
            let hostile = try await counter.ask("GET", "/discover/classics/themealdb/52002")
            #expect(hostile.status == 200 && !hostile.text.contains("<script>alert"))
            #expect(!hostile.text.contains("href=\"javascript:"))
            // Its author has deleted it: the form says why it is not posted again.
            _ = try await counter.post("/recipes/\(id)/delete", as: ada)
            let gone = try await counter.post("\(path)/post", "", headers: Counter.form(as: ada))
            #expect(gone.status == 422 && gone.text.contains("<title>Error: Pea soup"), "\(gone.text)")
        }
    }

    @Test("an unknown service or recipe is not found") func unknown() async throws {
        try await withKitchen { counter, _ in
            for path in ["/discover/classics/spoon/1", "/discover/classics/themealdb/9"] {
                let answer = try await counter.ask("GET", path)
                #expect([404, 503].contains(answer.status), "\(path)")
            }
            #expect(try await counter.ask("GET", "/discover/classics/themealdb/x").status == 400)
        }
    }

    @Test("without a service there are no links to one, and the page says so") func none() async throws {
        try await withCounter { counter in
            let page = try await counter.ask("GET", "/discover/classics?q=soup")
            #expect(page.status == 200 && page.text.contains("This kitchen shows no recipes of other services."))
            for path in ["/discover", "/find?q=xyzzy"] {
                let answer = try await counter.ask("GET", path)
                #expect(!answer.text.contains("/discover/classics"), "\(path)")
            }
            #expect(try await counter.ask("GET", "/discover/classics/themealdb/52001").status == 404)
        }
    }
}
