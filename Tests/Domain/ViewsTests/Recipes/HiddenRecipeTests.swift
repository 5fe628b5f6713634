import Events
import LarderAPI
import Layout
import Operations
import Projections
import Testing
import Views

/// Deletions by authors and removals by moderators, as views fold them.
@Suite struct HiddenRecipeTests {
    private struct Scene {
        var kitchen = Kitchen()
        let ada: Position
        let mo: Position
        let soup: Position
        let comment: Position

        init() {
            ada = kitchen.register("ada")
            mo = kitchen.register("mo")
            soup = kitchen.post("Soup", by: ada)
            comment = kitchen.comment("Salt?", by: ada, on: soup)
        }

        /// Deletes or restores recipe and comment.
        mutating func change(_ kinds: [EventKind], by actor: Position, value: UInt8 = 0) {
            for kind in kinds {
                let subject = kind.name.hasPrefix("recipe") ? soup : comment
                kitchen.add(kind, by: actor, on: subject, owner: ada, value: value)
            }
        }

        var row: RecipeRow? {
            let queries = kitchen.queries
            return queries.snapshot.get(queries.views.recipes.rows, Key(soup.value))
        }
        var profile: ProfileAnswer { get throws { try kitchen.queries.profile(.username("ada"), viewer: nil) } }
    }

    private static let deletions: [EventKind] = [.recipeDeleted, .commentDeleted]
    private static let restorations: [EventKind] = [.recipeRestored, .commentRestored]

    /// Programs before the second mark let moderators restore what an author had deleted. Their logs keep their meaning.
    @Test("in an old log a moderator's restoration publishes what the author deleted") func oldLogs() throws {
        var scene = Scene()
        scene.change(Self.deletions, by: scene.ada)
        #expect(scene.row?.lifecycle == .deleted && scene.row?.counts.comments == 0)
        #expect(try scene.profile.recipes == 0 && scene.profile.xp == 0)
        scene.change(Self.restorations, by: scene.mo)
        #expect(scene.row?.lifecycle == .living && scene.row?.counts.comments == 1)
        #expect(try scene.profile.recipes == 1 && scene.profile.xp == 11)
    }

    /// Each of them may come first, and each may come back first.
    @Test("counts and points change once each way", arguments: [false, true], [false, true])
    func countsChangeOnce(authorDeletesFirst: Bool, authorRestoresFirst: Bool) throws {
        var scene = Scene()
        let hidden = EventHeader.leavingHidden
        scene.change(Self.deletions, by: authorDeletesFirst ? scene.ada : scene.mo)
        scene.change(Self.deletions, by: authorDeletesFirst ? scene.mo : scene.ada, value: hidden)
        #expect(scene.row?.lifecycle == .all && scene.row?.counts.comments == 0)
        #expect(try scene.profile.recipes == 0 && scene.profile.xp == 0)
        scene.change(Self.restorations, by: authorRestoresFirst ? scene.ada : scene.mo, value: hidden)
        #expect(scene.row?.lifecycle == (authorRestoresFirst ? .removed : .deleted))
        #expect(scene.row?.counts.comments == 0)
        #expect(try scene.profile.recipes == 0 && scene.profile.xp == 0)
        #expect(try scene.profile.badges.contains("Recipe Creator") == !authorRestoresFirst)
        scene.change(Self.restorations, by: authorRestoresFirst ? scene.mo : scene.ada)
        #expect(scene.row?.lifecycle == .living && scene.row?.counts.comments == 1)
        #expect(try scene.profile.recipes == 1 && scene.profile.xp == 11)
        #expect(try scene.profile.badges.contains("Recipe Creator"))
    }

    /// A reply is told to the author of the comment that it answers.
    @Test("a comment is told again only when it is public again") func toldAgain() {
        var scene = Scene()
        let bo = scene.kitchen.register("bo")
        let reply = scene.kitchen.comment("Pepper", by: bo, on: scene.soup, replyingTo: scene.comment)
        func isTold() -> Bool {
            let queries = scene.kitchen.queries
            let key = Key(scene.ada.value).appending(reply.value)
            return queries.snapshot.contains(queries.views.notifications.rows, key)
        }
        #expect(isTold())
        let hidden = EventHeader.leavingHidden
        let steps: [(EventKind, Position, UInt8, Bool)] = [
            (.commentDeleted, scene.mo, 0, false), (.commentDeleted, bo, hidden, false),
            (.commentRestored, scene.mo, hidden, false), (.commentRestored, bo, 0, true),
        ]
        for (kind, actor, value, expected) in steps {
            scene.kitchen.add(kind, by: actor, on: reply, owner: bo, value: value)
            #expect(isTold() == expected, "\(kind.name) by \(actor)")
        }
    }
}
