import Events
import FormatsSupport
import Testing

@testable import Recipes

/// What becomes of a page's or a document's recipes.
@Suite struct WebRecipesTests {
    static func recipes(_ items: [FoundItem]) -> [FoundRecipe] {
        items.compactMap { if case .recipe(let found) = $0 { found } else { nil } }
    }

    static func reasons(_ items: [FoundItem]) -> [ImportRefusal] {
        items.compactMap { if case .refused(let refused) = $0 { refused.reason } else { nil } }
    }

    private func document(_ json: String) -> [FoundItem] { WebRecipes.document(Array(json.utf8), place: "f") }
    private func page(_ html: String, address: String? = nil) -> [FoundItem] {
        WebRecipes.page(Array(html.utf8), place: "f", address: address)
    }

    /// The recipe with that one property beside a title.
    private func recipe(_ property: String) throws -> FoundRecipe {
        try #require(Self.recipes(document(#"{"@type":"Recipe","name":"Soup",\#(property)}"#)).first)
    }

    @Test(
        "wherever a recipe stands",
        arguments: [
            #"{"@type":"Recipe","name":"Soup"}"#, #"[{"@type":"Thing"},[{"@type":["Thing","Recipe"],"name":"Soup"}]]"#,
            #"{"@graph":[{"@type":"WebPage"},{"@type":"http://schema.org/Recipe","name":"Soup"}]}"#,
            #"{"@type":"WebPage","mainEntity":{"@type":"https://schema.org/Recipe","name":"Soup"}}"#,
            #"{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"schema:Recipe","name":"Soup"}}]}"#,
            #"{"@type":"Recipe","headline":"Soup"}"#, #"{"@type":"recipe","NAME":"Soup"}"#,
            #"{"@type":"https://schema.org/Recipe","http://schema.org/name":[{"@value":"Soup","@language":"en"}]}"#,
            #"{"@type":"Recipe","name":"<b>Soup</b>&nbsp;"}"#, #"{"@type":"Recipe","name":" &amp;#83;oup"}"#,
            #"{"host":"x","blocks":["{\"@type\":\"Recipe\",\"name\":\"Soup\"}"]}"#,
        ])
    func finds(json: String) {
        #expect(Self.recipes(document(json)).map { HTMLText.line($0.content.title) } == ["Soup"])
    }

