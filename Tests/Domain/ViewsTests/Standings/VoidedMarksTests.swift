import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// «With `voided` every like, vote, rating, bookmark and follow of that member counts as taken back from then on, in the
/// weeks in which it counted, until `unbanned`.»
@Suite struct VoidedMarksTests {
    private var story = Story()
    private let ada: MemberID
    private let mal: MemberID
    private let soup: Position
    private let comment: Position

    private static let before = "2020-01-01T00:00:00Z"
    private static let monday = "2026-01-05T00:00:00Z"
    private static let later = "2026-02-10T00:00:00Z"

    /// mal has marked what ada made, in every way there is.
    init() {
        ada = story.register("ada", at: Self.before)
        mal = story.register("mal", at: Self.before)
        soup = story.post(by: ada, at: Self.before)
        comment = story.comment(on: soup, of: ada, by: ada, at: Self.before)
        for kind in [EventKind.recipeLiked, .recipeUpvoted, .recipeBookmarked, .recipeCooked] {
            story.tell(kind, by: mal, subject: soup, owner: ada, at: Self.monday)
        }
        story.tell(.recipeRated, by: mal, subject: soup, owner: ada, at: Self.monday, value: 5)
        story.tell(.commentLiked, by: mal, subject: comment, owner: ada, at: Self.monday)
        story.tell(.memberFollowed, by: mal, subject: ada.position, owner: ada, at: Self.monday)
        story.tell(.memberFollowed, by: ada, subject: mal.position, owner: mal, at: Self.monday)
        story.comment(on: soup, of: ada, by: mal, at: Self.monday)
    }

    /// Everything that the marks reach, as words.
    private func state() throws -> [String] {
        let queries = story.queries()
        let (recipe, viewer) = (Reference.position(soup, letter: "r"), mal)
        let page = try queries.recipe(recipe, viewer: viewer).recipe
        let thread = try queries.comments(of: recipe, page: Page(), viewer: viewer).comments
        let (one, other) = (
            try queries.profile(.member(ada), viewer: viewer), try queries.profile(.member(mal), viewer: ada)
        )
        let board = try queries.leaderboard(week: Week("2026-W02"), page: Page(limit: 0)).entries
        let points = queries.standing(of: mal)
        return [
            "\(page.likes) \(page.upvotes) \(page.score) \(page.rating.count) \(page.bookmarks)",
            "cooked \(page.cooked), comments \(page.comments), comment likes \(thread.first?.likes ?? -1)",
            "\(page.liked == true) \(page.vote ?? "-") \(page.stars ?? 0) \(page.bookmarked == true)",
            "\(page.followsAuthor == true) \(thread.first?.liked == true)",
            "\(one.followers) \(one.follows == true) \(one.likesReceived) \(one.xp)",
            "\(other.following) \(other.followers) \(other.follows == true) \(other.followsViewer == true)",
            "\(board.map { "\($0.username) \($0.engagement)" })", "\(points.xp) \(points.bookmarks) \(points.comments)",
            "\(try queries.notifications(.member(ada)).notifications.map(\.kind))",
            "\(try queries.recipes(.liked, of: mal, page: Page(), viewer: nil).recipes.count)",
            "\(try queries.recipes(.bookmarked, of: mal, page: Page(), viewer: nil).recipes.count)",
            "\(try queries.followers(of: .member(ada), viewer: nil, page: Page()).members.map(\.username))",
            "\(try queries.following(of: .member(mal), viewer: nil, page: Page()).members.map(\.username))",
        ]
    }

    private static let marked = [
        "1 1 1 1 1", "cooked 1, comments 2, comment likes 1", "true up 5 true", "true true", "1 true 1 13",
        "1 1 true true", #"["ada 2", "mal 2"]"#, "2 1 1",
        #"["comment", "follow", "commentLike", "rating", "cooked", "like"]"#, "1", "1", #"["mal"]"#, #"["ada"]"#,
    ]
    /// Cooking and comments are no marks, and stay; so do other members' marks.
    private static let void = [
        "0 0 0 0 0", "cooked 1, comments 2, comment likes 0", "false - 0 false", "false false", "0 false 0 11",
        "0 1 true false", "[]", "1 0 1", #"["comment", "cooked"]"#, "0", "0", "[]", "[]",
    ]

    @Test("a voiding ban takes back every mark where it counted, and the unbanning brings every mark back")
    mutating func voidAndBack() throws {
        #expect(try state() == Self.marked)
        story.ban(mal, voiding: true, at: Self.later)
        #expect(try state() == Self.void)
        // A later ban that says nothing about marks leaves them void.
        story.ban(mal, until: 1_700_000_000, at: Self.later)
        var ended = Self.void
        ended[6] = #"["mal 1"]"#
        #expect(try state() == ended)
        story.unban(mal, at: Self.later)
        #expect(try state() == Self.marked)
        let board = try story.queries().leaderboard(week: Week("2026-W02"), page: Page())
        #expect(board.entries.map(\.adjusted) == [nil, nil])
    }

