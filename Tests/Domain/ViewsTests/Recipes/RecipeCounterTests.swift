import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

/// «Recipe»: every counter, every state of a viewer, and «facts stay facts».
@Suite struct RecipeCounterTests {
    typealias Counter = @Sendable (RecipeDocument) -> Int64

    struct Row: CustomTestStringConvertible, Sendable {
        let rule: String
        let counter: Counter
        let take: EventKind
        let back: EventKind?
        var value: UInt8 = 0
        /// Whether it stays after the deletion of its member's account.
        var staysWithoutMember = true

        var testDescription: String { rule }
    }

    static let rows = [
        Row(rule: "likes", counter: \.likes, take: .recipeLiked, back: .recipeUnliked),
        Row(rule: "upvotes", counter: \.upvotes, take: .recipeUpvoted, back: .recipeVoteRetracted),
        Row(rule: "downvotes", counter: \.downvotes, take: .recipeDownvoted, back: .recipeVoteRetracted),
        Row(rule: "score goes up", counter: \.score, take: .recipeUpvoted, back: .recipeVoteRetracted),
        Row(rule: "score goes down", counter: { -$0.score }, take: .recipeDownvoted, back: .recipeVoteRetracted),
        Row(rule: "ratings", counter: \.rating.count, take: .recipeRated, back: .recipeRatingRetracted, value: 4),
        Row(rule: "bookmarks", counter: \.bookmarks, take: .recipeBookmarked, back: .recipeUnbookmarked),
        Row(rule: "cooked", counter: \.cooked, take: .recipeCooked, back: nil),
        Row(
            rule: "reposts", counter: \.reposts, take: .recipeReposted, back: .repostDeleted, staysWithoutMember: false),
        Row(
            rule: "comments", counter: \.comments, take: .commentPosted, back: .commentDeleted,
            staysWithoutMember: false),
        Row(rule: "forks", counter: \.forks, take: .recipePosted, back: .recipeDeleted, staysWithoutMember: false),
    ]

    private struct Scene {
        var kitchen = Kitchen()
        let ada: Position
        let soup: Position

        init() {
            ada = kitchen.register("ada")
            soup = kitchen.post("Soup", by: ada)
        }

        func document(viewer: Position? = nil) throws -> RecipeDocument {
            try kitchen.queries.recipe(.recipe(RecipeID(soup)), viewer: viewer.map { MemberID($0) }).recipe
        }

        @discardableResult
        mutating func take(_ row: Row, by member: Position) -> Position {
            switch row.take {
            case .recipePosted:
                kitchen.add(
                    .recipePosted, by: member, owner: member, cause: soup, payload: .recipe(.with { $0.title = "Stew" })
                )
            case .commentPosted: kitchen.comment("Fine", by: member, on: soup)
            default: kitchen.add(row.take, by: member, on: soup, owner: ada, value: row.value)
            }
        }
    }

    @Test("each counter counts its events, one's own too, and what is taken back no more", arguments: rows)
    func counts(_ row: Row) throws {
        var scene = Scene()
        let bo = scene.kitchen.register("bo")
        #expect(try row.counter(scene.document()) == 0)
        let first = scene.take(row, by: bo)
        #expect(try row.counter(scene.document()) == 1)
        scene.take(row, by: scene.ada)
        #expect(try row.counter(scene.document()) == 2)
        guard let back = row.back else { return }
        let isContent = [.repostDeleted, .commentDeleted, .recipeDeleted].contains(back)
        scene.kitchen.add(back, by: bo, on: isContent ? first : scene.soup, owner: isContent ? bo : scene.ada)
        #expect(try row.counter(scene.document()) == 1)
    }

    @Test(
        "facts stay facts: a banned or deleted member's likes, votes and ratings count; their content leaves",
        arguments: rows)
    func countsOfLeavers(_ row: Row) throws {
        var scene = Scene()
        let bo = scene.kitchen.register("bo")
        scene.take(row, by: bo)
        scene.kitchen.add(.memberBanned, on: bo, owner: bo)
        #expect(try row.counter(scene.document()) == 1)
        scene.kitchen.add(.memberDeleted, by: bo, on: bo, owner: bo)
        #expect(try row.counter(scene.document()) == (row.staysWithoutMember ? 1 : 0))
    }

