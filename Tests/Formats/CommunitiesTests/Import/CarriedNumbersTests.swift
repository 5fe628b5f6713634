import CloudEvents
import Community
import Events
import FormatsSupport
import LarderAPI
import Layout
import Operations
import Recipes
import Testing
import Views

@testable import Communities

/// What exports tell in numbers alone: it counts once, beside what is imported as acts.
@Suite struct CarriedNumbersTests {
    private static func member(_ id: String, _ username: String, points: UInt32 = 0) -> FoundMember {
        var member = FoundMember(place: id, id: id, username: username, occurredAt: Timestamp(seconds: 1_000))
        member.points = points
        return member
    }

    private static func mark(_ id: String, _ kind: EventKind = .recipeLiked, by actor: String) -> FoundMark {
        FoundMark(
            place: id, id: id, kind: kind, actor: actor, subject: .recipe("soup"), occurredAt: Timestamp(seconds: 3_000)
        )
    }

    private static func comment(_ id: String, by author: String) -> FoundComment {
        FoundComment(
            place: id, id: id, author: author, recipe: "soup", text: "Fine", occurredAt: Timestamp(seconds: 4_000))
    }

    /// cy has posted a soup, and di does something with it.
    private static func found(cy: UInt32 = 0, di: UInt32 = 0, _ told: ToldCounts = ToldCounts()) -> FoundCommunity {
        var found = FoundCommunity(source: "app")
        found.members = [member("u1", "cy", points: cy), member("u2", "di", points: di)]
        let content = ProtoRecipeContent(title: "Soup", steps: ["Boil."])
        found.recipes = [
            AuthoredRecipe(
                author: "u1", told: told,
                found: FoundRecipe(
                    place: "soup", content: content, source: "app", id: "soup", occurredAt: Timestamp(seconds: 2_000)))
        ]
        return found
    }

