import Events
import Testing

@testable import Recipes

/// Cooklang as content of this community.
@Suite struct CooklangContentTests {
    private func read(_ text: String, name: String = "Soup") -> FoundRecipe? {
        guard case .recipe(let found) = CooklangFile.recipe(in: Array(text.utf8), name: name, place: "soup.cook") else {
            return nil
        }
        return found
    }

    @Test("Cooklang ingredients become lines, and steps name them in words") func ingredientsReadAsLines() throws {
        let content = try #require(
            read(
                "Mix @flour{2%cups}(sifted), @sea salt{pinch}, @eggs{3}, @thyme and @./Sauces/Pesto{1/2%cup}. Add @thyme{} and @eggs{1}."
            )
        ).content
        #expect(
            content.ingredients.map(\.original) == [
                "2 cups flour, sifted", "pinch sea salt", "3 eggs", "thyme", "1/2 cup Pesto", "1 eggs",
            ])
        #expect(content.ingredients.map { $0.hasQuantity ? $0.quantity : nil } == [2, nil, 3, nil, 0.5, 1])
        #expect(content.ingredients.map(\.unit) == ["cups", "", "", "", "cup", ""])
        #expect(content.ingredients.map(\.name) == ["flour", "sea salt", "eggs", "thyme", "Pesto", "eggs"])
        #expect(content.steps.map(\.text) == ["Mix flour, sea salt, eggs, thyme and Pesto. Add thyme and eggs."])
    }

    @Test("Cooklang timers, cookware and sections become readable steps and notes")
    func stepsTimersCookwareSections() throws {
        let found = try #require(
            read(
                "@water{1%l},\n@salt{}\n\n= First =\nBoil in a #big pot{} for ~{10%minutes}, ~rest, ~nap{1%h}.\n\n> Mind the pot."
            )
        )
        #expect(found.content.ingredients.count == 2)
        #expect(found.content.steps.map(\.text) == ["First", "Boil in a big pot for 10 minutes, rest, 1 h."])
        #expect(found.content.description_p == "Mind the pot.")
        #expect(found.notes.contains { $0.hasPrefix("cookware: big pot") })
    }

    @Test("Cooklang metadata fills a recipe's fields and reports what it drops") func metadata() throws {
        let found = try #require(
            read(
                """
                ---
                Title: Risotto
                servings: 4|8
                Prep Time: 10 min
                time: {cook: 35 minutes}
                total time: 1 h 5 min
                difficulty: Medium
                cuisine: Italian
                course: main
                tags: rice, Comfort Food
                diet: [vegan, gluten-free, keto]
                image: https://example.org/a.jpg
                source: {name: A book, url: "https://example.org/risotto"}
                author: Ada
                locale: it_IT
                yield: 6%balls
                ---
                Stir @rice{300%g}.
                """))
        let content = found.content
        #expect(content.title == "Risotto" && content.servings == 4)
        #expect(content.prepMinutes == 10 && content.cookMinutes == 35 && content.totalMinutes == 65)
        #expect(content.difficulty == .intermediate && content.cuisine == "Italian" && content.course == "main")
        #expect(content.tags == ["rice", "Comfort Food", "keto"])
        #expect(content.diet.vegan == .yes && content.diet.vegetarian == .yes && content.diet.glutenFree == .yes)
        #expect(content.diet.sugarFree == .unknown)
        #expect(content.images == ["https://example.org/a.jpg"] && content.sourceURL == "https://example.org/risotto")
        #expect(found.notes.contains { $0.contains("author") && $0.contains("locale") })
        #expect(
            found.notes.contains { $0.hasPrefix("yield: ") } && found.notes.contains { $0.hasPrefix("servings: 4 of") })
    }

    @Test("a Cooklang file without a title takes its file name") func theFileNameIsTheTitleWhereThereIsNone() {
        #expect(read("Boil.", name: "Pea Soup")?.content.title == "Pea Soup")
        #expect(read("Boil.")?.id == nil && read("Boil.")?.source == "cooklang")
    }

    @Test("a Cooklang file that is no text or too long is refused") func whatIsNoText() throws {
        guard case .refused(let refused) = CooklangFile.recipe(in: [0x40, 0xFF, 0xFE], name: "x", place: "x.cook"),
            case .refused(let long) = CooklangFile.recipe(
                in: [UInt8](repeating: 0x61, count: CooklangFile.bytesMax + 1), name: "x", place: "x.cook")
        else {
            Issue.record("taken")
            return
        }
        #expect(refused.reason == .unreadable && long.reason == .tooLong)
    }

    @Test(
        "written durations are read as minutes, and only ranges are guesses",
        arguments: [
            ("30 min", 30), ("1 h 30 min", 90), ("1h30m", 90), ("90", 90), ("PT1H30M", 90), ("10-20 minutes", 20),
            ("0 min", 0),
            ("0", 0), ("a while", nil), ("", nil), ("30 parsecs", nil),
        ])
    func durations(_ text: String, _ minutes: UInt32?) {
        #expect(WrittenDuration(text)?.minutes == minutes)
        #expect(WrittenDuration(text)?.isGuess != true || text.contains("-"))
    }
}
