import Events
import LarderAPI
import Layout
import Operations
import TestSupport
import Testing
import Views

@Suite struct HistoryTests {
    var story = Story()

    @Test("the history of a recipe, an act or a member has exactly the events that concern it")
    mutating func everyEventThatTouchesAnEntityIsThere() throws {
        let ada = story.register("ada")
        let bo = story.register("bo")
        let soup = story.post(by: ada)
        let other = story.post(by: ada)
        let like = story.tell(.recipeLiked, by: bo, subject: soup, owner: ada)
        story.tell(.recipeLiked, by: bo, subject: other, owner: ada)
        let unlike = story.tell(.recipeUnliked, by: bo, subject: soup, owner: ada, cause: like)
        let fork = story.tell(.recipePosted, by: bo, owner: bo, cause: soup, payload: .recipe(ProtoRecipeContent()))
        let queries = story.queries()
        func events(of id: Position, newestFirst: Bool = false) throws -> [Position] {
            try queries.history(of: id, newestFirst: newestFirst, page: Page()).events
        }
        #expect(try events(of: soup) == [soup, like, unlike, fork])
        #expect(try events(of: soup, newestFirst: true) == [fork, unlike, like, soup])
        #expect(try events(of: like) == [like, unlike])
        #expect(try events(of: bo.position) == [bo.position, like, like.next, unlike, fork])
        let page = try queries.history(of: soup, newestFirst: true, page: Page(limit: 3))
        #expect(page.events == [fork, unlike, like])
        let rest = try queries.history(of: soup, newestFirst: true, page: Page(limit: 3, after: page.next))
        #expect(rest.events == [soup])
    }

    /// «`xp @bob --history` lists every award with its event: scores that anyone can audit.»
    @Test("a member's awards add up to their XP for every viewer and are paged", arguments: 0..<40 as Range<UInt64>)
    func theAwardsOfEveryMemberAddUpToTheirXP(seed: UInt64) throws {
        let history = HistoryGenerator.history(seed: seed, count: 400)
        let queries = Queries(history, now: Timestamp(seconds: 1_800_000_000))
        for member in history.filter({ $0.kind == .memberRegistered }).map({ MemberID($0.position) })
        where queries.isLiving(member) && queries.memberCard(member) != nil {
            for viewer in [nil, member] {
                func awards(_ page: Page) throws -> AwardHistoryAnswer {
                    try queries.awardHistory(of: .member(member), page: page, viewer: viewer)
                }
                let answer = try awards(Page(limit: 0))
                #expect(answer.awards.reduce(0) { $0 + $1.points } == answer.xp)
                #expect(viewer == nil || !answer.awards.contains { $0.id == nil })
                var paged: [AwardEntry] = []
                var page = Page(limit: 3)
                repeat {
                    let next = try awards(page)
                    paged += next.awards
                    page.after = next.next
                } while page.after != nil
                #expect(paged.map(\.id) == answer.awards.map(\.id) && paged.map(\.at) == answer.awards.map(\.at))
            }
        }
    }
}
