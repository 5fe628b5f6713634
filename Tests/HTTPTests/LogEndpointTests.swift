import Community
import EventLog
import Foundation
import Layout
import Testing

/// The log, its proofs and explanations over HTTP, and the members who may read them.
@Suite(.serialized) struct LogEndpointTests {
    private struct Kitchen {
        let counter: Counter
        let (ada, bo): (String, String)
        let soup: String
        /// Events of bo.
        let (like, vote): (Int, Int)

        init(_ counter: Counter) async throws {
            self.counter = counter
            (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            soup = try await counter.postSoup(as: ada)
            like = try #require(try await counter.post("/recipes/\(soup)/like", as: bo).json["position"] as? Int)
            vote = try #require(try await counter.post("/recipes/\(soup)/upvote", as: bo).json["position"] as? Int)
        }

        func events(_ path: String) async throws -> (types: [String], next: String?) {
            let answer = try await counter.ask("GET", path, as: ada)
            #expect(answer.status == 200, "\(path): \(answer.text)")
            let events = answer.json["events"] as? [[String: Any]] ?? []
            return (events.compactMap { $0["type"] as? String }, answer.json["next"] as? String)
        }
    }

    private func withKitchen(_ body: (Kitchen) async throws -> Void) async throws {
        try await withCounter { counter in try await body(try await Kitchen(counter)) }
    }

    @Test("the log is read from its end, page by page") func pages() async throws {
        try await withKitchen { kitchen in
            let first = try await kitchen.events("/log?limit=2")
            #expect(first.types == ["larder.recipe.upvoted", "larder.recipe.liked"])
            var (types, next) = first
            while let after = next {
                let page = try await kitchen.events("/log?limit=2&after=\(after)")
                types += page.types
                next = page.next
            }
            let end = try kitchen.counter.community.log.head()
            #expect(types.count == Int(end.value))
            #expect(types.last == "larder.log.created")
            #expect(try await kitchen.events("/log?kind=recipe.posted").types == ["larder.recipe.posted"])
            #expect(try await kitchen.events("/log?actor=@bo&limit=1").types == ["larder.recipe.upvoted"])
            #expect(
                try await kitchen.events("/log/history/\(kitchen.soup)").types
                    == ["larder.recipe.posted", "larder.recipe.liked", "larder.recipe.upvoted"])
            let event = try await kitchen.counter.ask("GET", "/log/\(kitchen.soup)", as: kitchen.ada)
            #expect(event.json["type"] as? String == "larder.recipe.posted")
            for (path, status) in [
                ("/log?kind=recipe.likd", 400), ("/log?after=0", 422), ("/log/soup", 400), ("/log/9999", 404),
                ("/log/history/%20", 400), ("/log/history/r9999", 404),
            ] {
                let answer = try await kitchen.counter.ask("GET", path, as: kitchen.ada)
                #expect(answer.status == status, "\(path): \(answer.text)")
            }
        }
    }

    @Test("only admins read the log and the explanations") func admins() async throws {
        try await withKitchen { kitchen in
            let paths = ["/log", "/log/1", "/log/history/\(kitchen.soup)", "/why?question=/recipes/\(kitchen.soup)"]
            for path in paths {
                let guest = try await kitchen.counter.ask("GET", path)
                let member = try await kitchen.counter.ask("GET", path, as: kitchen.bo)
                #expect(guest.status == 401 && member.status == 403, "\(path)")
            }
        }
    }

    @Test("a member gets proofs of the member's own events, and others verify them") func proofs() async throws {
        try await withKitchen { kitchen in
            let counter = kitchen.counter
            let key = try #require(try await counter.ask("GET", "/audit/key").json["key"] as? String)
            let proof = try await counter.ask("GET", "/audit/inclusion/\(kitchen.vote)", as: kitchen.bo)
            let text = try #require(proof.json["proof"] as? String, "\(proof.text)")
            let verdict = try AuditVerifier(key: key, community: nil).verify([("proof", Array(text.utf8))])
            #expect(verdict.claim == .inclusion && verdict.event?.position == UInt64(kitchen.vote))
            let head = try await counter.ask("GET", "/audit/head?size=3")
            #expect(head.json["size"] as? Int == 3 && head.json["key"] as? String == key)
            let growth = try await counter.ask("GET", "/audit/consistency?from=3")
            let grown = try #require(growth.json["proof"] as? String, "\(growth.text)")
            #expect(try AuditVerifier(key: key, community: nil).verify([("growth", Array(grown.utf8))]).oldSize == 3)
            for (path, token, status) in [
                ("/audit/inclusion/\(kitchen.vote)", nil, 401),
                ("/audit/inclusion/\(kitchen.soup)", kitchen.bo, 403),
                ("/audit/inclusion/\(kitchen.like)", kitchen.ada, 200),
                ("/audit/inclusion/9999", kitchen.bo, 404), ("/audit/inclusion/2?size=1", kitchen.ada, 422),
                ("/audit/head?size=9999", nil, 404), ("/audit/consistency", nil, 400),
                ("/audit/consistency?from=5&to=3", nil, 422),
            ] as [(String, String?, Int)] {
                let answer = try await counter.ask("GET", path, as: token)
                #expect(answer.status == status, "\(path): \(answer.text)")
            }
            // Who was banned proves nothing any more.
            _ = try await counter.post("/members/@bo/ban", as: kitchen.ada)
            #expect(try await counter.ask("GET", "/audit/inclusion/\(kitchen.vote)", as: kitchen.bo).code == "banned")
        }
    }

