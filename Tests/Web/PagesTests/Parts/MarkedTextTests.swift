import LarderAPI
import Markup
import Pages
import Testing

/// Texts in which a search's words are marked.
@Suite struct MarkedTextTests {
    private static func html(_ text: String, _ ranges: [(Int, Int)]) -> String {
        let ranges = ranges.map { SearchMatch.TextRange(start: $0.0, end: $0.1) }
        let match = SearchMatch(id: "r1", field: "title", ranges: ranges)
        return String(decoding: MarkedText(text, in: "title", [match]).html.bytes, as: UTF8.self)
    }

    @Test("the ranges of the field are marked, and the text stays text") func marks() {
        #expect(Self.html("Leek soup", [(0, 4)]) == "<mark>Leek</mark> soup")
        #expect(Self.html("<b>🥣 soup", [(3, 5), (6, 10)]) == "&lt;b&gt;<mark>🥣</mark> <mark>soup</mark>")
        let other = SearchMatch(id: "r1", field: "tags", ranges: [.init(start: 0, end: 4)])
        #expect(String(decoding: MarkedText("Leek", in: "title", [other]).html.bytes, as: UTF8.self) == "Leek")
    }

    @Test(
        "a range outside the text or before its predecessor marks nothing",
        arguments: [[(-1, 2)], [(0, 99)], [(3, 3)], [(4, 2)], [(Int.min, Int.max)]])
    func outside(_ ranges: [(Int, Int)]) {
        #expect(Self.html("Leek soup", ranges) == "Leek soup")
    }

    @Test("of two ranges that overlap the first is marked") func overlap() {
        #expect(Self.html("Leek soup", [(0, 4), (2, 9)]) == "<mark>Leek</mark> soup")
    }
}