    @Test("the other vote replaces the vote, and a new rating the old")
    func replacements() throws {
        var scene = Scene()
        let bo = scene.kitchen.register("bo")
        let up = scene.kitchen.add(.recipeUpvoted, by: bo, on: scene.soup, owner: scene.ada)
        scene.kitchen.add(.recipeDownvoted, by: bo, on: scene.soup, owner: scene.ada, cause: up)
        let three = scene.kitchen.add(.recipeRated, by: bo, on: scene.soup, owner: scene.ada, value: 3)
        scene.kitchen.add(.recipeRated, by: bo, on: scene.soup, owner: scene.ada, cause: three, value: 5)
        let document = try scene.document()
        #expect(document.upvotes == 0 && document.downvotes == 1 && document.score == -1)
        #expect(document.rating.count == 1 && document.rating.average == 5)
    }

    @Test(
        "rating: the average to 2 decimals, and none without ratings",
        arguments: [
            ([], nil), ([5, 4, 4], 4.33), ([5, 5, 4], 4.67), ([1, 2], 1.5), ([4, 4, 4, 4, 4, 4, 4, 5], 4.13),
        ]
            as [([UInt8], Double?)])
    func averages(_ stars: [UInt8], _ expected: Double?) throws {
        var scene = Scene()
        for (index, stars) in stars.enumerated() {
            let member = scene.kitchen.register("cook\(index)")
            scene.kitchen.add(.recipeRated, by: member, on: scene.soup, owner: scene.ada, value: stars)
        }
        #expect(try scene.document().rating.average == expected)
    }

    @Test("version: 1 on posting, +1 per edit; editedAt is the last edit's, postedAt stays")
    func versions() throws {
        var scene = Scene()
        let posted = try scene.document()
        #expect(posted.version == 1 && posted.editedAt == nil)
        for number in 2...3 {
            scene.kitchen.add(
                .recipeEdited, by: scene.ada, on: scene.soup, owner: scene.ada,
                payload: .recipe(.with { $0.title = "\(number)" }), at: 1_300_000_000 + Int64(number))
            let edited = try scene.document()
            #expect(edited.version == UInt64(number) && edited.title == "\(number)")
            #expect(edited.editedAt == Timestamp(seconds: 1_300_000_000 + Int64(number)).rfc3339)
            #expect(edited.postedAt == posted.postedAt)
        }
    }

    @Test("for a viewer: liked, vote, stars, bookmarked, followsAuthor; for a guest none of them")
    func viewerStates() throws {
        var scene = Scene()
        let bo = scene.kitchen.register("bo")
        let cy = scene.kitchen.register("cy")
        let before = try scene.document(viewer: bo)
        #expect(before.liked == false && before.bookmarked == false && before.followsAuthor == false)
        #expect(before.vote == nil && before.stars == nil)
        for (kind, value) in [
            (.recipeLiked, 0), (.recipeDownvoted, 0), (.recipeRated, 2), (.recipeBookmarked, 0),
        ] as [(EventKind, UInt8)] {
            scene.kitchen.add(kind, by: bo, on: scene.soup, owner: scene.ada, value: value)
        }
        scene.kitchen.add(.memberFollowed, by: bo, on: scene.ada, owner: scene.ada)
        let after = try scene.document(viewer: bo)
        #expect(after.liked == true && after.bookmarked == true && after.followsAuthor == true)
        #expect(after.vote == "down" && after.stars == 2)
        let other = try scene.document(viewer: cy)
        #expect(other.liked == false && other.vote == nil && other.stars == nil && other.followsAuthor == false)
        let guest = try scene.document()
        #expect(guest.liked == nil && guest.bookmarked == nil && guest.followsAuthor == nil)
        #expect(guest.isNew == nil && guest.hasNewComments == nil)
    }

    @Test("for a viewer: isNew and hasNewComments since their feed.seen")
    func newness() throws {
        var scene = Scene()
        let bo = scene.kitchen.register("bo")
        func states() throws -> [Bool?] {
            let document = try scene.document(viewer: bo)
            return [document.isNew, document.hasNewComments]
        }
        #expect(try states() == [true, false])
        let comment = scene.kitchen.comment("Fine", by: scene.ada, on: scene.soup)
        #expect(try states() == [true, true])
        scene.kitchen.add(.feedSeen, by: bo, on: bo, cause: Position(scene.soup.value - 1))
        #expect(try states() == [true, true])
        scene.kitchen.add(.feedSeen, by: bo, on: bo, cause: scene.soup)
        #expect(try states() == [false, true])
        scene.kitchen.add(.feedSeen, by: bo, on: bo, cause: comment)
        #expect(try states() == [false, false])
        let late = scene.kitchen.comment("Finer", by: scene.ada, on: scene.soup)
        #expect(try states() == [false, true])
        scene.kitchen.add(.commentDeleted, by: scene.ada, on: late, owner: scene.ada)
        #expect(try states() == [false, false])
    }
}
