import Events
import FormatsSupport
import Testing

@testable import Recipes

@Suite struct MarkdownTests {
    @Test("Markdown export shows a recipe and escapes its marks") func aRecipe() {
        var content = ProtoRecipeContent(
            title: "*Soup* #1", ingredients: ["1 l water", "2. salt"], steps: ["Boil.", "1) Wait\n- long."])
        content.description_p = "Good <b>soup</b>.\n\n- Honest."
        (content.servings, content.totalMinutes, content.difficulty) = (4, 90, .hard)
        content.tags = ["quick_one"]
        content.diet.vegan = .yes
        content.diet.glutenFree = .no
        content.sourceURL = "https://example.org/a_b"
        #expect(
            ExportFormat.markdown.text(SchemaRecipeTests.exported(content)) == #"""
                # \*Soup\* #1

                By Ada "Chef" L. (@ada), 2023-11-14

                Good \<b\>soup\</b\>.

                \- Honest.

                - Servings: 4
                - In all: 90 min
                - Difficulty: hard
                - Diet: vegan, not gluten-free
                - Tags: quick\_one

                ## Ingredients

                - 1 l water
                - 2\. salt

                ## Steps

                1. Boil.
                2. 1\) Wait\
                   \- long.

                Source: <https://example.org/a_b>

                """#)
    }

    @Test("file names of exports are safe, short and carry the recipe's id") func fileNames() {
        func name(_ title: String) -> String { SchemaRecipeTests.exported(ProtoRecipeContent(title: title)).fileName }
        #expect(name("Crème brûlée!") == "crème-brûlée-r12" && name("../../etc") == "etc-r12" && name("…") == "r12")
        #expect(name(String(repeating: "ü", count: 200)).utf8.count < 100)
    }
}
