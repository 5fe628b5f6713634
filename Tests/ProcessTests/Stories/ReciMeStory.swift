import Foundation
import Testing

/// What ReciMe's cooks bring: recipes as they come, and wishes about diets and ingredients.
@Suite struct ReciMeStory {
    @Test("a posted recipe is tidied, and filters find it") func dirtyRecipesAreTidiedAndFiltersFindThem() throws {
        let story = Storyteller()
        try story.tell(nil, "register", "ada")
        let dirty = try story.write(
            #"{"title":"  Leek \n\t soup  ","ingredients":[{"original":"  3 leeks ","name":"leeks"},{"original":"   "}],"#
                + #""steps":[{"text":" Boil. "},{"text":""}],"tags":["Vegan","vegan"," quick "],"totalMinutes":25,"#
                + #""servings":4,"diet":{"vegan":"yes","glutenFree":"yes"}}"#,
            to: "dirty.json")
        let soup = try story.tell("ada", "post", dirty)
        let recipe = try story.ask(nil, "recipe", soup)
        #expect(recipe.text("title") == "Leek soup")
        #expect(recipe.list("ingredients").map { $0.text("original") } == ["3 leeks"])
        #expect(recipe.list("steps").map { $0.text("text") } == ["Boil."])
        #expect(recipe["tags"] as? [String] == ["vegan", "quick"])
        let roast = try story.tell(
            "ada", "post", "--title", "Roast", "--ingredient", "1 kg beef", "--step", "Roast.", "--total-minutes",
            "120",
            "--servings", "6")
        func found(_ filters: String...) throws -> [String] {
            let run = try story.home.start(["feed", "--json"] + filters).wait()
            #expect(run.status == 0, "\(run.errors)")
            return try run.json().list("items").map { $0.object("recipe").text("id") }
        }
        #expect(try found("--diet", "vegan", "--diet", "glutenFree") == [soup])
        #expect(try found("--with-ingredient", "LEEK") == [soup])
        #expect(try found("--without-ingredient", "leeks") == [roast])
        #expect(try found("--max-minutes", "30") == [soup])
        #expect(try found("--min-servings", "5") == [roast])
        #expect(try found("--tag", "quick", "--tag", "vegan") == [soup])
        for broken in [
            #"{"title":" ","steps":[{"text":"x"}]}"#, #"{"title":"Nothing"}"#,
            #"{"title":"Long","steps":[{"text":"x"}],"totalMinutes":43201}"#,
            #"{"title":"Odd","steps":[{"text":"x"}],"colour":"red"}"#,
        ] { try story.refuse(6, "ada", "post", try story.write(broken, to: "broken.json")) }
    }
}
