import Accounts
import Foundation
import HTTP
import Testing

/// What pages of other sites, caches and neighbours in a browser must not get.
@Suite(.serialized) struct CrossSiteTests {
    private static let right = #"{"username":"ada","password":"correct horse"}"#

    @Test("logging in and registering take JSON from no other site") func otherSites() async throws {
        try await withCounter {
            $0.origins = ["https://kitchen.example"]
        } _: { counter in
            _ = try await counter.join("ada")
            let host = counter.url.dropFirst("http://".count)
            for (headers, status) in [
                ([:], 201), (["Sec-Fetch-Site": "same-origin"], 201), (["Sec-Fetch-Site": "none"], 201),
                (["Origin": "http://\(host)"], 201), (["Origin": "https://kitchen.example"], 201),
                (["Origin": "https://kitchen.example", "Sec-Fetch-Site": "cross-site"], 201),
                (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
                (["Origin": "https://mallory.example"], 403), (["Origin": "null"], 403),
                (["Origin": "http://\(host)", "Sec-Fetch-Site": "cross-site"], 403),
                (["Origin": "http://\(host).mallory.example"], 403),
                (["Content-Type": "text/plain"], 415),
                (["Content-Type": "application/x-www-form-urlencoded"], 415),
                (["Content-Type": "application/json; charset=utf-8"], 201),
            ] as [([String: String], Int)] {
                let answer = try await counter.post("/log-in", Self.right, headers: headers)
                #expect(answer.status == status, "\(headers): \(answer.text)")
            }
            for (headers, status) in [(["Sec-Fetch-Site": "cross-site"], 403), (["Content-Type": "text/plain"], 415)] {
                let body = #"{"password":"correct horse","profile":{"username":"bo","name":"Bo"}}"#
                #expect(try await counter.post("/accounts", body, headers: headers).status == status, "\(headers)")
            }
            // A body without a type at all, as a form of another site can send it.
            let untyped = try await counter.exchange(
                "POST /log-in HTTP/1.1\r\nHost: x\r\nContent-Length: \(Self.right.utf8.count)\r\nConnection: close\r\n\r\n",
                Self.right)
            #expect(untyped.statuses == [415], "\(untyped.text)")
        }
    }

    @Test("secrets and exports are neither kept nor compressed") func confidentialAnswers() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            for number in 0..<12 { _ = try await counter.post("/keys", #"{"label":"app \#(number)"}"#, as: ada) }
            let soup = try await counter.postSoup(as: ada)
            let gzip = ["Accept-Encoding": "gzip"]
            for (method, path, body) in [
                ("GET", "/sessions", nil), ("GET", "/keys", nil), ("GET", "/members/me/export", nil),
                ("GET", "/recipes/\(soup)/export", nil), ("POST", "/keys", #"{"label":"app","scopes":["read"]}"#),
                ("POST", "/log-in", Self.right),
            ] as [(String, String, String?)] {
                let token = path == "/log-in" ? nil : ada
                let answer = try await counter.ask(method, path, body, as: token, headers: gzip)
                #expect((200..<300).contains(answer.status), "\(path): \(answer.text)")
                #expect(answer.headers["cache-control"] == "no-store", "\(path): \(answer.headers)")
                #expect(answer.headers["content-encoding"] == nil, "\(path)")
            }
        }
    }

    @Test("every answer has a policy for documents and for referrers") func policies() async throws {
        try await withCounter { counter in
            for path in ["/feed", "/nowhere", "/openapi.yaml", "/recipes/r999"] {
                let answer = try await counter.ask("GET", path)
                #expect(answer.headers["referrer-policy"] == "same-origin", "\(path)")
                #expect(
                    answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'", "\(path)"
                )
            }
            let malformed = try await counter.exchange("GET /feed HTTP/1.1\r\n\r\n")
            #expect(malformed.header("Referrer-Policy") == "same-origin")
            #expect(malformed.header("Content-Security-Policy") != nil)
        }
    }

    @Test("behind TLS the cookie has a name that only this host sets") func hostCookies() async throws {
        try await withCounter {
            $0.isBehindTLS = true
        } _: { counter in
            _ = try await counter.join("ada")
            let begun = try await counter.post(
                "/log-in", #"{"username":"ada","password":"correct horse","cookie":true}"#)
            let cookie = try #require(begun.headers["set-cookie"])
            #expect(cookie.hasPrefix("__Host-larder_session=") && cookie.contains("; Path=/; "), "\(cookie)")
            #expect(cookie.contains("; Secure") && !cookie.contains("Domain"))
            let secret = String(cookie.dropFirst("__Host-larder_session=".count).prefix { $0 != ";" })
            let csrf = try #require(begun.json["csrfToken"] as? String)
            // The name of before is read, but never in place of this one.
            for (sent, status) in [
                ("__Host-larder_session=\(secret)", 200), ("larder_session=\(secret)", 200),
                ("larder_session=ls_other; __Host-larder_session=\(secret)", 200),
                ("larder_session=\(secret); __Host-larder_session=ls_other", 401),
            ] {
                #expect(
                    try await counter.ask("GET", "/notifications", headers: ["Cookie": sent]).status == status,
                    "\(sent)")
            }
            let out = try await counter.post(
                "/log-out", headers: ["Cookie": "__Host-larder_session=\(secret)", "X-CSRF-Token": csrf])
            #expect(out.headers["set-cookie"]?.hasPrefix("__Host-larder_session=; ") == true, "\(out.headers)")
        }
    }
}
