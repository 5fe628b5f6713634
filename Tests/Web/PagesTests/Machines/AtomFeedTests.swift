import Foundation
import Markup
import Pages
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Feeds and the map of the site, read by an XML parser.
@Suite struct AtomFeedTests {
    /// The elements of a document, each with its path, its attributes and its text.
    private final class Elements: NSObject, XMLParserDelegate {
        var found: [(path: String, attributes: [String: String], text: String)] = []
        private var open: [Int] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            let path = open.last.map { found[$0].path + "/" } ?? ""
            found.append((path + name, attributes, ""))
            open.append(found.count - 1)
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if let last = open.last { found[last].text += text }
        }

        func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
            open.removeLast()
        }

        func texts(_ path: String) -> [String] { found.filter { $0.path == path }.map(\.text) }
    }

    private static func elements(_ document: [UInt8]) throws -> Elements {
        let (parser, elements) = (XMLParser(data: Data(document)), Elements())
        parser.delegate = elements
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return elements
    }

    private static let site = Site("https://kitchen.example")

    @Test("a feed has what RFC 4287 asks for, and hostile texts stay texts") func feed() throws {
        let edited = try LinkedDataTests.recipe(["id": "r7", "editedAt": "2026-03-05T09:00:00.5Z"])
        let odd = try LinkedDataTests.recipe(["title": "a\u{1}b"])
        let feed = AtomFeed(
            "Recipes & more", at: Link("/feed.atom"), of: Link("/"), by: "Kitchen", recipes: [odd, edited])
        let elements = try Self.elements(feed.document(at: Self.site))
        #expect(elements.found[0].path == "feed")
        #expect(elements.found[0].attributes["xmlns"] == "http://www.w3.org/2005/Atom")
        for path in ["feed/id", "feed/title", "feed/updated", "feed/author/name"] {
            #expect(elements.texts(path).count == 1, "\(path)")
        }
        #expect(elements.texts("feed/updated") == ["2026-03-05T09:00:00.5Z"])
        #expect(elements.texts("feed/title") == ["Recipes & more"])
        let links = elements.found.filter { $0.path == "feed/link" }.map(\.attributes)
        #expect(links.contains { $0["rel"] == "self" && $0["href"] == "https://kitchen.example/feed.atom" })
        #expect(elements.texts("feed/entry/id") == ["https://kitchen.example/r12", "https://kitchen.example/r7"])
        #expect(elements.texts("feed/entry/title") == ["a\u{FFFD}b", LinkedDataTests.evil])
        #expect(elements.texts("feed/entry/updated") == ["2026-03-01T10:00:00Z", "2026-03-05T09:00:00.5Z"])
        #expect(elements.texts("feed/entry/author/name").count == 2 && elements.texts("feed/entry/summary").count == 2)
    }

    @Test("a feed without entries is valid, too") func empty() throws {
        let feed = AtomFeed("None", at: Link("/feed.atom"), of: Link("/"), by: "Kitchen", recipes: [])
        let elements = try Self.elements(feed.document(at: Self.site))
        #expect(elements.texts("feed/updated") == [AtomFeed.earliest] && elements.texts("feed/entry").isEmpty)
    }

    @Test("a map lists whole addresses, and an index lists maps") func sitemap() throws {
        let list = try Self.elements(
            Sitemap.list([.init(Link("/r1"), changed: "2026-03-01T10:00:00Z"), .init(Link("/"))], at: Self.site))
        #expect(list.texts("urlset/url/loc") == ["https://kitchen.example/r1", "https://kitchen.example/"])
        #expect(list.texts("urlset/url/lastmod") == ["2026-03-01T10:00:00Z"])
        let index = try Self.elements(Sitemap.index(of: 2, at: Self.site))
        #expect(
            index.texts("sitemapindex/sitemap/loc") == [
                "https://kitchen.example/sitemap.xml?page=1", "https://kitchen.example/sitemap.xml?page=2",
            ])
    }

    @Test("an own address is told from another site's") func addresses() {
        #expect(Self.site.path(of: "https://kitchen.example/r1?units=us#step-1") == "/r1")
        #expect(Self.site.path(of: "http://KITCHEN.example/r1") == "/r1")
        for other in [
            "https://kitchen.example.evil/r1", "https://kitchen.example@evil/r1", "https://evil/r1", "/r1",
            "ftp://kitchen.example/r1", "",
        ] {
            #expect(Self.site.path(of: other) == nil, "\(other)")
        }
    }
}
