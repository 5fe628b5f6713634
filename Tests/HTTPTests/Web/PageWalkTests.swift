import Foundation
import HTTP
import Testing

/// Every page of the web app, as a guest and as a member, beside its forms.
@Suite(.serialized) struct PageWalkTests {
    private static let evil = "\"><img src=x onerror=alert(1)><script>alert(2)</script>"

    /// Pages for everyone; `SOUP` and `ADA` stand for ids.
    private static let open = [
        "/", "/?sort=top&maxMinutes=30&diet=vegan&tag=x", "/discover", "/discover/rising", "/discover/classics",
        "/discover/in/Quick%20Fixes",
        "/tag/x", "/cuisine/y", "/find", "/find?q=soup", "/board", "/about", "/settings/look", "/sign-in", "/sign-up",
        "/reset?link=x", "/gone", "/@ada", "/@ada?tab=likes", "/@ada?tab=reposts", "/@ada/followers", "/@ada/following",
        "/@ada/points", "/SOUP", "/SOUP?units=us", "/SOUP/cook", "/SOUP/comments", "/SOUP/history",
        "/SOUP/family",
    ]
    /// Pages for members alone.
    private static let own = [
        "/?mode=following", "/?mode=for-you", "/saved", "/week", "/list", "/books", "/activity", "/settings",
        "/settings/profile", "/settings/password", "/settings/sessions", "/settings/leave", "/sign-up/tastes", "/new",
        "/new/from",
    ]

    @Test("each page is one whole document with one heading, for guests and members, and texts of members stay texts")
    func pages() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            let body = try JSONSerialization.data(withJSONObject: [
                "title": Self.evil, "description": Self.evil, "ingredients": [["original": Self.evil]],
                "steps": [["text": Self.evil]], "tags": [Self.evil.lowercased()], "cuisine": Self.evil,
            ])
            let posted = try await counter.post("/recipes", String(decoding: body, as: UTF8.self), as: ada)
            let hostile = try #require(posted.json["id"] as? String)
            _ = try await counter.post(
                "/members/me/edit", #"{"name":"<b>Ada</b> \"><script>","bio":"<script>"}"#, as: ada)
            _ = try await counter.post(
                "/recipes/\(hostile)/comments", #"{"text":"<script>alert(3)</script>"}"#, as: ada)
            for path in Self.open + ["/\(hostile)", "/\(hostile)/history"] {
                for headers in [[:], Counter.form(as: ada)] {
                    let path = path.replacing("SOUP", with: soup)
                    try await check(path, headers, counter)
                }
            }
            for path in Self.own {
                try await check(path, Counter.form(as: ada), counter)
                // The client follows the redirect.
                let guest = try await counter.ask("GET", path)
                #expect(guest.text.contains("<h1>Sign in</h1>"), "\(path)")
            }
        }
    }

