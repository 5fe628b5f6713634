import Testing

/// Lists of members, counts of a feed, and what became of deleted recipes.
@Suite(.serialized) struct MemberListTests {
    @Test(
        "suggested members are first those whom followed members follow, then the most followed, never a followed one")
    func suggestions() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let (bo, cy) = (try await counter.join("bo"), try await counter.join("cy"))
            let (dee, eve) = (try await counter.join("dee"), try await counter.join("eve"))
            for follower in [bo, cy, dee] { _ = try await counter.post("/members/@eve/follow", as: follower) }
            _ = try await counter.post("/members/@bo/follow", as: ada)
            _ = try await counter.post("/members/@dee/follow", as: bo)
            // eve has three followers, among them bo; dee has one: bo.
            func suggested(_ more: String = "", as token: String?) async throws -> Counter.Answer {
                try await counter.ask("GET", "/members?suggested=true\(more)", as: token)
            }
            #expect(try await suggested(as: ada).names("members", "username") == ["eve", "dee", "cy"])
            #expect(try await suggested(as: nil).names("members", "username") == ["eve", "bo", "dee", "ada", "cy"])
            let first = try await suggested("&limit=1", as: ada)
            let next = try #require(first.json["next"] as? String)
            #expect(try await suggested("&limit=1&after=\(next)", as: ada).names("members", "username") == ["dee"])
            _ = try await counter.post("/members/@eve/block", as: ada)
            #expect(try await suggested(as: ada).names("members", "username") == ["dee", "cy"])
            #expect(try await suggested(as: eve).names("members", "username").contains("ada") == false)
        }
    }

    @Test("a card in a list says what is between the viewer and the member, and nothing to guests and of oneself")
    func relations() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            _ = try await counter.post("/members/@ada/follow", as: bo)
            func relation(_ path: String, as token: String?) async throws -> [String: Bool]? {
                let list = try await counter.ask("GET", path, as: token)
                return (list.json["members"] as? [[String: Any]])?.first?["viewer"] as? [String: Bool]
            }
            let path = "/members/@ada/followers"
            #expect(
                try await relation(path, as: ada) == ["follows": false, "followsViewer": true, "blocked": false])
            #expect(try await relation(path, as: bo) == nil)
            #expect(try await relation(path, as: nil) == nil)
            _ = try await counter.post("/members/@bo/block", as: ada)
            #expect(
                try await relation("/blocks", as: ada)
                    == ["follows": false, "followsViewer": false, "blocked": true])
        }
    }

    @Test("the members who like a recipe are told whole to its author, and to others as far as they follow them")
    func likers() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let (cy, dee) = (try await counter.join("cy"), try await counter.join("dee"))
            let soup = try await counter.postSoup(as: ada)
            for member in [bo, cy] { _ = try await counter.post("/recipes/\(soup)/like", as: member) }
            _ = try await counter.post("/members/@cy/follow", as: dee)
            func likers(_ token: String?) async throws -> Counter.Answer {
                try await counter.ask("GET", "/recipes/\(soup)/likers", as: token)
            }
            #expect(try await likers(ada).names("members", "username") == ["cy", "bo"])
            #expect(try await likers(dee).names("members", "username") == ["cy"])
            #expect(try await likers(bo).names("members", "username") == ["bo"])
            #expect(try await likers(nil).status == 401)
        }
    }

    @Test("a feed is counted up to 100, by the filters of the feed") func feedCount() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let bo = try await counter.join("bo")
            for number in 1...3 { _ = try await counter.id("/recipes", Counter.soup("Soup \(number)"), as: ada) }
            let soup = try await counter.postSoup(as: bo)
            _ = try await counter.post("/recipes/\(soup)/repost", as: ada)
            func count(_ query: String, as token: String? = nil) async throws -> Int? {
                try await counter.ask("GET", "/feed/count\(query)", as: token).json["count"] as? Int
            }
            #expect(try await count("") == 5)
            #expect(try await count("?sort=hot") == 4)
            #expect(try await count("?author=@ada") == 3)
            #expect(try await count("?since=2099-01-01") == 0)
            #expect(try await count("?since=2020-01-01") == 5)
            #expect(try await count("?mode=for-you", as: bo) == 4)
            #expect(try await counter.ask("GET", "/feed/count?mode=following").status == 401)
            let answer = try await counter.ask("GET", "/feed/count")
            #expect(answer.json["more"] as? Bool == false)
        }
    }

    @Test("bookmarks of deleted recipes are counted and removed, and the refusal of one says when it was deleted")
    func deletedBookmarks() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let kept = try await counter.postSoup(as: ada)
            let deleted = try await counter.id("/recipes", Counter.soup("Figs"), as: ada)
            for recipe in [kept, deleted] { _ = try await counter.post("/recipes/\(recipe)/bookmark", as: bo) }
            #expect(try await counter.ask("GET", "/bookmarks", as: bo).json["gone"] as? Int == 0)
            _ = try await counter.post("/recipes/\(deleted)/delete", as: ada)
            let refusal = try await counter.ask("GET", "/recipes/\(deleted)")
            #expect(refusal.status == 410)
            let at = try #require(refusal.json["at"] as? String)
            let log = try await counter.ask("GET", "/members/@ada/recipes", as: ada)
            #expect(at.hasSuffix("Z") && at.count >= 20, "\(at) \(log.text)")
            let list = try await counter.ask("GET", "/bookmarks", as: bo)
            #expect(list.json["gone"] as? Int == 1 && list.names("recipes", "id") == [kept])
            let page = try await counter.ask(
                "GET", "/saved", headers: ["Cookie": "larder_session=\(bo)", "Accept": "text/html"])
            #expect(page.text.contains("1 saved recipe was deleted."))
            let clean = try await counter.post("/bookmarks/clean", as: bo)
            #expect(clean.json["removed"] as? Int == 1 && clean.json["left"] as? Int == 0, "\(clean.text)")
            #expect(try await counter.ask("GET", "/bookmarks", as: bo).json["gone"] as? Int == 0)
            #expect(try await counter.post("/bookmarks/clean", as: bo).json["removed"] as? Int == 0)
            let again = try await counter.post("/recipes/\(deleted)/unbookmark", as: bo)
            #expect(again.status == 200 && again.json["changed"] as? Bool == false, "\(again.text)")
            #expect(try await counter.post("/recipes/\(deleted)/unbookmark", as: ada).status == 410)
            #expect(try await counter.post("/bookmarks/clean").status == 401)
            let error = try await counter.ask("GET", "/\(deleted)", headers: ["Accept": "text/html"])
            #expect(error.status == 410 && error.text.contains("was deleted <time datetime=\"\(at)\">on "))
        }
    }

    @Test("the address of a name that was given up leads to the present one, until another member takes the name")
    func formerNames() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let renamed = try await counter.post("/members/me/edit", #"{"username":"lovelace"}"#, as: ada)
            #expect(renamed.status == 200, "\(renamed.text)")
            for (path, place) in [
                ("/@ADA", "/@lovelace"), ("/@ada/followers", "/@lovelace/followers"),
                ("/@ada/points?week=2026-W10", "/@lovelace/points?week=2026-W10"),
            ] {
                let answer = try await counter.exchange("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                #expect(answer.statuses == [301], "\(path): \(answer.text)")
                #expect(answer.text.contains("ocation: \(place)\r\n"), "\(answer.text)")
            }
            func status(_ path: String, as token: String? = nil) async throws -> Int {
                var headers = ["Accept": "text/html"]
                headers["Cookie"] = token.map { "larder_session=\($0)" }
                return try await counter.ask("GET", path, headers: headers).status
            }
            // The API asks by the present name, and a blocked viewer learns nothing.
            #expect(try await counter.ask("GET", "/members/@ada").status == 404)
            _ = try await counter.post("/members/@bo/block", as: ada)
            #expect(try await status("/@ada", as: bo) == 404)
            // The name is free for another member, and then it is that member's.
            _ = try await counter.join("ada")
            #expect(try await status("/@ada") == 200)
        }
    }
}
