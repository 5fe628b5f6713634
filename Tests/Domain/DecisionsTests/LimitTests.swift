import Decisions
import Events
import Layout
import Testing

/// Every limit of the domain: a value at the limit is accepted, and one beyond it is `invalid` with the field.
@Suite struct LimitTests {
    struct Limit: CustomTestStringConvertible, Sendable {
        let rule: String
        let field: String
        let edge: Int
        let beyond: Int
        /// A community with that many limited things.
        let command: @Sendable (Village, Int) -> Command

        var testDescription: String { rule }

        init(
            _ rule: String, _ field: String, at edge: Int, beyond: Int? = nil,
            _ command: @escaping @Sendable (Village, Int) -> Command
        ) {
            self.rule = rule
            self.field = field
            self.edge = edge
            self.beyond = beyond ?? edge + 1
            self.command = command
        }
    }

    /// That many characters in the stored form: NFC, without white space around them.
    private static func text(_ count: Int) -> String { " \n" + String(repeating: "e\u{301}", count: count) + "\t" }

    private static func posting(
        _ change: @escaping @Sendable (inout ProtoRecipeContent, Int) -> Void
    ) -> @Sendable (Village, Int) -> Command {
        { village, count in village.asks(.recipePosted, village.cy, payload: .soup { change(&$0, count) }) }
    }

    private static func registering(
        _ change: @escaping @Sendable (inout ProtoMemberRegistered, Int) -> Void
    ) -> @Sendable (Village, Int) -> Command {
        { _, count in
            var message = ProtoMemberRegistered()
            message.username = "dee"
            message.name = "Dee"
            change(&message, count)
            return Command(.memberRegistered, actor: nil, payload: .registration(message))
        }
    }

    private static func changing(
        _ change: @escaping @Sendable (inout ProtoMemberProfileChanged, Int) -> Void
    ) -> @Sendable (Village, Int) -> Command {
        { village, count in
            village.asks(.memberProfileChanged, village.bo, payload: .changing { change(&$0, count) })
        }
    }

    /// A reason of that many characters, for acts of a moderator.
    private static func because(_ kind: EventKind, _ subject: Reference) -> Limit {
        Limit("\(kind.name): reason, 2,000 characters", "reason", at: 2_000) {
            $0.asks(kind, $0.ada, subject, payload: .because(text($1)))
        }
    }

    /// The servings of a plan, also without any.
    private static func servings(_ count: UInt32) -> Payload {
        guard case .plan(var plan) = Payload.planning("2026-11-24", 3) else { return .none }
        plan.servings = count
        return .plan(plan)
    }

    static let content: [Limit] = [
        .init("title: 200 characters", "title", at: 200, posting { $0.title = text($1) }),
        .init("title: at least one", "title", at: 1, beyond: 0, posting { $0.title = text($1) }),
        .init("description: 10,000 characters", "description", at: 10_000, posting { $0.description_p = text($1) }),
        .init("a step: 5,000 characters", "steps", at: 5_000, posting { $0.steps[0].text = text($1) }),
        .init("servings: 1", "servings", at: 1, beyond: 0, posting { $0.servings = UInt32($1) }),
        .init("servings: to 1,000", "servings", at: 1_000, posting { $0.servings = UInt32($1) }),
        .init("totalMinutes: 1", "totalMinutes", at: 1, beyond: 0, posting { $0.totalMinutes = UInt32($1) }),
        .init("totalMinutes: to 43,200", "totalMinutes", at: 43_200, posting { $0.totalMinutes = UInt32($1) }),
        .init("tags: 100", "tags", at: 100, posting { recipe, count in recipe.tags = (0..<count).map { "t\($0)" } }),
        .init("a tag: 100 characters", "tags", at: 100, posting { $0.tags = [text($1)] }),
        .init("ingredients or steps: one row", "ingredients", at: 1, beyond: 0) { village, count in
            village.asks(
                .recipePosted, village.cy,
                payload: .soup {
                    $0.steps = []
                    $0.ingredients = Array(repeating: ProtoIngredient("1 l water"), count: count)
                })
        },
        .init("the whole payload: 256 KiB", "data", at: 256 << 10, posting { $0 = recipe(bytes: $1) }),
    ]

