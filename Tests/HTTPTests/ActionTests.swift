import Community
import EventLog
import Events
import Foundation
import HTTPTypes
import LarderAPI
import Layout
import Testing

@testable import HTTP

/// Actions of members over HTTP.
@Suite(.serialized) struct ActionTests {
    @Test("the actions of two members have the effects that the command line has") func twoMembers() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let bo = try await counter.join("bo")
            let posted = try await counter.post("/recipes", Counter.soup("Leek soup"), as: ada)
            let soup = try #require(posted.json["id"] as? String)
            #expect(posted.headers["location"] == "/recipes/\(soup)")
            for (path, body) in [
                ("/recipes/\(soup)/like", nil), ("/recipes/\(soup)/upvote", nil), ("/recipes/\(soup)/bookmark", nil),
                ("/recipes/\(soup)/rate", #"{"stars":5}"#), ("/recipes/\(soup)/cook", #"{"note":"with leeks"}"#),
                ("/recipes/\(soup)/repost", #"{"quote":"Try it"}"#), ("/members/@ada/follow", nil),
                ("/recipes/\(soup)/plan", #"{"day":"2030-01-05","meal":"dinner","servings":2}"#),
                ("/shopping/items", #"{"text":"2 lemons"}"#), ("/recipes/\(soup)/shop", nil),
            ] as [(String, String?)] {
                let answer = try await counter.post(path, body, as: bo)
                #expect([200, 201].contains(answer.status), "\(path): \(answer.text)")
                #expect(answer.json["changed"] as? Bool == true, "\(path): \(answer.text)")
            }
            // What holds already is no event.
            let again = try await counter.post("/recipes/\(soup)/like", as: bo)
            #expect(again.status == 200 && again.json["changed"] as? Bool == false)
            let comment = try await counter.post("/recipes/\(soup)/comments", #"{"text":"Lovely"}"#, as: bo)
            let id = try #require(comment.json["id"] as? String)
            let reply = try await counter.post("/comments/\(id)/reply", #"{"text":"Thank you"}"#, as: ada)
            #expect(reply.status == 201, "\(reply.text)")
            let page = try await counter.ask("GET", "/recipes/\(soup)")
            #expect(page.json["likes"] as? Int == 1 && page.json["comments"] as? Int == 2)
            #expect(page.json["bookmarks"] as? Int == 1 && page.json["cooked"] as? Int == 1)
            let fork = try await counter.post("/recipes/\(soup)/fork", Counter.soup("Potato soup"), as: bo)
            let forked = try await counter.ask("GET", "/recipes/\(fork.json["id"] as? String ?? "")")
            #expect(forked.json["forkedFrom"] as? String == soup)
            let told = try await counter.ask("GET", "/notifications", as: ada)
            #expect((told.json["unread"] as? Int ?? 0) >= 4)
            _ = try await counter.post("/notifications/read", "{}", as: ada)
            let book = try await counter.post("/cookbooks", #"{"name":"Soups"}"#, as: bo)
            let bookID = try #require(book.json["id"] as? String)
            #expect(try await counter.post("/cookbooks/\(bookID)/recipes/\(soup)/add", as: bo).status == 200)
            let moved = try await counter.post(
                "/cookbooks/\(bookID)/recipes/\(soup)/move", #"{"place":1}"#, as: bo)
            #expect(moved.status == 200, "\(moved.text)")
        }
    }

    @Test("an action without a secret, or with a key that only reads, is refused") func missingRights() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let made = try await counter.post("/keys", #"{"label":"app","scopes":["read"]}"#, as: ada)
            let key = try #require(made.json["key"] as? String)
            #expect(try await counter.ask("GET", "/notifications", as: key).status == 200)
            let before = try counter.community.log.head()
            for operation in API.all where operation.method == .post && operation.access != .anyone {
                let path = operation.path.text.replacing("{recipe}", with: "r1").replacing("{member}", with: "@ada")
                #expect(try await counter.post(path, "{}").status == 401, "\(path)")
                #expect(try await counter.post(path, "{}", as: "ls_nothing").status == 401, "\(path)")
                #expect(try await counter.post(path, "{}", as: key).status == 403, "\(path)")
            }
            #expect(try counter.community.log.head() == before)
        }
    }

    @Test("a repeated request gets the first answer, and another request under its key is refused")
    func idempotencyKeys() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let headers = ["Idempotency-Key": "k-1"]
            let first = try await counter.post("/recipes", Counter.soup("Soup"), as: ada, headers: headers)
            let second = try await counter.post("/recipes", Counter.soup("Soup"), as: ada, headers: headers)
            #expect(first.status == 201 && second.status == 200)
            #expect(first.json["id"] as? String == second.json["id"] as? String)
            let other = try await counter.post("/recipes", Counter.soup("Stew"), as: ada, headers: headers)
            #expect(other.status == 422 && other.json["field"] as? String == "idempotency-key")
            let id = try #require(first.json["id"] as? String)
            #expect(
                other.json["detail"] as? String
                    == "this Idempotency-Key was used for another request (event \(id.dropFirst())): use a new key")
            // Another member's keys are separate.
            let theirs = try await counter.post("/recipes", Counter.soup("Stew"), as: bo, headers: headers)
            #expect(theirs.status == 201)
        }
    }

    @Test("a refused text or picture says what is expected, and names the field") func expectations() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            for body in ["{}", #"{"text":""}"#, #"{"text":" "}"#] {
                let refused = try await counter.post("/recipes/\(soup)/comments", body, as: ada)
                #expect(refused.status == 422 && refused.json["field"] as? String == "text", "\(body)")
                #expect(refused.json["detail"] as? String == "text must have 1 to 10000 characters", "\(body)")
            }
            let avatar = try await counter.post("/members/me/edit", #"{"avatar":"me.png"}"#, as: ada)
            #expect(avatar.status == 422 && avatar.json["field"] as? String == "avatar")
            #expect(avatar.text.contains("the id of an uploaded picture (64 hexadecimal digits)"), "\(avatar.text)")
        }
    }

    @Test("an edit of a version that is no longer the newest is refused") func staleEdits() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let tag = try #require(try await counter.ask("GET", "/recipes/\(soup)", as: ada).headers["etag"])
            // A like changes the answer, and not what the edit is based on.
            _ = try await counter.post("/recipes/\(soup)/like", as: bo)
            let path = "/recipes/\(soup)/edit"
            let edit = try await counter.post(path, Counter.soup("One"), as: ada, headers: ["If-Match": tag])
            #expect(edit.status == 200, "\(edit.text)")
            let stale = try await counter.post(path, Counter.soup("Two"), as: ada, headers: ["If-Match": tag])
            #expect(stale.status == 412 && stale.code == "stale")
            let nonsense = try await counter.post(path, Counter.soup("Two"), as: ada, headers: ["If-Match": "\"x\""])
            #expect(nonsense.status == 412)
            #expect(try await counter.ask("GET", "/recipes/\(soup)").json["title"] as? String == "One")
        }
    }

    @Test("a refusal has the code and the words of the domain") func refusals() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            for (path, body, status, code) in [
                ("/recipes", #"{"title":""}"#, 422, "invalid"),
                ("/recipes", #"{"title":"x","nonsense":1}"#, 422, "invalid"),
                ("/recipes", "{", 400, "invalid"), ("/recipes/\(soup)/rate", #"{"stars":6}"#, 422, "invalid"),
                ("/recipes/\(soup)/edit", Counter.soup("x"), 403, "forbidden"),
                ("/members/@bo/follow", nil, 422, "invalid"),
                ("/members/@ada/ban", nil, 403, "forbidden"),
                ("/members/@ada/role", #"{"role":"member"}"#, 403, "forbidden"),
                ("/recipes/r9999/like", nil, 404, "not-found"),
                ("/comments/c9999/reply", #"{"text":"x"}"#, 404, "not-found"),
                ("/members/@bo/delete", nil, 403, "forbidden"),
            ] as [(String, String?, Int, String)] {
                let answer = try await counter.post(path, body, as: bo)
                #expect(answer.status == status && answer.code == code, "\(path): \(answer.text)")
            }
            let account = #"{"password":"correct horse","profile":{"username":"NAME","name":"Cy"ROLE}}"#
            for (name, role, status, field) in [
                ("cy", #","role":"admin""#, 422, "role"), ("cy", "", 201, nil), ("cyd", "", 201, nil),
            ] as [(String, String, Int, String?)] {
                let answer = try await counter.post(
                    "/accounts", account.replacing("NAME", with: name).replacing("ROLE", with: role),
                    headers: ["Idempotency-Key": "one"])
                #expect(answer.status == status && answer.json["field"] as? String == field, "\(answer.text)")
            }
            let text = try await counter.post(
                "/recipes", Counter.soup("x"), as: bo, headers: ["Content-Type": "text/plain"])
            #expect(text.status == 415)
        }
    }

    @Test("a ban holds at once in every session") func bans() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let ban = try await counter.post("/members/@bo/ban", #"{"reason":"spam"}"#, as: ada)
            #expect(ban.status == 200, "\(ban.text)")
            for (method, path) in [
                ("GET", "/feed"), ("GET", "/notifications"), ("GET", "/sessions"), ("POST", "/recipes/\(soup)/like"),
                ("POST", "/keys"),
            ] {
                let answer = try await counter.ask(method, path, method == "POST" ? "{}" : nil, as: bo)
                #expect(answer.status == 403 && answer.code == "banned", "\(path): \(answer.text)")
            }
            #expect(try await counter.post("/log-out", as: bo).status == 200)
            _ = try await counter.post("/members/@bo/unban", as: ada)
            _ = try await counter.logIn("bo")
        }
    }
}
