import Decisions
import Events
import Layout
import Testing

/// «actor → subject» and «owner = the member who is credited or told», kind by kind.
@Suite struct EventFieldTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let kind: EventKind
        /// `nil`: the log.
        let subject: @Sendable (Village) -> Position?
        let owner: @Sendable (Village) -> MemberID
        let before: @Sendable (inout Village) throws -> Void
        let command: @Sendable (Village) -> Command

        var testDescription: String { kind.name }
    }

    private static func row(
        _ kind: EventKind, by actor: @escaping @Sendable (Village) -> MemberID = \.cy,
        on subject: @escaping @Sendable (Village) -> Position?, owner: @escaping @Sendable (Village) -> MemberID,
        payload: Payload = .none, value: UInt8 = 0,
        after before: @escaping @Sendable (inout Village) throws -> Void = { _ in }
    ) -> Row {
        Row(kind: kind, subject: subject, owner: owner, before: before) { village in
            village.asks(
                kind, actor(village),
                [.rulesChanged, .memberProfileChanged, .notificationsRead, .feedSeen].contains(kind)
                    ? nil : subject(village).map { .position($0, letter: nil) },
                payload: payload, value: value)
        }
    }

    private static let soup: @Sendable (Village) -> Position? = { $0.soup }
    private static let comment: @Sendable (Village) -> Position? = { $0.comment }
    private static let bo: @Sendable (Village) -> Position? = { $0.bo.position }
    private static let repost: @Sendable (Village) -> Position? = { _ in Position(8) }
    private static let item: @Sendable (Village) -> Position? = { _ in Position(8) }
    private static let listing: @Sendable (inout Village) throws -> Void = {
        _ = try $0.submit(.listItemAdded, $0.cy, payload: .listing("2 lemons"))
    }
    private static let collecting: @Sendable (inout Village) throws -> Void = {
        _ = try $0.submit(.cookbookCreated, $0.cy, payload: .collecting("Soups"))
    }
    private static let byBo: @Sendable (Village) -> MemberID = { $0.bo }
    private static let byCy: @Sendable (Village) -> MemberID = { $0.cy }

    private static func first(
        _ kind: EventKind, value: UInt8 = 0, on subject: @escaping @Sendable (Village) -> Position? = soup
    ) -> @Sendable (inout Village) throws -> Void {
        { _ = try $0.submit(kind, $0.cy, subject($0).map { .position($0, letter: nil) }, value: value) }
    }

    static let rows: [Row] = [
        row(
            .rulesChanged, by: \.ada, on: { _ in nil }, owner: { _ in .operator },
            payload: .rules(Rules.standard.message)),
        row(.memberProfileChanged, by: \.bo, on: bo, owner: byBo, payload: .changing { $0.bio = "Cooks." }),
        row(.memberDeleted, by: \.ada, on: bo, owner: byBo), row(.memberFollowed, on: bo, owner: byBo),
        row(.memberUnfollowed, on: bo, owner: byBo, after: first(.memberFollowed, on: bo)),
        row(.memberBlocked, on: bo, owner: byBo),
        row(.memberUnblocked, on: bo, owner: byBo, after: first(.memberBlocked, on: bo)),
        row(.memberRoleChanged, by: \.ada, on: bo, owner: byBo, value: 1),
        row(.memberBanned, by: \.mo, on: bo, owner: byBo),
        row(
            .memberUnbanned, by: \.mo, on: bo, owner: byBo,
            after: { try $0.submit(.memberBanned, nil, .username("bo")) }),
        row(.recipeEdited, by: \.bo, on: soup, owner: byBo, payload: .soup { $0.title = "Stew" }),
        row(.recipeDeleted, by: \.mo, on: soup, owner: byBo),
        row(
            .recipeRestored, by: \.mo, on: soup, owner: byBo, after: { try $0.submit(.recipeDeleted, nil, $0.theSoup) }),
        row(.recipeLiked, on: soup, owner: byBo),
        row(.recipeUnliked, on: soup, owner: byBo, after: first(.recipeLiked)),
        row(.recipeUpvoted, on: soup, owner: byBo), row(.recipeDownvoted, on: soup, owner: byBo),
        row(.recipeVoteRetracted, on: soup, owner: byBo, after: first(.recipeDownvoted)),
        row(.recipeRated, on: soup, owner: byBo, value: 3),
        row(.recipeRatingRetracted, on: soup, owner: byBo, after: first(.recipeRated, value: 2)),
        row(.recipeBookmarked, on: soup, owner: byBo),
        row(.recipeUnbookmarked, on: soup, owner: byBo, after: first(.recipeBookmarked)),
        row(.recipeReposted, on: soup, owner: byBo),
        row(.repostDeleted, by: \.mo, on: repost, owner: byBo, after: first(.recipeReposted)),
        row(.recipeCooked, on: soup, owner: byBo),
        Row(
            kind: .recipeCookNoteDeleted, subject: soup, owner: byCy,
            before: { try $0.submit(.recipeCooked, $0.cy, $0.theSoup, payload: .noting("with leeks")) },
            command: { $0.asks(.recipeCookNoteDeleted, $0.mo, cause: .position(Position(8), letter: nil)) }),
        row(.commentPosted, on: soup, owner: byBo, payload: .said("Fine")),
        row(.commentEdited, on: comment, owner: byCy, payload: .said("Finer")),
        row(.commentDeleted, by: \.mo, on: comment, owner: byCy),
        row(
            .commentRestored, by: \.mo, on: comment, owner: byCy,
            after: { try $0.submit(.commentDeleted, nil, $0.theComment) }),
        row(.commentLiked, by: \.bo, on: comment, owner: byCy),
        row(
            .commentUnliked, by: \.bo, on: comment, owner: byCy,
            after: { try $0.submit(.commentLiked, $0.bo, $0.theComment) }),
        row(.reportFiled, on: soup, owner: byBo, value: 1), row(.reportFiled, on: bo, owner: byBo, value: 1),
        row(.reportFiled, by: \.bo, on: comment, owner: byCy, value: 1),
        row(.reportResolved, by: \.mo, on: repost, owner: byCy, value: 1, after: first(.reportFiled, value: 1)),
        row(.planSet, on: soup, owner: byCy, payload: .planning("2026-11-24", 3)),
        row(
            .planCleared, on: soup, owner: byCy, payload: .planning("2026-11-24", 3),
            after: { try $0.submit(.planSet, $0.cy, $0.theSoup, payload: .planning("2026-11-24", 3)) }),
        row(.listItemChecked, on: item, owner: byCy, after: listing),
        row(
            .listItemUnchecked, on: item, owner: byCy,
            after: {
                try listing(&$0)
                try $0.submit(.listItemChecked, $0.cy, .item(Position(8)))
            }),
        row(
            .cookbookChanged, on: item, owner: byCy, payload: .collecting("Broths"), after: collecting),
        row(.cookbookDeleted, on: item, owner: byCy, after: collecting),
        row(.listItemRemoved, on: item, owner: byCy, after: listing),
        row(.notificationsRead, by: \.bo, on: bo, owner: { _ in .operator }),
        row(.feedSeen, by: \.bo, on: bo, owner: { _ in .operator }),
    ]

    @Test("who did it, to what, and who is credited or told", arguments: rows)
    func fields(_ row: Row) throws {
        var village = try Village()
        try row.before(&village)
        let command = row.command(village)
        let position = try village.community.submit(command)
        let header = try #require(village.community.record(at: position)).header
        #expect(header.kind == row.kind)
        #expect(header.actor == village.actor(of: command))
        #expect(header.subject == row.subject(village) ?? .none)
        #expect(header.owner == row.owner(village))
    }

    @Test("member.registered and recipe.posted are their own subjects, and their actors' own")
    func beginnings() throws {
        var village = try Village()
        let dee = try village.community.submit(.registering("dee"))
        let registered = try village.last.header
        #expect(registered.subject == dee && registered.actor == MemberID(dee) && registered.owner == MemberID(dee))
        let fork = try village.submit(.recipePosted, village.cy, cause: village.theSoup, payload: .recipe(.soup))
        let posted = try village.last.header
        #expect(posted.subject == fork && posted.actor == village.cy && posted.owner == village.cy)
        #expect(posted.cause == village.soup)
        let item = try village.submit(.listItemAdded, village.cy, cause: village.theSoup)
        let listed = try village.last.header
        #expect(listed.subject == item && listed.actor == village.cy && listed.owner == village.cy)
        #expect(listed.cause == village.soup)
        let soups = try village.submit(.cookbookCreated, village.cy, payload: .collecting("Soups"))
        #expect(try village.last.header.subject == soups && village.last.header.owner == village.cy)
        for (kind, value) in [
            (EventKind.cookbookRecipeAdded, UInt8(0)), (.cookbookRecipeMoved, 2), (.cookbookRecipeRemoved, 0),
        ] {
            if value == 2 {
                let stew = try village.submit(.recipePosted, village.cy, payload: .soup { $0.title = "Stew" })
                try village.submit(.cookbookRecipeAdded, village.cy, .cookbook(soups), cause: .recipe(stew))
            }
            try village.submit(kind, village.cy, .cookbook(soups), cause: village.theSoup, value: value)
            let header = try village.last.header
            #expect(header.kind == kind && header.subject == soups && header.cause == village.soup)
            #expect(header.actor == village.cy && header.owner == village.cy && header.value == value)
        }
    }

    @Test("removed deletes the comment, banned bans its author: in the same decision, cause = the report's resolution")
    func consequences() throws {
        for (outcome, kind) in [(UInt8(2), EventKind.commentDeleted), (3, .memberBanned)] {
            var village = try Village()
            let report = try village.submit(.reportFiled, village.bo, village.theComment, value: 1)
            let resolution = try village.submit(.reportResolved, village.mo, .report(report), value: outcome)
            let consequence = try village.last.header
            #expect(consequence.kind == kind && consequence.position == resolution.next)
            #expect(consequence.cause == resolution && consequence.actor == village.mo)
            #expect(consequence.owner == village.cy)
        }
        var village = try Village()
        let report = try village.submit(.reportFiled, village.bo, village.theComment, value: 1)
        let resolution = try village.submit(.reportResolved, village.mo, .report(report), value: 1)
        #expect(village.community.head == resolution)
    }

    @Test("a ban with until is judged against the new event's recordedAt, whenever it is said to have happened")
    func bansAreJudgedWhenRecorded() throws {
        var village = try Village()
        try village.submit(.memberBanned, village.mo, .username("cy"), payload: .ban(until: 1_700_000_100))
        var like = village.asks(.recipeLiked, village.cy, village.theSoup)
        like.occurredAt = Timestamp(seconds: 1_699_999_000)
        village.community.now = Timestamp(microseconds: 1_700_000_099_999_999)
        #expect(village.answer(to: like) == .refused(.banned, "actor"))
        like.occurredAt = Timestamp(seconds: 1_700_000_200)
        #expect(village.answer(to: like) == .refused(.banned, "actor"))
        village.community.now = Timestamp(seconds: 1_700_000_100)
        like.occurredAt = Timestamp(seconds: 1_700_000_050)
        #expect(village.answer(to: like) == .accepted)
    }
}

extension Village {
    fileprivate func actor(of command: Command) -> MemberID {
        if case .position(let position, _)? = command.actor { MemberID(position) } else { .operator }
    }
}
