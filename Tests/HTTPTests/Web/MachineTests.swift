import Foundation
import HTTP
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What the service answers to other programs: feeds, the map, cards of addresses.
@Suite(.serialized) struct MachineTests {
    private static let feeds = ["/feed.atom", "/@ada.atom", "/tag/quick.atom", "/board.atom", "/sitemap.xml"]

    private static func encoded(_ address: String) -> String {
        address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    @Test("feeds and the map are XML with a tag, and a program that has them gets 304") func tags() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada, title: "Leeks </title>&amp;")
            for path in Self.feeds {
                let answer = try await counter.ask("GET", path)
                #expect(answer.status == 200 && XMLParser(data: answer.body).parse(), "\(path): \(answer.text)")
                let type = path == "/sitemap.xml" ? "application/xml" : "application/atom+xml"
                #expect(answer.headers["content-type"] == "\(type); charset=utf-8")
                let tag = try #require(answer.headers["etag"], "\(path)")
                #expect(try await counter.ask("GET", path, headers: ["If-None-Match": tag]).status == 304, "\(path)")
                if path != "/board.atom" { #expect(answer.text.contains("\(counter.url)/\(soup)"), "\(path)") }
            }
            let page = try await counter.ask("GET", "/@ada")
            #expect(page.text.contains("<link rel=\"alternate\" type=\"application/atom+xml\""))
            #expect(try await counter.ask("GET", "/robots.txt").text.contains("Sitemap: \(counter.url)/sitemap.xml"))
            #expect(try await counter.ask("GET", "/@nobody.atom").status == 404)
            #expect(try await counter.ask("GET", "/sitemap.xml?page=2").status == 404)
            #expect(try await counter.ask("GET", "/sitemap.xml?page=0").status == 404)
        }
    }

    @Test("deleted recipes and banned members are in no feed, no map and no card, and a feed is a guest's for everyone")
    func hidden() async throws {
        try await withCounter { counter in
            let admin = try await counter.join("root", admin: true)
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let gone = try await counter.postSoup(as: ada, title: "Gone soup")
            let kept = try await counter.postSoup(as: ada, title: "Kept soup")
            let hidden = try await counter.postSoup(as: bo, title: "Hidden soup")
            #expect(try await counter.post("/recipes/\(gone)/delete", "{}", as: ada).status == 200)
            let banned = try await counter.post("/members/@bo/ban", #"{"reason":"spam"}"#, as: admin)
            #expect(banned.status == 200, "\(banned.text)")
            for path in Self.feeds + ["/@bo.atom"] {
                for headers in [[:], ["Cookie": "larder_session=\(admin)"]] {
                    let answer = try await counter.ask("GET", path, headers: headers)
                    for id in [gone, hidden] {
                        #expect(!answer.text.contains("/\(id)<") && !answer.text.contains("/\(id)\""), "\(path)")
                    }
                    #expect(!answer.text.contains("Gone soup") && !answer.text.contains("Hidden soup"), "\(path)")
                }
            }
            let map = try await counter.ask("GET", "/sitemap.xml").text
            #expect(map.contains("/\(kept)<") && map.contains("/@ada<") && !map.contains("/@bo<"))
            let page = try await counter.ask("GET", "/\(gone)")
            #expect(page.status == 410 && !page.text.contains("ld+json") && !page.text.contains("Gone soup"))
            #expect(!page.text.contains("og:") && !page.text.contains("application/json+oembed"))
            let open = try await counter.ask("GET", "/\(hidden)")
            #expect(open.text.contains("noindex") && !open.text.contains("ld+json") && !open.text.contains("og:"))
            for path in ["/\(gone)", "/\(hidden)", "/@bo", "/@nobody", "/r999999", "/board", "", "/@ada/points"] {
                let card = try await counter.ask("GET", "/oembed?url=\(Self.encoded(counter.url + path))")
                #expect(card.status == 404 && !card.text.contains("soup"), "\(path): \(card.text)")
            }
        }
    }

    @Test("oEmbed answers own addresses as JSON, and nothing else") func cards() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            let own = Self.encoded("\(counter.url)/\(soup)")
            let card = try await counter.ask("GET", "/oembed?url=\(own)&format=json")
            #expect(card.status == 200 && card.headers["content-type"] == "application/json")
            #expect(card.json["type"] as? String == "link" && card.json["title"] as? String == "Leek soup")
            #expect(card.json["version"] as? String == "1.0" && card.json["author_name"] as? String == "Ada")
            #expect(try await counter.ask("GET", "/oembed?url=\(own)&format=xml").status == 501)
            let other = Self.encoded("https://elsewhere.example/\(soup)")
            #expect(try await counter.ask("GET", "/oembed?url=\(other)").status == 404)
            let page = try await counter.ask("GET", "/\(soup)")
            #expect(page.text.contains("\(counter.url)/oembed?url="))
        }
    }

    @Test("a page that was kept for one host names no address of it to another host") func hosts() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            for path in ["/\(soup)", "/feed.atom"] {
                let evil = try await counter.ask("GET", path, headers: ["Host": "evil.example"])
                let plain = try await counter.ask("GET", path)
                #expect(
                    evil.headers["etag"] != plain.headers["etag"] && !plain.text.contains("evil.example"), "\(path)")
            }
        }
    }

    @Test("a recipe with 20 comments and a feed of 20 stay within their bytes") func budgets() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            var soup = ""
            for number in 1...20 { soup = try await counter.postSoup(as: ada, title: "Soup of day \(number)") }
            for number in 1...20 {
                let text = #"{"text":"I cooked this on day \#(number), and the leeks were as sweet as I hoped."}"#
                _ = try await counter.post("/recipes/\(soup)/comments", text, as: ada)
            }
            for (path, bytesMax) in [("/\(soup)", 10_000), ("/", 12_000), ("/feed.atom", 12_000)] {
                let answer = try await counter.ask("GET", path, headers: ["Accept-Encoding": "gzip"])
                #expect(answer.headers["content-encoding"] == "gzip" && answer.body.count <= bytesMax, "\(path)")
            }
        }
    }

    @Test("without the web app there are no feeds, no map and no cards") func apiAlone() async throws {
        try await withCounter {
            $0.hasWeb = false
        } _: { counter in
            for path in Self.feeds + ["/oembed?url=x", "/robots.txt"] {
                let answer = try await counter.ask("GET", path)
                #expect(answer.status == 404 && answer.code == "not-found", "\(path)")
            }
        }
    }
}
