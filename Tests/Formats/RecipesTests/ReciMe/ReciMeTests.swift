import CloudEvents
import Events
import FormatsSupport
import Testing

@testable import Recipes

/// `recipes.json` as apps write it and people spoil it.
@Suite struct ReciMeTests {
    private func items(_ text: String) -> [FoundItem] {
        ReciMeFile.recipes(in: Array(text.utf8), place: "recipes.json")
    }

    private func recipe(_ text: String) throws -> FoundRecipe {
        guard case .recipe(let found)? = items(text).first else { throw TestFailure() }
        return found
    }

    private struct TestFailure: Error {}

    @Test("ReciMe ingredients with separate units are read") func objectsWithSeparateUnits() throws {
        let found = try recipe(
            #"""
            [{"id":1,"title":"Pasta","description":"Good.","servings":2,"ingredients":[
            {"name":"spaghetti","quantity":200,"unit":"g"},{"name":"rice","quantity":1.5,"unit":"cups"},
            {"name":"salt","quantity":null,"unit":null}],"instructions":["Boil.","Eat."],"dietaryAttributes":["Vegetarian"]}]
            """#)
        #expect(found.source == "recime" && found.id == "1" && found.notes.isEmpty)
        #expect(found.content.ingredients.map(\.original) == ["200 g spaghetti", "1.5 cups rice", "salt"])
        #expect(found.content.ingredients.map(\.quantity) == [200, 1.5, 0])
        #expect(found.content.ingredients.map(\.unit) == ["g", "cups", ""])
        #expect(found.content.steps.map(\.text) == ["Boil.", "Eat."] && found.content.servings == 2)
        #expect(found.content.diet.vegetarian == .yes && found.content.diet.vegan == .unknown)
    }

    @Test("ReciMe quantities written as text are read") func quantitiesAsText() throws {
        let found = try recipe(
            #"""
            {"head":{"statusCode":200},"body":[{"title":"Carbonara","recipeDescription":"Rich.","servings":"5 people",
            "ingredients":[{"ingredientId":12,"quantity":"3 cups","isOptional":false,"name":"Butter"},
            {"quantity":"200g","isOptional":true,"name":"Rice"},{"quantity":"a pinch","name":"Salt"}],
            "instructions":[{"stepNumber":2,"description":"Serve.","durationMinutes":5},
            {"stepNumber":1,"description":"Mix.","durationMinutes":20}],"dietaryAttributes":[8,"vegan","keto"]}]}
            """#)
        #expect(found.id == nil && found.content.description_p == "Rich." && found.content.servings == 5)
        #expect(found.content.ingredients.map(\.original) == ["3 cups Butter", "200g Rice, optional", "a pinch Salt"])
        #expect(found.content.ingredients.map(\.quantity) == [3, 200, 0])
        #expect(found.content.ingredients.map(\.unit) == ["cups", "g", ""])
        #expect(found.content.ingredients.map(\.note) == ["", "optional", ""])
        #expect(found.content.steps.map(\.text) == ["Mix.", "Serve."] && found.content.totalMinutes == 25)
        #expect(found.content.diet.vegan == .yes)
        #expect(found.notes.filter { $0.hasPrefix("diet: ") }.count == 2)
        #expect(found.notes.contains { $0.hasPrefix("steps: put in the order") })
    }

    @Test("of several courses and cuisines the first is taken, and the others become tags") func coursesAndCuisines()
        throws
    {
        let found = try recipe(
            #"""
            [{"title":"A","ingredients":["1 leek"],"instructions":["B."],"category":["Main","Dinner",null],"cuisine":"French, Breton",
            "tags":"quick"}]
            """#)
        #expect(found.content.course == "Main" && found.content.cuisine == "French")
        #expect(found.content.tags == ["quick", "Dinner", "Breton"] && found.notes.isEmpty)
        let unusable = try recipe(#"[{"title":"A","ingredients":["1 leek"],"instructions":["B."],"course":{"a":1}}]"#)
        #expect(!unusable.content.hasCourse && unusable.notes == ["course: dropped, because it is not text"])
    }

    @Test("ReciMe's dietary attributes become a diet, and unknown ones are reported") func diets() throws {
        let found = try recipe(
            #"""
            [{"title":"A","instructions":["B."],"dietary_attributes":{"is_vegetarian":true,"is_vegan":false,"is_gluten_free":null,
            "is_sugar_free":"no","is_paleo":true},"image_url":"https://example.org/a","creator_id":"u1"}]
            """#)
        let diet = found.content.diet
        #expect(diet.vegetarian == .yes && diet.vegan == .no && diet.glutenFree == .unknown && diet.sugarFree == .no)
        #expect(found.content.images == ["https://example.org/a"])
        #expect(found.notes.contains { $0.contains("is_paleo") } && found.notes.contains { $0.contains("creator_id") })
    }

    @Test("unusable ReciMe fields are dropped, and each is reported") func dirtyFields() throws {
        let found = try recipe(
            #"""
            [{"id":"x","Title":"  Soup ","servings":-2,"prep_time":"15 min","cookTime":{"a":1},"difficulty":"medium",
            "ingredients":["1 l water","",null,7,{"quantity":"2","unit":"cups"},{"name":"Peas","quantity":-3},["x"]],
            "instructions":"Boil.\n\nServe.","tags":"quick, ,Easy","category":"Starter","url":"https://example.org/soup"}]
            """#)
        let content = found.content
        #expect(content.title == "Soup" && !content.hasServings && content.prepMinutes == 15 && !content.hasCookMinutes)
        #expect(content.ingredients.map(\.original) == ["1 l water", "7", "Peas"])
        #expect(content.ingredients.allSatisfy { !$0.hasQuantity })
        #expect(content.steps.map(\.text) == ["Boil.", "Serve."] && content.difficulty == .intermediate)
        #expect(content.course == "Starter" && content.sourceURL == "https://example.org/soup")
        for what in ["servings: ", "cookMinutes: ", "ingredient: «2 cups»", "ingredient «Peas»", "ingredient: a list"] {
            #expect(found.notes.contains { $0.hasPrefix(what) }, "\(what)")
        }
    }

    @Test("unusable ReciMe recipes are refused by name, and the rest are imported once")
    func whatIsUnusableIsRefusedAndNamed() throws {
        let kitchen = try Kitchen()
        let text = #"""
            [{"id":"a","title":"Good","instructions":["Do."]},{"id":"b","instructions":["Do."]},{"id":"c","title":"Empty","ingredients":[]},
            "nonsense",{"id":"d","title":null,"instructions":["Do."]},{"title":"Without id","ingredients":["an egg"]},
            {"id":"a","title":"Another","instructions":["Do."]}]
            """#
        let first = try kitchen.run(items(text))
        #expect(first.report.read == 7 && first.report.appended == 2)
        #expect(first.report.refused == ["recipe-without-title": 2, "invalid": 1, "unreadable": 1, "conflict": 1])
        #expect(first.lines.contains { $0.hasPrefix("recipes.json: recipe 2: recipe-without-title: ") })
        let again = try kitchen.run(items(text))
        #expect(again.report.appended == 0 && again.report.unchanged == 2)
    }

    @Test(
        "a ReciMe file without recipes is refused by reason",
        arguments: [
            ("{}", ImportRefusal.unreadable), ("[]", .noRecipe), (#"{"recipes":[]}"#, .noRecipe),
            (#"{"data":{"recipes":7}}"#, .unreadable),
            ("[{", .unreadable), ("null", .unreadable), ("\u{0}", .unreadable),
        ])
    func whatHoldsNoRecipes(_ text: String, _ reason: ImportRefusal) {
        guard case .refused(let refused)? = items(text).first else {
            Issue.record("taken")
            return
        }
        #expect(refused.reason == reason)
    }

    @Test("ReciMe recipes are found in all known wrappings") func wrappings() {
        for text in [
            #"{"recipes":[{"title":"A","steps":["B"]}]}"#, #"{"data":{"recipes":[{"title":"A","steps":["B"]}]}}"#,
            #"{"title":"A","steps":["B"]}"#, "\u{FEFF}[{\"name\":\"A\",\"directions\":\"B\"}]",
        ] {
            guard case .recipe(let found)? = items(text).first else {
                Issue.record("\(text)")
                continue
            }
            #expect(found.content.title == "A" && found.content.steps.map(\.text) == ["B"])
        }
    }
}
