import Community
import EventLog
import Events
import Foundation
import Layout
import Testing

/// Questions to the views over HTTP.
@Suite(.serialized) struct QuestionTests {
    @Test("every question is answered as the contract describes it") func contractAnswers() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let bo = try await counter.join("bo")
            let soup = try await counter.postSoup(as: ada)
            _ = try await counter.post("/recipes/\(soup)/edit", Counter.soup("Better soup"), as: ada)
            _ = try await counter.post("/recipes/\(soup)/comments", #"{"text":"Lovely"}"#, as: bo)
            _ = try await counter.post("/recipes/\(soup)/repost", #"{"quote":"try"}"#, as: bo)
            _ = try await counter.post("/recipes/\(soup)/report", #"{"reason":"spam"}"#, as: bo)
            _ = try await counter.post("/recipes/\(soup)/cook", #"{"note":"with leeks"}"#, as: bo)
            let comment = try await counter.post("/recipes/\(soup)/comments", #"{"text":"Salt?"}"#, as: bo)
            let talk = try #require(comment.json["id"] as? String)
            let repost = try await counter.post("/recipes/\(soup)/repost", #"{"quote":"again"}"#, as: bo)
            let passedOn = try #require(repost.json["id"] as? String)
            let filed = try await counter.post("/members/@bo/report", #"{"reason":"spam"}"#, as: ada)
            let report = try #require(filed.json["id"] as? String)
            let book = try await counter.post("/cookbooks", #"{"name":"Soups","visibility":"public"}"#, as: bo)
            let id = try #require(book.json["id"] as? String)
            let leaf = try counter.leaf(of: 1)
            let checker = try AnswerChecker()
            let paths = [
                "feed": "/feed?sort=newest&tag=quick", "search": "/search?q=soup", "recipe": "/recipes/\(soup)",
                "comments": "/recipes/\(soup)/comments", "forks": "/recipes/\(soup)/forks",
                "recipeVersions": "/recipes/\(soup)/versions",
                "recipeDifference": "/recipes/\(soup)/difference?from=1&to=2",
                "recipeContent": "/recipes/\(soup)/content?version=1", "entity": "/entities/\(soup)",
                "leaderboard": "/leaderboard",
                "leaderboardWeeks": "/leaderboard/weeks", "tags": "/tags", "cuisines": "/cuisines",
                "collections": "/collections", "collection": "/collections/Quick%20Fixes", "trending": "/trending",
                "cookbook": "/cookbooks/\(id)", "members": "/members?search=a", "profile": "/members/@bo",
                "recipesOf": "/members/@ada/recipes", "likesOf": "/members/@bo/likes",
                "repostsOf": "/members/bo/reposts", "followers": "/members/@ada/followers",
                "following": "/members/me/following", "experience": "/members/@ada/xp",
                "awards": "/members/@ada/awards", "streak": "/members/@ada/streak",
                "cookbooksOf": "/members/@bo/cookbooks", "notifications": "/notifications", "bookmarks": "/bookmarks",
                "comment": "/comments/\(talk)", "repost": "/reposts/\(passedOn)", "report": "/reports/\(report)",
                "ownReports": "/reports/own", "ratings": "/ratings", "blocks": "/blocks",
                "usernameAvailability": "/usernames/carol",
                "recipesByID": "/recipes?id=\(soup)&id=r9999", "likers": "/recipes/\(soup)/likers",
                "feedCount": "/feed/count",
                "cookNotes": "/recipes/\(soup)/cooked",
                "plan": "/plan?days=3", "shopping": "/shopping", "becauseYouCooked": "/cooked", "reports": "/reports",
                "moderationLog": "/moderation", "dashboard": "/dashboard", "sessions": "/sessions", "keys": "/keys",
                "about": "/about", "health": "/healthz", "readiness": "/readyz", "rules": "/rules",
                "exportPerson": "/members/me/export",
                "log": "/log?kind=recipe.posted&kind=comment.posted&from=2&to=2099-01-01", "event": "/log/\(soup)",
                "history": "/log/history/\(soup)?newestFirst", "auditKey": "/audit/key", "auditHead": "/audit/head",
                "auditConsistency": "/audit/consistency?from=2&to=5", "auditInclusion": "/audit/inclusion/\(soup)",
                "auditLeaf": "/audit/inclusion?leaf=\(leaf)",
                "why": "/why?question=/recipes/\(soup)&field=comments&proof",
                "views": "/views", "backups": "/backups", "configuration": "/configuration", "jobs": "/jobs",
                "logHistogram": "/log/histogram?thing=\(soup)&buckets=5", "effects": "/log/\(soup)/effects",
                "dossier": "/members/@bo/dossier", "memberAccess": "/members/@bo/sessions",
            ]
            for (operation, path) in paths {
                let answer = try await counter.ask("GET", path, as: ada)
                #expect(answer.status == 200, "\(path): \(answer.text)")
                try checker.check(answer.body, operation)
            }
            // None was left out.
            #expect(
                Set(paths.keys)
                    == checker.questions.subtracting(
                        [
                            "contract", "stream", "image", "metrics", "exportRecipe", "externalRecipes",
                            "externalRecipe", "externalPicture", "job",
                        ]))
        }
    }

    @Test("a question about the viewer asks a guest to log in") func guests() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            for path in [
                "/feed?mode=following", "/feed?mode=for-you", "/feed?mode=for-you&sort=hot", "/feed?bookmarked=true",
                "/bookmarks", "/members/me", "/members/me/following", "/notifications", "/ratings", "/blocks",
                "/reports/own", "/cooked", "/plan", "/shopping", "/sessions", "/keys",
            ] {
                let answer = try await counter.ask("GET", path)
                #expect(answer.status == 401 && answer.code == "unauthenticated", "\(path): \(answer.text)")
                #expect(answer.headers["content-type"] == "application/problem+json")
                #expect(answer.headers["www-authenticate"] == "Bearer", "\(path)")
                let again = try await counter.ask("GET", path, as: ada)
                #expect(again.status == (path.hasSuffix("sort=hot") ? 422 : 200), "\(path): \(again.text)")
            }
        }
    }

    @Test("an answer that the client has is not sent twice") func notModified() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let first = try await counter.ask("GET", "/feed")
            let tag = try #require(first.headers["etag"])
            #expect(tag.hasPrefix("\"") && first.headers["vary"] == "Authorization, Cookie, Accept-Encoding")
            let again = try await counter.ask("GET", "/feed", headers: ["If-None-Match": "\"x\", W/\(tag)"])
            #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag)
            // What is wrong is refused before anything is compared.
            let wrong = try await counter.ask("GET", "/feed?limit=0", headers: ["If-None-Match": "*"])
            #expect(wrong.status == 400)
            #expect(try await counter.ask("GET", "/feed", headers: ["If-None-Match": "*"]).status == 304)
            // Whether there is an answer comes first, whatever tag is named.
            for (path, status) in [("/members/@nobody", 404), ("/recipes/r9999", 404), ("/feed?after=x", 422)] {
                #expect(try await counter.ask("GET", path, headers: ["If-None-Match": tag]).status == status, "\(path)")
            }
            #expect(again.headers["cache-control"] == "no-cache" && again.headers["vary"] == first.headers["vary"])
            // Another member's answer differs, and so does that of another position.
            #expect(try await counter.ask("GET", "/feed", as: ada, headers: ["If-None-Match": tag]).status == 200)
            _ = try await counter.postSoup(as: ada)
            #expect(try await counter.ask("GET", "/feed", headers: ["If-None-Match": tag]).status == 200)
        }
    }

    @Test("guests share one answer until the next event") func keptAnswers() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            let paths = [
                "/feed", "/recipes/\(soup)", "/members/@ada", "/leaderboard", "/search?q=soup", "/feed?limit=1",
            ]
            func answers() async throws -> [(String, String?)] {
                var answers: [(String, String?)] = []
                for path in paths {
                    let answer = try await counter.ask("GET", path)
                    #expect(answer.status == 200, "\(path): \(answer.text)")
                    answers.append((answer.text, answer.headers["etag"]))
                }
                return answers
            }
            let (first, again) = (try await answers(), try await answers())
            for (path, pair) in zip(paths, zip(first, again)) { #expect(pair.0 == pair.1, "\(path)") }
            _ = try await counter.post("/recipes/\(soup)/comments", #"{"text":"Lovely"}"#, as: ada)
            let later = try await answers()
            for (path, pair) in zip(paths, zip(first, later)) { #expect(pair.0 != pair.1, "\(path)") }
            // What a member sees is never what a guest was told.
            let own = try await counter.ask("GET", "/recipes/\(soup)", as: ada)
            #expect(own.json["liked"] as? Bool == false && !later[1].0.contains("liked"))
            let bo = try await counter.join("bo")
            _ = try await counter.post("/recipes/\(soup)/like", as: bo)
            for _ in 1...2 {
                let (adas, bos) = (
                    try await counter.ask("GET", "/recipes/\(soup)", as: ada),
                    try await counter.ask("GET", "/recipes/\(soup)", as: bo)
                )
                #expect(adas.json["liked"] as? Bool == false && bos.json["liked"] as? Bool == true)
                #expect(adas.headers["cache-control"] == "private, no-cache")
            }
            // What was told to a session is not told to a key that may not ask, nor to a client that has logged out.
            let made = try await counter.post("/keys", #"{"label":"app","scopes":["act"]}"#, as: bo)
            let key = try #require(made.json["key"] as? String)
            _ = try await counter.ask("GET", "/recipes/\(soup)", as: bo)
            #expect(try await counter.ask("GET", "/recipes/\(soup)", as: key).status == 403)
            _ = try await counter.post("/log-out", as: bo)
            #expect(try await counter.ask("GET", "/recipes/\(soup)", as: bo).status == 401)
            // Deleted, it is gone for earlier viewers, too.
            _ = try await counter.post("/recipes/\(soup)/delete", as: ada)
            #expect(try await counter.ask("GET", "/recipes/\(soup)").status == 410)
        }
    }

    @Test("an unknown parameter, field or path is refused by name") func unknownNames() async throws {
        try await withCounter { counter in
            for (path, status, code, field) in [
                ("/feed?sortt=top", 400, "invalid", "sortt"), ("/feed?sort=upwards", 400, "invalid", "sort"),
                ("/feed?limit=0", 400, "invalid", "limit"), ("/feed?limit=101", 400, "invalid", "limit"),
                ("/feed?limit=1&limit=2", 400, "invalid", "limit"), ("/feed?tag=%FF", 400, "invalid", nil),
                ("/recipes/r9999", 404, "not-found", nil), ("/recipes/soup", 400, "invalid", "recipe"),
                ("/members/@nobody", 404, "not-found", nil), ("/nothing", 404, "not-found", nil),
                ("/search", 400, "invalid", "q"), ("/notifications", 401, "unauthenticated", nil),
                ("/feed?after=nonsense", 422, "invalid", "after"), ("/feed?asOf=1", 403, "forbidden", "asOf"),
                ("/recipes/%00", 400, "invalid", "recipe"),
            ] as [(String, Int, String, String?)] {
                let answer = try await counter.ask("GET", path)
                #expect(answer.status == status && answer.code == code, "\(path): \(answer.text)")
                if let field { #expect(answer.json["field"] as? String == field, "\(path): \(answer.text)") }
                #expect(answer.headers["content-type"] == "application/problem+json")
                #expect(answer.json["status"] as? Int == status && answer.json["detail"] is String)
            }
            let wrong = try await counter.ask("DELETE", "/feed")
            #expect(wrong.status == 405 && wrong.headers["allow"] == "GET")
        }
    }

    @Test("HEAD is answered without a body") func head() async throws {
        try await withCounter { counter in
            let answer = try await counter.ask("HEAD", "/feed")
            #expect(answer.status == 200 && answer.body.isEmpty && answer.headers["etag"] != nil)
        }
    }

    @Test("a member reads an own action at once, and other clients can wait for it") func atLeast() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            for index in 1...20 {
                let answer = try await counter.post("/recipes", Counter.soup("Soup \(index)"), as: ada)
                let position = try #require(answer.json["position"] as? Int)
                let feed = try await counter.ask("GET", "/feed?limit=1&atLeast=\(position)")
                let items = try #require(feed.json["items"] as? [[String: Any]])
                #expect((items[0]["recipe"] as? [String: Any])?["title"] as? String == "Soup \(index)")
            }
            let late = try await counter.ask("GET", "/feed?atLeast=9999", headers: ["Prefer": "wait=0"])
            #expect(late.status == 412 && late.code == "stale" && late.json["field"] as? String == "atLeast")
        }
    }

    @Test("only an admin asks about an earlier moment") func asOf() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let bo = try await counter.join("bo")
            let soup = try await counter.postSoup(as: bo)
            let before = try counter.community.log.head().value
            _ = try await counter.post("/recipes/\(soup)/delete", as: bo)
            #expect(try await counter.ask("GET", "/recipes/\(soup)", as: bo).status == 410)
            #expect(try await counter.ask("GET", "/recipes/\(soup)?asOf=\(before)", as: bo).status == 403)
            let then = try await counter.ask("GET", "/recipes/\(soup)?asOf=\(before)", as: ada)
            #expect(then.status == 200 && then.json["title"] as? String == "Leek soup")
        }
    }

    @Test("pages follow each other without gap or overlap") func pages() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            for index in 1...7 { _ = try await counter.postSoup(as: ada, title: "Soup \(index)") }
            var (titles, path): ([String], String?) = ([], "/feed?limit=3")
            while let next = path {
                let page = try await counter.ask("GET", next)
                for item in page.json["items"] as? [[String: Any]] ?? [] {
                    titles.append((item["recipe"] as? [String: Any])?["title"] as? String ?? "")
                }
                path = (page.json["next"] as? String).map { "/feed?limit=3&after=\($0)" }
            }
            #expect(titles == (1...7).reversed().map { "Soup \($0)" })
        }
    }
}
