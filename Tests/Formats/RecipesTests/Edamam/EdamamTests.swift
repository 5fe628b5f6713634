import CloudEvents
import Events
import FormatsSupport
import Layout
import Testing

@testable import Recipes

@Suite struct EdamamTests {
    private func items(_ text: String) -> [FoundItem] { EdamamFile.recipes(in: Array(text.utf8), place: "hits.json") }

    private static let answer = #"""
        {"from":1,"to":2,"count":2,"_links":{},"hits":[{"recipe":{"uri":"http://www.edamam.com/ontologies/edamam.owl#recipe_b79327","label":"Soup",
        "image":"https://images.example/soup.jpg?X-Amz-Expires=3600","source":"A Kitchen","url":"https://kitchen.example/soup","shareAs":"http://www.edamam.com/recipe/soup",
        "yield":4.0,"dietLabels":["Low-Carb"],"healthLabels":["Vegan","Gluten-Free","Peanut-Free"],"cautions":["Sulfites"],"ingredientLines":["1 l water","2 leeks"],
        "ingredients":[{"text":"1 l water","quantity":1}],"calories":400.5,"totalTime":0.0,"cuisineType":["french"],"mealType":["lunch/dinner"],"dishType":["soup"],
        "totalNutrients":{"ENERC_KCAL":{"label":"Energy","quantity":400.5,"unit":"kcal"},"FAT":{"quantity":10,"unit":"g"},"NA":{"quantity":1000,"unit":"mg"}}}},
        {"recipe":{"uri":"x#recipe_2","label":"Bread","yield":0,"url":"javascript:x","shareAs":"http://www.edamam.com/recipe/bread","ingredientLines":[],
        "ingredients":[{"text":"500 g flour"}],"totalTime":90.5,"totalNutrients":{"FAT":{"quantity":1}}}},{"recipe":7}]}
        """#

    @Test("Edamam recipes are credited to their source, and imported once")
    func recipesAreCreditedToTheirSource() throws {
        let found = items(Self.answer)
        guard found.count == 3, case .recipe(let soup) = found[0], case .recipe(let bread) = found[1],
            case .refused(let refused) = found[2]
        else {
            Issue.record("\(found)")
            return
        }
        #expect(soup.source == "edamam" && soup.id == "recipe_b79327")
        let content = soup.content
        #expect(content.sourceURL == "https://kitchen.example/soup" && content.images.isEmpty)
        #expect(content.description_p == "Recipe by A Kitchen, found through Edamam.")
        #expect(content.ingredients.map(\.original) == ["1 l water", "2 leeks"] && content.servings == 4)
        #expect(content.nutrition.calories == 100.125 && content.nutrition.fatGrams == 2.5)
        #expect(content.nutrition.sodiumMilligrams == 250 && !content.nutrition.hasSugarGrams)
        #expect(
            content.cuisine == "french" && content.course == "soup" && content.tags == ["lunch/dinner", "Low-Carb"])
        #expect(content.diet.vegan == .yes && content.diet.vegetarian == .yes && content.diet.glutenFree == .yes)
        #expect(
            soup.notes == [
                "labels: 2 of health and allergies dropped",
                "image: dropped, because its address holds for an hour only",
            ])
        #expect(bread.content.sourceURL == "http://www.edamam.com/recipe/bread" && bread.content.totalMinutes == 91)
        #expect(!bread.content.hasNutrition && !bread.content.hasServings && bread.notes.count == 2)
        #expect(refused.reason == .unreadable)
        let kitchen = try Kitchen()
        #expect(try kitchen.run(found).report.appended == 2)
        #expect(try kitchen.run(found).report.unchanged == 2)
    }

    @Test(
        "an Edamam file without recipes is refused by reason",
        arguments: [
            ("", ImportRefusal.unreadable), ("7", .unreadable), (#"{"hits":7}"#, .unreadable),
            (#"{"hits":[]}"#, .noRecipe),
            ("{}", .unreadable),
            (#"[{"recipe":{}}]"#, .unreadable), (#"{"hits":[null]}"#, .unreadable),
        ])
    func whatHoldsNoRecipe(_ text: String, _ reason: ImportRefusal) {
        guard case .refused(let refused)? = items(text).first else {
            Issue.record("taken")
            return
        }
        #expect(refused.reason == reason)
    }
}
