import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import TestSupport
import Testing
import Views

/// Members' plans and shopping lists.
@Suite struct KitchenTests {
    private var kitchen = Kitchen()
    private let ada, bo, soup, bread: Position

    init() {
        ada = kitchen.register("ada")
        bo = kitchen.register("bo")
        soup = kitchen.post("Soup", by: ada) {
            $0.servings = 2
            $0.ingredients = ["500 ml water", "1 onion", "salt"].map { line in .with { $0.original = line } }
        }
        bread = kitchen.post("Bread", by: ada) {
            $0.ingredients = ["1 kg flour", "1 l water", "2 onions", "Salt"].map { line in .with { $0.original = line }
            }
        }
    }

    private static let monday = Day(number: 20_416)

    @discardableResult
    private mutating func plan(
        _ recipe: Position, day: Int32 = 0, _ meal: Meal = .dinner, for servings: UInt32 = 0,
        by member: Position? = nil,
        isCleared: Bool = false
    ) -> Position {
        let payload = servings == 0 ? Payload.none : .plan(.with { $0.servings = servings })
        return kitchen.add(
            isCleared ? .planCleared : .planSet, by: member ?? bo, on: recipe, owner: member ?? bo,
            value: meal.rawValue,
            payload: payload, creditedAt: Timestamp(day: Day(number: Self.monday.number + day)))
    }

    @discardableResult
    private mutating func list(_ text: String? = nil, recipe: Position = .none, for servings: UInt32 = 0) -> Position {
        var item = ProtoListItem()
        if let text { item.text = text }
        if servings > 0 { item.servings = servings }
        return kitchen.add(
            .listItemAdded, by: bo, owner: bo, cause: recipe, payload: item == ProtoListItem() ? .none : .listItem(item)
        )
    }

    private func entries(days: Int = 7, of member: Position? = nil) throws -> [String] {
        try kitchen.queries.plan(of: MemberID(member ?? bo), from: Self.monday, days: days, page: Page()).entries.map {
            "\($0.day) \($0.meal) \($0.recipe) \($0.title ?? "gone")\($0.servings.map { " for \($0)" } ?? "")"
        }
    }

    private func shopping(days: Int = 7) throws -> ShoppingAnswer {
        try kitchen.queries.shopping(of: MemberID(bo), from: Self.monday, days: days)
    }

    private func needs(days: Int = 7) throws -> [String] {
        try shopping(days: days).needs.map { "\($0.text): \($0.recipes.joined(separator: " "))" }
    }

