import Events
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

/// «Notifications», kind by kind: who is notified, about what, and that a retraction withdraws the notification.
@Suite struct NotificationKindTests {
    struct Scene {
        var story = Story()
        /// The author of the recipe, and the author of the comment on it.
        let ada: MemberID
        let bo: MemberID
        let cy: MemberID
        let soup: Position
        let comment: Position

        init() {
            ada = story.register("ada")
            bo = story.register("bo")
            cy = story.register("cy")
            soup = story.post(by: ada)
            comment = story.comment("Enjoy!", on: soup, of: ada, by: ada)
        }

        func told(_ member: MemberID) throws -> [NotificationCard] {
            try story.queries().notifications(.member(member)).notifications
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let kind: String
        let isAboutRecipe: Bool
        /// A notification of `commentPosted` is about the new comment itself.
        let comment: @Sendable (Scene, Position) -> Position?
        let tell: @Sendable (inout Scene, MemberID) -> Position
        let takeBack: (@Sendable (inout Scene, Position) -> Void)?

        var testDescription: String { kind }

        init(
            _ kind: String, aboutRecipe: Bool = true,
            comment: @escaping @Sendable (Scene, Position) -> Position? = { _, _ in nil },
            tell: @escaping @Sendable (inout Scene, MemberID) -> Position,
            takeBack: (@Sendable (inout Scene, Position) -> Void)?
        ) {
            self.kind = kind
            isAboutRecipe = aboutRecipe
            self.comment = comment
            self.tell = tell
            self.takeBack = takeBack
        }
    }

    /// Acts between members, all notified to ada.
    static let rows = [
        Row(
            "like", tell: { $0.story.tell(.recipeLiked, by: $1, subject: $0.soup, owner: $0.ada) },
            takeBack: { $0.story.tell(.recipeUnliked, by: $0.bo, subject: $0.soup, owner: $0.ada, cause: $1) }),
        Row(
            "comment", comment: { $1 }, tell: { $0.story.comment(on: $0.soup, of: $0.ada, by: $1) },
            takeBack: { $0.story.tell(.commentDeleted, by: $0.bo, subject: $1, owner: $0.bo) }),
        Row(
            "reply", comment: { $1 },
            tell: { $0.story.comment(on: $0.soup, of: $0.ada, by: $1, replyingTo: $0.comment) },
            takeBack: { $0.story.tell(.commentDeleted, by: $0.bo, subject: $1, owner: $0.bo) }),
        Row(
            "follow", aboutRecipe: false,
            tell: { $0.story.tell(.memberFollowed, by: $1, subject: $0.ada.position, owner: $0.ada) },
            takeBack: {
                $0.story.tell(.memberUnfollowed, by: $0.bo, subject: $0.ada.position, owner: $0.ada, cause: $1)
            }),
        Row(
            "repost", tell: { $0.story.tell(.recipeReposted, by: $1, subject: $0.soup, owner: $0.ada) },
            takeBack: { $0.story.tell(.repostDeleted, by: $0.bo, subject: $1, owner: $0.ada) }),
        Row(
            "commentLike", comment: { scene, _ in scene.comment },
            tell: { $0.story.tell(.commentLiked, by: $1, subject: $0.comment, owner: $0.ada) },
            takeBack: { $0.story.tell(.commentUnliked, by: $0.bo, subject: $0.comment, owner: $0.ada, cause: $1) }),
        Row(
            "rating", tell: { $0.story.tell(.recipeRated, by: $1, subject: $0.soup, owner: $0.ada, value: 4) },
            takeBack: { $0.story.tell(.recipeRatingRetracted, by: $0.bo, subject: $0.soup, owner: $0.ada, cause: $1) }),
        Row("cooked", tell: { $0.story.tell(.recipeCooked, by: $1, subject: $0.soup, owner: $0.ada) }, takeBack: nil),
    ]

    @Test("each kind is told to the owner, with its event, actor, recipe and comment", arguments: rows)
    func told(_ row: Row) throws {
        var scene = Scene()
        let event = row.tell(&scene, scene.bo)
        let cards = try scene.told(scene.ada)
        #expect(cards.map(\.kind) == [row.kind])
        #expect(cards.first?.id == event.value && cards.first?.actor?.username == "bo")
        #expect(cards.first?.recipe == (row.isAboutRecipe ? "r\(scene.soup)" : nil))
        #expect(cards.first?.comment == row.comment(scene, event).map { "c\($0)" })
        #expect(cards.first?.createdAt == "2026-01-05T08:00:00Z" && cards.first?.read == false)
    }

    @Test("none to oneself", arguments: rows)
    func notToOneself(_ row: Row) throws {
        var scene = Scene()
        _ = row.tell(&scene, scene.ada)
        #expect(try scene.told(scene.ada).isEmpty)
    }

    @Test("none from someone blocked, nor from a deleted member", arguments: rows)
    func notFromTheBlocked(_ row: Row) throws {
        var scene = Scene()
        _ = row.tell(&scene, scene.bo)
        var blocked = scene
        blocked.story.tell(.memberBlocked, by: blocked.ada, subject: blocked.bo.position, owner: blocked.bo)
        #expect(try blocked.told(blocked.ada).isEmpty)
        scene.story.tell(.memberDeleted, by: scene.bo, subject: scene.bo.position, owner: scene.bo)
        #expect(try scene.told(scene.ada).isEmpty)
    }

    @Test("taking the fact back takes the notification back", arguments: rows.filter { $0.takeBack != nil })
    func takenBack(_ row: Row) throws {
        var scene = Scene()
        let event = row.tell(&scene, scene.bo)
        _ = row.tell(&scene, scene.cy)
        row.takeBack?(&scene, event)
        #expect(try scene.told(scene.ada).map { $0.actor?.username } == ["cy"])
    }

