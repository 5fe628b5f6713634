import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

@Suite struct MembersQueriesTests {
    @Test("a member is found by a name in any case and by id") func namesAreFoundWhateverTheirCase() throws {
        var story = Story()
        let ada = story.register("Ada")
        let queries = story.queries()
        #expect(try queries.member(.username("aDA")) == ada)
        #expect(try queries.member(.member(ada)) == ada)
        #expect(try queries.member(.position(ada.position, letter: nil)) == ada)
        #expect(queries.memberCard(ada) == MemberCard(id: ada.description, username: "Ada", name: "ADA"))
    }

    @Test("a member's card carries the picture") func cardsCarryThePicture() {
        var story = Story()
        var said = ProtoMemberRegistered()
        (said.username, said.name, said.bio, said.avatar) = ("ada", "Ada", "Cooks.", "https://example.org/ada.png")
        let ada = MemberID(
            story.tell(.memberRegistered, by: .operator, at: "2026-01-05T08:00:00Z", payload: .registration(said)))
        #expect(story.queries().memberCard(ada)?.avatar == "https://example.org/ada.png")
        let bo = story.register("bo")
        #expect(story.queries().memberCard(bo)?.avatar == nil)
    }

    @Test("an unknown name is not found, and the nearest name is suggested")
    func unknownNamesAreAnsweredWithTheNearest() {
        var story = Story()
        _ = story.register("bob")
        _ = story.register("carol")
        let queries = story.queries()
        let refusal = #expect(throws: Refusal.self) { try queries.member(.username("carl")) }
        #expect(refusal?.code == .notFound)
        #expect(refusal?.message == "there is no member @carl: did you mean @carol?")
        let other = #expect(throws: Refusal.self) { try queries.member(.username("xob")) }
        #expect(other?.message == "there is no member @xob: did you mean @bob?")
        let recipe = #expect(throws: Refusal.self) { try queries.member(.position(Position(1), letter: "r")) }
        #expect(recipe?.code == .notFound)
    }

    @Test("a deleted member's name is free for another member") func aDeletedMembersNameIsFree() throws {
        var story = Story()
        let first = story.register("ada")
        story.tell(.memberDeleted, by: first, subject: first.position, owner: first)
        #expect(throws: Refusal.self) { try story.queries().member(.username("ada")) }
        #expect(story.queries().memberCard(first) == nil)
        #expect(story.queries().isHidden(first))
        let second = story.register("ADA")
        #expect(try story.queries().member(.username("ada")) == second)
    }

    @Test("a changed username replaces the old one") func changedNamesMove() throws {
        var story = Story()
        let ada = story.register("ada")
        var said = ProtoMemberProfileChanged()
        said.username = "countess"
        said.bio = "Counts."
        story.tell(.memberProfileChanged, by: ada, subject: ada.position, owner: ada, payload: .profileChange(said))
        let queries = story.queries()
        #expect(try queries.member(.username("countess")) == ada)
        #expect(throws: Refusal.self) { try queries.member(.username("ada")) }
        #expect(try queries.profile(.member(ada), viewer: nil).bio == "Counts.")
        #expect(try queries.profile(.member(ada), viewer: nil).name == "ADA")
    }

    @Test("follows end when either member is deleted") func followsLeaveWithEitherSide() throws {
        var story = Story()
        let ada = story.register("ada")
        let bo = story.register("bo")
        let cy = story.register("cy")
        func follow(_ one: MemberID, _ other: MemberID, _ kind: EventKind = .memberFollowed) {
            story.tell(kind, by: one, subject: other.position, owner: other)
        }
        follow(ada, bo)
        follow(cy, bo)
        follow(bo, ada)
        #expect(story.queries().follows(ada, bo))
        #expect(story.queries().followedBy(bo) == [ada])
        let list = try story.queries().followers(of: .member(bo), viewer: nil, page: Page(limit: 1))
        #expect(list.members.map(\.username) == ["cy"])
        let rest = try story.queries().followers(of: .member(bo), viewer: nil, page: Page(limit: 1, after: list.next))
        #expect(rest.members.map(\.username) == ["ada"])
        #expect(rest.next == nil)
        story.tell(.memberDeleted, by: ada, subject: ada.position, owner: ada)
        follow(ada, bo, .memberUnfollowed)
        let profile = try story.queries().profile(.member(bo), viewer: nil)
        #expect(profile.followers == 1)
        #expect(profile.following == 0)
    }

    @Test("a ban hides the member until its end or until it is lifted") func bansRunOut() {
        var story = Story()
        let ada = story.register("ada")
        let bo = story.register("bo")
        story.ban(ada, until: 1000)
        story.ban(bo)
        let during = story.queries(now: Timestamp(microseconds: 999_999_999))
        #expect(during.isHidden(ada))
        #expect(during.bannedNow() == [ada, bo])
        let after = story.queries(now: Timestamp(seconds: 1000))
        #expect(!after.isHidden(ada))
        #expect(after.bannedNow() == [bo])
        story.tell(.memberUnbanned, by: .operator, subject: bo.position, owner: bo)
        #expect(!story.queries().isHidden(bo))
    }

    @Test("e-mail addresses are shown to the member and to moderators only")
    func contactIsForTheMemberAndModerators() throws {
        var story = Story()
        let ada = story.register("ada")
        let bo = story.register("bo")
        let reference = Reference.username("ada")
        #expect(try story.queries().profile(reference, viewer: nil).email == nil)
        #expect(try story.queries().profile(reference, viewer: bo).email == nil)
        #expect(try story.queries().profile(reference, viewer: ada).email == "ada@example.org")
        #expect(try story.queries().profile(reference, viewer: nil, viewerIsOperator: true).email != nil)
        story.tell(
            .memberRoleChanged, by: .operator, subject: bo.position, owner: bo, value: Role.moderator.rawValue)
        story.tell(.memberBlocked, by: bo, subject: ada.position, owner: ada)
        let seen = try story.queries().profile(reference, viewer: bo)
        #expect(seen.email == "ada@example.org")
        #expect(seen.blocked == true)
        #expect(seen.follows == false)
    }
}
