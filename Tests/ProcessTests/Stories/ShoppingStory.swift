import Foundation
import Testing

/// From a week's plan to a basket: what is needed is checked off, and needed again where it becomes more.
@Suite struct ShoppingStory {
    private static let days = ["--from", "2026-11-24", "--days", "7"]

    private func lines(_ story: Storyteller) throws -> [String] {
        try story.home.start(["shop", "--as", "@ada"] + Self.days).wait().output.split(separator: "\n").map(String.init)
    }

    private func check(_ story: Storyteller, _ what: String, _ more: String...) throws -> Program.Run {
        try story.home.start(["shop", "check", what, "--as", "@ada"] + (more.isEmpty ? Self.days : more)).wait()
    }

    @Test("checked items of the shopping list are in the basket") func aBasketIsFilled() throws {
        let story = Storyteller()
        try story.tell(nil, "register", "ada")
        let soup = try story.tell(
            "ada", "post", "--title", "Soup", "--ingredient", "2 leeks", "--ingredient", "500 ml water", "--step",
            "Boil.")
        try story.tell("ada", "plan", "set", soup, "2026-11-24", "dinner")
        #expect(try lines(story) == ["\t2 leeks\tr3", "\t500 ml water\tr3"])
        let checked = try check(story, "leek")
        #expect(checked.status == 0 && checked.output == "6\tlist.itemChecked\n", "\(checked.output)\(checked.errors)")
        #expect(try lines(story) == ["\t500 ml water\tr3", "i5\t✓ 2 leeks\t"])
        // Twice is once.
        #expect(try check(story, "leeks").output == "6\tunchanged\n")
        let shown = try story.ask("ada", "shop", "--from", "2026-11-24").list("items")
        #expect(shown.map { $0.text("from") } == ["2026-11-24"] && shown.map { $0.text("through") } == ["2026-11-30"])

        try story.tell("ada", "plan", "set", soup, "2026-11-25", "lunch")
        #expect(try lines(story) == ["i5\t4 leeks (✓ 2 leeks)\tr3", "\t1 l water\tr3"])
        // What stood for less goes with the next check.
        #expect(try check(story, "4 leeks").status == 0)
        #expect(try lines(story) == ["\t1 l water\tr3", "i9\t✓ 4 leeks\t"])
        try story.tell("ada", "shop", "uncheck", "i9")
        #expect(try lines(story).first == "i9\t4 leeks\tr3")
        try story.tell("ada", "shop", "check", "i9")
        #expect(try lines(story).count == 2)

        for (what, status, words) in [
            ("leak", Int32(3), "not-found: nothing called «leak» is needed from 2026-11-24 to 2026-11-30"),
            ("watr", 3, "did you mean water"), ("r3", 2, "is not an id here"), ("i9", 2, "an item has no days"),
        ] {
            let run = try check(story, what)
            #expect(run.status == status && run.errors.contains(words), "\(run.errors)")
        }
        let events = try story.home.events
        try story.refuse(2, nil, "shop", "check", "leeks")
        try story.refuse(3, "eve", "shop", "check", "leeks")
        #expect(try story.home.events == events)
        try story.home.expectVerified()
    }

    /// A year's baskets would fill the list.
    @Test("a check removes baskets of past days") func whatIsOverGoesWithTheNextCheck() throws {
        let story = Storyteller()
        try story.tell(nil, "register", "ada")
        let soup = try story.tell("ada", "post", "--title", "Soup", "--ingredient", "2 leeks", "--step", "Boil.")
        for day in ["2024-01-01", "2099-01-01"] { try story.tell("ada", "plan", "set", soup, day, "dinner") }
        #expect(try check(story, "leeks", "--from", "2024-01-01").status == 0)
        #expect(try story.ask("ada", "shop", "--from", "2024-01-01").list("items").count == 1)
        #expect(try check(story, "leeks", "--from", "2099-01-01").status == 0)
        let old = try story.ask("ada", "shop", "--from", "2024-01-01")
        #expect(old.list("items").isEmpty && old.list("needs").count == 1)
        #expect(try story.ask("ada", "shop", "--from", "2099-01-01").list("needs").isEmpty)
    }
}
