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
        let kept = history.compactMap { record in
            omission.kept(record.header).map { Record(header: $0, body: record.body) }
        }
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
        #expect(Self.kept(history, without: []).map(\.header) == history.map(\.header))
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
        let kept = headers.compactMap { omission.kept($0) }.map(\.position.value)
        #expect(kept == [10, 13, 16])
    }

    /// Member 3 removes what member 2 deletes, member 4 clears the removal, and member 2 the deletion.
    @Test("without the removal, the author's deletion hides the recipe and the restoration publishes it")
    func marksAreThoseOfTheRest() {
        func header(
            _ position: UInt64, _ kind: EventKind, by actor: UInt64, value: UInt8 = 0
        ) -> EventHeader {
            EventHeader(
                position: Position(position), kind: kind, recordedAt: Timestamp(seconds: 1_700_000_000),
                occurredAt: Timestamp(seconds: 1_700_000_000), actor: MemberID(actor), subject: Position(10),
                owner: MemberID(2), value: value)
        }
        let hidden = EventHeader.leavingHidden
        let headers = [
            header(10, .recipePosted, by: 2), header(11, .recipeDeleted, by: 3),
            header(12, .recipeDeleted, by: 2, value: hidden), header(13, .recipeRestored, by: 2, value: hidden),
            header(14, .recipeDeleted, by: 2, value: hidden), header(15, .recipeRestored, by: 4, value: hidden),
            header(16, .recipeRestored, by: 2),
        ]
        func kept(without member: UInt64) -> [EventHeader] {
            var omission = Omission(of: [MemberID(member)])
            return headers.compactMap { omission.kept($0) }
        }
        let withoutRemoval = kept(without: 3)
        #expect(withoutRemoval.map(\.position.value) == [10, 12, 13, 14, 16])
        #expect(withoutRemoval.allSatisfy { !$0.leavesHidden })
        let withoutRestoration = kept(without: 4)
        #expect(withoutRestoration.map(\.position.value) == [10, 11, 12, 13, 14, 16])
        #expect(withoutRestoration.map(\.leavesHidden) == [false, false, true, true, true, true])
    }
}
