import Events
import FormatsSupport
import Foundation
import Testing

@testable import Recipes

/// JSON-LD as it leaves: by schema.org's rules, and read again without a loss.
@Suite struct SchemaRecipeTests {
    static func exported(_ content: ProtoRecipeContent, id: String = "r12") -> ExportedRecipe {
        var recipe = ExportedRecipe(
            id: id, logID: "0123abcd", content: content, authorName: "Ada \"Chef\" L.", authorUsername: "ada",
            postedAt: Timestamp(microseconds: 1_700_000_000_123_456),
            editedAt: Timestamp(microseconds: 1_700_000_100_000_000))
        (recipe.likes, recipe.comments, recipe.ratingAverage, recipe.ratingCount) = (3, 2, 4.67, 3)
        return recipe
    }

    @Test("JSON-LD export writes a recipe in schema.org's words") func aRecipe() throws {
        var content = ProtoRecipeContent(title: "Soup", ingredients: ["1 l water"], steps: ["Boil."])
        content.ingredients[0].quantity = 1
        content.ingredients[0].unit = "l"
        content.ingredients[0].name = "water"
        (content.servings, content.totalMinutes, content.difficulty) = (4, 90, .easy)
        content.diet.vegan = .yes
        content.diet.glutenFree = .no
        let text = ExportFormat.jsonld.text(Self.exported(content), isLine: true)
        #expect(
            text
                == #"{"@context":"https://schema.org","@type":"Recipe","aggregateRating":{"@type":"AggregateRating","bestRating":5,"#
                + #""ratingCount":3,"ratingValue":4.67,"worstRating":1},"author":{"@type":"Person","alternateName":"@ada","#
                + #""name":"Ada \"Chef\" L."},"commentCount":2,"dateModified":"2023-11-14T22:15:00Z","#
                + #""datePublished":"2023-11-14T22:13:20.123456Z","educationalLevel":"easy","identifier":{"@type":"PropertyValue","#
                + #""propertyID":"larder:0123abcd","value":"r12"},"interactionStatistic":{"@type":"InteractionCounter","#
                + #""interactionType":"https://schema.org/LikeAction","userInteractionCount":3},"larder:diet":{"glutenFree":"no"},"#
                + #""name":"Soup","recipeIngredient":["1 l water"],"recipeInstructions":[{"@type":"HowToStep","position":1,"#
                + #""text":"Boil."}],"recipeYield":"4 servings","suitableForDiet":["https://schema.org/VeganDiet"],"supply":"#
                + #"[{"@type":"HowToSupply","name":"water","position":1,"requiredQuantity":{"@type":"QuantitativeValue","unitText":"l","#
                + #""value":1}}],"totalTime":"PT90M"}"#)
    }

    @Test("a random recipe written as JSON-LD is valid and reads back", arguments: 1...20)
    func whateverItSays(_ seed: UInt64) throws {
        var dice = RecipeDice(seed: seed)
        for _ in 0..<50 {
            let content = dice.content()
            let recipe = Self.exported(content)
            for isLine in [true, false] {
                let text = ExportFormat.jsonld.text(recipe, isLine: isLine)
                #expect(text.contains("\n") != isLine)
                let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
                let complaints = SchemaChecker.complaints(object)
                #expect(complaints.isEmpty, "\(complaints) of \(text)")
                guard case .recipe(let read)? = WebRecipes.document(Array(text.utf8), place: "?").first else {
                    Issue.record("nothing found in \(text)")
                    return
                }
                #expect(read.content == content, "\(text)")
                #expect(read.source == "larder:0123abcd" && read.id == "r12" && read.notes.isEmpty)
                // Nothing need be changed for it to be posted again.
                let fitted = try FittedRecipe(read.content, place: "?")
                #expect(fitted.content == content && fitted.notes.isEmpty, "\(text)")
            }
        }
    }

    @Test("the schema.org checker finds fault with each kind of wrong value") func theCheckerIsStrict() {
        let good: [String: Any] = ["@context": "https://schema.org", "@type": "Recipe", "name": "A"]
        #expect(SchemaChecker.complaints(good).isEmpty)
        for (key, value) in [
            ("name", 7), ("totalTime", "90 min"), ("totalTime", "PT"), ("recipeYield", 4), ("image", ["a.jpg"]),
            ("suitableForDiet", ["vegan"]), ("datePublished", "yesterday"), ("colour", "red"),
            ("recipeInstructions", [["@type": "HowToStep"]]), ("author", ["@type": "Cook", "name": "A"]),
        ] as [(String, Any)] {
            var bad = good
            bad[key] = value
            #expect(!SchemaChecker.complaints(bad).isEmpty, "\(key)")
        }
    }
}
