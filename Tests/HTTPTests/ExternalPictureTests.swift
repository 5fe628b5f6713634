import Foundation
import HTTP
import Images
import TestSupport
import Testing

/// Pictures of other services' recipes. A server of this machine stands in for TheMealDB and for the host of its pictures.
@Suite(.serialized) struct ExternalPictureTests {
    /// A red dot of one pixel.
    private static let dot = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")!)

    /// The pictures of the stand-in, by their paths.
    private static let pictures = [
        "/1": LoopbackServer.Answer(type: "image/png", body: dot), "/2": .redirect(to: "/1"),
        "/3": LoopbackServer.Answer(body: Array("<script>alert(1)</script>".utf8)),
        "/4": LoopbackServer.Answer(status: "404 Not Found"), "/5": LoopbackServer.Answer(status: "500 Broken"),
    ]

    private func withKitchen(
        _ change: (inout ServiceSettings) -> Void = { _ in }, _ body: (Counter, LoopbackServer) async throws -> Void
    ) async throws {
        let hosts = try LoopbackServer(Self.pictures)
        defer { hosts.stop() }
        let meal = { (id: Int) in
            let thumb = id == 6 ? "" : #","strMealThumb":"\#(hosts.url("/\(id)"))""#
            return #"{"idMeal":"\#(id)","strMeal":"Soup \#(id)","strInstructions":"Boil."\#(thumb)}"#
        }
        let answer = { (meals: [Int]) in
            LoopbackServer.Answer(
                type: "application/json", body: Array(#"{"meals":[\#(meals.map(meal).joined(separator: ","))]}"#.utf8))
        }
        var answers = ["/api/1/search.php?s=soup": answer(Array(1...6))]
        for id in 1...6 { answers["/api/1/lookup.php?i=\(id)"] = answer([id]) }
        let server = try LoopbackServer(answers)
        defer { server.stop() }
        try await withCounter(mealsFrom: server, change) {
            try await body($0, hosts)
        }
    }

    private static func path(_ id: Int) -> String { "/external/themealdb/\(id)/picture" }

    @Test("a picture is fetched once, re-encoded, and shown by the pages") func once() async throws {
        try await withKitchen { counter, hosts in
            let first = try await counter.ask("GET", Self.path(1))
            #expect(first.status == 200 && first.headers["content-type"]?.hasPrefix("image/") == true, "\(first.text)")
            #expect(Array(first.body) != Self.dot && first.headers["content-type"] != "image/png")
            #expect(first.headers["content-security-policy"] == "default-src 'none'; sandbox")
            let tag = try #require(first.headers["etag"])
            let answer1 = try await counter.ask("GET", Self.path(1), headers: ["If-None-Match": tag])
            #expect(answer1.status == 304)
            for size in ["small", "medium", "large", "original"] {
                let answer2 = try await counter.ask("GET", "\(Self.path(1))?size=\(size)")
                #expect(answer2.status == 200)
            }
            #expect(hosts.paths == ["/1"])
            let answer3 = try await counter.ask("GET", "\(Self.path(1))?size=huge")
            #expect(answer3.status == 400)
            // Through a redirect, and for all who wait.
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await counter.ask("GET", Self.path(2)).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == [Int](repeating: 200, count: 8) && hosts.paths == ["/1", "/2", "/1"])
            let list = try await counter.ask("GET", "/discover/classics?q=soup")
            #expect(list.text.contains("src=\"/external/themealdb/1/picture?size=medium\""), "\(list.text)")
            #expect(!list.text.contains("/external/themealdb/6/picture") && !list.text.contains(hosts.url("")))
            let page = try await counter.ask("GET", "/discover/classics/themealdb/1")
            #expect(page.text.contains("src=\"/external/themealdb/1/picture?size=large\""))
        }
    }

    @Test("what is no picture is not found, what does not come is unavailable, and neither is asked for again")
    func none() async throws {
        try await withKitchen { counter, hosts in
            for (id, status) in [(3, 404), (4, 404), (5, 503), (6, 404)] {
                for _ in 0..<2 {
                    let answer = try await counter.ask("GET", Self.path(id))
                    #expect(answer.status == status && !answer.text.contains("<script>"), "\(id): \(answer.text)")
                }
            }
            #expect(hosts.paths == ["/3", "/4", "/5"])
            let answer4 = try await counter.ask("GET", "/external/spoon/1/picture")
            #expect(answer4.status == 404)
        }
    }

    @Test("a client has a limit on pictures that must be fetched") func limit() async throws {
        try await withKitchen {
            $0.limits = RateLimits(limits: [.pictureFetches: RateLimit(burst: 1, perHour: 1)])
        } _: { counter, hosts in
            let answer5 = try await counter.ask("GET", Self.path(1))
            #expect(answer5.status == 200)
            let answer6 = try await counter.ask("GET", Self.path(1))
            #expect(answer6.status == 200)
            let answer7 = try await counter.ask("GET", Self.path(2))
            #expect(answer7.status == 429)
            #expect(hosts.paths == ["/1"])
        }
    }
}