    @Test("a ban that voids no marks leaves them") mutating func bansAlone() throws {
        story.ban(mal, at: Self.later)
        var banned = Self.marked
        banned[6] = #"["ada 2"]"#
        #expect(try state() == banned)
    }

    @Test("marks made and taken back while they are void count when they are void no longer")
    mutating func actsWhileVoid() throws {
        story.ban(mal, until: 1_700_000_000, voiding: true, at: Self.monday)
        let stew = story.post(by: ada, at: Self.before)
        for kind in [EventKind.recipeLiked, .recipeBookmarked, .recipeUpvoted] {
            story.tell(kind, by: mal, subject: stew, owner: ada, at: Self.later)
        }
        story.tell(.recipeUnliked, by: mal, subject: soup, owner: ada, at: Self.later, creditedAt: Self.monday)
        story.tell(.commentUnliked, by: mal, subject: comment, owner: ada, at: Self.later, creditedAt: Self.monday)
        story.tell(
            .memberUnfollowed, by: mal, subject: ada.position, owner: ada, at: Self.later, creditedAt: Self.monday)
        let bo = story.register("bo", at: Self.before)
        story.tell(.memberFollowed, by: mal, subject: bo.position, owner: bo, at: Self.later)
        func found() throws -> [Int64] {
            let queries = story.queries()
            let recipe = try queries.recipe(.position(stew, letter: "r"), viewer: nil).recipe
            let old = try queries.recipe(.position(soup, letter: "r"), viewer: nil).recipe
            let thread = try queries.comments(of: .position(soup, letter: "r"), page: Page(), viewer: nil).comments
            return [
                recipe.likes, recipe.bookmarks, recipe.upvotes, old.likes, old.bookmarks, thread.first?.likes ?? -1,
                try queries.profile(.member(ada), viewer: nil).followers,
                try queries.profile(.member(bo), viewer: nil).followers, queries.standing(of: ada).likesReceived,
                queries.standing(of: mal).bookmarks,
            ]
        }
        #expect(try found() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        story.unban(mal, at: Self.later)
        #expect(try found() == [1, 1, 1, 0, 1, 0, 0, 1, 1, 2])
    }

    @Test("void follows end with the account of either member") mutating func deletionsWhileVoid() throws {
        story.ban(mal, until: 1_700_000_000, voiding: true, at: Self.later)
        let whole = story
        story.tell(.memberDeleted, by: ada, subject: ada.position, owner: ada, at: Self.later)
        story.unban(mal, at: Self.later)
        #expect(try story.queries().profile(.member(mal), viewer: nil).following == 0)
        story = whole
        story.tell(.memberDeleted, by: mal, subject: mal.position, owner: mal, at: Self.later)
        #expect(try story.queries().profile(.member(ada), viewer: nil).followers == 0)
        #expect(try story.queries().recipe(.position(soup, letter: "r"), viewer: nil).recipe.likes == 0)
    }

    @Test("a repeated like or bookmark moves up no list, and a repeated follow neither")
    mutating func repeatedMarksKeepTheirPlace() throws {
        let stew = story.post(by: ada, at: Self.before)
        let bo = story.register("bo", at: Self.before)
        let tuesday = "2026-01-06T00:00:00Z"
        for (kind, subject, owner) in [
            (EventKind.recipeLiked, stew, ada), (.recipeBookmarked, stew, ada), (.memberFollowed, bo.position, bo),
        ] {
            story.tell(kind, by: mal, subject: subject, owner: owner, at: tuesday)
        }
        func lists() throws -> [[String]] {
            let queries = story.queries()
            return [
                try queries.recipes(.liked, of: mal, page: Page(), viewer: nil).recipes.map(\.id),
                try queries.recipes(.bookmarked, of: mal, page: Page(), viewer: nil).recipes.map(\.id),
                try queries.following(of: .member(mal), viewer: nil, page: Page()).members.map(\.username),
            ]
        }
        let expected = [["r\(stew)", "r\(soup)"], ["r\(stew)", "r\(soup)"], ["bo", "ada"]]
        #expect(try lists() == expected)
        for (back, again, subject) in [
            (EventKind.recipeUnliked, EventKind.recipeLiked, soup), (.recipeUnbookmarked, .recipeBookmarked, soup),
            (.memberUnfollowed, .memberFollowed, ada.position),
        ] {
            for kind in [back, again] {
                story.tell(kind, by: mal, subject: subject, owner: ada, at: Self.later, creditedAt: Self.monday)
            }
        }
        #expect(try lists() == expected)
    }
}
