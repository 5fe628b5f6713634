import Foundation
import Testing

/// The moderators' desk.
@Suite(.serialized) struct DeskTests {
    @Test("to guests and members the desk does not exist") func others() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let report = try await file(soup, "spam", as: bo, counter)
            for path in ["/desk", "/desk/reports", "/desk/log", "/\(report)"] {
                let member = try await counter.ask("GET", path, headers: Counter.form(as: bo))
                #expect(member.status == 404 && !member.text.contains("spam"), "\(path): \(member.text)")
                #expect(try await counter.ask("GET", path, headers: Counter.form()).status == 404, "\(path)")
                let admin = try await counter.ask("GET", path, headers: Counter.form(as: ada))
                #expect(admin.status == 200 && admin.text.components(separatedBy: "<h1").count == 2, "\(admin.text)")
            }
            let own = try await counter.ask("GET", "/@me", headers: Counter.form(as: bo))
            #expect(own.status == 200 && !own.text.contains("href=\"/desk\""))
            let refused = try await counter.post(
                "/\(report)/resolve", "outcome=dismissed", headers: Counter.form(as: bo))
            #expect([403, 404].contains(refused.status), "\(refused.text)")
            let pending = try await counter.ask("GET", "/reports", as: ada)
            #expect(pending.json["pending"] as? Int == 1)
        }
    }

    @Test("a report stands beside what it is about, and each outcome does what it says") func settling() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let cy = try await counter.join("cy")
            let soup = try await counter.postSoup(as: bo)
            let first = try await file(soup, "copyright", as: cy, counter)
            _ = try await counter.post("/recipes/\(soup)/edit", Counter.soup("Changed soup"), as: bo)
            let page = try await counter.ask("GET", "/\(first)", headers: Counter.form(as: ada))
            for words in ["Changed soup", "copyright", "after the report", "value=\"removed\"", "Ban Bo"] {
                #expect(page.text.contains(words), "\(words): \(page.text)")
            }
            let unclear = try await counter.post("/\(first)/resolve", "outcome=x", headers: Counter.form(as: ada))
            #expect(unclear.status == 422 && unclear.text.contains("Please check this"), "\(unclear.text)")
            let removed = try await counter.post(
                "/\(first)/resolve", "outcome=removed&note=From+a+book", headers: Counter.form(as: ada))
            #expect(removed.status == 200 && removed.text.contains("<h1>Reports</h1>"), "\(removed.text)")
            #expect(try await counter.ask("GET", "/recipes/\(soup)").status == 410)
            let settled = try await counter.ask("GET", "/\(first)", headers: Counter.form(as: ada))
            #expect(settled.text.contains("It is deleted.") && settled.text.contains("From a book"), "\(settled.text)")
            #expect(!settled.text.contains("<form method=\"post\" action=\"/\(first)/resolve\""))
            let second = try await counter.post("/members/@bo/report", #"{"reason":"spam","note":"<b>"}"#, as: cy)
            let id = try #require(second.json["id"] as? String)
            let about = try await counter.ask("GET", "/\(id)", headers: Counter.form(as: ada))
            #expect(about.text.contains("&lt;b&gt;") && !about.text.contains("value=\"removed\""), "\(about.text)")
            _ = try await counter.post("/\(id)/resolve", "outcome=banned", headers: Counter.form(as: ada))
            #expect(try await counter.ask("GET", "/members/@bo").json["banned"] as? Bool == true)
            let log = try await counter.ask("GET", "/desk/log", headers: Counter.form(as: ada))
            for words in ["Removed a recipe", "Banned", "Settled a report", "From a book"] {
                #expect(log.text.contains(words), "\(words): \(log.text)")
            }
            let desk = try await counter.ask("GET", "/desk", headers: Counter.form(as: ada))
            #expect(desk.text.contains("pending reports</a><span class=\"num\">0</span>"), "\(desk.text)")
            let all = try await counter.ask("GET", "/desk/reports?status=all", headers: Counter.form(as: ada))
            #expect(all.text.contains("href=\"/\(first)\"") && all.text.contains("href=\"/\(id)\""), "\(all.text)")
        }
    }

    @Test("a reported comment is shown as text, until it is removed") func comments() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let comment = try await counter.post(
                "/recipes/\(soup)/comments", #"{"text":"<script>alert(1)</script>"}"#, as: bo)
            let talk = try #require(comment.json["id"] as? String)
            let report = try await counter.post("/comments/\(talk)/report", #"{"reason":"offensive"}"#, as: ada)
            let id = try #require(report.json["id"] as? String)
            let page = try await counter.ask("GET", "/\(id)", headers: Counter.form(as: ada))
            #expect(page.text.contains("&lt;script&gt;alert(1)"), "\(page.text)")
            _ = try await counter.post("/\(id)/resolve", "outcome=removed", headers: Counter.form(as: ada))
            let after = try await counter.ask("GET", "/\(id)", headers: Counter.form(as: ada))
            #expect(!after.text.contains("alert(1)") && after.text.contains("It is deleted."), "\(after.text)")
        }
    }

    private func file(_ recipe: String, _ reason: String, as reporter: String, _ counter: Counter) async throws
        -> String
    {
        let answer = try await counter.post("/recipes/\(recipe)/report", #"{"reason":"\#(reason)"}"#, as: reporter)
        return try #require(answer.json["id"] as? String)
    }
}
