import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

@Suite struct DiscoverTests {
    var story = Story()
    let ada: MemberID
    let bo: MemberID

    init() {
        ada = story.register("ada")
        bo = story.register("bo")
    }

    private mutating func post(
        _ title: String, by author: MemberID, tags: [String] = [], minutes: UInt32 = 0, cuisine: String = ""
    ) -> Position {
        var content = ProtoRecipeContent()
        content.title = title
        content.tags = tags
        if minutes > 0 { content.totalMinutes = minutes }
        if !cuisine.isEmpty { content.cuisine = cuisine }
        return story.tell(.recipePosted, by: author, owner: author, payload: .recipe(content))
    }

    @Test("collections show recipes by the present rules") mutating func collectionsFollowTheRules() throws {
        let eggs = post("Eggs", by: ada, tags: ["brunch"], minutes: 30)
        let cake = post("Cake", by: bo, tags: ["sweet", "dessert"], minutes: 31)
        let toast = post("Toast", by: ada, tags: ["breakfast"], minutes: 5)
        func collections() throws -> [String: [String]] {
            let answer = try story.queries().discover(showing: 5, viewer: nil)
            #expect(answer.collections.allSatisfy { $0.count == $0.recipes.count })
            return Dictionary(uniqueKeysWithValues: answer.collections.map { ($0.name, $0.recipes.map(\.id).sorted()) })
        }
        #expect(
            try collections() == [
                "Cozy Breakfasts": ["r\(eggs)", "r\(toast)"].sorted(), "Spicy Dinners": [],
                "Sweet Treats": ["r\(cake)"], "Quick Fixes": ["r\(eggs)", "r\(toast)"].sorted(), "Healthy Bowls": [],
            ])
        story.ban(bo)
        #expect(try collections()["Sweet Treats"] == [])
        var rules = Rules.standard
        rules.collections = [.init("Long", tags: ["dessert", "brunch"], maxMinutes: 30)]
        story.tell(.rulesChanged, by: .operator, payload: .rules(rules.message))
        #expect(try collections() == ["Long": ["r\(eggs)"]])
        #expect(try story.queries().collection("long", page: Page(), viewer: nil).recipes.map(\.id) == ["r\(eggs)"])
        #expect(throws: Refusal.self) { try story.queries().collection("Quick Fixes", page: Page(), viewer: nil) }
    }

    @Test(
        "the standard collections, tag by tag and at 30 minutes",
        arguments: [
            ("breakfast", 0, "Cozy Breakfasts"), ("brunch", 0, "Cozy Breakfasts"), ("spicy", 0, "Spicy Dinners"),
            ("dessert", 0, "Sweet Treats"), ("desserts", 0, "Sweet Treats"), ("sweet", 0, "Sweet Treats"),
            ("healthy", 0, "Healthy Bowls"), ("", 30, "Quick Fixes"), ("", 1, "Quick Fixes"), ("", 31, nil),
            ("", 0, nil), ("dinner", 0, nil),
        ] as [(String, UInt32, String?)])
    mutating func standardCollections(tag: String, minutes: UInt32, collection: String?) throws {
        _ = post("Some", by: ada, tags: tag.isEmpty ? [] : [tag], minutes: minutes)
        let answer = try story.queries().discover(showing: 5, viewer: nil)
        #expect(
            answer.collections.map(\.name)
                == ["Cozy Breakfasts", "Spicy Dinners", "Sweet Treats", "Quick Fixes", "Healthy Bowls"])
        #expect(answer.collections.filter { $0.count > 0 }.map(\.name) == [collection].compactMap { $0 })
    }

    @Test("tags and cuisines count the visible recipes") mutating func tagsAndCuisinesCountWhatCanBeSeen() throws {
        let first = post("A", by: ada, tags: ["quick", "vegan"], cuisine: "Thai")
        _ = post("B", by: ada, tags: ["quick"], cuisine: "thai")
        _ = post("C", by: bo, tags: ["sweet", "quick"], cuisine: "Greek")
        func list(_ facet: Facet, _ page: Page = Page()) throws -> [String] {
            let answer = try story.queries().counts(of: facet, page: page, viewer: nil)
            return (answer.tags ?? answer.cuisines ?? []).map { "\($0.name) \($0.recipes)" }
        }
        #expect(try list(.tags) == ["quick 3", "sweet 1", "vegan 1"])
        #expect(try list(.cuisines) == ["thai 2", "greek 1"])
        let page = try story.queries().counts(of: .tags, page: Page(limit: 2), viewer: nil)
        #expect(try list(.tags, Page(limit: 2, after: page.next)) == ["vegan 1"])
        story.ban(bo)
        story.tell(.recipeDeleted, by: ada, subject: first, owner: ada)
        #expect(try list(.tags) == ["quick 1"])
        #expect(try list(.cuisines) == ["thai 1"])
    }

    /// «Lemmy's hot rank evaluated at the answer's position time, so that it is reproducible as-of.»
    @Test("trending counts up to the newest event") mutating func whatRisesIsCountedToTheNewestEvent() throws {
        func post(_ title: String, at time: String) -> Position {
            story.tell(
                .recipePosted, by: ada, owner: ada, at: time, payload: .recipe(.with { $0.title = title }))
        }
        let old = post("Old", at: "2026-01-01T08:00:00Z")
        let young = post("Young", at: "2026-01-05T07:00:00Z")
        let ancient = post("Ancient", at: "2025-11-01T08:00:00Z")
        for recipe in [old, ancient] {
            story.tell(.recipeUpvoted, by: bo, subject: recipe, owner: ada, at: "2026-01-05T08:00:00Z")
        }
        let first = try story.queries().trending(page: Page(limit: 1), viewer: nil)
        #expect(first.at == "2026-01-05T08:00:00Z")
        // 10000·log10 3 / 3^1.8.
        #expect(first.items.map(\.recipe.id) == ["r\(young)"] && first.items.first?.rank == 660)
        let second = try story.queries().trending(page: Page(limit: 1, after: first.next), viewer: nil)
        #expect(second.items.map(\.recipe.id) == ["r\(old)"] && second.next == nil)
        // Later pages use the same instant, although time has passed.
        story.tell(.recipeUpvoted, by: ada, subject: old, owner: ada, at: "2026-01-15T08:00:00Z")
        let again = try story.queries().trending(page: Page(limit: 1, after: first.next), viewer: nil)
        #expect(again.at == first.at && again.items.map(\.recipe.id) == ["r\(old)"])
        #expect(try story.queries().trending(page: Page(), viewer: nil).items.isEmpty)
        #expect(throws: Refusal.self) { try story.queries().trending(page: Page(after: "AAAA"), viewer: nil) }
    }

    /// «Because you cooked …»: recipes that the same members like, the nearest first.
    @Test("recipes liked together with a cooked one are suggested, the nearest first")
    mutating func whatGoesWithWhatWasCooked() throws {
        let soup = post("Soup", by: ada)
        let (bread, cheese, ham, mine) = (
            post("Bread", by: ada), post("Cheese", by: ada), post("Ham", by: ada), post("Mine", by: bo)
        )
        let guests = (0..<6).map { story.register("guest\($0)") }
        func like(_ recipe: Position, by guest: Int) {
            story.tell(.recipeLiked, by: guests[guest], subject: recipe, owner: ada)
        }
        for guest in 0..<3 { like(soup, by: guest) }
        // Bread: two of three likers in common; cheese: three of six; ham: only one.
        for guest in [0, 1, 5] { like(bread, by: guest) }
        for guest in 0..<6 { like(cheese, by: guest) }
        like(ham, by: 0)
        for guest in 0..<3 { like(mine, by: guest) }
        func also() throws -> [[String]] {
            try story.queries().cooked(by: bo, showing: 5, page: Page()).items.map { item in
                [item.cooked.title] + item.alsoLiked.map { "\($0.recipe.title) \($0.likers)" }
            }
        }
        #expect(try also().isEmpty)
        story.tell(.recipeCooked, by: bo, subject: soup, owner: ada)
        #expect(try also() == [["Soup", "Cheese 3", "Bread 2"]])
        // A recipe that fewer other members like is nearer.
        story.tell(.recipeUnliked, by: guests[5], subject: bread, owner: ada)
        #expect(try also() == [["Soup", "Bread 2", "Cheese 3"]])
        // Recipes that the member likes or has cooked are left out.
        story.tell(.recipeLiked, by: bo, subject: bread, owner: ada)
        #expect(try also() == [["Soup", "Cheese 3"]])
        story.tell(.recipeCooked, by: bo, subject: cheese, owner: ada)
        #expect(try also() == [])
    }
}
