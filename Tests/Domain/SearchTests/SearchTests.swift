import Community
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// The matches of a search, their order, and the hidden ones.
@Suite struct SearchTests {
    private let pantry: Pantry

    init() throws {
        pantry = try Pantry()
        for name in ["ada", "bo", "cy"] { try pantry.join(name) }
    }

    // MARK: Matching

    @Test("recipes in which every word begins some word come before those with any of the words")
    func allWordsBeforeAny() throws {
        try pantry.post("Leek and potato soup", by: "ada")
        try pantry.post("Potato salad", by: "ada") { $0.description_p = "Not a soup, with leeks." }
        try pantry.post("Leek pie", by: "bo")
        #expect(try pantry.titles("LEEK soup") == ["Leek and potato soup", "Potato salad", "Leek pie"])
        #expect(try Set(pantry.titles("pot")) == ["Potato salad", "Leek and potato soup"])
        #expect(try pantry.titles("otato") == [])
        #expect(try Set(pantry.titles("leek soup pie")) == ["Leek and potato soup", "Potato salad", "Leek pie"])
        #expect(try pantry.titles("pie xyzzy") == ["Leek pie"])
        #expect(try pantry.titles("xyzzy plugh") == [])
    }

    @Test(
        "a word is found in its other forms, by the rules of the recipe's language",
        arguments: [
            ("Baked potatoes with cream", "potato baking"),
            ("Kartoffeln mit Äpfeln und Zwiebeln für den Winter", "kartoffel apfel"),
            ("Pommes rôties avec des oignons et du beurre", "oignon rôtie"),
            ("Tomates asados con las cebollas y el ajo", "tomate asado cebolla"),
            ("Zucchine ripiene con il formaggio e le cipolle", "cipolla ripieno zucchina"),
            ("Gebakken aardappelen met uien en de boter", "aardappel ui"),
            ("Batatas assadas com as cebolas e o alho", "batata assada cebola"),
        ])
    func forms(title: String, search: String) throws {
        try pantry.post(title, by: "ada") { $0.description_p = title }
        try pantry.post("Plain rice", by: "bo")
        #expect(try pantry.titles(search) == [title])
    }

    @Test("small words, words of questions, and the spelling of numbers do not hide a recipe") func questions() throws {
        try pantry.post("Pita bread", by: "ada") { $0.description_p = "For the bread machine." }
        try pantry.post("Ten-layer lasagna", by: "ada")
        #expect(try pantry.titles("how to make pita bread in a bread machine") == ["Pita bread"])
        #expect(try pantry.titles("10 layer lasagna") == ["Ten-layer lasagna"])
        #expect(try pantry.titles("how to") == [])
    }

    @Test("a word that no text has is searched by the nearest words, and the answer says so") func corrections() throws
    {
        try pantry.post("Beef stroganoff", by: "ada")
        try pantry.post("Turkey chop suey", by: "bo")
        #expect(try pantry.titles("stroganof") == ["Beef stroganoff"])
        #expect(try pantry.titles("turky suey").first == "Turkey chop suey")
        #expect(try pantry.search("turky suey").didYouMean == ["turkey suey"])
        #expect(try pantry.search("turkeys suey").didYouMean == nil)
    }

    @Test("a phrase matches whole words within one line") func aPhraseMatchesAsOneAndWithinOneLine() throws {
        try pantry.post("Apple pie", by: "ada")
        try pantry.post("Pie of apple", by: "ada")
        try pantry.post("Mash", by: "bo") {
            $0.add(ingredient: "1 apple")
            $0.add(ingredient: "pie crust")
            $0.tags = ["apple", "pie"]
        }
        #expect(try pantry.titles(#""apple pie""#) == ["Apple pie"])
        #expect(try pantry.titles(#""APPLE  Pie" ap"#).first == "Apple pie")
        #expect(try pantry.titles(#""apple pi""#) == [])
        #expect(try Set(pantry.titles("apple pie")) == ["Apple pie", "Pie of apple", "Mash"])
    }

