import Foundation
import Testing

/// What Spice's members do: look at what is popular, vote up and down and take it back, edit their profile, and leave.
@Suite struct SpiceStory {
    @Test("votes order the popular feed, and a deletion removes the member's words")
    func votesMakeThePopularFeedAndLeavingTakesTheWordsAway() throws {
        let story = Storyteller()
        for name in ["ada", "bo", "cy"] { try story.tell(nil, "register", name) }
        let (stew, pie) = (
            try story.tell("ada", "post", "--title", "Stew", "--step", "Cook."),
            try story.tell("bo", "post", "--title", "Pie", "--step", "Bake.")
        )
        func popular() throws -> [String] {
            try story.ask(nil, "feed", "--sort", "top").list("items").map { $0.object("recipe").text("title") }
        }
        for voter in ["bo", "cy"] { try story.tell(voter, "vote", "up", stew) }
        try story.tell("cy", "vote", "down", pie)
        #expect(try popular() == ["Stew", "Pie"])
        for voter in ["bo", "cy"] { try story.tell(voter, "vote", "down", stew) }
        #expect(try story.ask("cy", "recipe", stew).text("vote") == "down")
        #expect(try story.ask(nil, "recipe", stew).number("score") == -2)
        #expect(try popular() == ["Pie", "Stew"])
        for voter in ["bo", "cy"] { try story.tell(voter, "vote", "none", stew) }
        #expect(try story.ask(nil, "recipe", stew).number("downvotes") == 0)
        #expect(try popular() == ["Stew", "Pie"])

        try story.tell("bo", "profile", "edit", "--username", "bob", "--name", "Bob", "--bio", "Pies, mostly.")
        #expect(try story.ask(nil, "profile", "@bob").text("bio") == "Pies, mostly.")
        try story.refuse(3, nil, "profile", "@bo")
        try story.tell("bob", "delete", "account", "--yes")
        try story.refuse(3, nil, "profile", "@bob")
        try story.refuse(3, nil, "recipe", pie)
        #expect(try popular() == ["Stew"])
        #expect(try !story.home.text("log", "export").contains("Pies, mostly."))
        try story.tell(nil, "register", "bob")
    }
}
