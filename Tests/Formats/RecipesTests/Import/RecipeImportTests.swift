import CloudEvents
import Community
import Events
import FormatsSupport
import Layout
import Testing

@testable import Recipes

/// Recipes from outside, as they come into a real community.
@Suite struct RecipeImportTests {
    private func item(
        _ content: ProtoRecipeContent, id: String? = nil, place: String = "book", notes: [String] = []
    ) -> FoundItem {
        .recipe(FoundRecipe(place: place, content: content, source: "book", id: id, notes: notes))
    }

    @Test("importing recipes twice appends nothing the second time") func aSecondRunAppendsNothing() throws {
        let kitchen = try Kitchen()
        let items = [
            item(ProtoRecipeContent(title: "Soup", ingredients: ["1 l water"]), id: "1"),
            item(ProtoRecipeContent(title: "Bread", steps: ["Bake."])),
            item(ProtoRecipeContent(title: "Stew", steps: ["Wait."]), id: String(repeating: "long/", count: 100)),
            item(ProtoRecipeContent(title: "Soup", ingredients: ["1 l water"]), id: "1"),
        ]
        let first = try kitchen.run(items)
        #expect(first.report.read == 4 && first.report.appended == 3 && first.report.unchanged == 1)
        #expect(first.report.recipes?.map(\.id) == ["r3", "r4", "r5", "r3"])
        #expect(first.report.recipes?.map(\.appended) == [true, true, true, false])
        #expect(first.lines.isEmpty)
        let head = try kitchen.events
        let second = try kitchen.run(items)
        #expect(second.report.appended == 0 && second.report.unchanged == 4)
        #expect(second.report.recipes?.map(\.id) == ["r3", "r4", "r5", "r3"])
        #expect(try kitchen.events == head)
    }

    /// Their number costs no more than once each: squared, this would take an hour.
    @Test("a recipe with a hundred thousand rows is refused in linear time")
    func aHundredThousandRowsAreRefusedSoon() throws {
        let rows = (0..<100_000).map { "row \($0)" }
        let long = ProtoRecipeContent(title: "Long", ingredients: rows, steps: rows)
        #expect(throws: RefusedItem.self) { try FittedRecipe(long, place: "book") }
    }

    @Test("a recipe that changed under its known id is a conflict")
    func whatHasChangedUnderItsNameIsAConflict() throws {
        let kitchen = try Kitchen()
        _ = try kitchen.run([item(ProtoRecipeContent(title: "Soup", steps: ["Boil."]), id: "1")])
        let (report, lines) = try kitchen.run([
            item(ProtoRecipeContent(title: "Soup", steps: ["Simmer."]), id: "1", place: "book: recipe 1")
        ])
        #expect(report.refused == ["conflict": 1] && report.appended == 0 && report.recipes == [])
        #expect(lines.count == 1 && lines.first?.hasPrefix("book: recipe 1: conflict: ") == true)
    }

