import Accounts
import Community
import EventLog
import Events
import Foundation
import HTTP
import Layout
import Testing
import Views

/// Signing up, sessions, cookies, and the end of an account, over HTTP.
@Suite(.serialized) struct AccountTests {
    @Test("a session in a cookie acts only with its CSRF token") func cookieSessions() async throws {
        try await withCounter { counter in
            _ = try await counter.join("ada")
            let begun = try await counter.post(
                "/log-in", #"{"username":"ada","password":"correct horse","cookie":true}"#)
            let cookie = try #require(begun.headers["set-cookie"])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"))
            #expect(begun.json["token"] == nil && begun.headers["cache-control"] == "no-store")
            let csrf = try #require(begun.json["csrfToken"] as? String)
            let sent = ["Cookie": "other=1; \(cookie.prefix { $0 != ";" })"]
            #expect(try await counter.ask("GET", "/notifications", headers: sent).status == 200)
            let forged = try await counter.post("/recipes", Counter.soup("x"), headers: sent)
            #expect(forged.status == 403 && forged.json["field"] as? String == "x-csrf-token")
            let wrong = try await counter.post(
                "/recipes", Counter.soup("x"), headers: sent.merging(["X-CSRF-Token": "\(csrf)x"]) { $1 })
            #expect(wrong.status == 403)
            let real = try await counter.post(
                "/recipes", Counter.soup("x"), headers: sent.merging(["X-CSRF-Token": csrf]) { $1 })
            #expect(real.status == 201, "\(real.text)")
            let out = try await counter.post("/log-out", headers: sent.merging(["X-CSRF-Token": csrf]) { $1 })
            #expect(out.headers["set-cookie"]?.contains("Max-Age=0") == true)
            // A cookie of a session that has ended does not keep anybody from looking.
            #expect(try await counter.ask("GET", "/feed", headers: sent).status == 200)
            #expect(try await counter.ask("GET", "/notifications", headers: sent).status == 401)
        }
    }

    @Test("cookies of a service behind TLS are secure") func secureCookies() async throws {
        try await withCounter {
            $0.isBehindTLS = true
        } _: { counter in
            _ = try await counter.join("ada")
            let begun = try await counter.post(
                "/log-in", #"{"username":"ada","password":"correct horse","cookie":true}"#)
            #expect(begun.headers["set-cookie"]?.contains("; Secure") == true)
        }
    }

    @Test("a member deletes the account with its name and password") func accountDeletion() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let bo = try await counter.join("bo")
            let soup = try await counter.postSoup(as: bo, title: "A most peculiar soup")
            for body in [
                #"{"confirm":"bo","password":"correct horse"}"#, #"{"confirm":"@ada","password":"correct horse"}"#,
            ] {
                #expect(try await counter.post("/account/delete", body, as: bo).status == 422)
            }
            let guessed = try await counter.post(
                "/account/delete", #"{"confirm":"@bo","password":"battery staple"}"#, as: bo)
            #expect(guessed.status == 401)
            let deleted = try await counter.post(
                "/account/delete", #"{"confirm":"@bo","password":"correct horse"}"#, as: bo)
            #expect(deleted.status == 200, "\(deleted.text)")
            #expect(try await counter.ask("GET", "/feed", as: bo).status == 401)
            #expect(try await counter.ask("GET", "/members/@bo").status == 404)
            #expect(try await counter.ask("GET", "/recipes/\(soup)").status == 410)
            // The last admin stays.
            let last = try await counter.post(
                "/account/delete", #"{"confirm":"@ada","password":"correct horse"}"#, as: ada)
            #expect(last.status == 403, "\(last.text)")
            // After the answer the files hold nothing of it.
            let holders = try Self.files(counter.path).filter { $0.holds("peculiar") }
            #expect(holders.isEmpty, "\(holders)")
        }
    }

    @Test("passwords change, and sessions are listed and revoked") func passwordsAndSessions() async throws {
        try await withCounter { counter in
            let old = try await counter.join("ada")
            let new = try await counter.logIn("ada")
            let listed = try await counter.ask("GET", "/sessions", as: new)
            #expect((listed.json["sessions"] as? [Any])?.count == 2)
            let short = try await counter.post(
                "/account/password", #"{"password":"correct horse","newPassword":"short"}"#, as: new)
            #expect(short.status == 422 && short.json["field"] as? String == "newPassword")
            let changed = try await counter.post(
                "/account/password", #"{"password":"correct horse","newPassword":"battery staple"}"#, as: new)
            #expect(changed.status == 200, "\(changed.text)")
            #expect(try await counter.ask("GET", "/notifications", as: old).status == 401)
            let link = try await counter.accounts.makeResetLink(
                for: try #require(try counter.community.query { $0.member(called: "ada") }), by: .operator
            ).secret.text
            let reset = try await counter.post(
                "/account/reset", #"{"link":"\#(link)","newPassword":"one more word"}"#)
            #expect(reset.status == 200, "\(reset.text)")
            #expect(try await counter.ask("GET", "/notifications", as: new).status == 401)
            _ = try await counter.logIn("ada", "one more word")
        }
    }

    @Test("an admin ends a member's sessions and keys, and the log says who did it and why")
    func revokedAccess() async throws {
        try await withCounter { counter in
            let (root, bo) = (try await counter.join("root", admin: true), try await counter.join("bo"))
            let phone = try await counter.logIn("bo")
            let key = try await counter.post("/keys", #"{"label":"app","scopes":["read"]}"#, as: bo)
            let holder = try #require(key.json["key"] as? String)
            let path = "/members/@bo/sessions"
            #expect(try await counter.ask("GET", path).status == 401)
            #expect(try await counter.ask("GET", path, as: bo).status == 403)
            let listed = try await counter.ask("GET", path, as: root)
            let sessions = try #require(listed.json["sessions"] as? [[String: Any]])
            let keys = try #require(listed.json["keys"] as? [[String: Any]])
            #expect(sessions.count == 2 && keys.count == 1 && keys[0]["label"] as? String == "app", "\(listed.text)")
            #expect(!listed.text.contains(phone) && !listed.text.contains(holder))
            // One of them.
            let id = try #require(keys[0]["id"] as? String)
            let one = try await counter.post("\(path)/revoke", #"{"session":"\#(id)","reason":"Lost"}"#, as: root)
            #expect(one.status == 200 && one.json["revoked"] as? Int == 1, "\(one.text)")
            #expect(try await counter.ask("GET", "/members/me", as: holder).status == 401)
            #expect(try await counter.ask("GET", "/members/me", as: phone).status == 200)
            let event = try await counter.ask("GET", "/log/\(try #require(one.json["position"] as? Int))", as: root)
            #expect(event.json["type"] as? String == "larder.member.accessRevoked", "\(event.text)")
            #expect(event.json["actor"] as? String == "@root" && event.json["subject"] as? String == "@bo")
            #expect((event.json["data"] as? [String: Any])?["reason"] as? String == "Lost", "\(event.text)")
            // What is not there leaves no event.
            let none = try await counter.post("\(path)/revoke", #"{"session":"\#(id)"}"#, as: root)
            #expect(none.status == 404 && none.json["field"] as? String == "session", "\(none.text)")
            let long = String(repeating: "x", count: 2_001)
            let tooLong = try await counter.post("\(path)/revoke", #"{"reason":"\#(long)"}"#, as: root)
            #expect(tooLong.status == 422 && tooLong.json["field"] as? String == "reason", "\(tooLong.text)")
            #expect(try await counter.ask("GET", "/members/me", as: phone).status == 200)
            // All of them, and the member can sign in again.
            #expect(try await counter.post("\(path)/revoke", "{}", as: bo).status == 403)
            let all = try await counter.post("\(path)/revoke", "{}", as: root)
            #expect(all.json["revoked"] as? Int == 2, "\(all.text)")
            for token in [bo, phone] { #expect(try await counter.ask("GET", "/members/me", as: token).status == 401) }
            let again = try await counter.logIn("bo")
            #expect(try await counter.ask("GET", "/members/me", as: again).status == 200)
            let rootKey = try await counter.post("/keys", #"{"label":"app","scopes":["read","act"]}"#, as: root)
            let app = try #require(rootKey.json["key"] as? String)
            #expect(try await counter.ask("GET", path, as: app).status == 403)
            #expect(try await counter.post("\(path)/revoke", "{}", as: app).status == 403)
            let kinds = try counter.community.log.read { snapshot in
                var count = 0
                try snapshot.forEachHeader(from: Position(1)) { header in
                    if header.kind == .memberAccessRevoked { count += 1 }
                    return true
                }
                return count
            }
            #expect(kinds == 2)
        }
    }

    @Test("an admin's session makes a reset link, and the log says who made it")
    func resetLinks() async throws {
        try await withCounter { counter in
            let (root, bo) = (try await counter.join("root", admin: true), try await counter.join("bo"))
            let path = "/members/@bo/reset-link"
            #expect(try await counter.ask("POST", path).status == 401)
            #expect(try await counter.ask("POST", path, as: bo).status == 403)
            let made = try await counter.ask("POST", path, as: root)
            #expect(made.status == 201 && made.headers["cache-control"] == "no-store", "\(made.text)")
            let link = try #require(made.json["link"] as? String)
            let position = try #require(made.json["position"] as? Int)
            let event = try await counter.ask("GET", "/log/\(position)", as: root)
            #expect(event.json["type"] as? String == "larder.member.resetLinkMade")
            #expect(event.json["actor"] as? String == "@root" && event.json["subject"] as? String == "@bo")
            #expect(!event.text.contains(link))
            #expect(try await counter.ask("POST", "/members/@nobody/reset-link", as: root).status == 404)
            let reset = try await counter.post(
                "/account/reset", #"{"link":"\#(link)","newPassword":"one more word"}"#)
            #expect(reset.status == 200, "\(reset.text)")
            _ = try await counter.logIn("bo", "one more word")
            let ban = try await counter.post("/members/@bo/ban", "{}", as: root)
            #expect(ban.status == 200, "\(ban.text)")
            let banned = try await counter.ask("POST", path, as: root)
            #expect(banned.status == 409 && banned.json["field"] as? String == "member", "\(banned.text)")
            let key = try await counter.post("/keys", #"{"label":"app","scopes":["read","act"]}"#, as: root)
            let holder = try #require(key.json["key"] as? String)
            #expect(try await counter.ask("POST", "/members/@root/reset-link", as: holder).status == 403)
            let submitted = try await counter.post(
                "/events",
                #"{"specversion":"1.0","id":"1","source":"s","type":"larder.member.resetLinkMade","subject":"@bo"}"#,
                as: root,
                headers: ["Content-Type": "application/cloudevents+json"])
            #expect(submitted.text.contains("Larder alone writes it"), "\(submitted.text)")
        }
    }

    @Test("twenty parallel guesses over HTTP get ten answers, and the owner's session and device go on")
    func parallelGuesses() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let known = try await counter.post("/log-in", #"{"username":"ada","password":"correct horse"}"#)
            let device = try #require(known.json["device"] as? String)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await counter.post("/log-in", #"{"username":"ada","password":"battery staple"}"#).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 401 } == 10 && statuses.count { $0 == 429 } == 10, "\(statuses)")
            let right = #"{"username":"ada","password":"correct horse""#
            #expect(try await counter.post("/log-in", right + "}").status == 429)
            #expect(try await counter.post("/log-in", right + #","device":"\#(device)"}"#).status == 201)
            let change = #"{"password":"correct horse","newPassword":"a new password"}"#
            #expect(try await counter.post("/account/password", change, as: ada).status == 200)
        }
    }

    @Test("a browser keeps its device in a cookie beyond the log-out") func deviceCookies() async throws {
        try await withCounter {
            $0.isBehindTLS = true
        } _: { counter in
            _ = try await counter.join("ada")
            let body = #"{"username":"ada","password":"correct horse","cookie":true}"#
            let begun = try await counter.post("/log-in", body)
            #expect(begun.json["device"] == nil && begun.json["username"] as? String == "ada")
            let cookies = try #require(begun.headers["set-cookie"])
            let device = try #require(cookies.firstMatch(of: /__Host-larder_device=ld_[A-Za-z0-9_-]+/)).output
            for _ in 0..<10 {
                _ = try await counter.post("/log-in", #"{"username":"ada","password":"battery staple"}"#)
            }
            #expect(try await counter.post("/log-in", body).status == 429)
            let again = try await counter.post("/log-in", body, headers: ["Cookie": "a=b; \(device)"])
            #expect(again.status == 201, "\(again.text)")
        }
    }

    @Test("a registration proposes a username, logs in where asked, and may share its key with another one")
    func registrations() async throws {
        try await withCounter { counter in
            func register(_ name: String, _ more: String = "") async throws -> Counter.Answer {
                try await counter.post(
                    "/accounts", #"{"password":"correct horse"\#(more),"profile":{"name":"\#(name)"}}"#,
                    headers: ["Idempotency-Key": "1"])
            }
            let ada = try await register("Ada Lovelace", #","session":true,"label":"phone""#)
            #expect(ada.status == 201 && ada.headers["cache-control"] == "no-store", "\(ada.text)")
            #expect(ada.json["username"] as? String == "Ada_Lovelace")
            let token = try #require(ada.json["token"] as? String)
            let own = try await counter.ask("GET", "/members/me", as: token)
            #expect(own.json["id"] as? String == ada.json["id"] as? String)
            let again = try await register("Ada Lovelace")
            #expect(again.status == 200 && again.json["changed"] as? Bool == false)
            #expect(again.json["username"] as? String == "Ada_Lovelace" && again.json["token"] == nil)
            let bo = try await register("Bo")
            #expect(bo.status == 201 && bo.json["username"] as? String == "Bo", "\(bo.text)")
            let cookie = try await register("Cy Cook", #","session":true,"cookie":true"#)
            #expect(cookie.json["token"] == nil && cookie.json["csrfToken"] is String)
            #expect(cookie.headers["set-cookie"]?.contains("larder_session=ls_") == true)
        }
    }

    @Test("an e-mail belongs to one living member, who logs in with it") func emails() async throws {
        try await withCounter { counter in
            let profile = #""profile":{"username":"NAME","name":"A","email":"A@example.org"}"#
            func register(_ name: String) async throws -> Counter.Answer {
                let profile = profile.replacing("NAME", with: name)
                return try await counter.post("/accounts", #"{"password":"correct horse",\#(profile)}"#)
            }
            let ada = try await register("ada")
            #expect(ada.status == 201, "\(ada.text)")
            let second = try await register("ad2")
            #expect(second.status == 409 && second.json["field"] as? String == "email", "\(second.text)")
            let begun = try await counter.post(
                "/log-in", #"{"username":"a@EXAMPLE.org","password":"correct horse"}"#)
            #expect(
                begun.json["id"] as? String == ada.json["id"] as? String && begun.json["username"] as? String == "ada")
            let bo = try await counter.join("bo")
            let taken = try await counter.post("/members/me/edit", #"{"email":"a@example.org"}"#, as: bo)
            #expect(taken.status == 409, "\(taken.text)")
        }
    }

    @Test("a ban is told to the banned member by name, with its reason and end") func bannedMembers() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let bo = try await counter.join("bo")
            let ban = try await counter.post(
                "/members/@bo/ban", #"{"reason":"Spam","until":"2100-01-01T00:00:00Z"}"#, as: ada)
            #expect(ban.status == 200, "\(ban.text)")
            let sentence = "@bo is banned until 2100-01-01T00:00:00Z. The reason: Spam"
            let answers = [
                try await counter.post("/log-in", #"{"username":"bo","password":"correct horse"}"#),
                try await counter.ask("GET", "/feed", as: bo), try await counter.ask("GET", "/sessions", as: bo),
                try await counter.post("/recipes", Counter.soup("x"), as: bo),
            ]
            for answer in answers {
                #expect(answer.status == 403 && answer.json["detail"] as? String == sentence, "\(answer.text)")
            }
        }
    }

    @Test(
        "a lookalike, invisible or reserved username is refused, and so is a guessable password",
        arguments: [
            (#""username":"\u0430dmin","name":"A""#, "correct horse", "username"),
            (#""username":"ad\u200da","name":"A""#, "correct horse", "username"),
            (#""username":"--","name":"A""#, "correct horse", "username"),
            (#""username":"Moderator","name":"A""#, "correct horse", "username"),
            (#""username":"ada","name":"\u2066\u200b""#, "correct horse", "name"),
            (#""username":"ada","name":"A\u2029B""#, "correct horse", "name"),
            (#""username":"ada","name":"Ada Lovelace""#, "lovelace1", "password"),
            (#""username":"ada","name":"A""#, "sunshine99", "password"),
        ])
    func unfitRegistrations(profile: String, password: String, field: String) async throws {
        try await withCounter { counter in
            let answer = try await counter.post(
                "/accounts", #"{"password":"\#(password)","profile":{\#(profile)}}"#)
            #expect(answer.status == 422 && answer.json["field"] as? String == field, "\(answer.text)")
        }
    }

    @Test("a registration answers the username in its stored form, also when it is repeated") func storedUsernames()
        async throws
    {
        try await withCounter { counter in
            for _ in 1...2 {
                let answer = try await counter.post(
                    "/accounts", #"{"password":"correct horse","profile":{"username":"\uff42\uff4f","name":"Bo"}}"#,
                    headers: ["Idempotency-Key": "1"])
                #expect(answer.json["username"] as? String == "bo", "\(answer.text)")
            }
        }
    }

    private static func files(_ directory: String) throws -> [String] {
        let names = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        return names.map { "\(directory)/\($0)" }
    }
}

extension String {
    fileprivate func holds(_ text: String) -> Bool {
        guard let data = FileManager.default.contents(atPath: self) else { return false }
        return data.range(of: Data(text.utf8)) != nil || data.range(of: Data(text.lowercased().utf8)) != nil
    }
}