    @Test(
        "of several names or descriptions the first is taken, and the others are told",
        arguments: [
            (#""name":["a","b"]"#, "a", "", ["title: the first of 2 taken, «b» dropped"]),
            (#""name":["a","a"," a "]"#, "a", "", []),
            (#""name":["","b"]"#, "b", "", []),
            (#""name":["a","b","c","b"]"#, "a", "", ["title: the first of 3 taken, «b» dropped"]),
            (
                #""name":[{"@value":"Soup","@language":"en"},{"@value":"Suppe","@language":"de"}]"#, "Soup", "",
                ["title: the first of 2 taken, «Suppe» dropped"]
            ),
            (#""headline":["a","b"]"#, "a", "", ["title: the first of 2 taken, «b» dropped"]),
            (
                #""name":"a","description":[" ","x","y"]"#, "a", "x",
                ["description: the first of 2 taken, «y» dropped"]
            ),
        ])
    func whatThereIsOneOf(properties: String, title: String, description: String, notes: [String]) throws {
        let found = try #require(Self.recipes(document(#"{"@type":"Recipe",\#(properties)}"#)).first)
        #expect(found.content.title == title && found.content.description_p == description)
        #expect(found.notes == notes)
    }

    @Test("a recipe that is only related or referred to is not imported") func whatIsOfARecipeOrOnlyNamesOneIsNone() {
        let json = #"""
            [{"@type":"Recipe","name":"Soup","isRelatedTo":{"@type":"Recipe","name":"Bread"}},
            {"@type":"WebPage","about":{"@type":"Recipe","@id":"#r"}}]
            """#
        #expect(Self.recipes(document(json)).map(\.content.title) == ["Soup"])
        #expect(Self.reasons(document(#"{"@type":"Article","name":"Recipe"}"#)) == [.noRecipe])
        #expect(Self.reasons(document("no")) == [.unreadable])
    }

    @Test(
        "ingredients of a web page become lines",
        arguments: [
            (
                #""recipeIngredient":["1 l water"," salt  to\n taste ","","((fine)) &frac12; cup"]"#,
                ["1 l water", "salt to taste", "(fine) ½ cup"]
            ),
            (#""recipeIngredient":"water\nsalt""#, ["water", "salt"]),
            (#""ingredients":"<ul><li>water<li>salt</ul>""#, ["water", "salt"]),
            (#""recipeIngredient":[],"ingredients":["water"]"#, ["water"]),
            (#""recipeIngredient":"flour, sugar""#, ["flour, sugar"]),
            (
                #""recipeIngredient":[{"@type":"PropertyValue","name":"flour","value":"2","unitText":"cups"}]"#,
                ["2 cups flour"]
            ),
            (#""recipeIngredient":{"@type":"ItemList","itemListElement":["a",{"item":"b"}]}"#, ["a", "b"]),
            (#""recipeIngredient":["a<br>b","<li>c</li><li>d</li>"]"#, ["a b", "c", "d"]),
            (#""recipeIngredient":[7]"#, ["7"]),
        ])
    func ingredients(property: String, lines: [String]) throws {
        #expect(try recipe(property).content.ingredients.map(\.original) == lines)
    }

    @Test(
        "instructions of a web page become steps",
        arguments: [
            (#""recipeInstructions":"Mix.\nBake.\r\n\r\n Serve.""#, ["Mix.", "Bake.", "Serve."]),
            (#""recipeInstructions":"<p>Mix\n it.</p><p>Bake.</p>""#, ["Mix it.", "Bake."]),
            (#""recipeInstructions":["<ol><li>Mix.</li><li>Bake.</li></ol>"]"#, ["Mix.", "Bake."]),
            (#""recipeInstructions":["Mix.","Bake\nit.",""]"#, ["Mix.", "Bake it."]),
            (#""recipeInstructions":["Mix.","Bake<br>it."]"#, ["Mix.", "Bake\nit."]),
            (
                #""recipeInstructions":[{"@type":"HowToStep","name":"Step 1","text":"Mix."},{"@type":"HowToStep","name":"Bake."}]"#,
                ["Mix.", "Bake."]
            ),
            (
                #""recipeInstructions":[{"@type":"HowToSection","name":"Dough","itemListElement":[{"@type":"HowToStep","text":"Mix."}]},{"@type":"HowToStep","text":"Bake."}]"#,
                ["Dough", "Mix.", "Bake."]
            ),
            (
                #""recipeInstructions":{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"HowToStep","text":"Mix."}},"Bake."]}"#,
                ["Mix.", "Bake."]
            ),
            (
                #""recipeInstructions":[[{"@type":"HowToStep","itemListElement":[{"@type":"HowToDirection","text":"Mix."},{"@type":"HowToTip","text":"Well."}]}]]"#,
                ["Mix.", "Well."]
            ),
            (#""recipeInstructions":{"@type":"CreativeWork","text":"Mix.\nBake."}"#, ["Mix.", "Bake."]),
            (#""recipeInstructions":[{"text":"Mix."}]"#, ["Mix."]), (#""recipeInstructions":null"#, []),
            (
                #""recipeInstructions":[{"@type":"HowToSection","name":"All","itemListElement":"Mix.\nBake."}]"#,
                ["All", "Mix.", "Bake."]
            ),
        ])
    func steps(property: String, steps: [String]) throws {
        #expect(try recipe(property).content.steps.map(\.text) == steps)
    }

    @Test(
        "times of a web page become total, preparing and cooking minutes",
        arguments: [
            (#""totalTime":"PT1H","prepTime":"PT5M","cookTime":"PT10M""#, 60, 5, 10),
            (#""prepTime":"PT5M","cookTime":"PT10M""#, 15, 5, 10),
            (#""totalTime":"PTNaNM","cookTime":"PT10M""#, 10, 0, 10),
            (#""totalTime":"PT0S","cookTime":"P0D""#, 0, 0, 0),
        ])
    func times(property: String, total: UInt32, preparing: UInt32, cooking: UInt32) throws {
        let content = try recipe(property).content
        #expect(content.totalMinutes == total && content.prepMinutes == preparing && content.cookMinutes == cooking)
        #expect(content.hasTotalMinutes == (total > 0) && content.hasCookMinutes == (cooking > 0))
    }

    @Test("values that cannot be understood are reported") func whatCannotBeUnderstoodIsTold() throws {
        let found = try recipe(
            #""totalTime":"overnight","prepTime":"5-10 min","recipeYield":"plenty","nutrition":{"calories":"few"},"url":"/soup""#
        )
        #expect(found.notes.count == 5)
        for beginning in [
            "yield: «plenty»", "prepTime: the upper end", "totalTime: «overnight»", "nutrition: calories",
            "sourceURL: «/soup»",
        ] {
            #expect(found.notes.contains { $0.hasPrefix(beginning) }, "\(beginning) is not told")
        }
        #expect(try recipe(#""cookTime":"PT0S","recipeYield":["8","8 slices"],"totalTime":null"#).notes.isEmpty)
    }

    @Test("category, cuisine, keywords and diets each find their field") func classificationHasItsPlaces() throws {
        let content = try recipe(
            #""recipeCategory":"Main, Dinner","recipeCuisine":["French","Breton"],"keywords":["quick; cheap",{"@type":"DefinedTerm","name":"Winter"}],"suitableForDiet":["https://schema.org/VeganDiet","GlutenFreeDiet",{"@id":"schema:LowCalorieDiet"}]"#
        ).content
        #expect(content.course == "Main" && content.cuisine == "French")
        #expect(content.tags == ["quick", "cheap", "Winter", "Dinner", "Breton", "low calorie"])
        #expect(content.diet.vegan == .yes && content.diet.vegetarian == .yes && content.diet.glutenFree == .yes)
        #expect(content.diet.sugarFree == .unknown)
    }

    @Test("addresses are resolved against their page") func addressesAreResolvedOnTheirPage() throws {
        let html = #"""
            <html><head><base href="/img/"><link rel='canonical' href='https://Kitchen.example/soup?x=1#top'>
            <script type="application/ld+json; charset=utf-8">{"@graph":[
            {"@type":"ImageObject","@id":"#pic","contentUrl":"a b.png"},
            {"@type":"Recipe","name":"Soup","image":[{"@id":"#pic"},"//cdn.example/c.png",{"@type":"ImageObject","url":["d.png"]}],
            "video":{"@type":"VideoObject","embedUrl":"https://v.example/1"},
            "recipeInstructions":[{"@type":"HowToStep","text":"Boil.","image":{"url":"/e.png"}}]}]}</script></head></html>
            """#
        let found = try #require(Self.recipes(page(html, address: "http://kitchen.example/pages/1")).first)
        #expect(
            found.content.images == [
                "http://kitchen.example/img/a%20b.png", "http://cdn.example/c.png", "http://kitchen.example/img/d.png",
            ])
        #expect(found.content.steps.first?.image == "http://kitchen.example/e.png")
        #expect(found.content.videoURL == "https://v.example/1")
        #expect(found.content.sourceURL == "https://Kitchen.example/soup?x=1")
        #expect(found.source == "kitchen.example" && found.id == "https://Kitchen.example/soup?x=1")
    }

    @Test(
        "a recipe's id is the address that its page declares",
        arguments: [
            (#""url":"https://a.example/r","mainEntityOfPage":"https://b.example/r""#, "https://a.example/r"),
            (#""mainEntityOfPage":{"@type":"WebPage","@id":"https://b.example/r#x"}"#, "https://b.example/r"),
            (#""mainEntityOfPage":"True","url":"https://a.example/""#, "https://c.example/r"),
            (#""@id":"https://d.example/r#recipe""#, "https://c.example/r"),
        ])
    func theAddressOfAPageIsItsName(property: String, address: String) throws {
        let html =
            "<meta property='og:url' content='https://c.example/r'><script type=application/ld+json>"
            + #"{"@type":"Recipe","name":"Soup",\#(property)}</script>"#
        #expect(Self.recipes(page(html)).map(\.id) == [address])
    }

    @Test("different recipes of one page get different ids") func recipesOfOnePageAreToldApart() {
        func script(_ names: [String]) -> String {
            names.map { #"<script type="application/ld+json">{"@type":"Recipe","name":"\#($0)"}</script>"# }.joined()
        }
        let found = Self.recipes(page(script(["Soup", "Bread", "Soup", "Stew"]), address: "https://a.example/r#x"))
        #expect(found.map(\.id) == ["", "#2", "", "#3"].map { "https://a.example/r" + $0 })
        #expect(found.map(\.place) == (1...4).map { "f: recipe \($0)" })
        #expect(Self.recipes(page(script(["Soup"]))).map(\.id) == [nil])
        #expect(Self.recipes(page(script(["Soup"]))).map(\.source) == ["schema.org"])
    }

    @Test("microdata is read if a page has no JSON-LD") func microdataIsReadWhereThereIsNoJSONLD() throws {
        let html = #"""
            <body itemscope itemtype="http://schema.org/WebPage"><div itemprop=mainEntity itemscope itemtype="https://schema.org/Recipe">
            <h1 itemprop="name">Pea &amp; mint
               soup</h1><link itemprop=url href="/soup"><img itemprop="image" src="pea.png" alt="">
            <span itemprop="author" itemscope itemtype="http://schema.org/Person"><b itemprop="name">Ada</b></span>
            <meta itemprop="recipeYield" content="4 bowls"><time itemprop="totalTime" datetime="PT30M">half an hour</time>
            <ul><li itemprop="recipeIngredient">1 cup
                 <b>peas</b><li itemprop="ingredients recipeIngredient">mint</ul>
            <div itemprop="recipeInstructions"><p>Boil
             the peas.<p>Add <i>mint</i>.<br>Serve.</div>
            <div itemprop="nutrition" itemscope itemtype="http://schema.org/NutritionInformation"><span itemprop="calories">120 kcal</span></div>
            </div></body>
            """#
        let found = try #require(Self.recipes(page(html, address: "https://a.example/x/")).first)
        #expect(found.content.title == "Pea & mint soup" && found.id == "https://a.example/soup")
        #expect(found.content.images == ["https://a.example/x/pea.png"])
        #expect(
            found.content.servings == 4 && found.content.totalMinutes == 30 && found.content.nutrition.calories == 120)
        #expect(found.content.ingredients.map(\.original) == ["1 cup peas", "mint"])
        #expect(found.content.steps.map(\.text) == ["Boil the peas.", "Add mint.", "Serve."])
    }

    @Test("lines of JSON recipes are read one by one, and a broken line is refused")
    func linesOfRecipesAreReadOneByOne() {
        let lines = ["Soup", "Bread", "Stew"].map { #"{"@type":"Recipe","name":"\#($0)"}"# }
        #expect(
            Self.recipes(document(lines.joined(separator: "\n"))).map(\.content.title) == ["Soup", "Bread", "Stew"])
        let broken = document([lines[0], #"{"@type":"#, lines[1]].joined(separator: "\n"))
        #expect(Self.recipes(broken).map(\.content.title) == ["Soup"] && Self.reasons(broken) == [.unreadable])
        let rest = document(lines[0] + "\nand nothing else")
        #expect(Self.recipes(rest).count == 1 && Self.reasons(rest).isEmpty)
    }

    @Test("lists that refer to each other do not loop") func listsThatNameEachOtherEnd() {
        let json = #"""
            {"@graph":[{"@type":"ItemList","@id":"#a","itemListElement":[{"@id":"#a"},{"@id":"#b"}]},
            {"@type":"ItemList","@id":"#b","itemListElement":["salt",{"@id":"#a"}]},
            {"@type":"Recipe","name":"Soup","recipeIngredient":{"@id":"#a"},"recipeInstructions":{"@id":"#a"}}]}
            """#
        #expect(Self.recipes(document(json)).first?.content.ingredients.first?.original == "salt")
    }

    @Test("unreadable JSON-LD blocks are reported if they may hold a recipe") func blocksThatCannotBeReadAreTold() {
        let good = #"<script type="application/ld+json">{"@type":"Recipe","name":"Soup"}</script>"#
        let bad = #"<script type="application/ld+json">{"@type":"Recipe","name":"Bre</script>"#
        let other = #"<script type="application/ld+json">{"@type":"Ad</script>"#
        #expect(Self.reasons(page(bad + good)) == [.unreadable] && Self.recipes(page(bad + good)).count == 1)
        #expect(Self.reasons(page(bad)) == [.unreadable])
        #expect(Self.reasons(page(other)) == [.noRecipe] && Self.reasons(page(other + good)).isEmpty)
        #expect(Self.reasons(page("")) == [.noRecipe])
    }
}
