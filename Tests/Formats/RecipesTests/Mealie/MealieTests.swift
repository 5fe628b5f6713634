import CloudEvents
import Events
import FormatsSupport
import Layout
import TestSupport
import Testing

@testable import Recipes

@Suite struct MealieTests {
    private func recipe(_ text: String) throws -> FoundRecipe {
        guard case .recipe(let found)? = MealieFile.recipes(in: Array(text.utf8), place: "soup.json").first else {
            throw TestFailure()
        }
        return found
    }

    private struct TestFailure: Error {}

    @Test("a recipe of Mealie's API is read, and dropped values are reported") func answersOfTheAPI() throws {
        let found = try recipe(
            #"""
            {"id":"3EF4f123-63d7-42e5-9b71-33315e17401c","userId":"u","slug":"soup","name":"Soup","description":"Green.","recipeServings":4.0,
            "recipeYield":"bowls","totalTime":"1 hour 15 minutes","prepTime":"15 min","performTime":"PT1H","orgURL":"https://kitchen.example/soup",
            "recipeCategory":[{"name":"Main","slug":"main"},{"name":"Winter"}],"tags":[{"name":"quick"}],"tools":[{"name":"Pot"}],
            "recipeIngredient":[{"title":"For the broth","quantity":1.5,"unit":{"name":"cup"},"food":{"name":"water"},"note":"cold","display":"1 ¹/₂ cups water cold",
            "originalText":"1 1/2 cups cold water"},{"quantity":1,"food":null,"note":"2 leeks","disableAmount":true},{"quantity":0,"food":{"name":"salt"}},"pepper",null],
            "recipeInstructions":[{"title":"Broth","text":"Boil."},{"title":"","text":"Serve."}],"nutrition":{"calories":"240","fatContent":"12 g"},
            "notes":[{"title":"Tip","text":"Better tomorrow."}],"comments":[{"text":"Mmh"}],"dateAdded":"2024-04-07","createdAt":"2024-04-07T16:57:29.706846+00:00",
            "image":"x","rating":5}
            """#)
        #expect(found.source == "mealie" && found.id == "3ef4f12363d742e59b7133315e17401c")
        #expect(found.occurredAt == Timestamp(rfc3339: "2024-04-07T16:57:29.706846Z"))
        let content = found.content
        #expect(
            content.title == "Soup" && content.servings == 4
                && content.description_p == "Green.\n\nTip: Better tomorrow.")
        #expect(content.prepMinutes == 15 && content.cookMinutes == 60 && content.totalMinutes == 75)
        #expect(content.ingredients.map(\.original) == ["1 ¹/₂ cups water cold", "2 leeks", "salt", "pepper"])
        #expect(content.ingredients.map(\.quantity) == [1.5, 0, 0, 0] && content.ingredients[0].unit == "cup")
        #expect(content.ingredients[0].name == "water" && content.ingredients[0].note == "cold")
        #expect(content.steps.map(\.text) == ["Broth", "Boil.", "Serve."])
        #expect(content.course == "Main" && content.tags == ["quick", "Winter"])
        #expect(content.nutrition.calories == 240 && content.nutrition.fatGrams == 12)
        #expect(
            found.notes == [
                "ingredients: the heading «For the broth» dropped", "notes: added to the end of the description",
                "comments: 1 dropped, because other people wrote them",
                "rating, tools: dropped, because a recipe has no such field",
            ])
    }

    @Test("a recipe file of an old Mealie export is read") func filesOfOldExports() throws {
        let found = try recipe(
            #"""
            {"id":5,"slug":"bread","name":"Bread","recipe_yield":"2 loaves","perform_time":"10-15 minutes","date_added":"2021-10-28",
            "recipe_ingredient":[{"note":"500 g flour","quantity":1,"disable_amount":true}],"recipe_instructions":[{"text":"Bake."}],"tags":["babish"]}
            """#)
        #expect(found.id == "bread" && found.occurredAt == Timestamp(rfc3339: "2021-10-28T00:00:00Z"))
        #expect(found.content.servings == 2 && found.content.cookMinutes == 15 && found.content.tags == ["babish"])
        #expect(found.content.ingredients.map(\.original) == ["500 g flour"])
    }

    private static let database = #"""
        {"alembic_version":[{"version_num":"x"}],"users":[{"id":"u","username":"ada","password":"hash"}],
        "recipes":[{"id":"aa11","slug":"soup","name":"Soup","created_at":"2024-04-07T16:57:29.706846","recipe_yield":"4","rating":null},{"id":"bb22","name":null}],
        "recipes_ingredients":[{"recipe_id":"aa11","position":1,"note":"salt","quantity":1.0},
        {"recipe_id":"aa11","position":0,"note":"cold","quantity":2.0,"unit_id":"k","food_id":"f"}],
        "ingredient_units":[{"id":"k","name":"cup"}],"ingredient_foods":[{"id":"f","name":"water"}],
        "recipe_instructions":[{"recipe_id":"aa11","position":1,"text":"Serve."},{"recipe_id":"aa11","position":0,"text":"Boil."}],
        "recipe_nutrition":[{"recipe_id":"aa11","calories":"100","fat_content":"3"}],"notes":[{"recipe_id":"aa11","title":"","text":"Hm."}],
        "tags":[{"id":"t","name":"quick"}],"recipes_to_tags":[{"recipe_id":"aa11","tag_id":"t"},{"recipe_id":"aa11","tag_id":"gone"}],
        "categories":[{"id":"c","name":"Main"}],"recipes_to_categories":[{"recipe_id":"aa11","category_id":"c"}]}
        """#

    @Test("a Mealie backup is imported once with its recipes' details") func backups() throws {
        let kitchen = try Kitchen()
        let archive = Packing.zip([
            Packing.File("__MACOSX/._database.json", [1]), Packing.File("mealie_2024/data/.PLACEHOLDER", []),
            Packing.File("mealie_2024/database.json", Array(Self.database.utf8)),
        ])
        let items = MealieFile.recipes(in: archive, place: "backup.zip")
        let (report, _) = try kitchen.run(items)
        #expect(report.appended == 1 && report.refused == ["recipe-without-title": 1])
        let soup = try #require(try kitchen.recipe(report.recipes?.first?.id))
        #expect(soup.ingredients.map(\.original) == ["2 cup water, cold", "salt"])
        #expect(soup.ingredients[0].quantity == 2 && soup.ingredients[0].unit == "cup")
        #expect(soup.steps.map(\.text) == ["Boil.", "Serve."] && soup.servings == 4 && soup.course == "Main")
        #expect(soup.tags == ["quick"] && soup.nutrition.fatGrams == 3 && soup.description_p == "Hm.")
        #expect(try kitchen.run(items).report.unchanged == 1)
    }

    @Test("an archive of Mealie recipes gives each recipe, and refuses unsafe paths") func archivesOfRecipes() throws {
        let recipe = #"{"name":"Soup","slug":"soup","recipe_instructions":[{"text":"Boil."}]}"#
        let items = MealieFile.recipes(
            in: Packing.zip([
                Packing.File("x/recipes/soup/soup.json", Array(recipe.utf8)),
                Packing.File("x/recipes/soup/images/original.webp", [1]),
                Packing.File("x/settings/settings.json", Array("{}".utf8)),
                Packing.File("../escape.json", Array(recipe.utf8)),
            ]), place: "x.zip")
        #expect(items.count == 2)
        guard case .recipe(let found)? = items.first, case .refused(let refused)? = items.last else {
            Issue.record("\(items)")
            return
        }
        #expect(found.id == "soup" && refused.reason == .forbidden)
    }

    @Test("a Mealie file in schema.org's words is read as such") func wordsOfSchemaOrgAreReadAsSuch() throws {
        let found = try recipe(
            #"{"@type":"Recipe","name":"Soup","recipeIngredient":["1 leek"],"url":"https://kitchen.example/soup"}"#)
        #expect(found.source == "kitchen.example" && found.content.ingredients.map(\.original) == ["1 leek"])
    }

    @Test(
        "a Mealie file without a recipe is refused by reason",
        arguments: [
            ("", ImportRefusal.unreadable), ("{}", .noRecipe), ("[]", .noRecipe), ("[7]", .noRecipe),
            ("[{", .unreadable),
            (#"{"items":[{}]}"#, .noRecipe),
        ])
    func whatHoldsNoRecipe(_ text: String, _ reason: ImportRefusal) {
        guard case .refused(let refused)? = MealieFile.recipes(in: Array(text.utf8), place: "x").first else {
            Issue.record("taken")
            return
        }
        #expect(refused.reason == reason)
    }

    @Test("a malformed Mealie database is refused as unreadable") func hostileDatabases() throws {
        for text in ["{}", "[]", #"{"recipes":7,"alembic_version":[]}"#, "{\"recipes\":["] {
            let items = MealieFile.recipes(
                in: Packing.zip([Packing.File("database.json", Array(text.utf8))]), place: "x")
            guard case .refused(let refused)? = items.first else {
                Issue.record("\(text) is taken")
                continue
            }
            #expect(refused.reason == .unreadable)
        }
    }
}
