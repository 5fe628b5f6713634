import CloudEvents
import Events
import Testing

@testable import Recipes

/// Facts that belong to the source: its author, its rating, the language and the cooking method.
@Suite struct SourceFactsTests {
    private func recipe(_ property: String, html: String = "<html>") throws -> FoundRecipe {
        let page =
            #"\#(html)<script type="application/ld+json">{"@graph":[{"@type":"Person","@id":"_:ada","name":"Ada L."},"#
            + #"{"@type":"WebPage","@id":"_:page","inLanguage":"de-DE"},{"@type":"Recipe","name":"Soup",\#(property)}]}</script>"#
        return try #require(WebRecipesTests.recipes(WebRecipes.page(Array(page.utf8), place: "f")).first)
    }

    @Test(
        "the author of the source is kept",
        arguments: [
            (#""author":"Ada  &amp; Bo""#, "Ada & Bo"), (#""author":{"@type":"Person","name":"Ada"}"#, "Ada"),
            (#""author":[{"name":"Ada"},{"name":"Bo"},{"name":"Ada"}]"#, "Ada, Bo"),
            (#""author":{"@id":"_:ada"}"#, "Ada L."),
            (#""author":{"name":" "}"#, nil), (#""author":"https://kitchen.example/ada""#, nil), (#""author":7"#, "7"),
            (#""author":[],"creator":{"name":"Bo"}"#, "Bo"), (#""url":"x""#, nil),
        ] as [(String, String?)])
    func author(_ property: String, _ name: String?) throws {
        let found = try recipe(property)
        #expect(found.facts.sourceAuthor == name)
        #expect(!found.content.description_p.contains("Ada"))
    }

    @Test(
        "the rating of the source is kept",
        arguments: [
            (#"{"ratingValue":4.6,"ratingCount":210}"#, 4.6, 5, 210),
            (#"{"ratingValue":"4,6","reviewCount":"1,234"}"#, 4.6, 5, 1_234),
            (#"{"ratingValue":"4.","ratingCount":"16","reviewCount":"5"}"#, 4, 5, 16),
            (#"{"ratingValue":"87","bestRating":"100","ratingCount":3}"#, 87, 100, 3),
            (#"{"ratingValue":4.79999999999999982236431605997495353221893310546875,"reviewCount":"54"}"#, 4.8, 5, 54),
            (#"{"ratingValue":"4.625","bestRating":"","ratingCount":3}"#, 4.625, 5, 3),
        ] as [(String, Double, Double, UInt)])
    func rating(_ json: String, _ value: Double, _ best: Double, _ count: UInt) throws {
        let found = try recipe(#""aggregateRating":\#(json)"#)
        #expect(found.facts.sourceRating == SourceRating(value: value, best: best, count: count))
        #expect(found.facts.sourceRating != nil && found.notes.isEmpty)
    }

    @Test(
        "an impossible rating is dropped with a remark",
        arguments: [
            #"{"ratingValue":4,"ratingCount":1e300}"#, #"{"ratingValue":4,"ratingCount":"99999999999999999999"}"#,
            #"{"ratingValue":-4,"ratingCount":3}"#, #"{"ratingValue":4,"ratingCount":-3}"#,
            #"{"ratingValue":4,"bestRating":0,"ratingCount":3}"#,
            #"{"ratingValue":4,"bestRating":1e9,"ratingCount":3}"#,
            #"{"ratingValue":87,"ratingCount":3}"#, #"{"ratingValue":"4 stars","ratingCount":3}"#,
            #"{"ratingValue":"1e1","bestRating":100,"ratingCount":3}"#, #"{"ratingValue":"4.6.6","ratingCount":3}"#,
            #"{"ratingValue":"4","ratingCount":"1.5"}"#, #"{"ratingValue":"4","ratingCount":2000000000}"#,
        ])
    func impossibleRating(_ json: String) throws {
        let found = try recipe(#""aggregateRating":\#(json)"#)
        #expect(found.facts.sourceRating == nil)
        #expect(found.notes.count == 1 && found.notes[0].hasPrefix("rating: «"), "\(found.notes)")
        #expect(found.notes[0].count < 150)
    }

    @Test(
        "a rating without ratings is dropped without a remark",
        arguments: [#"{"ratingValue":0,"ratingCount":0}"#, #"{"ratingValue":4}"#, #"{"ratingCount":4}"#, "{}", "4"])
    func noRating(_ json: String) throws {
        let found = try recipe(#""aggregateRating":\#(json)"#)
        #expect(found.facts.sourceRating == nil && found.notes.isEmpty)
    }

    @Test(
        "the language of a recipe is that of the recipe, else that of its page",
        arguments: [
            (#""inLanguage":"en""#, "<html>", "en"), (#""inLanguage":"pt-br""#, "<html lang=de>", "pt-BR"),
            (#""inLanguage":["fr-FR","en"]"#, "<html>", "fr-FR"), (#""inLanguage":"en_US""#, "<html>", "en-US"),
            (#""inLanguage":{"@type":"Language","name":"Spanish","alternateName":"es"}"#, "<html>", "es"),
            (#""inLanguage":"zh-hant-tw""#, "<html>", "zh-Hant-TW"), (#""inLanguage":"es-419""#, "<html>", "es-419"),
            (#""inLanguage":"und""#, "<html lang=sv>", "sv"),
            (#""mainEntityOfPage":{"@id":"_:page"}"#, "<html lang=en>", "de-DE"),
            (#""url":"x""#, #"<html class=a lang="hu">"#, "hu"), (#""url":"x""#, #"<html xml:lang="hu">"#, "hu"),
            (#""url":"x""#, "<html>", nil), (#""inLanguage":"de-DE-1996""#, "<html>", "de-DE"),
            (#""url":"x""#, "<html lang=de_DE.UTF-8>", "de-DE"),
        ] as [(String, String, String?)])
    func language(_ property: String, _ html: String, _ code: String?) throws {
        let found = try recipe(property, html: html)
        #expect(found.facts.language == code && found.notes.isEmpty)
    }

    @Test(
        "a text that is no language code is dropped with a remark",
        arguments: ["English", "e", "12", "de--DE", "d€", "en us", String(repeating: "a", count: 10_000)])
    func noLanguage(_ text: String) throws {
        let found = try recipe(#""inLanguage":"\#(text)""#, html: "<html lang=de>")
        #expect(found.facts.language == "de")
        #expect(found.notes == ["language: «\(text.prefix(40))» dropped, because it is not a language code"])
    }

    @Test("the cooking method is kept") func cookingMethod() throws {
        #expect(try recipe(#""cookingMethod":["Frying","Baking, Frying"]"#).facts.cookingMethod == "Frying, Baking")
        #expect(try recipe(#""cookingMethod":{"name":"Braten"}"#).facts.cookingMethod == "Braten")
        #expect(try recipe(#""cookingMethod":"""#).facts.cookingMethod == nil)
    }

    @Test("names and methods that are too long are dropped with a remark") func longTexts() throws {
        let long = String(repeating: "é", count: 10_000)
        let found = try recipe(#""author":["Ada","\#(long)","Bo"],"cookingMethod":"\#(long)""#)
        #expect(found.facts.sourceAuthor == "Ada" && found.facts.cookingMethod == nil)
        #expect(
            found.notes == [
                "author: 2 of 3 dropped, because there may be 100 characters in all",
                "cookingMethod: 1 of 1 dropped, because there may be 100 characters in all",
            ])
    }

    @Test("microdata states the facts too") func microdata() throws {
        let html = #"""
            <html lang="fr"><div itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">Soupe</b>
            <b itemprop="author">Ada</b><i itemprop="recipeIngredient">1 poireau</i><i itemprop="recipeInstructions">Cuire.</i>
            <span itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating">
            <b itemprop="ratingValue">4,6</b> (<b itemprop="ratingCount">210</b>)</span></div>
            """#
        let found = try #require(WebRecipesTests.recipes(WebRecipes.page(Array(html.utf8), place: "f")).first)
        #expect(found.facts.sourceAuthor == "Ada" && found.facts.language == "fr" && found.notes.isEmpty)
        #expect(found.facts.sourceRating == SourceRating(value: 4.6, count: 210))
    }

    @Test("Edamam names the source as the author") func edamam() throws {
        let answer =
            #"{"hits":[{"recipe":{"uri":"x#1","label":"Soup","source":"A Kitchen","ingredientLines":["1 leek"]}}]}"#
        guard case .recipe(let found)? = EdamamFile.recipes(in: Array(answer.utf8), place: "f").first else {
            Issue.record("refused")
            return
        }
        #expect(found.facts.sourceAuthor == "A Kitchen")
    }
}
