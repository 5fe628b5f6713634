import Foundation
import Testing

/// What Collabo-Recipe's members do: keep favourites, look for a course or a cuisine, and make a recipe their own.
@Suite struct CollaboStory {
    @Test("a member bookmarks, filters and forks recipes, as in Collabo-Recipe")
    func favouritesFiltersAndVersionsOfOnesOwn() throws {
        let story = Storyteller()
        for name in ["ada", "bo"] { try story.tell(nil, "register", name) }
        func post(_ title: String, _ cuisine: String, _ course: String) throws -> String {
            try story.tell(
                "ada", "post", "--title", title, "--step", "Cook.", "--cuisine", cuisine, "--course", course)
        }
        let (curry, salad, cake) = (
            try post("Green curry", "Thai", "main"), try post("Papaya salad", "Thai", "starter"),
            try post("Orange cake", "Greek", "dessert")
        )
        for recipe in [curry, cake] { try story.tell("bo", "bookmark", recipe) }
        #expect(try story.ask("bo", "bookmarks").list("recipes").map { $0.text("id") } == [cake, curry])
        func found(_ filters: [String]) throws -> [String] {
            try story.home.start(["feed", "--as", "@bo", "--json"] + filters).wait().json().list("items")
                .map { $0.object("recipe").text("id") }
        }
        #expect(try found(["--cuisine", "thai"]) == [salad, curry])
        #expect(try found(["--course", "dessert"]) == [cake])
        #expect(try found(["--bookmarked", "--cuisine", "Thai"]) == [curry])
        try story.tell("bo", "unbookmark", cake)
        #expect(try story.ask("bo", "bookmarks").list("recipes").map { $0.text("id") } == [curry])
        #expect(try story.ask(nil, "tags", "--cuisines").list("cuisines").map { $0.text("name") } == ["thai", "greek"])

        let fork = try story.tell("bo", "fork", curry, "--title", "Red curry")
        #expect(try story.ask(nil, "recipe", fork).text("forkedFrom") == curry)
        #expect(try story.ask(nil, "recipe", curry).number("forks") == 1)
        try story.tell("bo", "edit", fork, "--title", "Red curry with squash", "--note", "it needed something sweet")
        let versions = try story.ask(nil, "recipe", fork, "--versions").list("versions")
        #expect(versions.map { $0.text("note") } == ["it needed something sweet", ""])
        #expect(
            try story.ask(nil, "recipe", fork, "--diff", "1..2").list("changes").map { $0.text("field") } == ["title"])
        try story.refuse(5, "bo", "edit", fork, "--title", "Late", "--version", "1")
    }
}
