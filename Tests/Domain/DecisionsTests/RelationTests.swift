import Decisions
import Events
import Layout
import Testing

@Suite struct RelationTests {
    struct Toggle: Sendable {
        var take: EventKind
        var back: EventKind
        var value: UInt8 = 0
    }

    static let onRecipes = [
        Toggle(take: .recipeLiked, back: .recipeUnliked), Toggle(take: .recipeUpvoted, back: .recipeVoteRetracted),
        Toggle(take: .recipeDownvoted, back: .recipeVoteRetracted),
        Toggle(take: .recipeRated, back: .recipeRatingRetracted, value: 4),
        Toggle(take: .recipeBookmarked, back: .recipeUnbookmarked),
    ]

    /// Each toggle with its subject and the subject's owner.
    static func cases(in village: Village) -> [(toggle: Toggle, subject: Position, owner: MemberID)] {
        onRecipes.map { ($0, village.soup, village.bo) } + [
            (Toggle(take: .commentLiked, back: .commentUnliked), village.comment, village.cy),
            (Toggle(take: .memberFollowed, back: .memberUnfollowed), village.bo.position, village.bo),
            (Toggle(take: .memberBlocked, back: .memberUnblocked), village.cy.position, village.cy),
        ]
    }

    @Test("repeating an act or its undoing changes nothing", arguments: 0..<8)
    func repetitionsChangeNothing(_ index: Int) throws {
        var village = try Village()
        let (toggle, subject, owner) = Self.cases(in: village)[index]
        let reference = Reference.position(subject, letter: nil)
        #expect(try village.submit(toggle.back, village.mo, reference) == subject)
        village.community.now = Timestamp(seconds: 1_700_000_001)
        let taken = try village.submit(toggle.take, village.mo, reference, value: toggle.value)
        let header = try village.last.header
        #expect(header.subject == subject && header.owner == owner && header.cause == .none)
        #expect(header.actor == village.mo && header.value == toggle.value)
        #expect(try village.submit(toggle.take, village.mo, reference, value: toggle.value) == taken)
        village.community.now = Timestamp(seconds: 1_700_000_002)
        let back = try village.submit(toggle.back, village.mo, reference)
        #expect(back == taken.next)
        #expect(try village.last.header.cause == taken)
        #expect(try village.last.header.creditedAt == Timestamp(seconds: 1_700_000_001))
        #expect(try village.submit(toggle.back, village.mo, reference) == back)
        #expect(try village.submit(toggle.take, village.mo, reference, value: toggle.value) == back.next)
    }

    @Test(
        "a like, bookmark or follow that is done again is credited to its first time, and no other act is",
        arguments: 0..<8)
    func repeatedActsBelongToTheFirstTime(_ index: Int) throws {
        var village = try Village()
        let (toggle, subject, _) = Self.cases(in: village)[index]
        let reference = Reference.position(subject, letter: nil)
        let isOfFirstTime = [.recipeLiked, .recipeBookmarked, .commentLiked, .memberFollowed].contains(toggle.take)
        let first = Timestamp(seconds: 1_700_000_001)
        for second in Int64(1)...6 {
            let isTaking = !second.isMultiple(of: 2)
            village.community.now = Timestamp(seconds: 1_700_000_000 + second)
            try village.submit(
                isTaking ? toggle.take : toggle.back, village.mo, reference, value: isTaking ? toggle.value : 0)
            let header = try village.last.header
            let taken = Timestamp(seconds: 1_700_000_000 + second - (isTaking ? 0 : 1))
            #expect(header.occurredAt == village.community.now)
            #expect(header.creditedAt == (isOfFirstTime ? first : taken))
        }
    }

    @Test("the first time is the first by log order, and a follow that a block ended has one, too")
    func theFirstTimeIsThatOfTheLog() throws {
        var village = try Village()
        func act(_ kind: EventKind, _ subject: Reference, at seconds: Int64) throws -> Timestamp {
            var command = village.asks(kind, village.cy, subject)
            command.occurredAt = Timestamp(seconds: seconds)
            try village.community.submit(command)
            return try village.last.header.creditedAt
        }
        let (soup, bo) = (Reference.recipe(village.soup), Reference.username("bo"))
        _ = try act(.recipeLiked, soup, at: 1_600_000_500)
        _ = try act(.recipeUnliked, soup, at: 1_600_000_600)
        #expect(try act(.recipeLiked, soup, at: 1_600_000_100) == Timestamp(seconds: 1_600_000_500))
        _ = try act(.memberFollowed, bo, at: 1_600_000_200)
        try village.submit(.memberBlocked, village.bo, .username("cy"))
        #expect(try village.last.header.creditedAt == Timestamp(seconds: 1_600_000_200))
        try village.submit(.memberUnblocked, village.bo, .username("cy"))
        #expect(try act(.memberFollowed, bo, at: 1_600_000_900) == Timestamp(seconds: 1_600_000_200))
    }

    @Test("the opposite vote replaces the vote before it") func theOtherVoteReplaces() throws {
        var village = try Village()
        let up = try village.submit(.recipeUpvoted, village.cy, .recipe(village.soup))
        let down = try village.submit(.recipeDownvoted, village.cy, .recipe(village.soup))
        #expect(try village.last.header.cause == up)
        #expect(try village.submit(.recipeDownvoted, village.cy, .recipe(village.soup)) == down)
        try village.submit(.recipeVoteRetracted, village.cy, .recipe(village.soup))
        #expect(try village.last.header.cause == down)
    }