    private func check(_ path: String, _ headers: [String: String], _ counter: Counter) async throws {
        // As a browser asks: a page may share its path with an operation.
        let page = try await counter.ask(
            "GET", path, headers: headers.merging(["Accept": "text/html"]) { one, _ in one })
        #expect(page.status == 200, "\(path): \(page.text.suffix(600))")
        #expect(page.text.hasPrefix("<!doctype html>") && page.text.hasSuffix("</html>"), "\(path)")
        #expect(page.text.components(separatedBy: "<h1").count == 2, "\(path)")
        #expect(
            !page.text.contains("<img src=x") && !page.text.contains("<script>") && !page.text.contains(" style="),
            "\(path)")
        let ids = page.text.matches(of: /\ id="([^"]*)"/).map(\.1)
        #expect(Set(ids).count == ids.count, "\(path): \(ids)")
        let policy = page.headers["content-security-policy"] ?? ""
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"), "\(path)")
    }

    @Test(
        "a form that no page of this service has sent is refused",
        arguments: [
            [:], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
            ["Origin": "https://evil.example"], ["Origin": "null"],
        ])
    func foreignForms(headers: [String: String]) async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            for path in [
                "/sign-in", "/sign-up", "/sign-out", "/\(soup)/like", "/\(soup)/save", "/\(soup)/comments",
                "/@ada/follow", "/new",
                "/list", "/books", "/settings/look", "/settings/profile", "/settings/password", "/settings/leave",
                "/activity/read", "/reset", "/\(soup)/delete",
                "/discover/classics/themealdb/1/post", "/new/from",
            ] {
                var all = headers
                all["Cookie"] = "larder_session=\(ada)"
                all["Content-Type"] = "application/x-www-form-urlencoded"
                let answer = try await counter.post(path, "on=1", headers: all)
                #expect(answer.status == 403 && answer.text.contains("not sent by a page of this site"), "\(path)")
            }
            let recipe = try await counter.ask("GET", "/recipes/\(soup)", as: ada)
            #expect(recipe.json["likes"] as? Int == 0)
        }
    }

    @Test("a guest joins, likes, saves and comments by forms alone, and the same form sent twice counts once")
    func joining() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            let short = try await counter.post("/sign-up", "name=Bo&password=short", headers: Counter.form())
            #expect(
                short.status == 422 && short.text.contains("<title>Error: Join") && short.text.contains("value=\"Bo\""))
            #expect(!short.text.contains("short"))
            let signUp = try await counter.post(
                "/sign-up", "name=Bo+Berg&username=bo-berg&password=a+long+sentence+of+cooks", headers: Counter.form())
            #expect(signUp.status == 200 && signUp.text.contains("<h1"), "\(signUp.text)")
            let signIn = try await counter.post(
                "/log-in", #"{"username":"bo-berg","password":"a long sentence of cooks"}"#)
            let token = try #require(signIn.json["token"] as? String ?? nil, "\(signIn.text)")
            for (path, body) in [
                ("/\(soup)/like", "on=1"), ("/\(soup)/save", "on=1"), ("/\(soup)/vote", "vote=up"),
                ("/\(soup)/rate", "stars=4"),
                ("/\(soup)/comments", "text=Lovely&once=x"), ("/\(soup)/comments", "text=Lovely&once=x"),
                ("/@ada/follow", "on=1"),
            ] {
                let answer = try await counter.post(path, body, headers: Counter.form(as: token))
                #expect(answer.status == 200, "\(path): \(answer.text.suffix(500))")
            }
            let recipe = try await counter.ask("GET", "/recipes/\(soup)", as: token).json
            #expect(
                recipe["liked"] as? Bool == true && recipe["bookmarked"] as? Bool == true
                    && recipe["stars"] as? Int == 4)
            #expect(recipe["comments"] as? Int == 1 && recipe["followsAuthor"] as? Bool == true)
            // A module gets the part alone, and what to say.
            let part = try await counter.post(
                "/\(soup)/like", "on=0&part=acts-\(soup)", headers: Counter.form(as: token))
            #expect(
                part.text.hasPrefix("<div class=\"acts\" id=\"acts-\(soup)\" data-said=\"You took back your like.\""))
            // A repost has a card of its own.
            let repost = try await counter.post(
                "/\(soup)/like", "on=1&part=acts-p30", headers: Counter.form(as: token))
            #expect(repost.text.hasPrefix("<div class=\"acts\" id=\"acts-p30\""), "\(repost.text)")
        }
    }

    @Test("a page is kept by its tag for its reader alone, and another look is another page") func caching()
        async throws
    {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let first = try await counter.ask("GET", "/", headers: Counter.form(as: ada))
            let tag = try #require(first.headers["etag"])
            #expect(first.headers["cache-control"] == "private, no-cache")
            var again = Counter.form(as: ada)
            again["If-None-Match"] = tag
            #expect(try await counter.ask("GET", "/", headers: again).status == 304)
            again["Cookie"] = "larder_session=\(ada); larder_look=mint.dark"
            let other = try await counter.ask("GET", "/", headers: again)
            #expect(other.status == 200 && other.text.contains("data-theme=\"mint\" data-mode=\"dark\""))
            let guest = try await counter.ask("GET", "/", headers: ["If-None-Match": tag])
            #expect(guest.status == 200 && !guest.text.contains("@me"))
        }
    }

    @Test("an unknown path is a page for browsers, and a refusal for programs", arguments: ["/no", "/no/where"])
    func unknown(path: String) async throws {
        try await withCounter { counter in
            let program = try await counter.ask("GET", path, headers: ["Accept": "*/*"])
            #expect(program.status == 404 && program.code == "not-found")
            let browser = try await counter.ask("GET", path, headers: ["Accept": "text/html,*/*;q=0.8"])
            #expect(browser.status == 404 && browser.text.hasPrefix("<!doctype html>"))
            #expect(browser.headers["content-security-policy"]?.contains("script-src 'self'") == true)
        }
    }

    @Test("without the web app, only the API answers") func apiAlone() async throws {
        try await withCounter {
            $0.hasWeb = false
        } _: { counter in
            let answer = try await counter.ask("GET", "/board")
            #expect(answer.status == 404 && answer.code == "not-found")
        }
    }
}
