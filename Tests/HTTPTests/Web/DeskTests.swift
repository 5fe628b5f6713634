import Foundation
import Testing

/// The moderators' desk.
@Suite(.serialized) struct DeskTests {
    @Test("to guests and members the desk does not exist") func others() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let report = try await file(soup, "spam", as: bo, counter)
            for path in [
                "/desk", "/desk/reports", "/desk/recipes", "/desk/log", "/desk/members", "/desk/members/@ada",
                "/\(report)",
            ] {
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
            for (name, number, recent) in [("Pending reports", 0, 2), ("Members", 3, 3), ("Banned members", 1, 1)] {
                #expect(
                    desk.text.contains(
                        "\(name)</a><b class=\"num\">\(number)</b><span class=\"small soft\">\(recent) new in four weeks</span><svg"
                    ),
                    "\(name): \(desk.text)")
            }
            let all = try await counter.ask("GET", "/desk/reports?status=all", headers: Counter.form(as: ada))
            #expect(all.text.contains("href=\"/\(first)\"") && all.text.contains("href=\"/\(id)\""), "\(all.text)")
        }
    }

    @Test("one decision settles all reports about a thing, and its ban has a reason and an end")
    func together() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: bo)
            var reports: [String] = []
            for name in ["cy", "di", "ed"] {
                let member = try await counter.join(name)
                reports.append(try await file(soup, "spam", as: member, counter))
            }
            let other = try await file(try await counter.postSoup(as: bo), "unsafe", as: ada, counter)
            let answer = try await counter.ask("GET", "/reports/\(reports[0])", as: ada)
            let alike = try #require(answer.json["alike"] as? [[String: Any]])
            #expect(alike.compactMap { $0["id"] as? String } == Array(reports.dropFirst()))
            #expect(try await counter.ask("GET", "/reports/\(other)", as: ada).json["alike"] == nil)
            let page = try await counter.ask("GET", "/\(reports[0])", headers: Counter.form(as: ada))
            #expect(page.text.contains("Settle 2 other reports about it too"), "\(page.text)")
            #expect(page.text.contains("<span class=\"count\">4<span class=\"hide\"> waiting"), "\(page.text)")
            #expect(!page.text.contains("<option value=\"dismissed\" selected"))
            let nothing = try await counter.post("/\(reports[0])/resolve", "alike=1", headers: Counter.form(as: ada))
            #expect(nothing.status == 422 && nothing.text.contains("id=\"e-outcome\""), "\(nothing.text)")
            let wrong = try await counter.post(
                "/\(reports[0])/resolve", "outcome=banned&until=soon", headers: Counter.form(as: ada))
            #expect(wrong.status == 422 && wrong.text.contains("id=\"e-until\""), "\(wrong.text)")
            #expect(try await counter.ask("GET", "/members/@bo").json["banned"] as? Bool == false)
            let day = "\(Calendar.current.component(.year, from: .now) + 1)-12-24"
            let settled = try await counter.post(
                "/\(reports[0])/resolve", "outcome=banned&alike=1&reason=Advertising&until=\(day)",
                headers: Counter.form(as: ada))
            #expect(settled.status == 200, "\(settled.text)")
            for report in reports {
                let json = try await counter.ask("GET", "/reports/\(report)", as: ada).json["report"] as? [String: Any]
                #expect(json?["outcome"] as? String == "banned", "\(report)")
            }
            #expect(try await counter.ask("GET", "/reports", as: ada).json["pending"] as? Int == 1)
            let refused = try await counter.ask("GET", "/", headers: Counter.form(as: bo))
            #expect(refused.status == 403 && refused.text.contains("Advertising"), "\(refused.text)")
            #expect(refused.headers["clear-site-data"] == "\"cache\"")
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
            #expect(after.text.contains("As it was reported") && after.text.contains("It is deleted."), "\(after.text)")
            #expect(!after.text.contains("<script>alert"), "\(after.text)")
        }
    }

    @Test("a report shows what it is about as it was, and as it is now") func asReported() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let cy = try await counter.join("cy")
            let soup = try await counter.postSoup(as: bo, title: "Rude soup")
            let comment = try await counter.post("/recipes/\(soup)/comments", #"{"text":"Rude words"}"#, as: bo)
            let talk = try #require(comment.json["id"] as? String)
            let first = try await file(soup, "offensive", as: cy, counter)
            let second = try await counter.post("/comments/\(talk)/report", #"{"reason":"offensive"}"#, as: cy)
            let id = try #require(second.json["id"] as? String)
            _ = try await counter.post("/members/me/edit", #"{"bio":"Rude bio"}"#, as: bo)
            let third = try await counter.post("/members/@bo/report", #"{"reason":"offensive"}"#, as: cy)
            let about = try #require(third.json["id"] as? String)
            _ = try await counter.post("/recipes/\(soup)/edit", Counter.soup("Kind soup"), as: bo)
            _ = try await counter.post("/comments/\(talk)/edit", #"{"text":"Kind words"}"#, as: bo)
            _ = try await counter.post("/members/me/edit", #"{"bio":"Kind bio"}"#, as: bo)
            for (report, field, then, now) in [
                (first, "title", "Rude soup", "Kind soup"), (id, "text", "Rude words", "Kind words"),
                (about, "text", "Rude bio", "Kind bio"),
            ] {
                let answer = try await counter.ask("GET", "/reports/\(report)", as: ada)
                let (old, new) = (answer.json["asReported"] as? [String: Any], answer.json["now"] as? [String: Any])
                #expect(old?[field] as? String == then && new?[field] as? String == now, "\(answer.text)")
                let page = try await counter.ask("GET", "/\(report)", headers: Counter.form(as: ada))
                #expect(page.text.contains("As it was reported") && page.text.contains(then), "\(page.text)")
                #expect(page.text.contains("rel=\"next\""), "\(page.text)")
            }
            _ = try await counter.post("/recipes/\(soup)/delete", as: bo)
            let gone = try await counter.ask("GET", "/reports/\(first)", as: ada)
            #expect((gone.json["asReported"] as? [String: Any])?["title"] as? String == "Rude soup", "\(gone.text)")
            #expect(gone.json["now"] == nil, "\(gone.text)")
        }
    }

    @Test("a dossier gathers what is known of a member, and decisions are made from it") func dossier() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let cy = try await counter.join("cy")
            _ = try await counter.post("/members/@cy/role", #"{"role":"moderator"}"#, as: ada)
            let soup = try await counter.postSoup(as: ada)
            _ = try await counter.post("/recipes/\(soup)/like", as: bo)
            _ = try await counter.post("/members/@bo/report", #"{"reason":"spam"}"#, as: ada)
            let answer = try await counter.ask("GET", "/members/@bo/dossier", as: cy)
            let votes = (answer.json["votesFor"] as? [[String: Any]])?.first
            #expect(votes?["votes"] as? Int == 1 && answer.json["lastSignIn"] != nil, "\(answer.text)")
            #expect((answer.json["reportsAbout"] as? [Any])?.count == 1, "\(answer.text)")
            #expect(try await counter.ask("GET", "/members/@bo/dossier", as: bo).status == 403)
            let page = try await counter.ask("GET", "/desk/members/@bo", headers: Counter.form(as: cy))
            #expect(page.text.contains("Ban @bo") && !page.text.contains("Change the role"), "\(page.text)")
            #expect(
                page.text.contains("@ada</a><span class=\"num\">1</span>") && !page.text.contains("&lt;a"),
                "\(page.text)")
            #expect(try await counter.ask("GET", "/desk/members/@bo", headers: Counter.form(as: bo)).status == 404)
            let wrong = try await counter.post(
                "/desk/members/@bo/ban", "until=soon&reason=Spam", headers: Counter.form(as: cy))
            #expect(wrong.status == 422 && wrong.text.contains(">Spam</textarea>"), "\(wrong.text)")
            let banned = try await counter.post(
                "/desk/members/@bo/ban", "until=2099-12-24&reason=Spam&voided=1", headers: Counter.form(as: cy))
            #expect(banned.text.contains("End the ban") && banned.text.contains("2099-12-25"), "\(banned.text)")
            #expect(try await counter.ask("GET", "/members/@bo").json["banned"] as? Bool == true)
            let list = try await counter.ask("GET", "/desk/members?banned=1", headers: Counter.form(as: cy))
            #expect(
                list.text.contains("/desk/members/%40bo") || list.text.contains("/desk/members/@bo"), "\(list.text)")
            #expect(!list.text.contains("desk/members/@ada"), "\(list.text)")
            _ = try await counter.post("/desk/members/@bo/unban", "", headers: Counter.form(as: cy))
            #expect(try await counter.ask("GET", "/members/@bo").json["banned"] as? Bool == false)
            _ = try await counter.post("/desk/members/@bo/role", "role=moderator", headers: Counter.form(as: ada))
            #expect(try await counter.ask("GET", "/members/me", as: bo).json["role"] as? String == "moderator")
        }
    }

    private func file(_ recipe: String, _ reason: String, as reporter: String, _ counter: Counter) async throws
        -> String
    {
        let answer = try await counter.post("/recipes/\(recipe)/report", #"{"reason":"\#(reason)"}"#, as: reporter)
        return try #require(answer.json["id"] as? String)
    }
}
