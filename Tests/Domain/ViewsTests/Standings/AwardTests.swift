import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// «All from one table of awards in the rules»: the award of each kind of event, its member, and its retraction.
@Suite struct AwardTests {
    private static let monday = "2026-01-05T00:00:00Z"
    private static let tuesday = "2026-01-06T23:59:59Z"
    private static let later = "2026-01-20T12:00:00Z"

    /// ada, who has posted the recipe, and bo; both registered long before.
    private struct Scene {
        var story = Story()
        let ada: MemberID
        let bo: MemberID
        let soup: Position
        let comment: Position

        init() {
            let before = "2020-01-01T00:00:00Z"
            ada = story.register("ada", at: before)
            bo = story.register("bo", at: before)
            soup = story.post(by: ada, at: before)
            comment = story.comment(on: soup, of: ada, by: ada, at: before)
        }

        func entry(_ member: MemberID, _ week: String) throws -> LeaderboardEntry? {
            try story.queries().leaderboard(week: Week(week), page: Page(limit: 0)).entries
                .first { $0.member == member.description }
        }

        /// Points, active days, recipes, likes received, comments and bookmarks.
        func line(_ member: MemberID, _ week: String = "2026-W02") throws -> [Int64] {
            guard let entry = try entry(member, week) else { return [] }
            return [
                entry.engagement, Int64(entry.activeDays), entry.recipes, entry.likesReceived, entry.comments,
                entry.bookmarks,
            ]
        }
    }

    @Test("recipe.posted: actor, 10, recipes")
    func posting() throws {
        var scene = Scene()
        scene.story.post(by: scene.bo, at: Self.monday)
        #expect(try scene.line(scene.bo) == [10, 1, 1, 0, 0, 0])
    }

    @Test("recipe.liked, when actor ≠ owner: owner, 2, likesReceived")
    func liking() throws {
        var scene = Scene()
        scene.story.tell(.recipeLiked, by: scene.bo, subject: scene.soup, owner: scene.ada, at: Self.monday)
        #expect(try scene.line(scene.ada) == [2, 1, 0, 1, 0, 0])
        #expect(try scene.line(scene.bo) == [])
        var own = Scene()
        own.story.tell(.recipeLiked, by: own.ada, subject: own.soup, owner: own.ada, at: Self.monday)
        #expect(try own.line(own.ada) == [])
    }

    @Test("comment.posted (replies and own recipes too): actor, 1, comments")
    func commenting() throws {
        var scene = Scene()
        scene.story.comment(on: scene.soup, of: scene.ada, by: scene.bo, at: Self.monday)
        #expect(try scene.line(scene.bo) == [1, 1, 0, 0, 1, 0])
        scene.story.comment(on: scene.soup, of: scene.ada, by: scene.bo, replyingTo: scene.comment, at: Self.monday)
        #expect(try scene.line(scene.bo) == [2, 1, 0, 0, 2, 0])
        scene.story.comment(on: scene.soup, of: scene.ada, by: scene.ada, at: Self.monday)
        #expect(try scene.line(scene.ada) == [1, 1, 0, 0, 1, 0])
    }

    @Test("recipe.bookmarked: actor, 1, bookmarks")
    func bookmarking() throws {
        var scene = Scene()
        scene.story.tell(.recipeBookmarked, by: scene.bo, subject: scene.soup, owner: scene.ada, at: Self.monday)
        #expect(try scene.line(scene.bo) == [1, 1, 0, 0, 0, 1])
        #expect(try scene.line(scene.ada) == [])
    }

    static let worthNothing = EventKind.allCases.filter {
        ![
            .recipePosted, .recipeLiked, .commentPosted, .recipeBookmarked, .recipeDeleted, .recipeUnliked,
            .commentDeleted, .recipeUnbookmarked, .recipeRestored, .commentRestored, .memberRegistered,
        ].contains($0)
    }

