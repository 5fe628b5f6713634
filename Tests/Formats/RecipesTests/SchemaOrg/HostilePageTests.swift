import Events
import TestSupport
import Testing

@testable import Recipes

/// Pages that are cut off, mangled, huge or nested without end: each is read or refused, and never for long.
@Suite struct HostilePageTests {
    private static let page = #"""
        <!doctype html><html><head><title>Soup &amp; more</title><link rel=canonical href="https://a.example/soup">
        <script type="application/ld+json">/*<![CDATA[*/{"@context":"https://schema.org","@graph":[{"@type":"Recipe","name":"So\u00fcp",
        "recipeIngredient":["1 l water","((salt))"],"recipeInstructions":[{"@type":"HowToSection","name":"A","itemListElement":
        [{"@type":"HowToStep","text":"<p>Boil &frac12;.</p>"}]}],"totalTime":"PT1H30M","recipeYield":"4-6","nutrition":{"calories":"12 kJ"},
        "suitableForDiet":"VeganDiet","image":{"@id":"#i"}}]}/*]]>*/</script></head>
        <body><div itemscope itemtype="http://schema.org/Recipe"><b itemprop=name>Bread</b><p itemprop=recipeInstructions>Bake<br>it.</div>
        <!-- é 🍞 --></body></html>
        """#

    private func check(_ bytes: [UInt8]) {
        for items in [WebRecipes.page(bytes, place: "p"), WebRecipes.document(bytes, place: "d")] {
            #expect(!items.isEmpty)
            for item in items {
                guard case .recipe(let found) = item else { continue }
                _ = try? FittedRecipe(found.content, place: found.place)
            }
        }
    }

    @Test("a page truncated at any byte is read without a crash") func aPageMayEndAnywhere() {
        let bytes = Array(Self.page.utf8)
        for end in bytes.indices { check(Array(bytes[..<end])) }
        let whole = WebRecipesTests.recipes(WebRecipes.page(bytes, place: "p"))
        #expect(whole.map(\.content.title) == ["Soüp"])
    }

    @Test("a page with random damage is read without a crash") func aPageMayBeMangled() {
        var random = SeededGenerator(seed: 11)
        let telling = Array("<>\"'&;/=-!{}[],:\\\0\u{FF}".utf8)
        for _ in 0..<200 {
            var bytes = Array(Self.page.utf8)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] = telling.randomElement(using: &random) ?? 0
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 30)], at: 0)
                }
                if bytes.isEmpty { break }
            }
            check(bytes)
        }
    }

    @Test(
        "endlessly repeated tags are read in bounded time",
        arguments: [
            "<div>", "<div itemscope itemtype=http://schema.org/Recipe>", "<b itemprop=name itemscope>",
            "<p itemprop=name>x", "<", "<!--",
            "<script>", "</div>", "<a b=\"", "&#", "[", "{\"a\":", "\"/*", "\" ", "{\"@graph\":[",
            "<!-- --><script type=application/ld+json>[",
            "<script type=application/ld+json>{}</script>",
        ])
    func whatRepeatsWithoutEndIsRead(piece: String) {
        let bytes = Array(String(repeating: piece, count: 30_000 / piece.utf8.count).utf8)
        check(bytes)
        check(Array("<div itemscope itemtype=http://schema.org/Recipe><p itemprop=description>".utf8) + bytes)
    }

    @Test("a page or document over the size limit is refused as too long") func whatIsTooLongIsRefused() {
        let bytes = [UInt8](repeating: 0x20, count: WebRecipes.bytesMax + 1)
        #expect(WebRecipesTests.reasons(WebRecipes.page(bytes, place: "p")) == [.tooLong])
        #expect(WebRecipesTests.reasons(WebRecipes.document(bytes, place: "p")) == [.tooLong])
    }

    @Test("recipes beyond the maximum of a page are refused as too long") func moreRecipesThanAreLookedAtAreTold() {
        let one = #"{"@type":"Recipe","name":"S"},"#
        let bytes = Array("[\(String(repeating: one, count: SchemaGraph.recipesMax + 1))]".utf8)
        let items = WebRecipes.document(bytes, place: "p")
        #expect(items.count == SchemaGraph.recipesMax + 1 && WebRecipesTests.reasons(items) == [.tooLong])
    }

    @Test("lists and pictures that name each other a thousand times are read soon", .timeLimit(.minutes(1)))
    func namesInCircles() {
        let references = Array(repeating: #"{"@id":"_:a"}"#, count: 1_000).joined(separator: ",")
        let json = #"""
            {"@graph":[{"@type":"ItemList","@id":"_:a","itemListElement":[\#(references)],"image":[\#(references)]},
            {"@type":"Recipe","name":"S","recipeIngredient":[\#(references)],"image":[\#(references)],"recipeInstructions":"Boil."}]}
            """#
        check(Array(json.utf8))
    }
}
