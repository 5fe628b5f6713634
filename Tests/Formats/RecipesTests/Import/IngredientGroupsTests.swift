import Events
import FormatsSupport
import Testing

@testable import Recipes

/// Headings among ingredients, and the groups that they make.
@Suite struct IngredientGroupsTests {
    private func found(_ lines: [String], sections: [String?] = []) -> FoundRecipe {
        FoundRecipe(
            place: "f", content: ProtoRecipeContent(title: "Soup", ingredients: lines), source: "f", id: nil,
            sections: sections)
    }

    private func grouped(_ found: FoundRecipe) -> [String] {
        found.groupedIngredients.map { "\($0.group ?? "–") / \($0.row.original)" }
    }

    @Test(
        "a line that is clearly a heading is one",
        arguments: [
            ("For the sauce:", "For the sauce"), ("Für die Soße:", "Für die Soße"),
            ("Pour la sauce :", "Pour la sauce"),
            ("Per il sugo:", "Per il sugo"), ("Para la salsa:", "Para la salsa"), ("Voor de saus:", "Voor de saus"),
            ("Para o molho:", "Para o molho"), ("Dressing:", "Dressing"),
            ("**For the roasted parsnips:**", "For the roasted parsnips"),
            ("For 12 muffins:", "For 12 muffins"), ("Для соуса:", "Для соуса"), ("酱汁：", "酱汁"),
            ("for  the \n sauce", "for the sauce"),
            ("Für den Teig", "Für den Teig"), ("Pour l'appareil", "Pour l'appareil"),
            ("Voor het deeg", "Voor het deeg"),
        ])
    func headings(_ line: String, _ heading: String) { #expect(Self.heading(line) == heading) }

    @Test(
        "an ingredient is no heading",
        arguments: [
            "salt", "2 eggs:", "200 g flour:", "a pinch of salt:", ":", "", "–:", "for frying",
            "For the sauce: 2 tbsp oil",
            "Für die Form Butter", "For the pan 10 g butter", "For the", "Parmesan, for the top",
            String(repeating: "a", count: 101) + ":", String(repeating: "long ", count: 10_000) + ":",
        ])
    func ingredients(_ line: String) { #expect(Self.heading(line) == nil) }

    private static func heading(_ line: String) -> String? {
        var row = ProtoIngredient()
        row.original = line
        return GroupName.heading(row)
    }

    @Test("each ingredient has the heading above it") func groups() {
        let soup = found(["1 l water", "For the sauce:", "2 eggs", "salt", "Topping:", "chives"])
        #expect(
            grouped(soup) == [
                "– / 1 l water", "For the sauce / 2 eggs", "For the sauce / salt", "Topping / chives",
            ])
        // The stored content has no field for a heading yet.
        #expect(soup.content.ingredients.map(\.original).contains("For the sauce:"))
    }

    @Test("a heading with nothing below is a line like the others") func emptyGroups() {
        #expect(grouped(found(["1 egg", "Optional:"])) == ["– / 1 egg", "– / Optional:"])
        #expect(grouped(found(["Salt:", "Pepper:"])) == ["– / Salt:", "– / Pepper:"])
        #expect(
            grouped(found(["For the cake:", "Dry:", "flour", "Wet:", "milk"])) == [
                "For the cake: Dry / flour", "Wet / milk",
            ])
        #expect(grouped(found([])).isEmpty)
    }

    @Test("the sections of a source count before its lines") func sections() {
        let soup = found(["Broth:", "1 l water", "salt"], sections: [nil, "Base", nil])
        #expect(grouped(soup) == ["Base / 1 l water", "Broth / salt"])
    }

    @Test("rows with parts of their own are no headings") func rowsWithParts() {
        var soup = found(["Dressing:", "1 egg"])
        soup.content.ingredients[0].name = "Dressing:"
        #expect(grouped(soup) == ["– / Dressing:", "– / 1 egg"])
    }

    @Test(
        "named lists of ingredients on a page are groups",
        arguments: [
            (
                #"[{"@type":"HowToSection","name":"For the dough:","itemListElement":["flour","salt"]},{"@type":"ItemList","itemListElement":["milk"]}]"#,
                ["For the dough / flour", "For the dough / salt", "– / milk"]
            ),
            (
                #"[{"name":"Dough","ingredients":[{"name":"flour","value":"2","unitText":"cups"}]},"milk"]"#,
                ["Dough / 2 cups flour", "– / milk"]
            ),
            (
                #"{"@type":"ItemList","name":"All","itemListElement":[{"@type":"ListItem","name":"a","item":"salt"},{"name":"Dough","itemListElement":"flour"}]}"#,
                ["All / salt", "Dough / flour"]
            ),
            (#"["For the dough:","flour"]"#, ["For the dough / flour"]),
            (#"["flour","salt"]"#, ["– / flour", "– / salt"]),
        ])
    func pages(_ ingredients: String, _ lines: [String]) throws {
        let json = #"{"@type":"Recipe","name":"Soup","recipeIngredient":\#(ingredients)}"#
        let found = try #require(WebRecipesTests.recipes(WebRecipes.document(Array(json.utf8), place: "f")).first)
        #expect(grouped(found) == lines)
    }

    @Test("Mealie's headings among ingredients are groups") func mealie() throws {
        let json = #"""
            {"name":"Soup","slug":"soup","recipeIngredient":[{"note":"1 leek"},{"title":"Broth","note":"1 l water"},{"note":"salt"}]}
            """#
        let found = try #require(WebRecipesTests.recipes(MealieFile.recipes(in: Array(json.utf8), place: "f")).first)
        #expect(grouped(found) == ["– / 1 leek", "Broth / 1 l water", "Broth / salt"])
    }
}