    @Test("a member has as many points as in the app: those that the imported acts earn count once")
    func points() throws {
        let kitchen = try Kitchen()
        var found = Self.found(cy: 420, di: 1)
        found.marks = [Self.mark("l1", by: "u2"), Self.mark("l2", by: "u2"), Self.mark("own", by: "u1")]
        found.comments = [Self.comment("c1", by: "u2")]
        let (report, lines) = try kitchen.run(found)
        #expect(report.refused.isEmpty && report.appendedByKind["member.pointsCarriedOver"] == 1, "\(lines)")
        let (cy, di) = try kitchen.community.query { queries in
            (
                try queries.profile(.username("cy"), viewer: nil), try queries.profile(.username("di"), viewer: nil)
            )
        }
        // A recipe and one like: the own like and the repeated one earn nothing.
        #expect(cy.xp == 420 && cy.pointsCarriedOver == 408 && cy.level == "Master Chef")
        #expect(di.xp == 1 && di.pointsCarriedOver == nil)
        #expect(
            lines == [
                "u1: changed: xp: 408 of 420 carried over, because what is imported earns the others",
                "u2: changed: xp: 1 not carried over, because what is imported earns 1",
            ])
        let again = try kitchen.run(found)
        #expect(again.report.appended == 0 && again.report.refused.isEmpty)
        // Without updates, more points there are no other balance here.
        found.members[0].points = 500
        let later = try kitchen.run(found)
        #expect(later.report.refused.isEmpty && later.report.appended == 0)
        #expect(
            later.lines == [
                "u1: changed: xp: 500 at the source now; the 408 carried over earlier stay; an import that updates changes that to 488"
            ])
        #expect(try kitchen.community.query { try $0.profile(.username("cy"), viewer: nil).xp } == 420)
    }

    /// The registration gets the time of the import, and so does what follows it.
    @Test("a member without a time is carried over once, also when a later export knows the time")
    func timeless() throws {
        let kitchen = try Kitchen()
        var found = FoundCommunity(source: "app")
        found.members = [Self.member("u1", "cy", points: 7)]
        found.members[0].occurredAt = nil
        #expect(try kitchen.run(found, admins: ["cy"]).report.appended == 3)
        #expect(try kitchen.run(found, admins: ["cy"]).report.unchanged == 3)
        found.members[0].occurredAt = Timestamp(seconds: 1_000)
        #expect(try kitchen.run(found, admins: ["cy"]).report.unchanged == 3)
    }

    @Test("what imported acts earn follows the rules in force") func rules() throws {
        func carried(_ awards: AwardRules) throws -> [Payload] {
            try CommunityPlan(Self.found(cy: 100), names: .none, awards: awards, now: .latest).items.compactMap(
                \.command
            )
            .filter { $0.kind == .memberPointsCarriedOver }.map(\.payload)
        }
        func points(_ points: UInt32) -> [Payload] {
            var message = ProtoPointsCarriedOver()
            message.points = points
            return [.points(message)]
        }
        #expect(try carried(Rules.standard.awards) == points(90))
        #expect(try carried(AwardRules([.recipes: 30])) == points(70))
        #expect(try carried(AwardRules([.recipes: 30], dailyCaps: [.recipes: 0])) == points(100))
        #expect(try carried(AwardRules([.recipes: -5])) == points(100), "what costs points earns none")
        #expect(try carried(AwardRules([.recipes: 100])).isEmpty)
    }

    @Test("counts are kept without the acts that are imported with their members")
    func counts() throws {
        let kitchen = try Kitchen()
        var found = Self.found(ToldCounts(likes: 12, upvotes: 5, downvotes: 1, comments: 3))
        found.marks = [
            Self.mark("l1", by: "u2"), Self.mark("l2", by: "u2"), Self.mark("l3", by: "unknown"),
            Self.mark("d1", .recipeDownvoted, by: "u2"),
        ]
        found.comments = [Self.comment("c1", by: "u2")]
        let (report, lines) = try kitchen.run(found)
        #expect(report.refused == ["unknown-member": 1] && report.appendedByKind["recipe.countsCarriedOver"] == 1)
        let soup = try kitchen.community.query {
            try $0.recipe(.external(source: "app", id: "soup"), viewer: nil).recipe
        }
        #expect(soup.beforeLarder == CountsBeforeLarder(likes: 11, upvotes: 5, comments: 2))
        #expect(soup.likes == 1 && soup.downvotes == 1 && soup.upvotes == 0 && soup.comments == 1)
        for (name, count) in [("likes", 11), ("upvotes", 5), ("comments", 2)] {
            #expect(
                lines.contains(
                    "soup: changed: \(name): \(count) kept as those before Larder, because the export does not say whose they are"
                ), "\(lines)")
        }
        let again = try kitchen.run(found)
        #expect(again.report.appended == 0 && again.report.refused == ["unknown-member": 1])
        // Of what a later export counts, only the numbers that differ are reported, and none is carried over.
        found.recipes[0].told = ToldCounts(likes: 15, upvotes: 5, downvotes: 3, comments: 3)
        let later = try kitchen.run(found)
        #expect(later.report.appended == 0 && later.report.refused == ["unknown-member": 1])
        #expect(
            later.lines.filter { $0.contains(": changed: ") } == [
                "soup: changed: likes: 15 at the source now; the 11 carried over earlier stay; an import that updates changes that to 14",
                "soup: changed: downvotes: 3 at the source now; none was carried over, and that stays; an import that updates changes that to 2",
            ])
        let same = try kitchen.community.query {
            try $0.recipe(.external(source: "app", id: "soup"), viewer: nil).recipe
        }
        #expect(same.beforeLarder == soup.beforeLarder)
        // An update replaces the numbers that differ, once, and leaves a count that the export lacks.
        found.recipes[0].told.comments = 0
        let updated = try kitchen.run(found, hasUpdates: true)
        #expect(updated.report.appendedByKind == ["recipe.countsCarriedOver": 1])
        #expect(
            updated.lines.filter { $0.contains(": changed: ") } == [
                "soup: changed: likes: 15 at the source now; 14 carried over instead of 11",
                "soup: changed: downvotes: 3 at the source now; 2 carried over instead of 0",
            ])
        #expect(try kitchen.run(found, hasUpdates: true).report.appended == 0)
        #expect(try kitchen.run(found).report.appended == 0)
        #expect(
            try kitchen.before(.external(source: "app", id: "soup"))
                == CountsBeforeLarder(likes: 14, upvotes: 5, downvotes: 2, comments: 2))
        // Down to none: the export names all who liked, and more.
        found.recipes[0].told = ToldCounts(likes: 1, upvotes: 0, downvotes: 1, comments: 1)
        #expect(try kitchen.run(found, hasUpdates: true).report.appended == 1)
        #expect(try kitchen.run(found, hasUpdates: true).report.appended == 0)
        #expect(try kitchen.before(.external(source: "app", id: "soup")) == CountsBeforeLarder(upvotes: 5))
        #expect(try kitchen.community.viewsVerify().matches)
    }

    @Test("with updates, the XP are what the app says and what was done here, however the export grows")
    func updates() throws {
        let kitchen = try Kitchen()
        func xp() throws -> [Int64] {
            try kitchen.community.query { queries in
                try ["cy", "di"].map { name in
                    let answer = try queries.awardHistory(of: .username(name), page: Page(limit: 0), viewer: nil)
                    #expect(answer.awards.reduce(0) { $0 + Int64($1.points) } == answer.xp)
                    return answer.xp
                }
            }
        }
        func expect(_ appended: Int, _ found: FoundCommunity, hasUpdates: Bool = true) throws {
            let (report, lines) = try kitchen.run(found, hasUpdates: hasUpdates)
            #expect(report.appended == appended && report.refused.isEmpty, "\(lines)")
            #expect(try kitchen.run(found, hasUpdates: hasUpdates).report.appended == 0)
            #expect(try kitchen.community.viewsVerify().matches)
        }
        var found = Self.found(cy: 420, di: 50)
        try expect(5, found)
        found.marks = [Self.mark("l1", by: "u2")]
        (found.members[0].points, found.members[1].points) = (500, 60)
        try expect(3, found)
        #expect(try xp() == [500, 60])
        // Both post and like here: that is beyond what the app says.
        try kitchen.post("Stew", by: "cy")
        let bread = try kitchen.post("Bread", by: "di")
        try kitchen.act(.recipeLiked, by: "cy", on: bread)
        #expect(try xp() == [510, 72])
        try expect(0, found)
        #expect(try xp() == [510, 72])
        // An import without updates brings acts, and leaves the balance: the next update counts these acts once.
        found.comments = [Self.comment("c1", by: "u2")]
        (found.members[0].points, found.members[1].points) = (520, 70)
        try expect(1, found, hasUpdates: false)
        try expect(2, found)
        #expect(try xp() == [530, 82])
        // The export lacks a like that it had, and its number with it: the like is still here.
        found.marks = []
        found.members[0].points = 518
        try expect(1, found)
        #expect(try xp() == [528, 82])
        // di takes back the imported like here, and an export that has it again, under another id, counts it once.
        try kitchen.act(.recipeUnliked, by: "di", on: .external(source: "app", id: "soup"))
        #expect(try xp() == [526, 82])
        try expect(0, found)
        found.marks = [Self.mark("l2", by: "u2")]
        try expect(1, found)
        #expect(try xp() == [528, 82])
        // Less than the imported acts earn, and no number at all.
        found.members[0].points = 3
        try expect(1, found)
        #expect(try xp() == [22, 82])
        found.members[0].points = 0
        found.members[1].points = 0
        try expect(0, found)
        // Back to an earlier number.
        found.members[0].points = 518
        try expect(1, found)
        #expect(try xp() == [528, 82])
    }

    @Test("a like here and in the app is one, whichever came first") func likedInBoth() throws {
        let kitchen = try Kitchen()
        var found = Self.found(cy: 420, ToldCounts(likes: 12))
        _ = try kitchen.run(found)
        try kitchen.act(.recipeLiked, by: "di", on: .external(source: "app", id: "soup"))
        found.marks = [Self.mark("l1", by: "u2")]
        (found.members[0].points, found.recipes[0].told.likes) = (422, 13)
        let (report, lines) = try kitchen.run(found, hasUpdates: true)
        #expect(report.appended == 0, "\(lines)")
        let cy = try kitchen.community.query { try $0.profile(.username("cy"), viewer: nil) }
        #expect(cy.xp == 422 && cy.pointsCarriedOver == 410)
        #expect(try kitchen.before(.external(source: "app", id: "soup")) == CountsBeforeLarder(likes: 12))
    }

    @Test("a count below that of the imported acts is reported, and nothing is kept") func fewer() throws {
        let kitchen = try Kitchen()
        var found = Self.found(ToldCounts(likes: 1))
        found.marks = [Self.mark("l1", by: "u1"), Self.mark("l2", by: "u2")]
        let (report, lines) = try kitchen.run(found)
        #expect(report.appendedByKind["recipe.countsCarriedOver"] == nil && report.refused.isEmpty)
        #expect(lines == ["soup: changed: likes: 1 not kept, because 2 are imported"])
    }

    /// A value of `xp`, the points that are read from it, and the end of the report about it.
    private static let written: [(String, UInt32, String?)] = [
        ("420", 420, nil), (#""420""#, 420, nil), (#"{"$numberLong":"420"}"#, 420, nil), ("0", 0, nil),
        ("null", 0, nil), (#""""#, 0, nil), ("10000000", 10_000_000, nil),
        ("10000001", 10_000_000, "xp: «10000001» reduced to 10000000, the most that can be carried over"),
        ("1e300", 10_000_000, "xp: «1e300» reduced to 10000000, the most that can be carried over"),
        ("12.9", 12, "xp: «12.9» rounded down to 12"),
        ("-3", 0, "xp: «-3» dropped, because it is not a number from 0 up"),
        (#""many""#, 0, "xp: «many» dropped, because it is not a number from 0 up"),
        (#""nan""#, 0, "xp: «nan» dropped, because it is not a number from 0 up"),
        ("true", 0, "xp: «true» dropped, because it is not a number from 0 up"),
        (#"[7]"#, 0, "xp: «[7]» dropped, because it is not a number from 0 up"),
    ]

    @Test("points are read as apps write them, and what cannot be carried over is reported", arguments: written)
    func readings(_ written: String, _ points: UInt32, _ note: String?) throws {
        var firestore = FirestoreExport(source: "app")
        try firestore.add(Array(#"{"users":{"u1":{"name":"Cy","xp":\#(written)}}}"#.utf8), name: "all", place: "all")
        var parse = ParseExport(source: "app")
        try parse.add(
            Array(#"[{"objectId":"u1","username":"cy","xp":\#(written)}]"#.utf8), name: "_User", place: "all")
        for member in try [#require(firestore.community().members.first), #require(parse.community().members.first)] {
            #expect(member.points == points)
            #expect(member.notes == (note.map { [$0] } ?? []))
        }
    }

    @Test("a level without points is reported") func levels() throws {
        var export = FirestoreExport(source: "app")
        let users = #"{"u1":{"name":"Cy","level":"Master Chef"},"u2":{"name":"Di","level":"Beginner Cook","xp":0}}"#
        try export.add(Array(#"{"users":\#(users)}"#.utf8), name: "all", place: "all")
        let notes = export.community().members.map(\.notes)
        #expect(
            notes == [["level: «Master Chef» dropped, because it follows from points, and there are none"], []])
    }

    @Test("counts are read under the names of apps, and others are reported as dropped") func fields() throws {
        var parse = ParseExport(source: "app")
        let post =
            #"{"objectId":"r1","title":"Soup","directions":"Boil.","author":"u1","upvoteCount":7,"downvoteCount":"2","commentsCount":3,"likes":1.5,"likeCount":4,"savesCount":9,"favorites":6,"upvotes":-1}"#
        try parse.add(Array("[\(post)]".utf8), name: "Post", place: "Post")
        let recipe = try #require(parse.community().recipes.first)
        #expect(recipe.told == ToldCounts(likes: 4, upvotes: 7, downvotes: 2, comments: 3))
        #expect(
            Set(recipe.found.notes) == [
                "likes: «1.5» rounded down to 1", "upvotes: «-1» dropped, because it is not a number from 0 up",
                "savesCount: 9 dropped, because it is counted here",
                "favorites: 6 dropped, because the export does not say whose they are",
            ])
        var firestore = FirestoreExport(source: "app")
        let document = #"{"title":"Soup","steps":["Boil."],"userId":"u1","likes":12,"commentCount":2,"upvotes":5}"#
        try firestore.add(Array(#"{"recipes":{"r1":\#(document)}}"#.utf8), name: "all", place: "all")
        let other = try #require(firestore.community().recipes.first)
        #expect(other.told == ToldCounts(likes: 12, upvotes: 5, comments: 2) && other.found.notes.isEmpty)
    }
}

extension Kitchen {
    /// An act in Larder itself, without an origin.
    @discardableResult
    fileprivate func act(
        _ kind: EventKind, by name: String, on subject: Reference? = nil, _ payload: Payload = .none
    ) throws -> Position {
        try community.submit(Command(kind, actor: .username(name), subject: subject, payload: payload)).position
    }

    @discardableResult
    fileprivate func post(_ title: String, by name: String) throws -> Reference {
        let content = ProtoRecipeContent(title: title, steps: ["Boil."])
        return .position(try act(.recipePosted, by: name, on: nil, .recipe(content)), letter: "r")
    }

    fileprivate func before(_ recipe: Reference) throws -> CountsBeforeLarder? {
        try community.query { try $0.recipe(recipe, viewer: nil).recipe.beforeLarder }
    }
}
