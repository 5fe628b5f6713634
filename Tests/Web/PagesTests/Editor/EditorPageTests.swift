import LarderAPI
import Markup
import Pages
import Testing

/// The editor as a page.
@Suite struct EditorPageTests {
    private static let once = Once("abc")

    private static func text(_ page: Page) -> String { String(decoding: page.main.bytes, as: UTF8.self) }

    @Test("an ingredient stands beside how it is read") func reading() {
        let state = FormState(values: ["ingredient": ["200 g flour, sifted", "a little love"]])
        let text = Self.text(EditorPage(.new, state, once: Self.once).page)
        #expect(text.contains("Read as <b class=\"num\">200 g</b> · flour · sifted"))
        #expect(text.contains("No amount found"))
    }

    @Test("hostile texts stay text in every field")
    func hostile() {
        let evil = "\"><img src=x onerror=alert(1)><script>"
        let names =
            EditorValues.texts + EditorValues.numbers + [
                "ingredient", "step", "stepImage", "images", "tags", "note", EditorValues.remark, EditorValues.base,
            ]
        let values = Dictionary(uniqueKeysWithValues: names.map { ($0, [evil]) })
        for kind in [EditorPage.Kind.new, .edit(id: "r1", version: 2), .fork(id: "r1", title: evil)] {
            let state = FormState(values: values, errors: [("title", evil), ("ingredients", evil), ("picture", evil)])
            let text = Self.text(EditorPage(kind, state, once: Self.once).page)
            #expect(!text.contains("<img src=x") && !text.contains("<script"))
        }
    }

    @Test("a refused field says why, and the row to go on with has the focus") func messages() {
        let state = FormState(
            values: ["ingredient": ["1 egg", ""]], errors: [("servings", "Servings must be 1 to 1000.")])
        let page = EditorPage(.new, state, once: Self.once, focus: "ingredient-1").page
        let text = Self.text(page)
        #expect(page.status == 422 && page.title == "Error: New recipe")
        #expect(text.contains("href=\"#f-servings\"") && text.contains("id=\"e-servings\""))
        #expect(text.contains("id=\"f-ingredient-1\" name=\"ingredient\" maxlength=\"500\" value=\"\" autofocus"))
    }

    @Test("the first button of the form checks it, so that Enter neither posts it nor moves a row")
    func firstButton() throws {
        let text = Self.text(EditorPage(.new, FormState(), once: Self.once).page)
        let first = try #require(text.firstRange(of: "<button"))
        #expect(
            text[first.lowerBound...].hasPrefix(
                "<button class=\"hide\" tabindex=\"-1\" aria-hidden=\"true\" name=\"check\" value=\"1\" formnovalidate>"
            ))
    }
}
