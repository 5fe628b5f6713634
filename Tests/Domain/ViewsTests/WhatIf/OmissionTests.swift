import Events
import Layout
import Projections
import TestSupport
import Testing
import Views

/// The rest of a history if some of its members had never joined.
@Suite struct OmissionTests {
    private static func kept(_ history: [Record], without members: Set<MemberID>) -> [Record] {
        var omission = Omission(of: members)
        let kept = history.filter { !omission.takes($0.header) }
        #expect(omission.count == history.count - kept.count)
        return kept
    }

    private static func members(of history: [Record]) -> [MemberID] {
        history.filter { $0.kind == .memberRegistered }.map(\.header.actor)
    }

    @Test("nothing stays that depends on an omitted member", arguments: 0..<30 as Range<UInt64>)
    func nothingIsLeftThatNeedsWhatIsGone(seed: UInt64) throws {
        let history = HistoryGenerator.history(seed: seed, count: 400)
        var random = SeededGenerator(seed: seed)
        let members = Self.members(of: history)
        #expect(Self.kept(history, without: []).count == history.count)
        let few = Set(members.shuffled(using: &random).prefix(2))
        let more = few.union(members.shuffled(using: &random).prefix(2))
        let kept = Self.kept(history, without: few)
        #expect(kept.count < history.count)
        let gone = Set(history.map(\.header.position)).subtracting(kept.map(\.header.position))
        for record in kept {
            #expect(!few.contains(record.header.actor))
            #expect(!gone.contains(record.header.subject))
            let isMark = [.notificationsRead, .feedSeen].contains(record.kind)
            #expect(isMark || !gone.contains(record.header.cause))
        }
        // A further omitted member removes more events, and brings back only what they had deleted or restored.
        let lifecycle: EventKindSet = [
            .recipeDeleted, .recipeRestored, .commentDeleted, .commentRestored, .repostDeleted,
        ]
        let fewer = Self.kept(history, without: more).map(\.header).filter { !lifecycle.contains($0.kind) }
        #expect(Set(fewer.map(\.position)).isSubset(of: kept.map(\.header.position)))
        // Every fold accepts the rest.
        #expect(Replay<AllProjectors>().fold(kept).failures.isEmpty)
    }

    /// One member deletes, and another restores: each as if only one of them had acted.
    @Test("a deletion by an omitted member counts as never made") func whatTheyDeletedWasNeverDeleted() {
        func header(_ position: UInt64, _ kind: EventKind, by actor: UInt64, on subject: UInt64) -> EventHeader {
            EventHeader(
                position: Position(position), kind: kind, recordedAt: Timestamp(seconds: 1_700_000_000),
                occurredAt: Timestamp(seconds: 1_700_000_000), actor: MemberID(actor), subject: Position(subject),
                owner: MemberID(2))
        }
        let headers = [
            header(10, .recipePosted, by: 2, on: 10), header(11, .recipeDeleted, by: 3, on: 10),
            header(12, .recipeRestored, by: 2, on: 10), header(13, .recipeDeleted, by: 2, on: 10),
            header(14, .recipeRestored, by: 3, on: 10), header(15, .recipeDeleted, by: 2, on: 10),
            header(16, .recipeRestored, by: 2, on: 10),
        ]
        var omission = Omission(of: [MemberID(3)])
        let kept = headers.filter { !omission.takes($0) }.map(\.position.value)
        #expect(kept == [10, 13, 16])
    }
}
