import Accounts
import Community
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
            let link = try counter.accounts.makeResetLink(
                for: try #require(try counter.community.query { $0.member(called: "ada") })
            ).secret.text
            let reset = try await counter.post(
                "/account/reset", #"{"link":"\#(link)","newPassword":"one more word"}"#)
            #expect(reset.status == 200, "\(reset.text)")
            #expect(try await counter.ask("GET", "/notifications", as: new).status == 401)
            _ = try await counter.logIn("ada", "one more word")
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
