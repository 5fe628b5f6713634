import Decisions
import Events
import Layout
import Testing

@Suite struct MarkTests {
    @Test("a mark of what was read or seen only moves forward", arguments: [EventKind.notificationsRead, .feedSeen])
    func marksOnlyMoveForward(_ kind: EventKind) throws {
        var village = try Village()
        let third = Reference.position(Position(3), letter: nil)
        let first = try village.submit(kind, village.bo, cause: third)
        let header = try village.last.header
        #expect(header.cause == Position(3) && header.subject == village.bo.position && header.owner == .operator)
        #expect(try village.submit(kind, village.bo, .username("bo"), cause: third) == first)
        #expect(try village.submit(kind, village.bo, cause: .position(Position(2), letter: nil)) == first)
        let all = try village.submit(kind, village.bo)
        #expect(try village.last.header.cause == first)
        #expect(try village.submit(kind, village.bo) == all)
        try village.submit(.recipeLiked, village.cy, .recipe(village.soup))
        #expect(try village.submit(kind, village.bo) == village.community.head)
        #expect(try village.last.header.kind == kind)
    }

    @Test(
        "a mark is the member's own and names an existing event", arguments: [EventKind.notificationsRead, .feedSeen])
    func marksAreOnesOwnAndNameEvents(_ kind: EventKind) throws {
        let village = try Village()
        #expect(village.refusal(kind, village.bo, .username("cy")) == Refused(.forbidden, "subject"))
        #expect(
            village.refusal(kind, village.bo, cause: .position(Position(99), letter: nil))
                == Refused(.notFound, "cause"))
        #expect(village.refusal(kind, village.bo, cause: .recipe(village.comment)) == Refused(.notFound, "cause"))
        #expect(village.refusal(kind, village.bo, cause: .comment(village.comment)) == nil)
    }
}