    @Test("deleting the recipe takes back what was told about it", arguments: rows.filter(\.isAboutRecipe))
    func recipeDeleted(_ row: Row) throws {
        var scene = Scene()
        _ = row.tell(&scene, scene.bo)
        scene.story.tell(.recipeDeleted, by: scene.ada, subject: scene.soup, owner: scene.ada)
        #expect(try scene.told(scene.ada).isEmpty)
    }

    @Test("a new rating replaces the notification of the old")
    func ratingReplaced() throws {
        var scene = Scene()
        let old = scene.story.tell(.recipeRated, by: scene.bo, subject: scene.soup, owner: scene.ada, value: 2)
        let new = scene.story.tell(
            .recipeRated, by: scene.bo, subject: scene.soup, owner: scene.ada, cause: old, value: 5)
        #expect(try scene.told(scene.ada).map(\.id) == [new.value])
    }

    @Test("a reply is told to the parent's author, and as a comment to the recipe's; who is both gets the reply only")
    func replies() throws {
        var scene = Scene()
        let bos = scene.story.comment(on: scene.soup, of: scene.ada, by: scene.bo)
        scene.story.comment(on: scene.soup, of: scene.ada, by: scene.cy, replyingTo: bos)
        #expect(try scene.told(scene.bo).map(\.kind) == ["reply"])
        #expect(try scene.told(scene.ada).map(\.kind) == ["comment", "comment"])
        var both = Scene()
        both.story.comment(on: both.soup, of: both.ada, by: both.bo, replyingTo: both.comment)
        #expect(try both.told(both.ada).map(\.kind) == ["reply"])
        // Not to the actor either.
        var own = Scene()
        let first = own.story.comment(on: own.soup, of: own.ada, by: own.bo)
        own.story.comment(on: own.soup, of: own.ada, by: own.bo, replyingTo: first)
        #expect(try own.told(own.bo).isEmpty)
    }

    @Test("reportResolved, contentRemoved and banned do not name the moderator")
    func moderation() throws {
        var scene = Scene()
        let report = scene.story.tell(.reportFiled, by: scene.bo, subject: scene.soup, owner: scene.ada)
        let resolved = scene.story.tell(.reportResolved, by: scene.cy, subject: report, owner: scene.bo)
        let removed = scene.story.tell(
            .recipeDeleted, by: scene.cy, subject: scene.soup, owner: scene.ada, cause: resolved)
        let banned = scene.story.tell(.memberBanned, by: scene.cy, subject: scene.ada.position, owner: scene.ada)
        let cards = try scene.told(scene.ada) + scene.told(scene.bo)
        #expect(cards.map(\.kind) == ["banned", "contentRemoved", "reportResolved"])
        #expect(cards.map(\.id) == [banned, removed, resolved].map(\.value))
        #expect(cards.allSatisfy { $0.actor == nil })
        #expect(cards.map(\.recipe) == [nil, "r\(scene.soup)", "r\(scene.soup)"])
        // A member who deletes their own content is not notified.
        var own = Scene()
        own.story.tell(.recipeDeleted, by: own.ada, subject: own.soup, owner: own.ada)
        #expect(try own.told(own.ada).isEmpty)
    }

    @Test(
        "a cook learns that a moderator deleted the note, and the recipe's author keeps the notification of the cooking"
    )
    func cookNotes() throws {
        for isModerator in [true, false] {
            var scene = Scene()
            var said = ProtoNote()
            said.note = "With leeks"
            let cooked = scene.story.tell(
                .recipeCooked, by: scene.bo, subject: scene.soup, owner: scene.ada, payload: .note(said))
            let deletion = scene.story.tell(
                .recipeCookNoteDeleted, by: isModerator ? scene.cy : scene.bo, subject: scene.soup, owner: scene.bo,
                cause: cooked)
            let cards = try scene.told(scene.bo)
            #expect(cards.map(\.kind) == (isModerator ? ["contentRemoved"] : []))
            #expect(cards.map(\.id) == (isModerator ? [deletion.value] : []))
            #expect(cards.allSatisfy { $0.actor == nil && $0.recipe == "r\(scene.soup)" && $0.comment == nil })
            let told = try scene.told(scene.ada)
            #expect(told.map(\.id) == [cooked.value] && told.map(\.kind) == ["cooked"] && told[0].text == nil)
        }
    }

    @Test("text: the first 140 characters", arguments: [139, 140, 141])
    func texts(count: Int) throws {
        var scene = Scene()
        let text = String((0..<count).map { Character("\($0 % 10)") })
        scene.story.comment(text, on: scene.soup, of: scene.ada, by: scene.bo)
        #expect(try scene.told(scene.ada).first?.text == String(text.prefix(140)))
    }

    @Test("newest first; unread counts those after the last notifications.read, and read says so")
    func unread() throws {
        var scene = Scene()
        let likes = [scene.bo, scene.cy].map {
            scene.story.tell(.recipeLiked, by: $0, subject: scene.soup, owner: scene.ada)
        }
        func answer() throws -> (unread: Int, read: [Bool]) {
            let answer = try scene.story.queries().notifications(.member(scene.ada))
            #expect(answer.notifications.map(\.id) == likes.reversed().map(\.value))
            return (answer.unread, answer.notifications.map(\.read))
        }
        #expect(try answer() == (2, [false, false]))
        for (upTo, unread, read) in [(likes[0], 1, [false, true]), (likes[1], 0, [true, true])] {
            scene.story.tell(
                .notificationsRead, by: scene.ada, subject: scene.ada.position, owner: .operator, cause: upTo)
            #expect(try answer() == (unread, read))
        }
    }
}
