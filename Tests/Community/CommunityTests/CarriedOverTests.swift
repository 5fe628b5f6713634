import Community
import EventLog
import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// Balances from the time before Larder, in a community on disk.
@Suite struct CarriedOverTests {
    private let kitchen: Kitchen
    private let soup: Reference

    /// ada brings 420 points along, and her soup 12 likes.
    init() throws {
        kitchen = try Kitchen()
        try kitchen.join("ada")
        try kitchen.join("bo")
        soup = try kitchen.post("Soup", by: "ada")
        try kitchen.submit(Self.points(420))
        try kitchen.submit(Self.likes(12, of: soup))
    }

    private static func points(_ points: UInt32, of member: String = "ada", id: String = "") -> Command {
        var said = ProtoPointsCarriedOver()
        said.points = points
        return Command(
            .memberPointsCarriedOver, actor: nil, subject: .username(member), origin: .app("points/\(member)\(id)"),
            payload: .points(said)
        ).byOperator
    }

    private static func likes(_ likes: UInt32, of recipe: Reference, id: String = "") -> Command {
        var said = ProtoCountsCarriedOver()
        said.likes = likes
        return Command(
            .recipeCountsCarriedOver, actor: nil, subject: recipe, origin: .app("counts\(id)"), payload: .counts(said)
        ).byOperator
    }

    private func numbers() throws -> [Int64?] {
        try kitchen.community.query { queries in
            let profile = try queries.profile(.username("ada"), viewer: nil)
            let recipe = try queries.recipe(soup, viewer: nil).recipe
            return [profile.xp, profile.pointsCarriedOver, recipe.likes, recipe.beforeLarder?.likes]
        }
    }

    @Test("carried numbers stay through rebuilding, opening again and repeating the import")
    func stay() throws {
        #expect(try numbers() == [430, 420, 0, 12])
        let head = try kitchen.head()
        #expect(try !kitchen.submit(Self.points(420)).changed)
        #expect(try !kitchen.submit(Self.likes(12, of: soup)).changed)
        for command in [Self.points(421), Self.likes(13, of: soup)] {
            let refusal = #expect(throws: Refusal.self) { try kitchen.submit(command) }
            #expect(refusal?.code == .conflict)
        }
        #expect(try kitchen.head() == head)
        #expect(try kitchen.community.viewsVerify().matches)
        try kitchen.reopen()
        #expect(try numbers() == [430, 420, 0, 12])
    }

    @Test("later numbers replace the earlier ones, down to zero, and the awards add up") func replaced() throws {
        func points() throws -> [Int64] {
            try kitchen.community.query { queries in
                let answer = try queries.awardHistory(of: .username("ada"), page: Page(limit: 0), viewer: nil)
                let pages = try [1, 2, 3].map { count in
                    let page = try queries.awardHistory(of: .username("ada"), page: Page(limit: count), viewer: nil)
                    guard let next = page.next else { return page.awards }
                    return try page.awards
                        + queries.awardHistory(
                            of: .username("ada"), page: Page(limit: 0, after: next), viewer: nil
                        ).awards
                }
                let ofAKind = try queries.awardHistory(
                    of: .username("ada"), AwardFilter(kind: .recipes), page: Page(limit: 0), viewer: nil)
                #expect(ofAKind.awards.map(\.points) == [10])
                #expect(pages.allSatisfy { $0.map(\.points) == answer.awards.map(\.points) })
                #expect(answer.awards.reduce(0) { $0 + Int64($1.points) } == answer.xp)
                return answer.awards.map { Int64($0.points) }
            }
        }
        try kitchen.submit(Self.points(500, id: "/2"))
        try kitchen.submit(Self.likes(15, of: soup, id: "/2"))
        #expect(try numbers() == [510, 500, 0, 15] && points() == [10, 420, 80])
        // The first command is answered as before, and changes nothing.
        #expect(try !kitchen.submit(Self.points(420)).changed && !kitchen.submit(Self.likes(12, of: soup)).changed)
        #expect(try !kitchen.submit(Self.points(500, id: "/3")).changed)
        #expect(try numbers() == [510, 500, 0, 15])
        try kitchen.submit(Self.points(0, id: "/4"))
        try kitchen.submit(Self.likes(0, of: soup, id: "/4"))
        #expect(try numbers() == [10, nil, 0, nil] && points() == [10, 420, 80, -500])
        try kitchen.submit(Self.points(7, id: "/5"))
        #expect(try numbers() == [17, 7, 0, nil] && points() == [10, 420, 80, -500, 7])
        #expect(try kitchen.community.viewsVerify().matches)
        try kitchen.reopen()
        #expect(try numbers() == [17, 7, 0, nil])
    }

