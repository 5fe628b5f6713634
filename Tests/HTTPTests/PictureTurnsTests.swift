import Events
import Layout
import Testing

@testable import HTTP

@Suite struct PictureTurnsTests {
    private let ada = MemberID(1)
    private let bo = MemberID(2)
    private let cy = MemberID(3)
    private let now = ContinuousClock.now

    private func entered(_ turns: inout PictureTurns, _ member: MemberID) throws -> PictureTurns.ID {
        try turns.enter(member, isLimited: true, at: now)
    }

    @Test("a member has one picture under way, and others need not wait for it") func oneOfEach() throws {
        var turns = PictureTurns()
        let (first, second) = (try entered(&turns, ada), try entered(&turns, ada))
        #expect(turns.startDue(at: now) == [first])
        let other = try entered(&turns, bo)
        #expect(turns.startDue(at: now) == [other])
        #expect(turns.standing(of: second) == .waiting && turns.standing(of: first) == .running)
        turns.leave(first, after: 1, at: now)
        #expect(turns.startDue(at: now) == [second] && turns.standing(of: first) == nil)
    }

    @Test("so many pictures are under way, and no more") func runningMax() throws {
        var turns = PictureTurns()
        let ids = try (1...4).map { try entered(&turns, MemberID(UInt64($0))) }
        #expect(turns.startDue(at: now) == Array(ids.prefix(PictureTurns.runningMax)))
        #expect(turns.startDue(at: now).isEmpty && turns.inside == 4)
    }

    @Test("the member whose pictures have taken the least time goes first") func leastFirst() throws {
        var turns = PictureTurns()
        for (member, seconds) in [(ada, 9.0), (bo, 5)] {
            let id = try entered(&turns, member)
            _ = turns.startDue(at: now)
            turns.leave(id, after: seconds, at: now)
        }
        let busy = try (8...9).map { try entered(&turns, MemberID($0)) }
        #expect(turns.startDue(at: now) == busy)
        let waiting = try [ada, bo, cy].map { try entered(&turns, $0) }
        turns.leave(busy[0], after: 0, at: now)
        #expect(turns.startDue(at: now) == [waiting[2]])
        turns.leave(busy[1], after: 0, at: now)
        #expect(turns.startDue(at: now) == [waiting[1]])
        turns.leave(waiting[1], after: 0, at: now)
        #expect(turns.startDue(at: now) == [waiting[0]])
    }

    @Test("a member has so many pictures inside, and all have so many") func insideMax() throws {
        var turns = PictureTurns()
        let ids = try (0..<PictureTurns.insideOfMemberMax).map { _ in try entered(&turns, ada) }
        #expect(throws: Refusal.self) { try entered(&turns, ada) }
        turns.leave(ids[3], after: 0, at: now)
        _ = try entered(&turns, ada)
        while turns.inside < PictureTurns.insideMax { _ = try entered(&turns, MemberID(UInt64(100 + turns.inside))) }
        #expect(throws: Refusal.self) { try entered(&turns, bo) }
    }

    @Test("a member whose pictures have taken too much time waits until it has come back") func spending() throws {
        var turns = PictureTurns()
        for _ in 0..<2 {
            let id = try entered(&turns, ada)
            _ = turns.startDue(at: now)
            turns.leave(id, after: PictureTurns.secondsMax, at: now)
        }
        let error = #expect(throws: RateLimitReached.self) { try entered(&turns, ada) }
        let seconds = PictureTurns.secondsMax / PictureTurns.secondsPerSecond
        #expect(error?.seconds == Int(seconds) && error?.kind == .uploads)
        _ = try entered(&turns, bo)
        _ = try turns.enter(ada, isLimited: false, at: now)
        _ = try turns.enter(ada, isLimited: true, at: now + .seconds(seconds + 1))
    }
}
