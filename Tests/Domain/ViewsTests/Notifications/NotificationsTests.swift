import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

@Suite struct NotificationsTests {
    var story = Story()
    let ada: MemberID
    let bo: MemberID
    let cy: MemberID
    let recipe: Position

    init() {
        ada = story.register("ada")
        bo = story.register("bo")
        cy = story.register("cy")
        recipe = story.post(by: ada)
    }

    private func kinds(_ member: MemberID) throws -> [String] {
        try story.queries().notifications(.member(member)).notifications.map(\.kind)
    }

    @Test("owners are notified, and undoing an act withdraws its notification")
    mutating func ownersAreToldAndTakingBackTakesBack() throws {
        let like = story.tell(.recipeLiked, by: bo, subject: recipe, owner: ada)
        story.tell(.recipeLiked, by: ada, subject: recipe, owner: ada)
        let repost = story.tell(.recipeReposted, by: bo, subject: recipe, owner: ada)
        story.tell(.recipeCooked, by: cy, subject: recipe, owner: ada)
        let rating = story.tell(.recipeRated, by: bo, subject: recipe, owner: ada, value: 3)
        let second = story.tell(.recipeRated, by: bo, subject: recipe, owner: ada, cause: rating, value: 5)
        story.tell(.memberFollowed, by: bo, subject: ada.position, owner: ada)
        #expect(try kinds(ada) == ["follow", "rating", "cooked", "repost", "like"])
        let card = try story.queries().notifications(.member(ada)).notifications[1]
        #expect(card.id == second.value)
        #expect(card.actor?.username == "bo")
        #expect(card.recipe == "r\(recipe)")
        #expect(card.read == false)
        story.tell(.recipeUnliked, by: bo, subject: recipe, owner: ada, cause: like)
        story.tell(.repostDeleted, by: bo, subject: repost, owner: ada)
        story.tell(.recipeRatingRetracted, by: bo, subject: recipe, owner: ada, cause: second)
        // A block's unfollowing names the block, not the follow.
        let block = story.tell(.memberBlocked, by: cy, subject: bo.position, owner: bo)
        story.tell(.memberUnfollowed, by: bo, subject: ada.position, owner: ada, cause: block)
        #expect(try kinds(ada) == ["cooked"])
        #expect(try kinds(bo) == [])
    }

    @Test("a reply is a reply for the parent's author and a comment for the recipe's author")
    mutating func repliesAreToldToTheParentsAuthorFirst() throws {
        let first = story.comment(on: recipe, of: ada, by: bo)
        let reply = story.comment("Why?", on: recipe, of: ada, by: cy, replyingTo: first)
        let own = story.comment(on: recipe, of: ada, by: ada)
        story.comment(on: recipe, of: ada, by: bo, replyingTo: own)
        #expect(try kinds(ada) == ["reply", "comment", "comment"])
        #expect(try kinds(bo) == ["reply"])
        let card = try story.queries().notifications(.member(bo)).notifications[0]
        #expect(card.text == "Why?")
        #expect(card.comment == "c\(reply)")
        story.tell(.commentDeleted, by: cy, subject: reply, owner: cy)
        #expect(try kinds(bo) == [])
        #expect(try kinds(ada) == ["reply", "comment"])
        story.tell(.commentRestored, by: cy, subject: reply, owner: cy)
        #expect(try kinds(bo) == ["reply"])
        story.tell(.memberDeleted, by: cy, subject: cy.position, owner: cy)
        #expect(try kinds(bo) == [])
    }

    @Test("texts in notifications are cut at 140 characters") mutating func textsAreCut() throws {
        story.comment(String(repeating: "é", count: 200), on: recipe, of: ada, by: bo)
        #expect(try story.queries().notifications(.member(ada)).notifications[0].text?.count == 140)
    }

    @Test("notifications of moderation name no moderator") mutating func moderationNamesNobody() throws {
        let comment = story.comment(on: recipe, of: ada, by: bo)
        let report = story.tell(.reportFiled, by: cy, subject: comment, owner: bo)
        story.tell(.reportResolved, by: ada, subject: report, owner: cy)
        story.tell(.commentDeleted, by: ada, subject: comment, owner: bo, cause: report)
        story.tell(.recipeDeleted, by: .operator, subject: recipe, owner: ada)
        story.ban(bo)
        #expect(try kinds(bo) == ["banned", "contentRemoved"])
        let resolved = try story.queries().notifications(.member(cy)).notifications
        #expect(resolved.map(\.kind) == ["reportResolved"])
        #expect(resolved[0].actor == nil)
        #expect(resolved[0].comment == "c\(comment)")
        #expect(try kinds(ada) == ["contentRemoved"])
        #expect(try story.queries().notifications(.member(ada)).notifications[0].actor == nil)
    }

    @Test("unread counts the listed notifications after the mark")
    mutating func unreadCountsWhatIsListedAfterTheMark() throws {
        let like = story.tell(.recipeLiked, by: bo, subject: recipe, owner: ada)
        story.tell(.notificationsRead, by: ada, subject: ada.position, owner: ada, cause: like)
        story.tell(.recipeLiked, by: cy, subject: recipe, owner: ada)
        story.tell(.memberFollowed, by: bo, subject: ada.position, owner: ada)
        var answer = try story.queries().notifications(.member(ada), page: Page(limit: 2))
        #expect(answer.unread == 2)
        #expect(answer.notifications.map(\.read) == [false, false])
        answer = try story.queries().notifications(.member(ada), page: Page(limit: 2, after: answer.next))
        #expect(answer.notifications.map(\.read) == [true])
        #expect(answer.next == nil)
        story.tell(.memberBlocked, by: ada, subject: bo.position, owner: bo)
        #expect(try story.queries().notifications(.member(ada)).unread == 1)
        story.tell(.memberDeleted, by: cy, subject: cy.position, owner: cy)
        #expect(try story.queries().notifications(.member(ada)).unread == 0)
        #expect(try kinds(ada) == [])
    }

    /// Some members anywhere in the list are deleted; also all of them, or none.
    @Test("deleted members are left out of long lists of notifications", arguments: [0, 1, 2, 3, 7, 50, 400])
    func theDeletedAreLeftOutOfLongLists(every distance: Int) throws {
        var story = story
        let guests = (0..<300).map { story.register("guest\($0)") }
        // The newest members first, then the others, and all of them twice.
        let told = guests[200...].reversed() + guests[..<200] + guests
        for member in told { story.tell(.recipeCooked, by: member, subject: recipe, owner: ada) }
        let deleted = Set(guests.indices.filter { distance > 0 && $0 % distance == 0 }.map { guests[$0] })
        for member in deleted { story.tell(.memberDeleted, by: member, subject: member.position, owner: member) }
        let answer = try story.queries().notifications(.member(ada), page: Page(limit: 0))
        let expected = told.reversed().filter { !deleted.contains($0) }
        #expect(answer.notifications.map { $0.actor?.id } == expected.map(\.description))
        #expect(answer.unread == expected.count)
    }

    @Test("a cursor of another member is refused") func cursorsOfOthersAreRefused() {
        let page = Page(after: Cursor.encode(NotificationsView.key(bo, Position(1)).bytes))
        #expect(throws: Refusal.self) { try story.queries().notifications(.member(ada), page: page) }
    }
}