    @Test("a new rating replaces the old one, and stars are one to five") func aNewRatingReplacesTheOld() throws {
        var village = try Village()
        let three = try village.submit(.recipeRated, village.cy, .recipe(village.soup), value: 3)
        let five = try village.submit(.recipeRated, village.cy, .recipe(village.soup), value: 5)
        #expect(try village.last.header.cause == three)
        #expect(try village.submit(.recipeRated, village.cy, .recipe(village.soup), value: 5) == five)
        for stars in [0, 6, 255] as [UInt8] {
            #expect(
                village.refusal(.recipeRated, village.cy, .recipe(village.soup), value: stars)
                    == Refused(.invalid, "stars"))
        }
    }

    @Test(
        "members cannot follow or block themselves",
        arguments: [EventKind.memberFollowed, .memberUnfollowed, .memberBlocked, .memberUnblocked])
    func notWithOneself(_ kind: EventKind) throws {
        let village = try Village()
        #expect(village.refusal(kind, village.bo, .username("bo")) == Refused(.invalid, "subject"))
    }

    @Test("a block ends following in both directions") func aBlockEndsFollowingBothWays() throws {
        var village = try Village()
        try village.submit(.memberFollowed, village.bo, .username("cy"))
        try village.submit(.memberFollowed, village.cy, .username("bo"))
        let block = try village.submit(.memberBlocked, village.bo, .username("cy"))
        let ends = village.community.records.suffix(2).map(\.header)
        #expect(ends.map(\.kind) == [.memberUnfollowed, .memberUnfollowed])
        #expect(ends.map(\.cause) == [block, block])
        #expect(ends.map(\.actor) == [village.bo, village.cy])
        #expect(ends.map(\.owner) == [village.cy, village.bo])
    }

    @Test("a block in either direction refuses acts between the two members, and no retraction")
    func aBlockEitherWayKeepsApart() throws {
        var village = try Village()
        try village.submit(.memberBlocked, village.bo, .username("cy"))
        let soup = Reference.recipe(village.soup)
        for toggle in Self.onRecipes {
            #expect(
                village.refusal(toggle.take, village.cy, soup, value: toggle.value) == Refused(.forbidden, "actor"))
            #expect(village.refusal(toggle.back, village.cy, soup) == nil)
        }
        #expect(village.refusal(.memberFollowed, village.cy, .username("bo")) == Refused(.forbidden, "actor"))
        #expect(village.refusal(.memberFollowed, village.bo, .username("cy")) == Refused(.forbidden, "actor"))
        #expect(village.refusal(.recipeReposted, village.cy, soup) == Refused(.forbidden, "actor"))
        #expect(village.refusal(.recipeCooked, village.cy, soup) == Refused(.forbidden, "actor"))
        #expect(
            village.refusal(.commentPosted, village.cy, soup, payload: .said("x")) == Refused(.forbidden, "actor"))
        #expect(
            village.refusal(.commentLiked, village.bo, .comment(village.comment)) == Refused(.forbidden, "actor"))
        #expect(
            village.refusal(
                .commentPosted, village.bo, soup, cause: .comment(village.comment), payload: .said("x"))
                == Refused(.forbidden, "actor"))
        #expect(
            village.refusal(.recipePosted, village.cy, cause: soup, payload: .recipe(.soup))
                == Refused(.forbidden, "actor"))
        #expect(village.refusal(.reportFiled, village.cy, soup, value: 1) == nil)
        #expect(village.refusal(.memberBlocked, village.cy, .username("bo")) == nil)
        try village.submit(.memberUnblocked, village.bo, .username("cy"))
        #expect(village.refusal(.recipeLiked, village.cy, soup) == nil)
    }

    @Test("a deleted recipe accepts no more acts") func whatIsDeletedTakesNoMore() throws {
        var village = try Village()
        let soup = Reference.recipe(village.soup)
        try village.submit(.recipeDeleted, village.bo, soup)
        for toggle in Self.onRecipes {
            #expect(village.refusal(toggle.take, village.cy, soup, value: toggle.value) == Refused(.gone, "subject"))
            #expect(village.refusal(toggle.back, village.cy, soup) == Refused(.gone, "subject"))
        }
        #expect(
            village.refusal(.commentLiked, village.bo, .comment(village.comment)) == Refused(.gone, "subject"))
        #expect(village.refusal(.recipeCooked, village.cy, soup) == Refused(.gone, "subject"))
        #expect(village.refusal(.recipeReposted, village.cy, soup) == Refused(.gone, "subject"))
        #expect(
            village.refusal(.commentPosted, village.cy, soup, payload: .said("x")) == Refused(.gone, "subject"))
        #expect(
            village.refusal(.recipePosted, village.cy, cause: soup, payload: .recipe(.soup)) == Refused(.gone, "cause"))
        #expect(village.refusal(.reportFiled, village.cy, soup, value: 1) == Refused(.gone, "subject"))
    }
}