    static let words: [Limit] = [
        .init("a comment: 10,000 characters", "text", at: 10_000) {
            $0.asks(.commentPosted, $0.bo, $0.theSoup, payload: .said(text($1)))
        },
        .init("an edited comment: 10,000 characters", "text", at: 10_000) {
            $0.asks(.commentEdited, $0.cy, $0.theComment, payload: .said(text($1)))
        },
        .init("quote: 2,000 characters", "quote", at: 2_000) {
            $0.asks(.recipeReposted, $0.cy, $0.theSoup, payload: .quoting(text($1)))
        },
        .init("an edit's note: 2,000 characters", "note", at: 2_000) { village, count in
            village.asks(
                .recipeEdited, village.bo, village.theSoup,
                payload: .soup {
                    $0.title = "Stew"
                    $0.note = text(count)
                })
        },
        .init("a cook's note: 2,000 characters", "note", at: 2_000) {
            var note = ProtoNote()
            note.note = text($1)
            return $0.asks(.recipeCooked, $0.cy, $0.theSoup, payload: .note(note))
        },
        .init("what a cook's picture shows: 500 characters", "imageText", at: 500) {
            var note = ProtoNote()
            (note.image, note.imageText) = ("https://example.org/dish.png", text($1))
            return $0.asks(.recipeCooked, $0.cy, $0.theSoup, payload: .note(note))
        },
        .init("a report's note: 2,000 characters", "note", at: 2_000) {
            var report = ProtoReport()
            report.note = text($1)
            return $0.asks(.reportFiled, $0.cy, $0.theSoup, payload: .report(report), value: 1)
        },
        .init("a resolution's note: 2,000 characters", "note", at: 2_000) {
            var resolution = ProtoResolution()
            resolution.note = text($1)
            return $0.asks(
                .reportResolved, $0.mo, .report(Position(8)), payload: .resolution(resolution), value: 1)
        },
        .init("a ban's reason: 2,000 characters", "reason", at: 2_000) {
            var ban = ProtoBan()
            ban.reason = text($1)
            return $0.asks(.memberBanned, $0.mo, .username("bo"), payload: .ban(ban))
        },
        .init("a cookbook's name: 1 character", "name", at: 1, beyond: 0) {
            $0.asks(.cookbookCreated, $0.cy, payload: .collecting(text($1)))
        },
        .init("a cookbook's name: to 100", "name", at: 100) {
            $0.asks(.cookbookCreated, $0.cy, payload: .collecting(text($1)))
        },
        .init("an item: 500 characters", "text", at: 500) {
            $0.asks(.listItemAdded, $0.cy, payload: .listing(text($1)))
        },
        .init("an item: at least one", "text", at: 1, beyond: 0) {
            $0.asks(.listItemAdded, $0.cy, payload: .listing(text($1)))
        },
        .init("a plan's servings: 1", "servings", at: 1, beyond: 0) {
            $0.asks(.planSet, $0.cy, $0.theSoup, payload: servings(UInt32($1)))
        },
        .init("a plan's servings: to 1,000", "servings", at: 1_000) {
            $0.asks(.planSet, $0.cy, $0.theSoup, payload: servings(UInt32($1)))
        },
        .init("an item's servings: to 1,000", "servings", at: 1_000) {
            $0.asks(.listItemAdded, $0.cy, cause: $0.theSoup, payload: .listing(for: UInt32($1)))
        },
        because(.memberUnbanned, .username("cy")), because(.memberDeleted, .username("cy")),
        because(.recipeDeleted, .recipe(RecipeID(6))), because(.commentDeleted, .comment(CommentID(7))),
        because(.recipeRestored, .recipe(RecipeID(6))), because(.commentRestored, .comment(CommentID(7))),
    ]