    @Test("case and accents are ignored in texts and searches")
    func caseAndAccentsAreFoldedInTextsAndQuestions() throws {
        try pantry.post("Crème brûlée", by: "ada")
        try pantry.post("Süßer Brei", by: "ada")
        for text in ["creme", "CRÈME", "crème", "cre\u{0300}me bru"] {
            #expect(try pantry.titles(text) == ["Crème brûlée"])
        }
        for text in ["susser", "SÜSSER", "süßer"] { #expect(try pantry.titles(text) == ["Süßer Brei"]) }
    }

    /// SQLite's operators have no meaning here.
    @Test(
        "operators of SQLite are plain words in a search",
        arguments: [
            "AND", "OR", "NOT", "NEAR", "NEAR(soup pie)", "soup AND", "title:soup", "title : soup", "-soup", "so*",
            "^soup",
            "(soup", "soup)", "soup\"", "\"soup", "'; DROP TABLE recipes; --", "soup\0", "{title}:soup", "\\",
            "soup + pie",
            "recipes", "rank", "%", "_", "soup\u{202E}", "￾soup", "\u{FEFF}soup", "” soup ”",
        ])
    func hostileTextsAreWords(text: String) throws {
        try pantry.post("Soup and pie", by: "ada")
        try pantry.post("Nothing or near", by: "ada")
        do {
            _ = try pantry.search(text)
        } catch let refusal as Refusal {
            #expect(refusal.code == .invalid && refusal.field == "text", "\(refusal)")
        }
        #expect(try pantry.titles("soup") == ["Soup and pie"])
        #expect(try pantry.titles("AND") == ["Soup and pie"])
        #expect(try pantry.titles("near OR nothing") == ["Nothing or near"])
    }

    // MARK: Order

    @Test("matches rank by title, tags, ingredients, description and steps, in this order")
    func titlesCountMoreThanTagsThanIngredientsThanDescriptionThanSteps() throws {
        try pantry.post("E", by: "ada") { $0.add(step: "Add saffron.") }
        try pantry.post("A saffron", by: "ada")
        try pantry.post("C", by: "ada") { $0.add(ingredient: "1 pinch of saffron") }
        try pantry.post("D", by: "ada") { $0.description_p = "Yellow by saffron." }
        try pantry.post("B", by: "ada") { $0.tags = ["saffron"] }
        for number in 1...9 { try pantry.post("Plain \(number)", by: "bo") }
        #expect(try pantry.titles("saffron") == ["A saffron", "B", "C", "D", "E"])
    }

    @Test("a whole word ranks before a longer word that begins with it")
    func aWholeWordComesBeforeTheBeginningOfOne() throws {
        try pantry.post("Egg salad", by: "ada")
        try pantry.post("Eggplant salad", by: "ada")
        for number in 1...5 { try pantry.post("Plain \(number)", by: "bo") }
        #expect(try pantry.titles("egg") == ["Egg salad", "Eggplant salad"])
    }

    /// A typing person has finished all words but the last.
    @Test("a match of whole words ranks first if only the last word is unfinished")
    func whatOnlyTheLastWordBeginsComesBeforeWhatOthersBegin() throws {
        for title in ["Eggplants with salty beans", "Eggs with salted butter", "Egg with salty crust", "Egg and salt"] {
            try pantry.post(title, by: "ada")
        }
        try pantry.post("Salt egg with more of the words that make it long", by: "ada")
        #expect(
            try pantry.titles("egg salt") == [
                "Egg and salt", "Salt egg with more of the words that make it long", "Egg with salty crust",
                "Eggs with salted butter", "Eggplants with salty beans",
            ])
        let whole = try pantry.titles("egg sal").filter {
            $0.split(separator: " ").contains { $0.lowercased() == "egg" }
        }
        #expect(try Array(pantry.titles(#""egg" sal"#).prefix(whole.count)) == whole)
        #expect(try pantry.titles(#"sa "with salted""#).first == "Eggs with salted butter")
    }

    @Test("equal matches stand with the later recipe first") func equalMatchesStandTheLaterFirst() throws {
        for _ in 1...3 { try pantry.post("Rice", by: "ada") }
        let ids = try pantry.search("rice").recipes.map(\.id)
        #expect(ids == ids.sorted { $0.count == $1.count ? $0 > $1 : $0.count > $1.count })
        #expect(ids.count == 3)
    }

    // MARK: Members