    @Test("carried numbers are as they were at each moment of the past") func past() throws {
        func xp(at position: UInt64) throws -> Int64 {
            try kitchen.community.query(asOf: .position(Position(position))) { queries in
                try queries.profile(.username("ada"), viewer: nil).xp
            }
        }
        let head = try kitchen.head()
        #expect(try (head - 2...head).map(xp) == [10, 430, 430])
    }

    @Test("an explanation of the XP and of the counts names the event that carried them over") func reasons() throws {
        let head = try kitchen.head()
        func reasons<Answer: Equatable & Sendable>(_ ask: (Queries) throws -> Answer) throws -> [UInt64?] {
            try kitchen.community.explain(
                ReasonsRequest(moment: nil, page: Page(limit: 0), newestFirst: false, question: "carried"), ask
            ).reasons.map { $0.event?.value }
        }
        let points = try reasons { (try? $0.profile(.username("ada"), viewer: nil))?.pointsCarriedOver }
        #expect(points == [head - 1])
        let likes = try reasons { [soup] in (try? $0.recipe(soup, viewer: nil))?.recipe.beforeLarder?.likes }
        #expect(likes == [head])
    }

    @Test("without their member, a what-if has no carried numbers, and boards are the same with and without them")
    func whatIf() throws {
        let report = try kitchen.community.rebuildStandings(
            weeks: nil, without: [.username("ada")], dryRun: true, listing: true)
        // The registration, the soup, and both balances.
        #expect(report.omitted == 4)
        let boards = try kitchen.community.rebuildStandings(weeks: nil, without: [], dryRun: true, listing: true)
        #expect(boards.changes?.isEmpty == true)
    }

    @Test("carried numbers go with the account: the log holds them no longer") func erasure() throws {
        let head = try kitchen.head()
        try kitchen.submit(Command(.memberDeleted, actor: .username("ada"), subject: nil))
        kitchen.community.finishErasures()
        for position in [head - 1, head] {
            let record = try kitchen.community.log.read { try $0.record(at: Position(position)) }
            #expect(record?.isErased == true && record?.payload == Payload.none)
        }
        try kitchen.community.query { queries in
            #expect(queries.carriedPoints(of: MemberID(2)) == 0)
            #expect(throws: Refusal.self) { try queries.recipe(soup, viewer: nil) }
        }
        #expect(try kitchen.community.viewsVerify().matches)
        // The import again is harmless, also when it names other numbers.
        #expect(try !kitchen.submit(Self.points(421)).changed)
    }

    @Test("a member's own command carries over nothing, alone or in a batch") func members() throws {
        var own = Self.points(100, of: "bo")
        (own.actor, own.authority, own.origin) = (.username("bo"), .member, nil)
        let head = try kitchen.head()
        #expect(throws: Refusal.self) { try kitchen.submit(own) }
        let results = try kitchen.community.submit(batch: [own, Self.likes(1, of: .username("bo"))])
        for result in results { #expect(throws: Refusal.self) { try result.get() } }
        #expect(try kitchen.head() == head)
    }
}