    @Test("a second import reports recipes that were deleted or removed here") func whatWasDeletedHereIsTold() throws {
        let kitchen = try Kitchen()
        let items = [
            item(ProtoRecipeContent(title: "Soup", steps: ["Boil."]), id: "1", place: "a"),
            item(ProtoRecipeContent(title: "Stew", steps: ["Boil."]), id: "2", place: "b"),
            item(ProtoRecipeContent(title: "Bread", steps: ["Bake."]), place: "c"),
        ]
        #expect(try kitchen.run(items).report.appended == 3)
        let soup = Reference.recipe(RecipeID(3))
        _ = try kitchen.community.submit(Command(.recipeDeleted, actor: .username("ada"), subject: soup))
        _ = try kitchen.community.submit(
            Command(.recipeDeleted, actor: nil, subject: .recipe(RecipeID(4))))
        for isRehearsal in [true, false] {
            let (report, lines) = try kitchen.run(items, isRehearsal: isRehearsal)
            #expect(report.appended == 0 && report.unchanged == 3 && report.lost == 2 && report.refused.isEmpty)
            #expect(report.recipes?.map(\.id) == ["r3", "r4", "r5"])
            #expect(
                lines == [
                    "a: lost: it was posted here as r3 and deleted since: restore it to have it back",
                    "b: lost: it was posted here as r4 and removed by a moderator since",
                ])
            #expect(report.recipes?.map { $0.lost != nil } == [true, true, false])
        }
    }

    @Test("what exceeds limits is truncated or dropped, and each change is reported")
    func whatIsBeyondLimitsIsCutOrLeftOutAndTold() throws {
        let kitchen = try Kitchen()
        var content = ProtoRecipeContent(
            title: " Pea \n\t soup\u{0} " + String(repeating: "é", count: 250), ingredients: ["", " salt ", "\u{0}"],
            steps: [" ", String(repeating: "Stir it well. ", count: 800)])
        content.description_p = String(repeating: "x", count: 10_001)
        content.servings = 1_001
        content.prepMinutes = 43_201
        content.cookMinutes = 0
        content.totalMinutes = 0
        content.cuisine = String(repeating: "c", count: 101)
        content.course = " Main "
        content.tags =
            ["Quick", "quick ", String(repeating: "t", count: 101), ""] + (0..<120).map { "tag \($0)" }
        content.images =
            ["ftp://x.example/a.png", "https://x.example/a b.png", "https://x.example/a%20b.png", ""]
            + (0..<60).map { "https://x.example/\($0).png" }
        content.videoURL = "javascript:alert(1)"
        content.sourceURL = "https://x.example/" + String(repeating: "p", count: 3_000)
        content.nutrition.calories = -1
        content.nutrition.fatGrams = .infinity
        content.nutrition.sugarGrams = 4
        let (report, lines) = try kitchen.run([item(content, notes: ["author: dropped"])])
        #expect(report.appended == 1 && report.refused.isEmpty)
        let posted = try #require(try kitchen.recipe(report.recipes?.first?.id))
        #expect(posted.title.unicodeScalars.count == 200 && posted.title.hasPrefix("Pea soup é"))
        #expect(posted.ingredients.map(\.original) == ["salt"])
        #expect(posted.steps.count == 3 && posted.steps.allSatisfy { $0.text.hasSuffix("Stir it well.") })
        #expect(posted.steps.reduce(0) { $0 + $1.text.split(separator: " ").count } == 2_400)
        #expect(posted.description_p.utf8.count == 10_000)
        #expect(!posted.hasServings && !posted.hasPrepMinutes && posted.cookMinutes == 0 && !posted.hasTotalMinutes)
        #expect(!posted.hasCuisine && posted.course == "Main")
        #expect(posted.tags.count == 100 && posted.tags.prefix(2) == ["quick", "tag 0"])
        #expect(posted.images.count == 50 && posted.images.first == "https://x.example/a%20b.png")
        #expect(!posted.hasVideoURL && !posted.hasSourceURL)
        #expect(!posted.nutrition.hasCalories && posted.nutrition.sugarGrams == 4)
        #expect(lines.first == "book: changed: author: dropped")
        #expect(lines.count == report.recipes?.first?.changes?.count)
        for what in [
            "title: U+0000 was dropped", "title: truncated to 200", "ingredient: U+0000", "step 1: in 3 parts",
            "description: truncated", "servings: 1001", "prepMinutes: 43201", "cuisine: dropped", "tag: dropped",
            "tags: 21 dropped", "image: dropped, because «ftp:", "images: those after", "video: dropped",
            "sourceURL: dropped", "calories: dropped", "fat: dropped",
        ] {
            #expect(lines.contains { $0.hasPrefix("book: changed: \(what)") }, "\(what) is not told")
        }
    }

    @Test("a long step without blanks is divided at the limit") func aStepWithoutBlanksIsDividedWhereItIsFull() throws {
        let kitchen = try Kitchen()
        let (report, _) = try kitchen.run([
            item(ProtoRecipeContent(title: "Wall", steps: [String(repeating: "字", count: 10_001)]))
        ])
        let posted = try #require(try kitchen.recipe(report.recipes?.first?.id))
        #expect(posted.steps.map(\.text.unicodeScalars.count) == [5_000, 5_000, 1])
    }

    @Test("a recipe that cannot be fitted is refused by reason, and nothing is appended")
    func whatCannotBeMendedIsRefusedByReason() throws {
        let kitchen = try Kitchen()
        let head = try kitchen.events
        let (report, lines) = try kitchen.run([
            item(ProtoRecipeContent(title: " \u{0} ", steps: ["Boil."]), place: "a"),
            item(ProtoRecipeContent(title: "Nothing", ingredients: [" "], steps: [""]), place: "b"),
            item(
                ProtoRecipeContent(title: "Much", ingredients: [String(repeating: "x", count: 256 << 10)]), place: "c"),
            .refused(RefusedItem(place: "d", reason: .unreadable, message: "it is not JSON")),
        ])
        #expect(report.refused == ["recipe-without-title": 1, "invalid": 2, "unreadable": 1])
        #expect(report.read == 4 && report.appended == 0)
        #expect(
            lines == [
                "a: recipe-without-title: it has no title", "b: invalid: it has neither an ingredient nor a step",
                "c: invalid: it is longer than 262144 bytes in all", "d: unreadable: it is not JSON",
            ])
        #expect(try kitchen.events == head)
    }

    @Test("a rehearsal appends nothing and reports what the run would do")
    func aRehearsalAppendsNothingAndTellsTheSame() throws {
        let kitchen = try Kitchen()
        _ = try kitchen.run([item(ProtoRecipeContent(title: "Soup", steps: ["Boil."]), id: "1")])
        let head = try kitchen.events
        let items = [
            item(ProtoRecipeContent(title: "Soup", steps: ["Boil."]), id: "1"),
            item(ProtoRecipeContent(title: "Soup", steps: ["Simmer."]), id: "1"),
            item(ProtoRecipeContent(title: "", steps: ["Simmer."]), id: "2"),
            item(ProtoRecipeContent(title: "Bread", steps: ["Bake."]), id: "3", notes: ["x: dropped"]),
            item(ProtoRecipeContent(title: "Bread", steps: ["Bake."]), id: "3"),
        ]
        let rehearsed = try kitchen.run(items, isRehearsal: true)
        #expect(try kitchen.events == head)
        #expect(rehearsed.report.dryRun == true)
        #expect(rehearsed.report.recipes?.map(\.id) == ["r3", nil, "r4"])
        let run = try kitchen.run(items)
        #expect(rehearsed.lines == run.lines)
        #expect(rehearsed.report.appended == 1 && run.report.appended == 1)
        #expect(rehearsed.report.unchanged == 2 && run.report.unchanged == 2)
        #expect(rehearsed.report.refused == run.report.refused)
        #expect(run.report.refused == ["conflict": 1, "recipe-without-title": 1])
    }

    @Test("an import ends if its member is banned or unknown") func whoMayNotActEndsTheRun() throws {
        let kitchen = try Kitchen()
        try kitchen.join("bo")
        _ = try kitchen.community.submit(Command(.memberBanned, actor: nil, subject: .username("bo")))
        let items = [item(ProtoRecipeContent(title: "Soup", steps: ["Boil."]))]
        for (name, code) in [("bo", Refusal.Code.banned), ("nobody", .notFound)] {
            for isRehearsal in [false, true] {
                let refusal = #expect(throws: Refusal.self) {
                    _ = try kitchen.run(items, as: name, isRehearsal: isRehearsal)
                }
                #expect(refusal?.code == code)
            }
        }
    }
}

@Suite struct WebAddressTests {
    @Test(
        "a relative address is resolved against its page",
        arguments: [
            ("https://example.org/a b?c=d e#f", "https://example.org/a%20b?c=d%20e#f"),
            (" HTTP://Example.org\n ", "HTTP://Example.org"), ("https://x.example/ä", "https://x.example/%C3%A4"),
            ("//cdn.example/p.png", "https://cdn.example/p.png"), ("/p.png", "https://page.example/p.png"),
            ("../p.png?q", "https://page.example/p.png?q"), ("#top", "https://page.example/a/b.html#top"),
        ])
    func resolves(written: String, address: String) throws {
        let base = try #require(WebAddress("https://page.example/a/b.html"))
        #expect(WebAddress(written, relativeTo: base)?.text == address)
    }

    @Test(
        "text that is no web address is refused",
        arguments: [
            "", " ", "a.html", "mailto:a@b.example", "data:image/png;base64,AAAA", "http://", "http:///x", "https://?x",
            "https://x.example/" + String(repeating: "字", count: 600),
        ])
    func refuses(written: String) { #expect(WebAddress(written) == nil) }
}