    @Test("every other kind: 0", arguments: worthNothing)
    func nothing(_ kind: EventKind) throws {
        var scene = Scene()
        let isAboutComment = kind.name.hasPrefix("comment.")
        scene.story.tell(
            kind, by: scene.bo, subject: isAboutComment ? scene.comment : scene.soup, owner: scene.ada,
            at: Self.monday, value: 1)
        for member in [scene.ada, scene.bo] { #expect(try scene.line(member) == []) }
    }

    struct Opposite: CustomTestStringConvertible, Sendable {
        let taken: EventKind
        let back: EventKind
        let restored: EventKind?
        let points: Int64

        var testDescription: String { "\(taken.name), \(back.name)" }
    }

    static let opposites = [
        Opposite(taken: .recipePosted, back: .recipeDeleted, restored: .recipeRestored, points: 10),
        Opposite(taken: .recipeLiked, back: .recipeUnliked, restored: nil, points: 2),
        Opposite(taken: .commentPosted, back: .commentDeleted, restored: .commentRestored, points: 1),
        Opposite(taken: .recipeBookmarked, back: .recipeUnbookmarked, restored: nil, points: 1),
    ]

    @Test(
        "the opposite takes it back in the week and on the day in which it was earned; restored gives it back there",
        arguments: opposites)
    func takenBack(_ row: Opposite) throws {
        var scene = Scene()
        let isContent = row.restored != nil
        // The member who gets the points; for content its author.
        let member = row.taken == .recipeLiked ? scene.ada : scene.bo
        let event: Position =
            switch row.taken {
            case .recipePosted: scene.story.post(by: scene.bo, at: Self.monday)
            case .commentPosted: scene.story.comment(on: scene.soup, of: scene.ada, by: scene.bo, at: Self.monday)
            default:
                scene.story.tell(row.taken, by: scene.bo, subject: scene.soup, owner: scene.ada, at: Self.monday)
            }
        // Another award on the next day, so that the board has a line.
        let bookmarks = row.taken == .recipeBookmarked ? 0 : 1
        let comments = bookmarks == 0 ? 1 : 0
        if bookmarks == 1 {
            scene.story.tell(.recipeBookmarked, by: member, subject: scene.soup, owner: scene.ada, at: Self.tuesday)
        } else {
            scene.story.comment(on: scene.soup, of: scene.ada, by: member, at: Self.tuesday)
        }
        let full = try scene.line(member)
        #expect(full.prefix(2) == [row.points + 1, 2])
        scene.story.tell(
            row.back, by: scene.bo, subject: isContent ? event : scene.soup, owner: isContent ? scene.bo : scene.ada,
            cause: event, at: Self.later, creditedAt: Self.monday)
        #expect(try scene.line(member) == [1, 1, 0, 0, Int64(comments), Int64(bookmarks)])
        #expect(try scene.line(member, "2026-W04") == [])
        guard let restored = row.restored else { return }
        scene.story.tell(
            restored, by: scene.bo, subject: event, owner: scene.bo, cause: event, at: Self.later,
            creditedAt: Self.monday)
        #expect(try scene.line(member) == full)
        #expect(try scene.line(member, "2026-W04") == [])
    }

    @Test("deleting a recipe takes back its 10 points, not the likes that it earned")
    func likesStay() throws {
        var scene = Scene()
        let stew = scene.story.post(by: scene.bo, at: Self.monday)
        scene.story.tell(.recipeLiked, by: scene.ada, subject: stew, owner: scene.bo, at: Self.monday)
        scene.story.tell(
            .recipeDeleted, by: scene.bo, subject: stew, owner: scene.bo, at: Self.later, creditedAt: Self.monday)
        #expect(try scene.line(scene.bo) == [2, 1, 0, 1, 0, 0])
        #expect(scene.story.queries().standing(of: scene.bo).xp == 2)
    }

    @Test("activeDays: days of the week, 0 to 7, whose net count of awards is above zero")
    func activeDays() throws {
        var scene = Scene()
        for day in 5...11 {
            #expect(try scene.entry(scene.bo, "2026-W02")?.activeDays ?? 0 == day - 5)
            let time = "2026-01-\(day < 10 ? "0" : "")\(day)T23:59:59.999999Z"
            for _ in 0..<2 { scene.story.comment(on: scene.soup, of: scene.ada, by: scene.bo, at: time) }
        }
        #expect(try scene.line(scene.bo) == [14, 7, 0, 0, 14, 0])
        // One of a day's two awards leaves the day active, the second does not.
        for (left, comment) in [(7, 5), (6, 6)] {
            scene.story.tell(
                .commentDeleted, by: scene.bo, subject: Position(UInt64(comment)), owner: scene.bo, at: Self.later,
                creditedAt: "2026-01-05T23:59:59.999999Z")
            #expect(try scene.entry(scene.bo, "2026-W02")?.activeDays == left)
        }
    }

    @Test("members with engagement > 0: nothing is gained by doing and undoing")
    func doingAndUndoing() throws {
        var scene = Scene()
        for _ in 0..<3 {
            scene.story.tell(.recipeBookmarked, by: scene.bo, subject: scene.soup, owner: scene.ada, at: Self.monday)
            scene.story.tell(
                .recipeUnbookmarked, by: scene.bo, subject: scene.soup, owner: scene.ada, at: Self.tuesday,
                creditedAt: Self.monday)
        }
        #expect(try scene.line(scene.bo) == [])
        #expect(!scene.story.queries().leaderboardWeeks().weeks.contains { $0.week == "2026-W02" })
        #expect(scene.story.queries().standing(of: scene.bo).xp == 0)
    }

    @Test("daily caps per kind: the first by log order count, and the others earn nothing")
    func dailyCaps() throws {
        var scene = Scene()
        for _ in 0..<3 { scene.story.comment(on: scene.soup, of: scene.ada, by: scene.bo, at: Self.monday) }
        scene.story.comment(on: scene.soup, of: scene.ada, by: scene.bo, at: Self.tuesday)
        var rules = Rules.standard
        rules.awards = AwardRules([.comments: 5], dailyCaps: [.comments: 2])
        scene.story.tell(.rulesChanged, by: .operator, payload: .rules(rules.message))
        #expect(try scene.line(scene.bo) == [15, 2, 0, 0, 4, 0])
        let history = try scene.story.queries().awardHistory(
            of: .member(scene.bo), page: Page(limit: 0), viewer: nil)
        #expect(history.awards.map(\.points) == [5, 5, 0, 5] && history.xp == 15)
    }

    @Test("points below zero keep off the board, and count as zero for the level")
    func belowZero() throws {
        var scene = Scene()
        scene.story.post(by: scene.bo, at: Self.monday)
        var rules = Rules.standard
        rules.awards = AwardRules([.recipes: -5])
        scene.story.tell(.rulesChanged, by: .operator, payload: .rules(rules.message))
        #expect(try scene.line(scene.bo) == [])
        let standing = scene.story.queries().standing(of: scene.bo)
        #expect(standing.xp == -5 && standing.level == "Beginner Cook" && standing.nextLevelAt == 50)
    }
}
