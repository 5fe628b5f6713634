import Foundation
import HTTP
import TestSupport
import Testing

/// Recipes of other services over HTTP. A server of this machine stands in for TheMealDB.
@Suite(.serialized) struct ExternalTests {
    private static let key = "s3cretmeal"

    private static func meal(_ id: Int, _ title: String) -> String {
        #"{"idMeal":"\#(id)","strMeal":"\#(title)","strArea":"Dutch","strInstructions":"Soak.\r\nBoil.","#
            + #""strSource":"https://kitchen.example/pea","strIngredient1":"Peas","strMeasure1":"1 cup"}"#
    }

    private static func answer(_ text: String) -> LoopbackServer.Answer {
        LoopbackServer.Answer(type: "application/json", body: Array(text.utf8))
    }

    private static let kitchen = [
        "/api/\(key)/search.php?s=soup": answer(
            #"{"meals":[\#(meal(52001, "Pea soup")),{"idMeal":"9","strMeal":""},\#(meal(52002, "Leek soup"))]}"#),
        "/api/\(key)/search.php?s=bread": answer(#"{"meals":null}"#),
        "/api/\(key)/search.php?s=rye": answer(#"{"meals":null}"#),
        "/api/\(key)/lookup.php?i=52001": answer(#"{"meals":[\#(meal(52001, "Pea soup"))]}"#),
        "/api/\(key)/lookup.php?i=52003": answer(#"{"meals":null}"#),
    ]

    /// Serves a community that offers what `answers` has.
    private func withKitchen(
        _ answers: [String: LoopbackServer.Answer] = kitchen, _ change: (inout ServiceSettings) -> Void = { _ in },
        _ body: (Counter, LoopbackServer) async throws -> Void
    ) async throws {
        let server = try LoopbackServer(answers)
        defer { server.stop() }
        try await withCounter(mealsFrom: server, key: Self.key, change) {
            try await body($0, server)
        }
    }

    private static let soups = "/external?source=themealdb&q=soup"

    private func recipes(_ answer: Counter.Answer) -> [[String: Any]] {
        answer.json["recipes"] as? [[String: Any]] ?? []
    }

    @Test("external recipes are found, shown and posted once, with their credit") func foundAndPosted() async throws {
        try await withKitchen { counter, server in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let checker = try AnswerChecker()
            let found = try await counter.ask("GET", Self.soups)
            #expect(found.status == 200, "\(found.text)")
            try checker.check(found.body, "externalRecipes")
            #expect(recipes(found).map { $0["externalID"] as? String } == ["themealdb:52001", "themealdb:52002"])
            #expect(found.json["dropped"] as? Int == 1 && recipes(found)[0]["adoptedAs"] == nil)
            let credit = try #require(found.json["attribution"] as? [String: String])
            #expect(credit["name"] == "TheMealDB" && credit["url"] == "https://www.themealdb.com")
            let first = try await counter.ask("GET", "\(Self.soups)&limit=1")
            let next = try #require(first.json["next"] as? String)
            let rest = try await counter.ask("GET", "\(Self.soups)&after=\(next)")
            #expect(recipes(rest).map { $0["title"] as? String } == ["Leek soup"] && rest.json["next"] == nil)
            let whole = try await counter.ask("GET", "/external/themealdb/52001")
            try checker.check(whole.body, "externalRecipe")
            #expect(whole.json["sourceURL"] as? String == "https://kitchen.example/pea")
            #expect((whole.json["steps"] as? [Any])?.count == 2 && whole.json["attribution"] != nil)
            let tag = try #require(whole.headers["etag"])
            let same = try await counter.ask(
                "GET", "/external/themealdb/52001", headers: ["If-None-Match": tag])
            #expect(same.status == 304)

            #expect(try await counter.post("/external/themealdb/52001/post").status == 401)
            let posted = try await counter.post("/external/themealdb/52001/post", as: ada)
            #expect(posted.status == 201 && posted.json["changed"] as? Bool == true, "\(posted.text)")
            let id = try #require(posted.json["id"] as? String)
            for member in [ada, bo] {
                let again = try await counter.post("/external/themealdb/52001/post", as: member)
                #expect(again.status == 200 && again.json["id"] as? String == id, "\(again.text)")
                #expect(again.json["changed"] as? Bool == false)
            }
            let recipe = try await counter.ask("GET", "/recipes/\(id)")
            let shown = try #require(recipe.json["externalID"] as? String)
            #expect(shown == "themealdb:52001" && recipe.json["sourceURL"] as? String == "https://kitchen.example/pea")
            #expect(try await recipes(counter.ask("GET", Self.soups, as: bo))[0]["adoptedAs"] as? String == id)
            // What has blocked the viewer does not exist for the viewer.
            _ = try await counter.post("/members/@bo/block", as: ada)
            #expect(try await recipes(counter.ask("GET", Self.soups, as: bo))[0]["adoptedAs"] == nil)
            // What was deleted here stays deleted.
            _ = try await counter.post("/recipes/\(id)/delete", as: ada)
            #expect(try await counter.post("/external/themealdb/52001/post", as: ada).status == 410)
            #expect(try await counter.post("/external/themealdb/52001/post", as: bo).status == 409)
            // The service was asked once for each question.
            #expect(Set(server.paths).count == server.paths.count && server.paths.count == 2, "\(server.paths)")
        }
    }

    @Test("what is no source, no search and no recipe is refused") func refused() async throws {
        try await withKitchen { counter, server in
            for (path, status, field) in [
                ("/external?source=edamam&q=soup", 404, "source"), ("/external?source=themealdb", 400, "q"),
                ("/external?q=soup", 400, "source"), ("/external?source=themealdb&q=%20", 400, "q"),
                ("\(Self.soups)&after=AAAA", 422, "after"), ("\(Self.soups)&limit=101", 400, "limit"),
                ("/external?source=themealdb&q=\(String(repeating: "x", count: 301))", 400, "q"),
                ("/external/themealdb/x", 400, "id"), ("/external/spoon/1", 404, "source"),
                ("/external/themealdb/52003", 404, "id"),
            ] {
                let answer = try await counter.ask("GET", path)
                #expect(answer.status == status && answer.json["field"] as? String == field, "\(path) \(answer.text)")
            }
            #expect(server.paths == ["/api/\(Self.key)/lookup.php?i=52003"])
        }
        // Without a source there is nothing.
        try await withCounter { counter in
            let answer = try await counter.ask("GET", Self.soups)
            #expect(answer.status == 404 && answer.code == "not-found", "\(answer.text)")
        }
    }

    @Test("a question that must be asked elsewhere is charged, and a kept answer is not") func limits() async throws {
        try await withKitchen {
            $0.limits = RateLimits(limits: [
                .fetches: RateLimit(burst: 1, perHour: 1), .guestFetches: RateLimit(burst: 1, perHour: 10),
            ])
        } _: { counter, server in
            let ada = try await counter.join("ada")
            for _ in 0..<3 { #expect(try await counter.ask("GET", Self.soups).status == 200) }
            let limited = try await counter.ask("GET", "/external?source=themealdb&q=bread")
            #expect(limited.status == 429 && limited.code == "limited", "\(limited.text)")
            #expect((300...360).contains(Int(limited.headers["retry-after"] ?? "") ?? 0), "\(limited.headers)")
            // A member pays from a limit of their own, and then guests get the answer, too.
            #expect(try await counter.ask("GET", "/external?source=themealdb&q=bread", as: ada).status == 200)
            #expect(try await counter.ask("GET", "/external?source=themealdb&q=bread").status == 200)
            #expect(try await counter.ask("GET", "/external?source=themealdb&q=rye", as: ada).status == 429)
            #expect(server.paths.count == 2)
        }
    }

    @Test("clients with one question share one request to the service") func shared() async throws {
        try await withKitchen { counter, server in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<12 { group.addTask { try await counter.ask("GET", Self.soups).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == [Int](repeating: 200, count: 12) && server.paths.count == 1)
        }
    }

    @Test("a service that does not answer is unavailable after the time limit, and holds up nothing else")
    func silence() async throws {
        let silent = LoopbackServer.Answer(bytes: [], hangs: true)
        let words = (0..<6).map { "word\($0)" }
        let answers = words.map { ("/api/\(Self.key)/search.php?s=\($0)", silent) }
        try await withKitchen(Dictionary(uniqueKeysWithValues: answers)) {
            $0.external.secondsMax = 3
        } _: { counter, server in
            let began = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for word in words {
                    group.addTask {
                        let answer = try await counter.ask("GET", "/external?source=themealdb&q=\(word)")
                        #expect(answer.status == 503 && answer.code == "unavailable", "\(answer.text)")
                        #expect(answer.headers["retry-after"] != nil && !answer.text.contains(word))
                    }
                }
                group.addTask {
                    let feed = try await counter.ask("GET", "/feed")
                    #expect(feed.status == 200)
                }
                try await group.waitForAll()
            }
            #expect(!server.paths.isEmpty && ContinuousClock.now - began >= .seconds(3))
        }
    }

    /// What the service sends.
    private static let failures: [LoopbackServer.Answer] = [
        LoopbackServer.Answer(status: "401 Unauthorized"), LoopbackServer.Answer(status: "404 Not Found"),
        LoopbackServer.Answer(status: "500 \(key)"), LoopbackServer.Answer(body: Array("<p>\(key)".utf8)),
        LoopbackServer.Answer(type: "image/png"), answer(#"{"meals":[{"idMeal":"\#(key)"#), answer(""),
        .redirect(to: "http://127.0.0.2/\(key)"), LoopbackServer.Answer(bytes: Array("nonsense\r\n\r\n".utf8)),
    ]

    @Test("a service that fails is unavailable, without its key in the answer", arguments: failures.indices)
    func failing(index: Int) async throws {
        let paths = ["search.php?s=soup", "lookup.php?i=52001"].map { ("/api/\(Self.key)/\($0)", Self.failures[index]) }
        try await withKitchen(Dictionary(uniqueKeysWithValues: paths)) { counter, server in
            let ada = try await counter.join("ada")
            for path in [Self.soups, "/external/themealdb/52001"] {
                let answer = try await counter.ask("GET", path)
                #expect(answer.status == 503 && answer.code == "unavailable", "\(path): \(answer.text)")
                #expect(!answer.text.contains(Self.key) && !"\(answer.headers)".contains(Self.key))
            }
            let posted = try await counter.post("/external/themealdb/52001/post", as: ada)
            #expect(posted.status == 503, "\(posted.text)")
            // A failure is not kept.
            let before = server.paths.count
            _ = try await counter.ask("GET", Self.soups)
            #expect(server.paths.count > before)
        }
    }

    @Test("a service that was asked too often is left alone for as long as it says") func pause() async throws {
        let busy = LoopbackServer.Answer(status: "429 Too Many Requests", headers: ["Retry-After: 700"])
        try await withKitchen(["/api/\(Self.key)/search.php?s=soup": busy]) { counter, server in
            let first = try await counter.ask("GET", Self.soups)
            #expect(first.status == 503 && first.headers["retry-after"] == "700", "\(first.text)")
            let second = try await counter.ask("GET", "/external/themealdb/52001")
            #expect(second.status == 503 && (600...700).contains(Int(second.headers["retry-after"] ?? "") ?? 0))
            #expect(server.paths.count == 1)
        }
    }
}