    @Test("members are found by username and by name, also after a change")
    func membersAreFoundByUsernameAndName() throws {
        try pantry.join("dora.k", called: "Dóra Kovács")
        try pantry.join("kovacs")
        #expect(try pantry.names("kovacs") == ["kovacs", "dora.k"])
        #expect(try pantry.names("@dora.k") == ["dora.k"])
        #expect(try pantry.names("dor kov") == ["dora.k"])
        var change = ProtoMemberProfileChanged()
        change.username = "theodora"
        try pantry.submit(Command(.memberProfileChanged, actor: .username("dora.k"), payload: .profileChange(change)))
        #expect(try pantry.names("dora") == ["theodora"])
        #expect(try pantry.names("theo") == ["theodora"])
        #expect(try pantry.names("dora.k") == ["theodora"])
    }

    // MARK: What is left out

    @Test("edits, deletions and restorations show in the next search") func changesShowAtOnce() throws {
        let soup = try pantry.post("Soup", by: "ada")
        let reference = Reference.recipe(RecipeID(soup))
        #expect(try pantry.titles("soup") == ["Soup"])
        try pantry.edit(soup, by: "ada", to: "Stew")
        #expect(try pantry.titles("soup") == [])
        #expect(try pantry.titles("stew") == ["Stew"])
        try pantry.act(.recipeDeleted, "ada", on: reference)
        #expect(try pantry.titles("stew") == [])
        try pantry.act(.recipeRestored, "ada", on: reference)
        #expect(try pantry.titles("stew") == ["Stew"])
    }

    @Test("banned and deleted members are left out with their recipes")
    func bannedAndDeletedMembersAreLeftOut() throws {
        try pantry.post("Soup", by: "ada")
        try pantry.post("Cold soup", by: "bo")
        try pantry.submit(Command(.memberBanned, actor: nil, subject: .username("bo"), payload: .ban(.init())))
        #expect(try pantry.titles("soup") == ["Soup"])
        #expect(try pantry.names("bo") == [])
        try pantry.submit(Command(.memberUnbanned, actor: nil, subject: .username("bo")))
        #expect(try Set(pantry.titles("soup")) == ["Soup", "Cold soup"])
        #expect(try pantry.names("bo") == ["bo"])
        try pantry.submit(Command(.memberDeleted, actor: .username("bo"), subject: .username("bo")))
        #expect(try pantry.titles("soup") == ["Soup"])
        #expect(try pantry.names("bo") == [])
        pantry.community.finishErasures()
        #expect(pantry.community.unfinishedErasure == nil)
        #expect(try pantry.titles("soup") == ["Soup"])
    }

    @Test("a block hides each member's results from the other") func blocksLeaveOutBothWays() throws {
        try pantry.post("Soup", by: "ada")
        try pantry.post("Cold soup", by: "bo")
        try pantry.act(.memberBlocked, "ada", on: .username("bo"))
        #expect(try pantry.titles("soup", as: "ada") == ["Soup"])
        #expect(try pantry.titles("soup", as: "bo") == ["Cold soup"])
        #expect(try Set(pantry.titles("soup", as: "cy")) == ["Soup", "Cold soup"])
        #expect(try pantry.names("bo", as: "ada") == [])
        #expect(try pantry.names("ada", as: "bo") == [])
        #expect(try pantry.names("ada", as: "ada") == ["ada"])
    }

    // MARK: Filters

