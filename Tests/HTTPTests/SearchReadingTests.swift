import Foundation
import LarderAPI
import TestSupport
import Testing

/// What a search says about its words, and a recipe about its steps.
@Suite(.serialized) struct SearchReadingTests {
    private func search(_ counter: Counter, _ words: String, as token: String? = nil) async throws -> SearchAnswer {
        let query = try #require(words.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let answer = try await counter.ask("GET", "/search?q=\(query)", as: token)
        #expect(answer.status == 200, "\(answer.text)")
        return try JSONDecoder().decode(SearchAnswer.self, from: Data(answer.text.utf8))
    }

    @Test("a search says where its words stand in titles, tags, descriptions and names") func matches() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let id = try await counter.id(
                "/recipes",
                #"{"title":"🥣 Leek soup","description":"A soup for leeks.","ingredients":[{"original":"2 leeks"}],"steps":[{"text":"Boil."}],"tags":["soup"]}"#,
                as: ada)
            let answer = try await search(counter, "soup lee")
            let matches = (answer.matches ?? []).filter { $0.id == id }
            func ranges(_ field: String) -> [[Int]] {
                matches.first { $0.field == field }.map { $0.ranges.map { [$0.start, $0.end] } } ?? []
            }
            // In UTF-16 code units: the bowl is two of them.
            #expect(ranges("title") == [[3, 7], [8, 12]] && ranges("tags") == [[0, 4]], "\(matches)")
            #expect(ranges("description") == [[2, 6], [11, 16]])
            #expect(answer.didYouMean == nil)
            let people = try await search(counter, "ada")
            #expect(
                people.matches?.contains { $0.field == "username" && $0.ranges == [.init(start: 0, end: 3)] } == true)
            let page = try await counter.ask("GET", "/find?q=lee", headers: ["Accept": "text/html"])
            #expect(page.text.contains("<mark>Leek</mark> soup"), "\(page.text.suffix(3_000))")
        }
    }

    @Test("a search without a match offers the nearest words that find something for the viewer, and no others")
    func nearest() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            _ = try await counter.id("/recipes", Counter.soup("Shakshuka"), as: ada)
            let hidden = try await counter.id("/recipes", Counter.soup("Borscht"), as: ada)
            #expect(try await search(counter, "shakshouka").didYouMean == ["shakshuka"])
            let page = try await counter.ask("GET", "/find?q=shakshouka", headers: ["Accept": "text/html"])
            #expect(page.text.contains("Did you mean <a href=\"/find?q=shakshuka\">shakshuka</a>?"))
            #expect(try await search(counter, "borshcht").didYouMean == ["borscht"])
            _ = try await counter.post("/recipes/\(hidden)/delete", as: ada)
            #expect(try await search(counter, "borshcht").didYouMean == nil)
            _ = try await counter.post("/members/@bo/block", as: ada)
            #expect(try await search(counter, "shakshouka", as: bo).didYouMean == nil)
            #expect(try await search(counter, "xqzvw").didYouMean == nil)
        }
    }

    @Test("a recipe's steps say their times and the lines that they use, and an edit that sends them back is taken")
    func steps() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let id = try await counter.id(
                "/recipes",
                #"{"title":"Soup","ingredients":[{"original":"3 leeks"},{"original":"1 l water"}],"steps":[{"text":"🥣 Slice the leeks."},{"text":"🥣 Boil for 20–25 minutes, or 1 hour."},{"text":"Eat."}]}"#,
                as: ada)
            let answer = try await counter.ask("GET", "/recipes/\(id)")
            let steps = try #require(answer.json["steps"] as? [[String: Any]])
            #expect(steps[0]["uses"] as? [Int] == [0] && steps[0]["times"] == nil)
            let times = try #require(steps[1]["times"] as? [[String: Int]])
            #expect(times[0] == ["start": 12, "end": 25, "seconds": 1_200, "secondsMax": 1_500], "\(times)")
            #expect(times.count == 2 && times[1]["seconds"] == 3_600)
            #expect(steps[2]["times"] == nil && steps[2]["uses"] == nil)
            let back = try await counter.post("/recipes/\(id)/edit", answer.text, as: ada)
            #expect(back.status == 200, "\(back.text)")
            let page = try await counter.ask("GET", "/\(id)/cook?step=2", headers: ["Accept": "text/html"])
            #expect(page.text.contains("data-timer=\"1500\"") && page.text.contains("data-timer=\"3600\""))
        }
    }
}
