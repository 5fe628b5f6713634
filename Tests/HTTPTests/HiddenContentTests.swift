import Community
import Testing

/// Content that its author deleted and a moderator removed is public only after both came back to it.
@Suite(.serialized) struct HiddenContentTests {
    /// What strangers, the author and a moderator are told about bo's recipe, a fork of ada's, and about cy's comment.
    private struct Sight: Equatable {
        var recipe: Int
        var comment: Int
        var recipesOfBo: Int?
        var pointsOfBo: Int?
        var recipesOfAll: Int?
        var commentsOfAll: Int?
        var found: Int

        static let both = Sight(
            recipe: 200, comment: 200, recipesOfBo: 1, pointsOfBo: 10, recipesOfAll: 2, commentsOfAll: 1, found: 2)
        static let neither = Sight(
            recipe: 410, comment: 410, recipesOfBo: 0, pointsOfBo: 0, recipesOfAll: 1, commentsOfAll: 0, found: 1)
    }

    private struct Scene {
        let counter: Counter
        let ada: String
        let bo: String
        let cy: String
        let soup: String
        let fork: String
        let talk: String

        init(_ counter: Counter) async throws {
            self.counter = counter
            ada = try await counter.join("ada", admin: true)
            (bo, cy) = (try await counter.join("bo"), try await counter.join("cy"))
            soup = try await counter.postSoup(as: ada)
            fork = try await counter.id("/recipes/\(soup)/fork", Counter.soup("Leek stew"), as: bo)
            talk = try await counter.id("/recipes/\(soup)/comments", #"{"text":"Salt?"}"#, as: cy)
        }

        var sight: Sight {
            get async throws {
                let profile = try await counter.ask("GET", "/members/@bo").json
                let figures = try await counter.ask("GET", "/dashboard", as: ada).json
                return Sight(
                    recipe: try await counter.ask("GET", "/recipes/\(fork)").status,
                    comment: try await counter.ask("GET", "/comments/\(talk)").status,
                    recipesOfBo: profile["recipes"] as? Int, pointsOfBo: profile["xp"] as? Int,
                    recipesOfAll: figures["recipes"] as? Int, commentsOfAll: figures["comments"] as? Int,
                    found: (try await counter.ask("GET", "/feed").json["items"] as? [Any])?.count ?? -1)
            }
        }

        /// Forks and comments of ada's soup.
        var counts: [Int?] {
            get async throws {
                let recipe = try await counter.ask("GET", "/recipes/\(soup)").json
                return [recipe["forks"] as? Int, recipe["comments"] as? Int]
            }
        }

        /// Both things are deleted or restored by their authors, or removed or restored by ada. The statuses.
        func act(_ verb: String, byAuthor isAuthor: Bool) async throws -> [Int] {
            [
                try await counter.post("/recipes/\(fork)/\(verb)", as: isAuthor ? bo : ada).status,
                try await counter.post("/comments/\(talk)/\(verb)", as: isAuthor ? cy : ada).status,
            ]
        }
    }

    @Test("a moderator's restoration does not publish what its author deleted") func moderatorComesLast() async throws {
        try await withCounter { counter in
            let scene = try await Scene(counter)
            #expect(try await scene.sight == .both)
            #expect(try await scene.counts == [1, 1])
            #expect(try await scene.act("delete", byAuthor: false) == [200, 200])
            #expect(try await scene.sight == .neither)
            #expect(try await scene.act("delete", byAuthor: true) == [200, 200])
            #expect(try await scene.sight == .neither)
            #expect(try await scene.counts == [0, 0])
            #expect(try await scene.act("restore", byAuthor: false) == [200, 200])
            #expect(try await scene.sight == .neither)
            #expect(try await scene.counts == [0, 0])
            // The removal is cleared: nothing is left that a moderator may restore.
            let again = try await counter.post("/recipes/\(scene.fork)/restore", as: scene.ada)
            #expect(again.status == 403)
            #expect(again.text.contains("was deleted by its author: only the author restores it"), "\(again.text)")
            #expect(try await scene.act("restore", byAuthor: true) == [200, 200])
            #expect(try await scene.sight == .both)
            #expect(try await scene.counts == [1, 1])
            let acts = try await counter.ask("GET", "/moderation", as: scene.ada).json["entries"] as? [[String: Any]]
            #expect(
                acts?.compactMap { $0["kind"] as? String }
                    == ["comment.restored", "recipe.restored", "comment.deleted", "recipe.deleted"])
            let told = try await counter.ask("GET", "/notifications", as: scene.bo).json["notifications"]
            #expect((told as? [[String: Any]])?.compactMap { $0["kind"] as? String } == ["contentRemoved"])
            #expect(try counter.community.viewsVerify().matches)
        }
    }

    @Test("an author's restoration does not undo a removal") func authorComesLast() async throws {
        try await withCounter { counter in
            let scene = try await Scene(counter)
            #expect(try await scene.act("delete", byAuthor: true) == [200, 200])
            #expect(try await scene.act("delete", byAuthor: false) == [200, 200])
            #expect(try await scene.act("restore", byAuthor: true) == [200, 200])
            #expect(try await scene.sight == .neither)
            let again = try await counter.post("/recipes/\(scene.fork)/restore", as: scene.bo)
            #expect(again.status == 403)
            #expect(again.text.contains("was removed by a moderator: only a moderator restores it"), "\(again.text)")
            // The badge needs a recipe that no moderator removed.
            let badges = try await counter.ask("GET", "/members/@bo").json["badges"] as? [String]
            #expect(badges?.contains("Recipe Creator") == false)
            #expect(try await scene.act("restore", byAuthor: false) == [200, 200])
            #expect(try await scene.sight == .both)
            #expect(try await scene.counts == [1, 1])
            #expect(
                (try await counter.ask("GET", "/members/@bo").json["badges"] as? [String])?.contains("Recipe Creator")
                    == true)
            #expect(try counter.community.viewsVerify().matches)
        }
    }
}
