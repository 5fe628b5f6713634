import Foundation
import Testing

/// Acts between two members of whom one has blocked the other.
@Suite(.serialized) struct BlockTests {
    private struct Scene {
        let counter: Counter
        let (ada, eli): (String, String)
        let (soup, comment, repost): (String, String, String)

        /// eli has done to ada and to ada's soup all that a member can do.
        init(_ counter: Counter) async throws {
            self.counter = counter
            (ada, eli) = (try await counter.join("ada"), try await counter.join("eli"))
            soup = try await counter.postSoup(as: ada)
            for act in ["like", "upvote", "bookmark"] {
                _ = try await counter.post("/recipes/\(soup)/\(act)", as: eli)
            }
            _ = try await counter.post("/recipes/\(soup)/rate", #"{"stars":2}"#, as: eli)
            _ = try await counter.post("/members/@ada/follow", as: eli)
            let comment = try await counter.post("/recipes/\(soup)/comments", #"{"text":"Hm"}"#, as: ada)
            self.comment = comment.json["id"] as? String ?? ""
            _ = try await counter.post("/comments/\(self.comment)/like", as: eli)
            repost = try await counter.post("/recipes/\(soup)/repost", as: eli).json["id"] as? String ?? ""
        }
    }

    @Test("a block by either member refuses new acts, and no report", arguments: [true, false])
    func newActs(isByAuthor: Bool) async throws {
        try await withCounter { counter in
            let scene = try await Scene(counter)
            let block = isByAuthor ? ("eli", scene.ada) : ("ada", scene.eli)
            #expect(try await counter.post("/members/@\(block.0)/block", as: block.1).status == 200)
            for (path, body) in [
                ("/recipes/\(scene.soup)/downvote", nil), ("/recipes/\(scene.soup)/rate", #"{"stars":5}"#),
                ("/recipes/\(scene.soup)/cook", nil), ("/recipes/\(scene.soup)/like", nil),
                ("/recipes/\(scene.soup)/bookmark", nil), ("/recipes/\(scene.soup)/repost", #"{"quote":"x"}"#),
                ("/recipes/\(scene.soup)/comments", #"{"text":"x"}"#),
                ("/comments/\(scene.comment)/reply", #"{"text":"x"}"#), ("/comments/\(scene.comment)/like", nil),
                ("/recipes/\(scene.soup)/fork", Counter.soup("x")), ("/members/@ada/follow", nil),
                ("/recipes/\(scene.soup)/plan", #"{"day":"2030-01-05","meal":"dinner"}"#),
            ] as [(String, String?)] {
                let answer = try await counter.post(path, body, as: scene.eli)
                #expect(answer.status == 403 && answer.code == "forbidden", "\(path): \(answer.text)")
            }
            for path in ["/recipes/\(scene.soup)", "/comments/\(scene.comment)", "/members/@ada"] {
                let answer = try await counter.post("\(path)/report", #"{"reason":"spam"}"#, as: scene.eli)
                #expect(answer.status == 201, "\(path): \(answer.text)")
            }
        }
    }

    @Test("a block by either member refuses no retraction", arguments: [true, false])
    func retractions(isByAuthor: Bool) async throws {
        try await withCounter { counter in
            let scene = try await Scene(counter)
            let block = isByAuthor ? ("eli", scene.ada) : ("ada", scene.eli)
            #expect(try await counter.post("/members/@\(block.0)/block", as: block.1).status == 200)
            for path in [
                "/recipes/\(scene.soup)/unlike", "/recipes/\(scene.soup)/unvote", "/recipes/\(scene.soup)/unrate",
                "/recipes/\(scene.soup)/unbookmark", "/comments/\(scene.comment)/unlike",
                "/reposts/\(scene.repost)/delete",
            ] {
                let answer = try await counter.post(path, as: scene.eli)
                #expect(answer.status == 200 && answer.json["changed"] as? Bool == true, "\(path): \(answer.text)")
            }
            // The block has ended the following.
            let unfollow = try await counter.post("/members/@ada/unfollow", as: scene.eli)
            #expect(unfollow.status == 200 && unfollow.json["changed"] as? Bool == false, "\(unfollow.text)")
        }
    }

    @Test("the blocker still finds the blocked member's profile, to unblock it") func unblocking() async throws {
        try await withCounter { counter in
            let scene = try await Scene(counter)
            _ = try await counter.post("/members/@eli/block", as: scene.ada)
            let profile = try await counter.ask("GET", "/members/@eli", as: scene.ada)
            #expect(profile.status == 200 && profile.json["blocked"] as? Bool == true)
            #expect(try await counter.ask("GET", "/members/@ada", as: scene.eli).status == 404)
            #expect(try await counter.ask("GET", "/members/@ada").status == 200)
            _ = try await counter.post("/members/@eli/unblock", as: scene.ada)
            #expect(try await counter.ask("GET", "/members/@ada", as: scene.eli).status == 200)
        }
    }
}
