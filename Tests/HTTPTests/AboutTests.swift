import Foundation
import LarderAPI
import TestSupport
import Testing

@testable import HTTP

/// `GET /about`: what a community says of itself.
@Suite(.serialized) struct AboutTests {
    @Test("a guest learns the community's name, contact, figures and rules; a browser gets the page at the same path")
    func introduction() async throws {
        try await withCounter {
            $0.name = "Soup & Bread"
            $0.contact = "cooks@kitchen.example"
        } _: { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            _ = try await counter.post("/recipes/\(soup)/comments", #"{"text":"Salt?"}"#, as: ada)
            let answer = try await counter.ask("GET", "/about")
            #expect(answer.status == 200)
            let about = try JSONDecoder().decode(AboutAnswer.self, from: Data(answer.text.utf8))
            #expect(about.name == "Soup & Bread" && about.contact == "cooks@kitchen.example")
            #expect((about.members, about.recipes, about.comments) == (1, 1, 1) && about.version == API.version)
            #expect(about.rules.points.first == PointsRule(act: "You post a recipe", points: 10))
            #expect(about.rules.levels.map(\.xp) == about.rules.levels.map(\.xp).sorted())
            #expect(about.rules.badges.count == 5)
            #expect(answer.headers["vary"]?.contains("Accept") == true)
            let page = try await counter.ask("GET", "/about", headers: ["Accept": "text/html,*/*;q=0.8"])
            #expect(page.status == 200 && page.text.contains("<h1>About Soup &amp; Bread</h1>"))
            #expect(page.text.contains("<a href=\"mailto:cooks@kitchen.example\">"))
            #expect(page.text.contains("1 member, 1 recipe, 1 comment"))
            #expect(page.headers["vary"]?.contains("Accept") == true)
        }
    }

    @Test("an act without points is no rule, and a daily cap is said in the answer and on the page")
    func otherRules() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let rules = try await counter.ask("GET", "/rules").json
            var body = try #require(rules["rules"] as? [String: Any])
            body["awards"] = [["kind": "recipe.posted", "points": 7, "dailyCap": 3]]
            let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
            let set = try await counter.post("/rules", text, as: ada)
            #expect(set.status == 200, "\(set.text)")
            let about = try JSONDecoder().decode(
                AboutAnswer.self, from: Data(try await counter.ask("GET", "/about").text.utf8))
            #expect(about.rules.points == [PointsRule(act: "You post a recipe", points: 7, dailyCap: 3)])
            let page = try await counter.ask("GET", "/about", headers: ["Accept": "text/html"])
            #expect(page.text.contains("at most 3 a day") && !page.text.contains("Who runs it"))
        }
    }
}
