import Foundation
import Testing

/// `GET /log`: the events of a part of the log.
@Suite(.serialized) struct LogTests {
    @Test("from and to choose events by position and by recorded time, page by page") func parts() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let soup = try await counter.postSoup(as: ada)
            for text in ["One", "Two", "Three"] {
                _ = try await counter.post("/recipes/\(soup)/comments", #"{"text":"\#(text)"}"#, as: ada)
            }
            func events(_ query: String) async throws -> [[String: Any]] {
                let answer = try await counter.ask("GET", "/log?\(query)", as: ada)
                #expect(answer.status == 200, "\(query): \(answer.text)")
                return try #require(answer.json["events"] as? [[String: Any]])
            }
            func positions(_ query: String) async throws -> [Int] {
                try await events(query).compactMap { ($0["sequence"] as? String).flatMap { Int($0) } }
            }
            let all = try await events("limit=100")
            let head = try #require(all.first?["sequence"] as? String).description
            let last = try #require(Int(head))
            #expect(all.count == last && last >= 6)
            #expect(try await positions("from=\(last - 2)") == [last, last - 1, last - 2])
            #expect(try await positions("from=2&to=4") == [3, 2])
            #expect(try await positions("from=\(last + 1)").isEmpty)
            #expect(try await positions("from=2099-01-01").isEmpty)
            #expect(try await positions("to=2001-01-01").isEmpty)
            #expect(try await positions("from=2001-01-01&to=3") == [2, 1])
            #expect(try await positions("from=3&kind=recipe.posted").count == 1)
            // An instant includes what was recorded at it, and its end excludes that.
            let time = try #require(all[1]["recordedtime"] as? String)
            let since = try await events("from=\(time)")
            #expect(since.count >= 2 && since.allSatisfy { ($0["recordedtime"] as? String ?? "") >= time })
            let until = try await events("to=\(time)&limit=100")
            #expect(until.count + since.count == all.count)
            // Pages go on inside the part.
            let page = try await counter.ask("GET", "/log?from=2&to=5&limit=2", as: ada)
            let next = try #require(page.json["next"] as? String)
            #expect(try await positions("from=2&to=5&limit=2&after=\(next)") == [2])
        }
    }

    @Test("an invalid beginning or end is refused, and a member who is not an admin sees nothing")
    func refusals() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let bo = try await counter.join("bo")
            for query in ["from=x", "to=2026-13-01", "from=3&to=3", "from=2026-01-02&to=2026-01-01"] {
                let answer = try await counter.ask("GET", "/log?\(query)", as: ada)
                #expect(answer.status == 400, "\(query): \(answer.text)")
            }
            #expect(try await counter.ask("GET", "/log?from=1&to=3", as: bo).status == 403)
        }
    }
}
