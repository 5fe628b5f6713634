import Events
import Foundation
import LarderAPI
import Testing

@testable import HTTP

/// What forms refuse before it costs anything.
@Suite(.serialized) struct FormLimitTests {
    @Test(
        "a place at the end of the numbers ends in a refusal, and the service goes on",
        arguments: [
            "do=down&place=9223372036854775807", "do=up&place=-9223372036854775808", "do=down&place=4294967295",
        ])
    func places(body: String) async throws {
        try await withCounter { counter in
            let answer = try await counter.post(
                "/b1/order", body, headers: Counter.form(as: try await counter.join("ada")))
            #expect((400..<500).contains(answer.status), "\(answer.text)")
            let guest = try await counter.post("/b1/order", body, headers: Counter.form())
            #expect(guest.text.contains("<h1>Sign in</h1>"), "\(guest.text)")
            #expect(try await counter.ask("GET", "/healthz").status == 200)
        }
    }

    /// Putting marks into order takes a time that grows with the square of their number: this test would not end.
    @Test("a letter with half a million marks is refused at once by every operation and page") func marks() async throws
    {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            let marks = "a" + String(repeating: "\u{301}\u{327}", count: 200_000)
            let escaped = "a" + String(repeating: "\\u0301\\u0327", count: 60_000)
            for text in [marks, escaped] {
                for (path, body) in [
                    ("/log-in", #"{"password":"x","username":"%"}"#), ("/log-in", #"{"password":"%","username":"x"}"#),
                    ("/log-in", #"{"%":1}"#),
                    ("/accounts", #"{"password":"correct horse","profile":{"username":"bo","name":"%"}}"#),
                    ("/accounts", #"{"password":"%","profile":{"username":"bo","name":"Bo"}}"#),
                    ("/recipes/\(soup)/comments", #"{"text":"%"}"#), ("/members/me/edit", #"{"bio":"%"}"#),
                    ("/recipes", #"{"title":"%","steps":[{"text":"a"}]}"#),
                ] {
                    let answer = try await counter.post(path, body.replacing("%", with: text), as: ada)
                    #expect((400..<500).contains(answer.status), "\(path): \(answer.text.prefix(300))")
                }
                let event = #"{"specversion":"1.0","type":"larder.recipe.liked","source":"%","id":"1","subject":"@%"}"#
                let answer = try await counter.ask(
                    "POST", "/events", event.replacing("%", with: text), as: ada,
                    headers: ["Content-Type": "application/cloudevents+json"])
                #expect((400..<500).contains(answer.status), "\(answer.text.prefix(300))")
            }
            let typed = marks.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let short = String(typed.prefix(60_000 / 6 * 6 + 1))
            #expect(
                (400..<500).contains(
                    try await counter.post("/sign-in", "username=\(short)&password=x", headers: Counter.form()).status))
            for path in ["/\(soup)/comments", "/new"] {
                let answer = try await counter.post(
                    path, "text=\(short)&title=\(short)", headers: Counter.form(as: ada))
                #expect((400..<500).contains(answer.status), "\(path)")
            }
            let few = String(typed.prefix(6 * 2_000 + 1))
            for path in ["/search?q=\(few)", "/find?q=\(few)", "/members/@\(few)", "/tag/\(few)", "/@\(few)"] {
                let answer = try await counter.ask("GET", path, as: ada)
                #expect((400..<500).contains(answer.status), "\(path.prefix(20)): \(answer.status)")
            }
            for (type, body) in [
                ("text/html", "<b itemscope itemtype=http://schema.org/Recipe><p itemprop=name>\(marks)"),
                (
                    "text/html",
                    "<b itemscope itemtype=http://schema.org/Recipe><p itemprop=name>a"
                        + String(repeating: "&#769;", count: 200_000)
                ),
                (
                    "application/octet-stream",
                    #"{"@type":"Recipe","name":"\#(escaped)","recipeIngredient":["\#(marks)"]}"#
                ),
                ("text/plain", "\(marks)"),
            ] {
                let answer = try await counter.ask("POST", "/imports", body, as: ada, headers: ["Content-Type": type])
                #expect(answer.status < 500, "\(type): \(answer.text.prefix(300))")
            }
        }
    }

    @Test("characters beyond the first plane are the same, escaped or not") func escapes() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            for (escaped, title) in [
                (#"\ud842\udfb7"#, "𠮷"), (#"\ud83c\udf72"#, "🍲"),
                (#"a\\ud842\udbff\udc00"#, #"a\ud842"# + "\u{10FC00}"),
            ] {
                let posted = try await counter.post(
                    "/recipes", #"{"title":"\#(escaped)","steps":[{"text":"a"}]}"#, as: ada)
                let id = try #require(posted.json["id"] as? String, "\(posted.text)")
                #expect(try await counter.ask("GET", "/recipes/\(id)", as: ada).json["title"] as? String == title)
            }
        }
    }

    @Test("a rating or a vote that is none is refused, and takes nothing back") func opinions() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            for (path, body) in [("rate", "stars=4"), ("vote", "vote=up")] {
                let answer = try await counter.post("/\(soup)/\(path)", body, headers: Counter.form(as: bo))
                #expect(answer.status == 200, "\(answer.text)")
            }
            for (path, body) in [
                ("rate", "stars=abc"), ("rate", "stars=0"), ("rate", "stars="), ("rate", ""), ("rate", "stars=9"),
                ("vote", "vote=abc"), ("vote", ""),
            ] {
                let answer = try await counter.post("/\(soup)/\(path)", body, headers: Counter.form(as: bo))
                #expect(answer.status == 422, "\(path) \(body): \(answer.text)")
            }
            let recipe = try await counter.ask("GET", "/recipes/\(soup)", as: bo)
            #expect(recipe.json["stars"] as? Int == 4 && recipe.json["score"] as? Int == 1, "\(recipe.text)")
            _ = try await counter.post("/\(soup)/rate", "stars=none", headers: Counter.form(as: bo))
            #expect(try await counter.ask("GET", "/recipes/\(soup)", as: bo).json["stars"] == nil)
        }
    }

    @Test("a guest's form leads to signing in, also without its fields") func guests() async throws {
        try await withCounter { counter in
            let soup = try await counter.postSoup(as: try await counter.join("ada"))
            let open = ["/sign-in", "/sign-up", "/settings/look", "/reset", "/sign-out"]
            var paths = 0
            for route in PageRoute.all where route.method == .post && !open.contains(route.path.text) {
                let path = route.path.path(with: [
                    "id": route.path.text.contains("/follow") ? "@ada" : soup, "source": "x", "event": "9",
                    "member": "@ada", "job": "j1",
                ])
                let answer = try await counter.post(path, "once=a", headers: Counter.form())
                #expect(answer.status == 200 && answer.text.contains("<h1>Sign in</h1>"), "\(path): \(answer.text)")
                paths += 1
            }
            #expect(paths > 30)
        }
    }

    @Test("the first word of every address is reserved, so that it is no member's name") func reservedWords() {
        for route in PageRoute.all {
            let word = route.path.text.split(separator: "/").first.map(String.init) ?? ""
            guard !word.hasPrefix("{"), Username.fault(in: word) == nil else { continue }
            #expect(Username.isReserved(word), "\(route.path)")
        }
    }

    @Test("addresses below /@me are the reader's own, and an address without its last word is none")
    func ownAddresses() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            for path in ["", "/points", "/followers", "/following"] {
                let page = try await counter.ask("GET", "/@me\(path)", headers: Counter.form(as: ada))
                #expect(page.status == 200, "\(path): \(page.text)")
                let guest = try await counter.ask("GET", "/@me\(path)")
                #expect(guest.text.contains("<h1>Sign in</h1>"), "\(path): \(guest.text)")
            }
            for path in ["/tag/", "/cuisine/", "/discover/in/"] {
                #expect(try await counter.ask("GET", path).status == 404, "\(path)")
            }
        }
    }

    @Test("a guest's long form is refused by its length, and a member's by its fields, texts and rows")
    func longForms() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let long = String(repeating: "a&", count: 50_000)
            #expect(try await counter.post("/new", long, headers: Counter.form()).status == 413)
            let fields = try await counter.post("/new", long, headers: Counter.form(as: ada))
            #expect(fields.status == 413 && fields.text.contains("at most 2000 fields"))
            let text = try await counter.post(
                "/new", "title=\(String(repeating: "x", count: 1 << 20))", headers: Counter.form(as: ada))
            #expect(text.status == 413 && text.text.contains("at most 1 MiB"))
            let rows = "title=x&check=1&stepLines=\(String(repeating: "a%0A", count: 501))"
            let pasted = try await counter.post("/new", rows, headers: Counter.form(as: ada))
            #expect(pasted.status == 413 && pasted.text.contains("at most 500 rows"), "\(pasted.text.suffix(800))")
            let some = "title=x&check=1&stepLines=\(String(repeating: "a%0A", count: 400))"
            #expect(try await counter.post("/new", some, headers: Counter.form(as: ada)).status == 200)
        }
    }

    @Test("a form of two acts that is refused has done neither") func neither() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: try await counter.join("bo"))
            for stars in ["9", "0", "x"] {
                let answer = try await counter.post(
                    "/\(soup)/cooked", "note=Good&stars=\(stars)", headers: Counter.form(as: ada))
                #expect(answer.status == 422, "\(answer.text.suffix(800))")
            }
            #expect(try await counter.ask("GET", "/recipes/\(soup)", as: ada).json["cooked"] as? Int == 0)
            #expect(try await counter.post("/r999/book", "name=Orphan", headers: Counter.form(as: ada)).status == 404)
            let books = try await counter.ask("GET", "/books", headers: Counter.form(as: ada))
            #expect(books.status == 200 && !books.text.contains("Orphan"))
        }
    }

    @Test("a page has one address: ids have no zeros before them, and a member's id leads to the name for good")
    func addresses() async throws {
        try await withCounter { counter in
            let soup = try await counter.postSoup(as: try await counter.join("ada"))
            #expect(try await counter.ask("GET", "/\(soup)").status == 200)
            #expect(try await counter.ask("GET", "/r0\(soup.dropFirst())").status == 404)
            // A name may change, and the own page is another for each reader: only the id of a member leads on for good.
            let member = try #require(try await counter.ask("GET", "/members/@ada").json["id"] as? String)
            for (path, status) in [("/\(member)", 301), ("/@me", 303)] {
                let answer = try await counter.exchange("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                #expect(answer.statuses == [status], "\(answer.text)")
            }
        }
    }

    @Test("an origin of the other scheme is elsewhere") func schemes() async throws {
        try await withCounter { counter in
            for (origin, isOwn) in [(counter.url.replacing("http:", with: "https:"), false), (counter.url, true)] {
                let headers = ["Origin": origin, "Content-Type": "application/x-www-form-urlencoded"]
                let answer = try await counter.post("/sign-in", "username=x&password=y", headers: headers)
                #expect((answer.status != 403) == isOwn, "\(origin): \(answer.status)")
            }
        }
    }
}
