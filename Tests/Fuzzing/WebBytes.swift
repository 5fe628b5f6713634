import Events

@testable import Recipes

/// Pages and JSON-LD documents of strangers.
enum WebBytes {
    static var samples: [[UInt8]] {
        [
            #"""
            <html><head><link rel=canonical href="https://a.example/soup"><base href=/x/><script type="application/ld+json">
            {"@graph":[{"@type":["Recipe"],"name":"So\u00fcp &amp;amp; <b>more</b>","recipeIngredient":["1 l water","((salt))"],
            "recipeInstructions":[{"@type":"HowToSection","name":"A","itemListElement":[{"@type":"HowToStep","text":"Boil."}]}],
            "totalTime":"PT1H30M","prepTime":"1 ½ hours","recipeYield":"4-6","nutrition":{"calories":"12 kJ","fatContent":"1,5 g"},
            "image":[{"@id":"#i"},"a b.png"],"suitableForDiet":"VeganDiet","keywords":"a, b;c"}]}</script></head></html>
            """#,
            #"""
            <div itemscope itemtype="http://schema.org/Recipe"><b itemprop=name>Bread</b><p itemprop="recipeInstructions">Bake<br>it.
            <ul><li itemprop=recipeIngredient>flour<li itemprop=recipeIngredient>salt</ul><time itemprop=cookTime datetime=PT5M></div>
            """#,
            #"/*<![CDATA[*/ [{"@type":"Recipe","name":"a "b", c","ingredients":"x\ny",},{"@type":"Recipe"}] /*]]>*/"#,
        ].map { Array($0.utf8) }
    }

    /// What is found must fit the domain or be refused, and fit again as it is.
    static func run(_ bytes: [UInt8]) throws(Finding) {
        for items in [WebRecipes.page(bytes, place: "p"), WebRecipes.document(bytes, place: "p")] {
            try expect(!items.isEmpty, "nothing is said of a page")
            for case .recipe(let found) in items {
                guard let fitted = try? FittedRecipe(found.content, place: found.place) else { continue }
                let again = try? FittedRecipe(fitted.content, place: found.place)
                try expect(again?.content == fitted.content, "what fits is changed again: \(fitted.content.title)")
                try expect(again?.notes.isEmpty == true, "what fits is reported: \(again?.notes ?? [])")
            }
        }
    }
}
