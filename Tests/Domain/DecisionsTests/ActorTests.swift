import Decisions
import Events
import Layout
import Testing

@Suite struct ActorTests {
    static let serviceOnly: [EventKind] = [
        .logCreated, .commandNoted, .memberPasswordChanged, .memberResetLinkMade, .memberAccessRevoked, .memberLoggedIn,
        .memberLoggedOut,
    ]
    static let membersOnly: [EventKind] = [
        .memberProfileChanged, .memberFollowed, .memberUnfollowed, .memberBlocked, .memberUnblocked, .recipePosted,
        .recipeLiked, .recipeUnliked, .recipeUpvoted, .recipeDownvoted, .recipeVoteRetracted, .recipeRated,
        .recipeRatingRetracted, .recipeBookmarked, .recipeUnbookmarked, .recipeReposted, .recipeCooked, .commentPosted,
        .commentLiked, .commentUnliked, .reportFiled, .notificationsRead, .feedSeen, .memberDeleted,
        .planSet, .planCleared, .listItemAdded, .listItemChecked, .listItemUnchecked, .listItemRemoved,
        .cookbookCreated, .cookbookChanged, .cookbookDeleted, .cookbookRecipeAdded, .cookbookRecipeRemoved,
        .cookbookRecipeMoved,
    ]

    @Test("kinds that only the service writes are forbidden to members and the operator", arguments: serviceOnly)
    func nobodySubmitsWhatOnlyTheServiceWrites(_ kind: EventKind) throws {
        let village = try Village()
        #expect(village.refusal(kind, village.ada, .member(village.ada)) == Refused(.forbidden))
        #expect(village.refusal(kind, nil) == Refused(.forbidden))
    }

    @Test("the operator may not take part in members' acts", arguments: membersOnly)
    func theOperatorTakesNoPart(_ kind: EventKind) throws {
        let village = try Village()
        #expect(village.refusal(kind, nil) == Refused(.forbidden, "actor"))
    }

    @Test(
        "unknown and deleted actors are not found, and banned ones are refused",
        arguments: EventKind.allCases.filter { !serviceOnly.contains($0) && $0 != .memberRegistered })
    func unknownDeletedAndBannedActorsAreRefused(_ kind: EventKind) throws {
        var village = try Village()
        #expect(village.refusal(kind, MemberID(99)) == Refused(.notFound, "actor"))
        try village.submit(.memberBanned, village.ada, .member(village.cy))
        #expect(village.refusal(kind, village.cy, .recipe(village.soup)) == Refused(.banned, "actor"))
        try village.submit(.memberDeleted, village.ada, .member(village.cy))
        #expect(village.refusal(kind, village.cy, .recipe(village.soup)) == Refused(.notFound, "actor"))
    }

    @Test("a refusal for a ban names its end, and the ban expires then") func aBanIsToldWithItsEndAndRunsOut() throws {
        var village = try Village()
        try village.submit(
            .memberBanned, village.mo, .member(village.cy), payload: .ban(until: 1_700_000_100))
        let like = Command(.recipeLiked, actor: .username("cy"), subject: .recipe(village.soup))
        let refusal = #expect(throws: Refusal.self) { try Decider.decide(like, in: village.community) }
        #expect(refusal?.message.contains("2023-11-14T22:15:00Z") == true)
        village.community.now = Timestamp(seconds: 1_700_000_100)
        #expect(village.refusal(of: like) == nil)
    }

    @Test("the letter of a reference must agree with the kind of thing") func lettersMustAgreeWithWhatIsThere() throws {
        let village = try Village()
        let like = { (subject: Reference) in village.refusal(.recipeLiked, village.cy, subject) }
        #expect(like(.position(village.soup, letter: "r")) == nil)
        #expect(like(.position(village.soup, letter: nil)) == nil)
        #expect(like(.external(source: "app", id: "soup")) == nil)
        #expect(like(.position(village.soup, letter: "c")) == Refused(.notFound, "subject"))
        #expect(like(.position(village.comment, letter: "c")) == Refused(.notFound, "subject"))
        #expect(like(.position(village.comment, letter: nil)) == Refused(.notFound, "subject"))
        #expect(like(.username("bo")) == Refused(.notFound, "subject"))
        #expect(like(.external(source: "app", id: "stew")) == Refused(.notFound, "subject"))
        #expect(like(.position(.none, letter: "r")) == Refused(.notFound, "subject"))
        #expect(like(.position(Position(.max), letter: "r")) == Refused(.notFound, "subject"))
        #expect(village.refusal(.recipeLiked, village.cy) == Refused(.invalid, "subject"))
        let follow = { (subject: Reference) in village.refusal(.memberFollowed, village.cy, subject) }
        #expect(follow(.username("BO")) == nil)
        #expect(follow(.position(village.bo.position, letter: "r")) == Refused(.notFound, "subject"))
        #expect(follow(.recipe(village.soup)) == Refused(.notFound, "subject"))
    }

    @Test(
        "a command's time may lie in the past and at most five minutes ahead",
        arguments: [
            (-1_000_000_000, nil), (0, nil), (300, nil), (301, Refused(.invalid, "time")),
            (1 << 60, Refused(.invalid, "time")),
        ] as [(Int, Refused?)])
    func timesMayBePastAndFiveMinutesAhead(_ seconds: Int, _ expected: Refused?) throws {
        let village = try Village()
        var like = Command(.recipeLiked, actor: .member(village.cy), subject: .recipe(village.soup))
        like.occurredAt = Timestamp(
            microseconds: village.community.now.microseconds
                + Int64(seconds).multipliedReportingOverflow(by: 1_000_000)
                .partialValue)
        if seconds == 1 << 60 { like.occurredAt = Timestamp(microseconds: .max) }
        #expect(village.refusal(of: like) == expected)
    }

    @Test("a payload of another kind or none where one is needed is refused")
    func dataOfAnotherShapeIsRefused() throws {
        let village = try Village()
        #expect(
            village.refusal(.recipeLiked, village.cy, .recipe(village.soup), payload: .said("x"))
                == Refused(.invalid, "data"))
        #expect(village.refusal(.recipePosted, village.cy, payload: .said("x")) == Refused(.invalid, "data"))
        #expect(village.refusal(.recipePosted, village.cy) == Refused(.invalid, "data"))
    }
}