    static let members: [Limit] = [
        .init("username: 2 characters", "username", at: 2, beyond: 1, registering { $0.username = plain($1) }),
        .init("username: to 30", "username", at: 30, registering { $0.username = plain($1) }),
        .init("a new username: to 30", "username", at: 30, changing { $0.username = plain($1) }),
        .init("name: 1 character", "name", at: 1, beyond: 0, registering { $0.name = text($1) }),
        .init("name: to 100", "name", at: 100, registering { $0.name = text($1) }),
        .init("a new name: 1 character", "name", at: 1, beyond: 0, changing { $0.name = text($1) }),
        .init("a new name: to 100", "name", at: 100, changing { $0.name = text($1) }),
        .init("bio: 2,000 characters", "bio", at: 2_000, registering { $0.bio = text($1) }),
        .init("a new bio: 2,000 characters", "bio", at: 2_000, changing { $0.bio = text($1) }),
    ]

    private static func plain(_ count: Int) -> String { String(repeating: "x", count: count) }

    /// A recipe of exactly that many stored bytes.
    private static func recipe(bytes: Int) -> ProtoRecipeContent {
        var recipe = ProtoRecipeContent.soup
        recipe.ingredients = Array(repeating: ProtoIngredient(plain(1_000)), count: bytes / 1_006 - 2)
        recipe.ingredients.append(ProtoIngredient(plain(1_000)))
        let missing = bytes - Payload.recipe(recipe).storedBytes.count
        recipe.ingredients[0].original += plain(missing)
        return recipe
    }

    @Test("recipe content: each limit at its edge and beyond", arguments: content)
    func contentKeepsIt(_ limit: Limit) throws { try expect(limit, in: Village()) }

    @Test("comments, quotes, notes and reasons: each limit at its edge and beyond", arguments: words)
    func wordsKeepIt(_ limit: Limit) throws {
        var village = try Village()
        try village.submit(.reportFiled, village.bo, village.theComment, value: 1)
        // A restoration or an unban needs a deletion or a ban first.
        if limit.rule.hasPrefix("recipe.restored") { try village.submit(.recipeDeleted, nil, village.theSoup) }
        if limit.rule.hasPrefix("comment.restored") { try village.submit(.commentDeleted, nil, village.theComment) }
        if limit.rule.hasPrefix("member.unbanned") { try village.submit(.memberBanned, nil, .username("cy")) }
        try expect(limit, in: village)
    }

    @Test("usernames, names and bios: each limit at its edge and beyond", arguments: members)
    func membersKeepIt(_ limit: Limit) throws { try expect(limit, in: Village()) }

    private func expect(_ limit: Limit, in village: Village) throws {
        #expect(village.answer(to: limit.command(village, limit.edge)) == .accepted)
        #expect(village.answer(to: limit.command(village, limit.beyond)) == .refused(.invalid, limit.field))
    }

