import Foundation
import FoundationXML
import Markup
import TestSupport
import Testing

/// Values in markup, and links.
@Suite(.seeded) struct HTMLTests {
    private static func text(_ html: HTML) -> String { String(decoding: html.bytes, as: UTF8.self) }

    @Test("a text is escaped between tags and inside attributes") func escaping() {
        let evil = "<script>&\"'\0</script>"
        let html: HTML = "<p title=\"\(evil)\">\(evil)</p>"
        let escaped = "&lt;script&gt;&amp;&quot;&#39;\u{FFFD}&lt;/script&gt;"
        #expect(Self.text(html) == "<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test("markup, lists, flags and attributes nest, and what is absent leaves nothing") func nesting() {
        let none: String? = nil
        let item: (Int) -> HTML = { "<li>\($0)</li>" }
        let html: HTML = """
            <ul\(HTML.Attribute("class", "a b"))\(HTML.Attribute("id", none))>\(each: [1, 2], item)</ul>\
            <input\(HTML.Flag("checked"), if: true)\(HTML.Flag("disabled"), if: false)>\("<b>yes</b>", if: true)\("<b>no</b>", if: false)\(none)
            """
        #expect(Self.text(html) == "<ul class=\"a b\"><li>1</li><li>2</li></ul><input checked><b>yes</b>")
    }

    @Test("any text comes back from an XML parser as it was, from a text and from an attribute") func roundTrip() throws
    {
        var random = SeededGenerator.ofTest()
        for _ in 0..<200 {
            let scalars = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                let choices: [ClosedRange<UInt32>] = [0x20...0x7E, 0xA1...0x2FF, 0x4E00...0x4E80, 0x1F600...0x1F640]
                let range = choices.randomElement(using: &random) ?? 0x20...0x7E
                return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "?"
            }
            let text = String(String.UnicodeScalarView(scalars))
            let html: HTML = "<p title=\"\(text)\">\(text)</p>"
            let reader = Reader()
            let parser = XMLParser(data: Data(html.bytes))
            parser.delegate = reader
            #expect(parser.parse(), "\(text)")
            #expect(reader.text == text && reader.title == text, "\(text)")
        }
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var text = ""
        var title: String?

        func parser(
            _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
            qualifiedName qName: String?,
            attributes attributeDict: [String: String]
        ) { title = attributeDict["title"] }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }

    @Test("linked data cannot end its script") func linkedData() {
        let json = Array("{\"a\":\"</script><!--&\u{2028}\u{2029}\"}".utf8)
        #expect(
            Self.text(HTML(json: json))
                == "<script type=\"application/ld+json\">{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\\u2029\"}</script>"
        )
    }

    #if DEBUG
        @Test("a value in an event handler, a style, an unquoted attribute or a tag's name is a trap of debug builds")
        func traps() async {
            await #expect(processExitsWith: .failure) {
                let html: HTML = "<p onclick=\"\("x")\">"
                _ = html
            }
            await #expect(processExitsWith: .failure) {
                let html: HTML = "<p style=\"\("x")\">"
                _ = html
            }
            await #expect(processExitsWith: .failure) {
                let html: HTML = "<p class=\("x")>"
                _ = html
            }
            await #expect(processExitsWith: .failure) {
                let html: HTML = "<\("p")>"
                _ = html
            }
            await #expect(processExitsWith: .failure) {
                let html: HTML = "<script>\("x")</script>"
                _ = html
            }
        }
    #endif

    // MARK: Links

    @Test("parts and values of a link are encoded") func encoding() {
        #expect(
            Link("/tag").part("a/b ?&é").query("q", "x&y=z").fragment("c 1").text
                == "/tag/a%2Fb%20%3F%26%C3%A9?q=x%26y%3Dz#c%201")
        #expect(Link("/a").query("b", nil as String?).query("c", 3).query("d", "e").text == "/a?c=3&d=e")
    }

    @Test(
        "a path that may lead out of the service is no own path",
        arguments: [
            "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "", "a", "/a b",
            "/\u{9}/evil", "/é",
            "/" + String(repeating: "a", count: 3_000),
        ]) func foreign(path: String)
    { #expect(Link(own: path) == nil) }

    @Test("an own path stays as it is", arguments: ["/", "/r12?servings=3#c4", "/@ada"]) func own(path: String) {
        #expect(Link(own: path)?.text == path)
    }

    @Test(
        "only plain http and https addresses lead to other sites",
        arguments: [
            ("https://example.org/a?b=c#d", true), ("http://example.org", true), ("javascript:alert(1)", false),
            ("https://a@example.org", false), ("https://", false), ("https:///x", false), ("ftp://example.org", false),
            ("https://example.org/\"><script>", false), ("https://example.org/a b", false),
            (" https://example.org", false),
        ]) func sites(address: String, isLink: Bool)
    { #expect((Link(site: address) != nil) == isLink) }
}
