import TestSupport
import Testing
import Views

/// Every projector obeys `ProjectorLaws`, whatever the history.
@Suite struct ProjectorLawTests {
    private static let seeds = SeededTrait.seeds(Tier.rounds(15, long: 200), for: "projector laws")

    @Test("recipes fold alike, whatever the batches and interruptions", arguments: seeds)
    func recipes(seed: UInt64) { #expect(ProjectorLaws<RecipesProjector>.violations(seed: seed) == []) }

    @Test("members fold alike, whatever the batches and interruptions", arguments: seeds)
    func members(seed: UInt64) { #expect(ProjectorLaws<MembersProjector>.violations(seed: seed) == []) }

    @Test("standings fold alike, whatever the batches and interruptions", arguments: seeds)
    func standings(seed: UInt64) { #expect(ProjectorLaws<StandingsProjector>.violations(seed: seed) == []) }

    @Test("notifications fold alike, whatever the batches and interruptions", arguments: seeds)
    func notifications(seed: UInt64) { #expect(ProjectorLaws<NotificationsProjector>.violations(seed: seed) == []) }

    @Test("moderation folds alike, whatever the batches and interruptions", arguments: seeds)
    func moderation(seed: UInt64) { #expect(ProjectorLaws<ModerationProjector>.violations(seed: seed) == []) }

    @Test("kitchens fold alike, whatever the batches and interruptions", arguments: seeds)
    func kitchens(seed: UInt64) { #expect(ProjectorLaws<KitchenProjector>.violations(seed: seed) == []) }
}