    @Test("a day's plan: 100 recipes; another day has room, and so has the day when one is cleared")
    func daysKeepTheirLimit() throws {
        var village = try Village()
        for number in 0..<100 {
            let recipe = try village.submit(.recipePosted, village.bo, payload: .soup { $0.title = "Soup \(number)" })
            try village.submit(
                .planSet, village.cy, .recipe(recipe), payload: .planning("2026-11-24", UInt8(number % 4 + 1)))
        }
        let soup = village.asks(.planSet, village.cy, village.theSoup, payload: .planning("2026-11-24", 1))
        #expect(village.answer(to: soup) == .refused(.invalid, "day"))
        let first = Reference.recipe(Position(8))
        let servings = village.asks(.planSet, village.cy, first, payload: .planning("2026-11-24", 1, for: 3))
        #expect(village.answer(to: servings) == .accepted, "it takes no more room")
        let next = village.asks(.planSet, village.cy, village.theSoup, payload: .planning("2026-11-25", 1))
        #expect(village.answer(to: next) == .accepted)
        #expect(
            village.answer(to: village.asks(.planSet, village.mo, village.theSoup, payload: .planning("2026-11-24", 1)))
                == .accepted, "everybody's day is their own")
        try village.submit(.planCleared, village.cy, first, payload: .planning("2026-11-24", 1))
        #expect(village.answer(to: soup) == .accepted)
    }

    @Test("200 cookbooks, and 250 recipes in each, until one is given up or taken out")
    func cookbooksKeepTheirLimits() throws {
        var village = try Village()
        let first = try village.submit(.cookbookCreated, village.cy, payload: .collecting("Soups"))
        for number in 1..<200 {
            try village.submit(.cookbookCreated, village.cy, payload: .collecting("Soups \(number)"))
        }
        let another = village.asks(.cookbookCreated, village.cy, payload: .collecting("Stews"))
        #expect(village.answer(to: another) == .refused(.invalid, nil))
        try village.submit(.cookbookDeleted, village.cy, .cookbook(first))
        #expect(village.answer(to: another) == .accepted)

        let full = Reference.cookbook(first.next)
        for number in 0..<250 {
            let recipe = try village.submit(.recipePosted, village.bo, payload: .soup { $0.title = "Soup \(number)" })
            try village.submit(.cookbookRecipeAdded, village.cy, full, cause: .recipe(recipe))
        }
        let soup = village.asks(.cookbookRecipeAdded, village.cy, full, cause: village.theSoup)
        #expect(village.answer(to: soup) == .refused(.invalid, "subject"))
        let last = Reference.recipe(try village.last.header.cause)
        try village.submit(.cookbookRecipeMoved, village.cy, full, cause: last, value: 1)
        try village.submit(.cookbookRecipeRemoved, village.cy, full, cause: last)
        #expect(village.answer(to: soup) == .accepted)
        let second = Reference.cookbook(Position(first.value + 2))
        let beside = village.asks(.cookbookRecipeAdded, village.cy, second, cause: village.theSoup)
        #expect(village.answer(to: beside) == .accepted)
    }

    @Test("a shopping list: 1,000 items, checked ones included, until one is removed")
    func listsKeepTheirLimit() throws {
        var village = try Village()
        let first = try village.submit(.listItemAdded, village.cy, payload: .listing("1 lemon"))
        for number in 1..<1_000 {
            try village.submit(.listItemAdded, village.cy, payload: .listing("\(number) limes"))
        }
        let another = village.asks(.listItemAdded, village.cy, payload: .listing("salt"))
        try village.submit(.listItemChecked, village.cy, .item(first))
        #expect(village.answer(to: another) == .refused(.invalid, nil))
        #expect(village.answer(to: village.asks(.listItemAdded, village.mo, payload: .listing("salt"))) == .accepted)
        try village.submit(.listItemRemoved, village.cy, .item(first))
        #expect(village.answer(to: another) == .accepted)
        try village.submit(.listItemRemoved, village.cy, .item(first))
        try village.community.submit(another)
        #expect(village.answer(to: another) == .refused(.invalid, nil), "removing twice makes room once")
    }

    @Test("rules: the whole payload has 256 KiB, too")
    func rulesKeepThePayloadLimit() throws {
        let village = try Village()
        func rules(collections: Int) -> Command {
            var rules = Rules.standard.message
            rules.collections = (0..<collections).map { number in
                var collection = ProtoRules.Collection()
                collection.name = "\(number)"
                // 100 tags of about 400 bytes.
                collection.tags = (0..<100).map { "\($0)" + String(repeating: "🍲", count: 98) }
                return collection
            }
            return village.asks(.rulesChanged, village.ada, payload: .rules(rules))
        }
        #expect(village.answer(to: rules(collections: 6)) == .accepted)
        #expect(village.answer(to: rules(collections: 7)) == .refused(.invalid, "data"))
    }
}