    @Test("the plan goes by days and meals, and is everybody's own")
    mutating func plans() throws {
        plan(soup, day: 1, .lunch)
        plan(bread, day: 1, .breakfast)
        plan(soup, .snack, for: 6)
        plan(bread, by: ada)
        plan(bread, day: 7)
        #expect(
            try entries() == [
                "2025-11-24 snack r3 Soup for 6", "2025-11-25 breakfast r4 Bread", "2025-11-25 lunch r3 Soup",
            ])
        #expect(try entries(days: 1) == ["2025-11-24 snack r3 Soup for 6"])
        #expect(try entries(of: ada) == ["2025-11-24 dinner r4 Bread"])
        #expect(try entries(days: 8).last == "2025-12-01 dinner r4 Bread")
    }

    @Test("for others it is replaced, what is cleared is gone, and the rest stays")
    mutating func changes() throws {
        plan(soup)
        plan(bread)
        plan(soup, for: 4)
        #expect(try entries() == ["2025-11-24 dinner r3 Soup for 4", "2025-11-24 dinner r4 Bread"])
        plan(bread, isCleared: true)
        plan(soup, day: 1, isCleared: true)
        #expect(try entries() == ["2025-11-24 dinner r3 Soup for 4"])
        plan(soup)
        #expect(try entries() == ["2025-11-24 dinner r3 Soup"])
    }

    @Test("a recipe that cannot be seen any more is gone, and nothing is bought for it")
    mutating func gone() throws {
        plan(soup)
        plan(bread)
        list(recipe: soup)
        kitchen.add(.recipeDeleted, by: ada, on: soup, owner: ada)
        #expect(try entries() == ["2025-11-24 dinner r3 gone", "2025-11-24 dinner r4 Bread"])
        #expect(try shopping().recipes.map(\.id) == ["r4"])
        #expect(try shopping().items.map(\.title) == [nil])
        kitchen.add(.recipeRestored, by: ada, on: soup, owner: ada)
        #expect(try shopping().recipes.map(\.id) == ["r3", "r4"])
        kitchen.add(.memberBlocked, by: ada, on: bo, owner: bo)
        #expect(try entries() == ["2025-11-24 dinner r3 gone", "2025-11-24 dinner r4 gone"])
        #expect(try needs().isEmpty)
        kitchen.add(.memberUnblocked, by: ada, on: bo, owner: bo)
        kitchen.add(.memberDeleted, by: ada, on: ada, owner: ada)
        #expect(try entries().allSatisfy { $0.hasSuffix("gone") })
    }

    @Test("pages of a plan go on where they ended")
    mutating func pages() throws {
        for day in 0..<5 { plan(soup, day: Int32(day), Meal.allCases[day % 4]) }
        func page(_ page: Page) throws -> PlanAnswer {
            try kitchen.queries.plan(of: MemberID(bo), from: Self.monday, days: 7, page: page)
        }
        var (days, after): ([String], String?) = ([], nil)
        repeat {
            let answer = try page(Page(limit: 2, after: after))
            days += answer.entries.map(\.day)
            after = answer.next
        } while after != nil
        #expect(days == ["2025-11-24", "2025-11-25", "2025-11-26", "2025-11-27", "2025-11-28"])
        #expect(throws: Refusal.self) { try page(Page(after: "AAAA")) }
        for (days, first) in [(0, Self.monday), (367, Self.monday), (7, Day(number: 0))] {
            #expect(throws: Refusal.self) {
                try kitchen.queries.plan(of: MemberID(bo), from: first, days: days, page: Page())
            }
        }
    }

    @Test("what is planned and listed is added up, for as many as it is for")
    mutating func adding() throws {
        plan(soup)
        #expect(try needs() == ["1 onion: r3", "salt: r3", "500 ml water: r3"])
        plan(soup, day: 1, for: 6)
        #expect(try needs() == ["4 onions: r3", "salt: r3", "2 l water: r3"])
        plan(bread, day: 2)
        #expect(try needs() == ["1 kg flour: r4", "6 onions: r3 r4", "salt: r3 r4", "3 l water: r3 r4"])
        #expect(try needs(days: 1) == ["1 onion: r3", "salt: r3", "500 ml water: r3"])
        // The bread has no servings: it is baked once.
        list(recipe: bread, for: 12)
        #expect(try needs().first == "2 kg flour: r4")
        #expect(try shopping().recipes.map(\.servings) == [8, nil])
    }

    @Test("what is checked is bought, until the check is taken off")
    mutating func checking() throws {
        let item = list(recipe: soup)
        let lemons = list("2 lemons")
        #expect(try needs().count == 3)
        #expect(try shopping().items.map(\.text) == [nil, "2 lemons"])
        #expect(try shopping().items.map(\.title) == ["Soup", nil])
        kitchen.add(.listItemChecked, by: bo, on: item, owner: bo)
        #expect(try needs().isEmpty)
        #expect(try shopping().items.map(\.checked) == [true, false])
        kitchen.add(.listItemUnchecked, by: bo, on: item, owner: bo)
        #expect(try needs().count == 3)
        kitchen.add(.listItemRemoved, by: bo, on: item, owner: bo)
        #expect(try needs().isEmpty)
        #expect(try shopping().items.map(\.id) == ["i\(lemons)"])
        #expect(try kitchen.queries.shopping(of: MemberID(ada), from: Self.monday, days: 7).items.isEmpty)
    }

    // MARK: What is needed and bought

    /// The effect of `shop check` on the need with that name.
    @discardableResult
    private mutating func buy(_ name: String, days: Int = 7) throws -> Position {
        let answer = try shopping(days: days)
        var item = ProtoListItem()
        (item.text, item.from, item.through) = (try answer.need(called: name).wholeText, answer.from, answer.through)
        let position = kitchen.add(.listItemAdded, by: bo, owner: bo, payload: .listItem(item))
        kitchen.add(.listItemChecked, by: bo, on: position, owner: bo)
        return position
    }

    private func lines(days: Int = 7) throws -> [String] {
        let answer = try shopping(days: days)
        return answer.needs.map { "\($0.item ?? "-") \($0.text)\($0.bought.map { " (\($0))" } ?? "")" }
            + answer.items.map { "\($0.id) \($0.checked ? "✓ " : "")\($0.text ?? "")" }
    }

    @Test("a need that was checked is bought, until the check is taken off")
    mutating func buying() throws {
        plan(soup)
        plan(bread, day: 2)
        #expect(try lines() == ["- 1 kg flour", "- 3 onions", "- salt", "- 1.5 l water"])
        let onions = try buy("onion")
        try buy("Salt")
        #expect(
            try lines() == ["- 1 kg flour", "- 1.5 l water", "i\(onions) ✓ 3 onions", "i\(onions.next.next) ✓ salt"])
        #expect(try shopping().bought(called: "onions")?.id == "i\(onions)")
        #expect(try shopping().items.map(\.from) == ["2025-11-24", "2025-11-24"])
        kitchen.add(.listItemUnchecked, by: bo, on: onions, owner: bo)
        #expect(try lines().prefix(2) == ["- 1 kg flour", "i\(onions) 3 onions"])
        kitchen.add(.listItemChecked, by: bo, on: onions, owner: bo)
        #expect(try lines().count == 4)
        kitchen.add(.listItemRemoved, by: bo, on: onions, owner: bo)
        #expect(try lines().prefix(2) == ["- 1 kg flour", "- 3 onions"])
        // No other member's item.
        plan(soup, by: ada)
        #expect(try kitchen.queries.shopping(of: MemberID(ada), from: Self.monday, days: 7).needs.count == 3)
    }

    @Test("more than was bought is needed again, and what was bought is told")
    mutating func growing() throws {
        plan(soup)
        let onion = try buy("onion")
        try buy("salt")
        #expect(try lines().first == "- 500 ml water")
        let dinner = plan(soup, day: 3)
        #expect(try lines().first == "i\(onion) 2 onions (1 onion)")
        #expect(try lines().last == "i\(onion.next.next) ✓ salt")
        #expect(dinner > onion)
        let more = try buy("onion")
        #expect(
            try lines().contains("i\(more) ✓ 2 onions")
                && !lines().contains { $0.hasPrefix("- ") && $0.contains("onion") })
        // A bought amount covers a smaller need.
        plan(soup, day: 3, isCleared: true)
        #expect(try lines().filter { $0.contains("onion") } == ["i\(onion) ✓ 1 onion", "i\(more) ✓ 2 onions"])
        // In other units, too: half a litre does not cover a need of two litres.
        let water = try buy("water")
        #expect(try !lines().contains { $0.contains("500 ml water") && !$0.contains("✓") })
        plan(bread, day: 1)
        #expect(try lines().contains("i\(water) 1.5 l water (500 ml water)"))
    }

    @Test("what was bought for some days is needed on others")
    mutating func buyingForDays() throws {
        plan(soup)
        plan(soup, day: 5)
        plan(soup, day: 8)
        try buy("onion", days: 3)
        #expect(try needs(days: 3) == ["salt: r3", "500 ml water: r3"])
        #expect(try needs().first == "1 onion: r3")
        #expect(try needs(days: 9).first == "2 onions: r3")
        try buy("onion", days: 7)
        #expect(try needs().first == "salt: r3")
        let later = try kitchen.queries.shopping(
            of: MemberID(bo), from: Day(number: Self.monday.number + 8), days: 1)
        #expect(later.needs.count == 3 && later.items.isEmpty)
        let over = Day(number: Self.monday.number + 7)
        #expect(kitchen.queries.outdatedNeeds(of: MemberID(bo), before: over).count == 2)
        #expect(kitchen.queries.outdatedNeeds(of: MemberID(bo), before: Day(number: over.number - 4)).count == 1)
        #expect(kitchen.queries.outdatedNeeds(of: MemberID(bo), before: Self.monday).isEmpty)
    }

    @Test("a recipe on the list is bought for whichever days were looked at")
    mutating func buyingForTheList() throws {
        let item = list(recipe: soup)
        try buy("onion")
        #expect(try needs() == ["salt: r3", "500 ml water: r3"])
        list(recipe: bread)
        #expect(try needs().contains("3 onions: r3 r4"))
        kitchen.add(.listItemRemoved, by: bo, on: item, owner: bo)
        #expect(try needs().contains("2 onions: r4"))
    }

    @Test("a line of one's own buys nothing that is needed")
    mutating func ownLines() throws {
        plan(soup)
        let own = list("2 onions")
        kitchen.add(.listItemChecked, by: bo, on: own, owner: bo)
        #expect(try needs().first == "1 onion: r3")
        #expect(try shopping().bought(called: "onion") == nil)
    }

    @Test("needs are called by their names or their lines, and told apart where a name is not enough")
    mutating func naming() throws {
        let cake = kitchen.post("Cake", by: ada) {
            $0.ingredients = ["100 g nettles", "1 cup nettles", "2 eggs"].map { line in .with { $0.original = line } }
        }
        plan(cake)
        let answer = try shopping()
        #expect(try answer.need(called: "EGG").text == "2 eggs" && answer.need(called: "1 cup nettles").unit == "cup")
        for (name, code, words) in [
            ("nettles", Refusal.Code.usage, "say «100 g nettles» or «1 cup nettles»"),
            ("nettle", .usage, "several measures"), ("netles", .notFound, "did you mean nettles"),
            ("", .notFound, "from 2025-11-24 to 2025-11-30"),
        ] {
            let refusal = #expect(throws: Refusal.self) { try answer.need(called: name) }
            #expect(refusal?.code == code && refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        }
    }

    private mutating func cookbook(_ kind: EventKind, _ book: Position, _ recipe: Position, to place: UInt8 = 0) {
        kitchen.add(kind, by: bo, on: book, owner: bo, cause: recipe, value: place)
    }

    private func contents(_ book: Position, viewer: Position?, page: Page = Page()) throws -> [String] {
        try kitchen.queries.cookbook(
            .position(book, letter: "b"), page: page, viewer: viewer.map { MemberID($0) }
        ).recipes.map { "\($0.place) \($0.title ?? "gone")" }
    }

    @Test("a cookbook keeps its order, and is seen by whom its maker lets see it")
    mutating func cookbooks() throws {
        var words = ProtoCookbook()
        words.name = "Of the north"
        let book = kitchen.add(.cookbookCreated, by: bo, owner: bo, payload: .cookbook(words))
        let pie = kitchen.post("Pie", by: ada)
        for recipe in [soup, bread, pie] { cookbook(.cookbookRecipeAdded, book, recipe) }
        #expect(try contents(book, viewer: bo) == ["1 Soup", "2 Bread", "3 Pie"])
        cookbook(.cookbookRecipeMoved, book, pie, to: 1)
        #expect(try contents(book, viewer: bo) == ["1 Pie", "2 Soup", "3 Bread"])
        cookbook(.cookbookRecipeMoved, book, pie, to: 2)
        cookbook(.cookbookRecipeRemoved, book, soup)
        #expect(try contents(book, viewer: bo) == ["1 Pie", "2 Bread"])
        #expect(try contents(book, viewer: bo, page: Page(limit: 1)) == ["1 Pie"])

        for viewer in [ada, nil] { #expect(throws: Refusal.self) { try contents(book, viewer: viewer) } }
        words.visibility = .public
        kitchen.add(.cookbookChanged, by: bo, on: book, owner: bo, payload: .cookbook(words))
        for viewer in [ada, nil] { #expect(try contents(book, viewer: viewer) == ["1 Pie", "2 Bread"]) }
        let seen = try kitchen.queries.cookbooks(of: MemberID(bo), page: Page(), viewer: MemberID(ada))
        #expect(
            seen.cookbooks.map { "\($0.id) \($0.name) \($0.visibility) \($0.recipes)" } == [
                "b\(book) Of the north public 2"
            ])
        kitchen.add(.recipeDeleted, by: ada, on: pie, owner: ada)
        #expect(try contents(book, viewer: nil) == ["1 gone", "2 Bread"])
        kitchen.add(.memberBlocked, by: bo, on: ada, owner: ada)
        #expect(throws: Refusal.self) { try contents(book, viewer: ada) }
        #expect(try contents(book, viewer: bo) == ["1 gone", "2 gone"])
        kitchen.add(.cookbookDeleted, by: bo, on: book, owner: bo)
        #expect(throws: Refusal.self) { try contents(book, viewer: bo) }
    }

    @Test("with the account everything goes")
    mutating func erasure() throws {
        plan(soup)
        list("2 lemons")
        plan(soup, by: ada)
        kitchen.add(.memberDeleted, by: bo, on: bo, owner: bo)
        #expect(try entries().isEmpty)
        #expect(try shopping().items.isEmpty)
        #expect(try entries(of: ada).count == 1)
    }

    @Test("made-up histories plan, clear, list, check and remove")
    func lawsSaySomething() {
        var kinds: [EventKind: Int] = [:]
        for seed in 0..<60 as Range<UInt64> {
            for record in HistoryGenerator.history(seed: seed) { kinds[record.kind, default: 0] += 1 }
        }
        for kind in EventKind.allCases where KitchenProjector.kinds.contains(kind) {
            #expect(kinds[kind, default: 0] >= 5, "\(kind.name)")
        }
    }
}
