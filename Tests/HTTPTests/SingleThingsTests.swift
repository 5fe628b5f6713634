import Testing

/// One comment, repost or report by its id, several recipes by theirs, and members' own lists.
@Suite(.serialized) struct SingleThingsTests {
    @Test("a creation answers 201 and the path of the new thing, and 200 where nothing was created")
    func creations() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let talk = try await counter.id("/recipes/\(soup)/comments", #"{"text":"Salt?"}"#, as: bo)
            let report = #"{"reason":"spam"}"#
            for (path, body, isRepeatable) in [
                ("/recipes", Counter.soup("Pea soup"), true), ("/recipes/\(soup)/fork", Counter.soup("Figs"), true),
                ("/recipes/\(soup)/comments", #"{"text":"Lovely"}"#, true),
                ("/comments/\(talk)/reply", #"{"text":"Yes"}"#, true), ("/recipes/\(soup)/repost", nil, false),
                ("/recipes/\(soup)/repost", #"{"quote":"Try it"}"#, true), ("/recipes/\(soup)/report", report, false),
                ("/members/@ada/report", report, false), ("/shopping/items", #"{"text":"2 lemons"}"#, true),
                ("/recipes/\(soup)/shop", nil, true), ("/cookbooks", #"{"name":"Soups"}"#, true),
            ] as [(String, String?, Bool)] {
                let key = ["Idempotency-Key": "\(path) \(body?.count ?? 0)".replacing(" ", with: "-")]
                let first = try await counter.post(path, body, as: bo, headers: key)
                #expect(first.status == 201, "\(path): \(first.text)")
                let (id, place) = (first.json["id"] as? String ?? "?", first.headers["location"] ?? "")
                #expect(place.hasSuffix("/\(id)"), "\(path): \(place)")
                #expect(try await counter.ask("GET", place, as: bo).status == 200, "\(path): \(place)")
                // The same request again, or without a key the same thing again.
                for headers in isRepeatable ? [key] : [key, [:]] {
                    let again = try await counter.post(path, body, as: bo, headers: headers)
                    #expect(again.status == 200 && again.json["id"] as? String == id, "\(path): \(again.text)")
                    #expect(again.json["changed"] as? Bool == false)
                }
            }
            for path in ["/recipes/\(soup)/like", "/recipes/\(soup)/cook", "/members/@ada/follow"] {
                let act = try await counter.post(path, as: bo)
                #expect(act.status == 200 && act.headers["location"] == nil, "\(path): \(act.text)")
            }
        }
    }

    @Test("a comment and a repost are found by their ids, and not across a block") func singleThings() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let (bo, cy) = (try await counter.join("bo"), try await counter.join("cy"))
            let soup = try await counter.postSoup(as: ada)
            let talk = try await counter.id("/recipes/\(soup)/comments", #"{"text":"Salt?"}"#, as: bo)
            let reply = try await counter.id("/comments/\(talk)/reply", #"{"text":"No"}"#, as: ada)
            let repost = try await counter.id("/recipes/\(soup)/repost", #"{"quote":"try"}"#, as: bo)
            let comment = try await counter.ask("GET", "/comments/\(talk)", as: cy)
            #expect(comment.json["recipe"] as? String == soup)
            let document = comment.json["comment"] as? [String: Any]
            #expect(document?["text"] as? String == "Salt?" && document?["liked"] as? Bool == false)
            #expect((document?["replies"] as? [[String: Any]])?.first?["id"] as? String == reply)
            let found = try await counter.ask("GET", "/reposts/\(repost)", as: cy)
            #expect((found.json["repost"] as? [String: Any])?["quote"] as? String == "try", "\(found.text)")
            #expect((found.json["recipe"] as? [String: Any])?["id"] as? String == soup)
            // The recipe's id is no comment's.
            #expect(try await counter.ask("GET", "/comments/\(soup.dropFirst())", as: cy).status == 404)
            #expect(try await counter.ask("GET", "/reposts/p9999", as: cy).status == 404)

            _ = try await counter.post("/members/@bo/block", as: cy)
            for path in ["/comments/\(talk)", "/reposts/\(repost)"] {
                #expect(try await counter.ask("GET", path, as: cy).status == 404, "\(path)")
                #expect(try await counter.ask("GET", path).status == 200, "\(path)")
            }
            let blocks = try await counter.ask("GET", "/blocks", as: cy)
            #expect(blocks.names("members", "username") == ["bo"], "\(blocks.text)")
            #expect(try await counter.ask("GET", "/blocks", as: bo).names("members", "username") == [])

            _ = try await counter.post("/comments/\(talk)/delete", as: bo)
            _ = try await counter.post("/reposts/\(repost)/delete", as: bo)
            for path in ["/comments/\(talk)", "/reposts/\(repost)"] {
                #expect(try await counter.ask("GET", path).status == 410, "\(path)")
            }
        }
    }

    @Test("a report is shown to moderators, and to its reporter without the moderator") func reports() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let (bo, cy) = (try await counter.join("bo"), try await counter.join("cy"))
            let soup = try await counter.postSoup(as: cy)
            let report = try await counter.id("/recipes/\(soup)/report", #"{"reason":"spam","note":"gold"}"#, as: bo)
            let resolution = #"{"outcome":"dismissed","note":"harmless"}"#
            #expect(try await counter.post("/reports/\(report)/resolve", resolution, as: ada).status == 200)
            let whole = try await counter.ask("GET", "/reports/\(report)", as: ada)
            let document = whole.json["report"] as? [String: Any]
            #expect(document?["resolutionNote"] as? String == "harmless" && document?["resolvedBy"] != nil)
            #expect(try await counter.ask("GET", "/reports/\(report)", as: bo).status == 403)
            #expect(try await counter.ask("GET", "/reports/\(report)").status == 401)
            #expect(try await counter.ask("GET", "/reports/f9999", as: ada).status == 404)
            let own = try await counter.ask("GET", "/reports/own", as: bo)
            #expect(own.names("reports", "id") == [report] && own.names("reports", "outcome") == ["dismissed"])
            #expect(own.names("reports", "note") == ["gold"])
            #expect(!own.text.contains("harmless") && !own.text.contains("ada"), "\(own.text)")
            #expect(try await counter.ask("GET", "/reports/own", as: cy).names("reports", "id") == [])
        }
    }

    @Test("notes of cooks are on the recipe's page and in pages of their own, and not across a block")
    func cookNotes() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let (bo, cy) = (try await counter.join("bo"), try await counter.join("cy"))
            let soup = try await counter.postSoup(as: ada)
            for number in 1...4 {
                _ = try await counter.id("/recipes/\(soup)/cook", #"{"note":"Pot \#(number)"}"#, as: bo)
            }
            _ = try await counter.post("/recipes/\(soup)/cook", as: cy)
            let page = try await counter.ask("GET", "/recipes/\(soup)", as: cy)
            #expect(page.names("cookNotes", "note") == ["Pot 4", "Pot 3", "Pot 2"] && page.json["cooked"] as? Int == 5)
            let first = try await counter.ask("GET", "/recipes/\(soup)/cooked?limit=3")
            #expect(first.names("notes", "note") == ["Pot 4", "Pot 3", "Pot 2"], "\(first.text)")
            let next = try #require(first.json["next"] as? String)
            let last = try await counter.ask("GET", "/recipes/\(soup)/cooked?limit=3&after=\(next)")
            #expect(last.names("notes", "note") == ["Pot 1"] && last.json["next"] == nil)

            _ = try await counter.post("/members/@bo/block", as: cy)
            for path in ["/recipes/\(soup)", "/recipes/\(soup)/cooked"] {
                #expect(try await !counter.ask("GET", path, as: cy).text.contains("Pot"), "\(path)")
                #expect(try await counter.ask("GET", path).text.contains("Pot 4"), "\(path)")
            }
            let deletion = try await counter.post("/members/@bo/delete", as: ada)
            #expect(deletion.status == 200, "\(deletion.text)")
            for path in ["/recipes/\(soup)", "/recipes/\(soup)/cooked"] {
                #expect(try await !counter.ask("GET", path).text.contains("Pot"), "\(path)")
            }
            _ = try await counter.post("/recipes/\(soup)/delete", as: ada)
            #expect(try await counter.ask("GET", "/recipes/\(soup)/cooked").status == 410)
            #expect(try await counter.ask("GET", "/recipes/r9999/cooked").status == 404)
        }
    }

    @Test("the cook and moderators delete a note on cooking, and no member reads it from then on")
    func cookNoteDeletion() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let (bo, cy) = (try await counter.join("bo"), try await counter.join("cy"))
            let soup = try await counter.postSoup(as: cy)
            for number in 1...3 {
                _ = try await counter.post("/recipes/\(soup)/cook", #"{"note":"Pot \#(number)"}"#, as: bo)
            }
            let plain = try await counter.post("/recipes/\(soup)/cook", as: bo).json["id"] as? String ?? ""
            let listed = try await counter.ask("GET", "/recipes/\(soup)/cooked")
            let ids = (listed.json["notes"] as? [[String: Any]] ?? []).compactMap { $0["event"] as? Int }
            try #require(ids.count == 3)
            func delete(_ cooking: String, as token: String?, _ body: String? = nil) async throws -> Counter.Answer {
                try await counter.post("/cooked/\(cooking)/delete", body, as: token)
            }
            #expect(try await delete("\(ids[0])", as: nil).status == 401)
            #expect(try await delete("\(ids[0])", as: cy).status == 403)
            for unknown in [plain, "99999"] { #expect(try await delete(unknown, as: bo).status == 404) }
            for malformed in ["c\(ids[0])", "@bo", "one"] {
                #expect(try await delete(malformed, as: bo).status == 400, "\(malformed)")
            }
            let own = try await delete("\(ids[0])", as: bo)
            #expect(own.status == 200 && own.json["changed"] as? Bool == true, "\(own.text)")
            let removal = try await delete("\(ids[1])", as: ada, #"{"reason":"Advertising"}"#)
            #expect(removal.status == 200, "\(removal.text)")
            let again = try await delete("\(ids[0])", as: ada)
            #expect(again.json["changed"] as? Bool == false)
            #expect(again.json["position"] as? Int == own.json["position"] as? Int)

            for viewer in [nil, ada, bo, cy] {
                let page = try await counter.ask("GET", "/recipes/\(soup)", as: viewer)
                #expect(page.names("cookNotes", "note") == ["Pot 1"] && page.json["cooked"] as? Int == 4)
                let list = try await counter.ask("GET", "/recipes/\(soup)/cooked", as: viewer)
                #expect(list.names("notes", "note") == ["Pot 1"], "\(list.text)")
            }
            let told = try await counter.ask("GET", "/notifications", as: bo)
            #expect(told.names("notifications", "kind") == ["contentRemoved"], "\(told.text)")
            #expect(!told.text.contains("ada") && told.names("notifications", "recipe") == [soup])
            let log = try await counter.ask("GET", "/moderation", as: ada)
            #expect(log.names("entries", "kind") == ["recipe.cookNoteDeleted"], "\(log.text)")
            #expect(log.names("entries", "reason") == ["Advertising"] && log.names("entries", "subject") == [soup])
            // An admin reads the event of cooking as it was, like that of a deleted comment.
            #expect(try await counter.ask("GET", "/log/\(ids[1])", as: ada).text.contains("Pot 2"))
            // The cook's own export has the note, and that it was deleted by a moderator without a name.
            let export = try await counter.ask("GET", "/members/me/export", as: bo)
            #expect(export.text.contains("Pot 2") && export.text.contains("larder.recipe.cookNoteDeleted"))
            #expect(!export.text.contains("@ada") && !export.text.contains("Advertising"), "\(export.text)")
        }
    }

    @Test("a client learns whether a username is free, and why not") func usernames() async throws {
        try await withCounter { counter in
            _ = try await counter.join("ada")
            for (name, obstacle) in [
                ("carol", nil), ("Ada", "taken"), ("%C3%A5sa", nil), ("admin", "reserved"), ("a", "invalid"),
                ("b%D0%BE", "invalid"), ("a%20b", "invalid"), ("@ada", "invalid"),
            ] as [(String, String?)] {
                let answer = try await counter.ask("GET", "/usernames/\(name)")
                #expect(answer.status == 200, "\(name): \(answer.text)")
                #expect(answer.json["available"] as? Bool == (obstacle == nil), "\(name): \(answer.text)")
                #expect(answer.json["obstacle"] as? String == obstacle, "\(name): \(answer.text)")
            }
        }
    }

    @Test("recipes are found by many ids, and by the stars that a member gave") func manyRecipes() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            var soups: [String] = []
            for number in 1...3 { soups.append(try await counter.postSoup(as: ada, title: "Soup \(number)")) }
            let asked = "id=\(soups[2])&id=r9999&id=\(soups[0])"
            #expect(try await counter.ask("GET", "/recipes?\(asked)").names("recipes", "id") == [soups[2], soups[0]])
            let tooMany = String(repeating: "id=r9&", count: 100) + "id=r9"
            for query in ["", "id=c12", tooMany] {
                #expect(try await counter.ask("GET", "/recipes?\(query)").status == 400, "\(query.prefix(20))")
            }
            for (soup, stars) in zip(soups, [5, 4]) {
                _ = try await counter.post("/recipes/\(soup)/rate", #"{"stars":\#(stars)}"#, as: bo)
                _ = try await counter.post("/recipes/\(soup)/like", as: bo)
            }
            let first = try await counter.ask("GET", "/ratings?limit=1", as: bo)
            #expect(first.names("recipes", "id") == [soups[1]])
            #expect((first.json["recipes"] as? [[String: Any]])?.first?["stars"] as? Int == 4)
            let next = try #require(first.json["next"] as? String)
            #expect(try await counter.ask("GET", "/ratings?after=\(next)", as: bo).names("recipes", "id") == [soups[0]])
            #expect(try await counter.ask("GET", "/ratings").status == 401)
            let likers = try await counter.ask("GET", "/recipes/\(soups[0])/likers", as: ada)
            #expect(likers.names("members", "username") == ["bo"])
            let none = try await counter.ask("GET", "/recipes/\(soups[2])/likers", as: ada)
            #expect(none.names("members", "username") == [])
            _ = try await counter.post("/members/@bo/block", as: ada)
            #expect(try await counter.ask("GET", "/recipes/\(soups[0])/likers", as: bo).status == 404)
            #expect(try await counter.ask("GET", "/recipes?\(asked)", as: bo).names("recipes", "id") == [])
        }
    }
}