    /// Every filter of the feed, alone: a search that matches everything finds the recipes of the feed.
    @Test("every filter of a search selects the recipes that the feed selects") func filtersAreThoseOfTheFeed() throws {
        for number in 1...40 {
            let recipe = try pantry.post("Dish \(number)", by: ["ada", "bo", "cy"][number % 3]) { content in
                content.tags = [["quick"], ["sweet"], ["quick", "sweet"], []][number % 4]
                content.totalMinutes = UInt32(number * 5)
                content.servings = UInt32(1 + number % 6)
                content.difficulty = [.easy, .intermediate, .hard][number % 3]
                content.cuisine = ["thai", "greek"][number % 2]
                content.course = ["main", "dessert"][number / 20 % 2]
                content.diet.vegan = number % 5 == 0 ? .yes : .no
                content.add(ingredient: ["leek", "salt", "rice"][number % 3])
            }
            let reference = Reference.recipe(RecipeID(recipe))
            if number % 7 == 0 { try pantry.act(.recipeLiked, "ada", on: reference) }
            if number % 6 == 0 { try pantry.act(.recipeBookmarked, "bo", on: reference) }
        }
        let noon = try pantry.community.query { queries in
            try queries.feed(FeedRequest(), page: Page(limit: 20), viewer: nil).items.last?.recipe.postedAt
        }
        let changes: [(inout FeedRequest) -> Void] = [
            { _ in }, { $0.difficulty = .hard }, { $0.maxMinutes = 60 }, { $0.minServings = 4 },
            { $0.tags = ["quick"] },
            { $0.tags = ["quick", "Sweet"] }, { $0.cuisine = "Thai" }, { $0.course = "dessert" },
            { $0.diets = [.vegan] },
            { $0.withIngredients = ["lee"] }, { $0.withoutIngredients = ["salt"] }, { $0.author = .username("cy") },
            { $0.likedBy = .username("ada") }, { $0.isBookmarked = true },
            { $0.since = noon.flatMap { Timestamp(rfc3339: $0) } },
            { $0.until = noon.flatMap { Timestamp(rfc3339: $0) } },
            { ($0.tags, $0.cuisine, $0.author) = (["quick"], "thai", .username("ada")) },
        ]
        for (index, change) in changes.enumerated() {
            var filter = FeedRequest()
            change(&filter)
            let (shown, found) = try pantry.community.query { queries in
                let viewer = try queries.member(.username("bo"))
                return (
                    try queries.feed(filter, page: Page(limit: 0), viewer: viewer).items.map(\.recipe.id),
                    try queries.search(SearchRequest("dish", filter: filter), page: Page(limit: 0), viewer: viewer)
                )
            }
            #expect(Set(found.recipes.map(\.id)) == Set(shown) && found.recipes.count == shown.count, "\(index)")
            #expect(index == 0 || shown.count < 40 && !shown.isEmpty, "\(index) narrows nothing")
            #expect(found.members.isEmpty)
        }
    }

    @Test("a search with a filter lists recipes only") func withAFilterOnlyRecipesAreSearched() throws {
        try pantry.post("Soup for ada", by: "ada") { $0.tags = ["quick"] }
        #expect(try pantry.names("ada") == ["ada"])
        var filter = FeedRequest()
        filter.tags = ["quick"]
        let answer = try pantry.search("ada", filter)
        #expect(answer.recipes.map(\.title) == ["Soup for ada"] && answer.members.isEmpty)
    }

    // MARK: Pages

    @Test("pages list every match once in the order of the whole answer")
    func pagesShowEverythingOnceInTheOrderOfTheWhole() throws {
        for number in 1...230 { try pantry.post("Rice \(String(repeating: "x ", count: number % 7))", by: "ada") }
        for number in 1...9 { try pantry.join("rice\(number)") }
        let whole = try pantry.search("rice", page: Page(limit: 0))
        #expect(whole.recipes.count == 230 && whole.members.count == 9 && whole.next == nil)
        for limit in [1, 4, 9, 100, 229, 230, 231] {
            var (recipes, members): ([String], [String]) = ([], [])
            var page = Page(limit: limit)
            var pageCount = 0
            repeat {
                let answer = try pantry.search("rice", page: page)
                #expect(answer.recipes.count <= limit && answer.members.count <= limit)
                recipes += answer.recipes.map(\.id)
                members += answer.members.map(\.id)
                page.after = answer.next
                pageCount += 1
            } while page.after != nil
            #expect(recipes == whole.recipes.map(\.id), "\(limit)")
            #expect(members == whole.members.map(\.id), "\(limit)")
            #expect(pageCount == (230 + limit - 1) / limit)
        }
    }

    @Test("a cursor of another search is refused") func cursorsOfOtherQuestionsAreRefused() throws {
        for _ in 1...3 { try pantry.post("Rice", by: "ada") }
        let next = try #require(try pantry.search("rice", page: Page(limit: 1)).next)
        for (text, cursor) in [
            ("stir", next), ("rice", "x"), ("rice", String(next.dropLast(4))), ("rice", next + "AAAA"),
        ] {
            #expect {
                try pantry.search(text, page: Page(limit: 1, after: cursor))
            } throws: {
                ($0 as? Refusal)?.field == "after"
            }
        }
        var filter = FeedRequest()
        filter.maxMinutes = 10
        #expect(throws: Refusal.self) { try pantry.search("rice", page: Page(limit: 1, after: next), filter) }
        #expect(throws: Refusal.self) { try pantry.search("rice", as: "ada", page: Page(limit: 1, after: next)) }
    }
}
