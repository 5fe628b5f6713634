import Events
import Layout
import SwiftProtobuf
import Testing

/// «recipe.cookNoteDeleted»: the cook or a moderator → recipe; `cause` = the event of cooking.
@Suite struct CookNotePreconditions {
    static var all: [Precondition] { deletions }

    /// The event that `cooked` appends to a new village.
    private static let cooking = Reference.position(Position(8), letter: nil)

    private static let cooked: @Sendable (inout Village) throws -> Void = {
        _ = try $0.submit(.recipeCooked, $0.cy, $0.theSoup, payload: .noting("with leeks"))
    }

    private static func after(
        _ more: @escaping @Sendable (inout Village) throws -> Void
    ) -> @Sendable (inout Village) throws -> Void {
        {
            try cooked(&$0)
            try more(&$0)
        }
    }

    private static func delete(
        by actor: @escaping @Sendable (Village) -> MemberID?, on subject: Reference? = nil,
        _ cause: Reference? = cooking
    ) -> @Sendable (Village) -> Command {
        { $0.asks(.recipeCookNoteDeleted, actor($0), subject, cause: cause) }
    }

    static let deletions: [Precondition] = [
        .init("its cook deletes it", .accepted, after: cooked, delete { $0.cy }),
        .init("a moderator does", .accepted, after: cooked, delete { $0.mo }),
        .init("an admin does", .accepted, after: cooked, delete { $0.ada }),
        .init("the operator does", .accepted, after: cooked, delete { _ in nil }),
        .init("the recipe's author does not", .refused(.forbidden, "actor"), after: cooked, delete { $0.bo }),
        .init("the recipe may be named", .accepted, after: cooked) {
            $0.asks(.recipeCookNoteDeleted, $0.cy, $0.theSoup, cause: cooking)
        },
        .init(
            "it is the recipe that was cooked", .refused(.invalid, "subject"),
            after: after { try $0.submit(.recipePosted, $0.bo, payload: .recipe(.soup)) },
            { $0.asks(.recipeCookNoteDeleted, $0.cy, .recipe($0.community.head), cause: cooking) }),
        .init(
            "also after blocks by the author", .accepted,
            after: after { try $0.submit(.memberBlocked, $0.bo, .username("cy")) }, delete { $0.cy }),
        .init(
            "also on a deleted recipe", .accepted,
            after: after { try $0.submit(.recipeDeleted, $0.bo, $0.theSoup) }, delete { $0.cy }),
        .init(
            "also on a deleted member's recipe", .accepted, after: after { try $0.submit(.memberDeleted, $0.bo) },
            delete { $0.cy }),
        .init(
            "not by a banned member", .refused(.banned, "actor"),
            after: after { try $0.submit(.memberBanned, $0.mo, .username("cy")) }, delete { $0.cy }),
        .init(
            "a deleted member's is gone", .refused(.gone, "cause"),
            after: after { try $0.submit(.memberDeleted, $0.cy) },
            delete { $0.mo }),
        .init(
            "twice changes nothing", .unchanged,
            after: after { try $0.submit(.recipeCookNoteDeleted, $0.cy, cause: cooking) }, delete { $0.mo }),
        .init(
            "another member is refused, deleted or not", .refused(.forbidden, "actor"),
            after: after { try $0.submit(.recipeCookNoteDeleted, $0.cy, cause: cooking) }, delete { $0.bo }),
        .init(
            "a picture without words is a note, too", .accepted,
            after: {
                try $0.submit(
                    .recipeCooked, $0.cy, $0.theSoup,
                    payload: .note(.with { $0.image = "https://example.org/dish.png" }))
            }, delete { $0.cy }),
        .init(
            "cooking without a note has none", .refused(.notFound, "cause"),
            after: { try $0.submit(.recipeCooked, $0.cy, $0.theSoup) }, delete { $0.cy }),
        .init("a recipe is no cooking", .refused(.notFound, "cause")) {
            $0.asks(.recipeCookNoteDeleted, $0.mo, cause: .position($0.soup, letter: nil))
        },
        .init(
            "an id with a letter is no cooking", .refused(.notFound, "cause"), after: cooked,
            delete(by: { $0.cy }, .position(Position(8), letter: "c"))),
        .init("what never was is not found", .refused(.notFound, "cause"), delete(by: { $0.mo }, .nothing)),
        .init("nor is a member", .refused(.notFound, "cause"), delete(by: { $0.mo }, .username("cy"))),
        .init("it says which", .refused(.invalid, "cause"), after: cooked, delete(by: { $0.mo }, nil)),
        .init("its data has its shape", .refused(.invalid, "data"), after: cooked) {
            $0.asks(.recipeCookNoteDeleted, $0.cy, cause: cooking, payload: .said("x"))
        },
    ]

    @Test("recipe.cookNoteDeleted: the cook or a moderator → recipe", arguments: deletions)
    func deleted(_ row: Precondition) throws { try row.check() }

    @Test("a deletion names the cooking as its cause, and keeps its reason") func fields() throws {
        var village = try Village()
        try Self.cooked(&village)
        try village.submit(
            .recipeCookNoteDeleted, village.mo, cause: Self.cooking, payload: .reason(.with { $0.reason = " Spam " }))
        let deletion = try village.last
        #expect(deletion.header.cause == Position(8) && deletion.header.keyHolder == village.mo)
        #expect(deletion.payload == .reason(.with { $0.reason = "Spam" }))
        #expect(
            try village.community.submit(village.asks(.recipeCookNoteDeleted, village.mo, cause: Self.cooking))
                == deletion.position)
    }
}
