import Testing

@testable import Recipes

@Suite struct HTMLTests {
    private func tokens(_ html: String) -> [String] {
        let tokens = HTMLTokens(Array(html.utf8))
        return tokens.map { token in
            switch token {
            case .start(let tag):
                let attributes = tag.attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
                return "<\(tag.name)\(attributes)>"
            case .end(let name): return "</\(name)>"
            case .text(let range): return String(decoding: tokens.bytes[range], as: UTF8.self)
            case .raw(let range): return "raw:" + String(decoding: tokens.bytes[range], as: UTF8.self)
            }
        }
    }

    @Test(
        "HTML tags and attributes are read as browsers read them",
        arguments: [
            ("a<b>c</b>d", ["a", "<b>", "c", "</b>", "d"]),
            ("<P CLASS=x ID='y' data-Z=\"q&amp;r\" hidden/>", ["<p class=x data-z=q&r hidden= id=y>"]),
            ("1 < 2 & 3 > 2", ["1 < 2 & 3 > 2"]), ("a<!-- <b> -->c", ["a", "c"]), ("<!doctype html><?php x ?>a", ["a"]),
            ("<script>if (a<b) '</p>'</script>x", ["<script>", "raw:if (a<b) '</p>'", "</script>", "x"]),
            ("<SCRIPT>a</ScRiPt >b", ["<script>", "raw:a", "</script>", "b"]),
            ("<title>a <b> c</title>", ["<title>", "a <b> c", "</title>"]),
            ("<script>never ends", ["<script>", "raw:never ends"]), ("<script></script>", ["<script>", "</script>"]),
            ("<a href=x", ["<a href=x>"]), ("<a href=\"x", ["<a href=x>"]), ("<", ["<"]), ("</", ["</"]), ("<!--", []),
            ("a<!--b", ["a"]),
            ("<a x=1 x=2>", ["<a x=1>"]), ("<a = b>", ["<a == b=>"]),
        ])
    func readsTags(html: String, expected: [String]) { #expect(tokens(html) == expected) }

    @Test(
        "HTML character references are decoded",
        arguments: [
            ("&eacute;&#233;&#xE9;&#XE9;", "éééé"), ("&amp;eacute;", "&eacute;"), ("&frac12; cup", "½ cup"),
            ("&nbsp;", "\u{A0}"),
            ("&#150;", "–"), ("&#0;&#x110000;&#xD800;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&nothing; & &; &#; &#x;", "&nothing; & &; &#; &#x;"),
            ("&Zcaron;&scaron;&lstrok;&apos;&hellip;", "Žšł'…"), ("&#39", "'"), ("a&b", "a&b"), ("&", "&"),
            ("&#99999999999999;", "\u{FFFD}"),
        ])
    func decodes(text: String, expected: String) { #expect(HTMLEntities.decoded(text) == expected) }

    @Test(
        "HTML is read as lines, as a reader sees them",
        arguments: [
            ("one\ntwo\r\n\r\n three ", ["one", "two", "three"]), ("<p>one\n more</p><p>two</p>", ["one more", "two"]),
            ("one<br>two<br/>three", ["one", "two", "three"]),
            ("<ol><li>a <b>b</b>c</li><li> </li><li>d</li></ol>", ["a bc", "d"]),
            ("&lt;p&gt;a&lt;/p&gt;", ["a"]), ("&amp;lt;p&amp;gt;a", ["a"]),
            ("below 5 < 6 and &lt; 7", ["below 5 < 6 and < 7"]), ("", []),
            ("<script>x</script>a<!-- b -->", ["a"]), ("a&nbsp;&nbsp;b", ["a b"]),
        ])
    func readsLines(text: String, lines: [String]) { #expect(HTMLText(text).lines == lines) }

    @Test("pages are decoded in their declared or detected encoding") func pagesAreReadInTheirEncodings() {
        func read(_ bytes: [UInt8], _ declared: String? = nil) -> String {
            String(decoding: PageText.utf8(bytes, declared: declared), as: UTF8.self)
        }
        #expect(read([0xEF, 0xBB, 0xBF, 0x61]) == "a")
        #expect(read([0xFF, 0xFE, 0x61, 0, 0xE9, 0]) == "aé" && read([0xFE, 0xFF, 0, 0x61, 0]) == "a")
        #expect(read(Array("é".utf8), "iso-8859-1") == "é")
        #expect(read([0xE9, 0x80]) == "é€" && read([0xE9], "ISO-8859-1") == "é" && read([0xE9], "utf-8") == "\u{FFFD}")
        let page = Array("<meta charset='windows-1250'>".utf8)
        #expect(read(page + [0xEC]).hasSuffix("ě"))
        let old = "<meta http-equiv=content-type content=\"text/html; charset=ISO-8859-2\">"
        #expect(read(Array(old.utf8) + [0xB1]).hasSuffix("ą"))
    }
}