    @Test("every question to the views is explained") func explanations() async throws {
        try await withKitchen { kitchen in
            func why(_ query: String) async throws -> Counter.Answer {
                try await kitchen.counter.ask("GET", "/why?\(query)", as: kitchen.ada)
            }
            let likes = try await why("question=/recipes/\(kitchen.soup)&field=likes")
            #expect(likes.status == 200 && likes.json["answer"] as? Int == 1, "\(likes.text)")
            let reasons = likes.json["reasons"] as? [[String: Any]] ?? []
            #expect(reasons.compactMap { $0["event"] as? Int }.last == kitchen.like)
            let seen = try await why("question=/feed&field=\(kitchen.soup)&field=recipe&field=vote&as=@bo&newestFirst")
            #expect(seen.json["answer"] as? String == "up", "\(seen.text)")
            #expect(seen.json["question"] as? String == "/feed as @bo")
            let worded = try await why("question=/feed&field=\(kitchen.soup)&as=@bo&wording=feed%20of%20bo")
            #expect(worded.json["question"] as? String == "feed of bo", "\(worded.text)")
            // A list is looked at as a whole, unless the question says how much of it.
            let part = "/members/@bo/likes%3Flimit=1"
            let listed = try await why("question=\(part)&field=\(kitchen.soup)")
            #expect(listed.status == 200, "\(listed.text)")
            for (query, status) in [
                ("", 400), ("question=/nothing", 404), ("question=/healthz", 404), ("question=/stream", 404),
                ("question=/recipes/soup", 400), ("question=/recipes/r9999", 404), ("question=/notifications", 401),
                ("question=/recipes/\(kitchen.soup)&field=lieks", 404), ("question=/recipes/%25FF", 400),
                ("question=/feed%3FasOf=1", 400),
            ] {
                let answer = try await why(query)
                #expect(answer.status == status, "\(query): \(answer.text)")
            }
        }
    }

    @Test("a member exports everything that is held about the member, and other members do not") func personExport()
        async throws
    {
        try await withKitchen { kitchen in
            let counter = kitchen.counter
            let own = try await counter.ask("GET", "/members/me/export", as: kitchen.bo)
            #expect((own.json["account"] as? [String: Any])?["username"] as? String == "bo")
            let types = (own.json["events"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
            #expect(types.contains("larder.recipe.upvoted") && !types.contains("larder.recipe.posted"))
            #expect(try await counter.ask("GET", "/members/@bo/export", as: kitchen.ada).status == 200)
            #expect(try await counter.ask("GET", "/members/@ada/export", as: kitchen.bo).status == 403)
            #expect(try await counter.ask("GET", "/members/@ada/export").status == 401)
            // A key is an app's.
            let made = try await counter.post("/keys", #"{"label":"app","scopes":["read","act"]}"#, as: kitchen.bo)
            let key = try #require(made.json["key"] as? String)
            #expect(try await counter.ask("GET", "/members/me/export", as: key).status == 403)
        }
    }

    @Test("a recipe is exported in every format") func recipeExport() async throws {
        try await withKitchen { kitchen in
            let counter = kitchen.counter
            for (format, type, part) in [
                ("jsonld", "application/ld+json", "\"@type\": \"Recipe\""),
                ("cooklang", "text/plain; charset=utf-8", "@leeks{2}"),
                ("markdown", "text/markdown; charset=utf-8", "# Leek soup"),
            ] {
                let answer = try await counter.ask("GET", "/recipes/\(kitchen.soup)/export?format=\(format)")
                #expect(answer.status == 200 && answer.headers["content-type"] == type)
                #expect(answer.text.contains(part), "\(answer.text)")
            }
            #expect(try await counter.ask("GET", "/recipes/\(kitchen.soup)/export?format=pdf").status == 400)
            _ = try await counter.post("/recipes/\(kitchen.soup)/delete", as: kitchen.ada)
            #expect(try await counter.ask("GET", "/recipes/\(kitchen.soup)/export").status == 410)
        }
    }
}
