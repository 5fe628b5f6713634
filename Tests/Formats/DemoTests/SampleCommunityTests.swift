import Community
import EventLog
import Events
import LarderAPI
import Layout
import Operations
import Testing
import Views

@testable import Demo

@Suite struct SampleCommunityTests {
    @Test("no command of the sample community is refused or repeated", arguments: [1, 2, 3] as [UInt64])
    func nothingIsRefusedOrRepeated(seed: UInt64) throws {
        let sample = try TemporaryCommunity(.sample(seed: seed))
        #expect(sample.refusals.isEmpty, "\(sample.refusals.prefix(3))")
        #expect(sample.unchanged == 0)
        let head = try sample.community.log.head().value
        #expect((3_000...4_500).contains(head), "\(head) events")
    }

    @Test("one seed gives the same sample community twice, another seed a different one")
    func theSameSeedMakesTheSameCommunityAndAnotherAnother() throws {
        let first = try TemporaryCommunity(.sample(seed: 5))
        let second = try TemporaryCommunity(.sample(seed: 5))
        #expect(try first.export() == second.export())
        #expect(try first.fingerprints() == second.fingerprints())
        let other = try TemporaryCommunity(.sample(seed: 6))
        #expect(try first.export() != other.export())
        #expect(try first.fingerprints() != other.fingerprints())
    }

    @Test("an interrupted demo run goes on where it ended") func anInterruptedRunGoesOnWhereItEnded() throws {
        let interrupted = try TemporaryCommunity()
        #expect(throws: TemporaryCommunity.Interrupted.self) {
            try interrupted.populate(.sample(seed: 1), batchesMax: 2)
        }
        try interrupted.populate(.sample(seed: 1))
        let whole = try TemporaryCommunity(.sample(seed: 1))
        #expect(interrupted.refusals.isEmpty)
        #expect(try interrupted.export() == whole.export())
        let head = try whole.community.log.head()
        try whole.populate(.sample(seed: 1))
        #expect(try whole.community.log.head() == head)
    }

    /// What the log, the service and imports alone write is left out, and what members keep to themselves: it has no scenes. Deleted
    /// notes on cooking have none either: the positions of the sample's events stand in many pages, and stay.
    @Test("the sample community has every event kind that members cause in its scenes", arguments: [1, 9] as [UInt64])
    func everyKindThatMembersCanCauseIsThere(seed: UInt64) throws {
        let sample = try TemporaryCommunity(.sample(seed: seed))
        let others: Set<EventKind> = [
            .commandNoted, .memberPasswordChanged, .memberResetLinkMade, .memberAccessRevoked, .memberLoggedIn,
            .memberLoggedOut, .planSet,
            .planCleared,
            .listItemAdded, .listItemChecked, .listItemUnchecked, .listItemRemoved, .cookbookCreated, .cookbookChanged,
            .cookbookDeleted, .cookbookRecipeAdded, .cookbookRecipeRemoved, .cookbookRecipeMoved,
            .memberPointsCarriedOver, .recipeCountsCarriedOver, .recipeCookNoteDeleted,
        ]
        let kinds = Set(try sample.headers().map(\.kind))
        #expect(Set(EventKind.allCases).subtracting(kinds) == others)
    }

    /// Tinga without its chicken may be vegetarian: no line says that it is not.
    @Test("a fork in the demo never denies a diet") func forksDenyNoDiet() throws {
        let forks = SampleCommunity.commands(seed: 1).filter { $0.kind == .recipePosted && $0.cause != nil }
        #expect(forks.count > 10)
        var suited = 0
        for fork in forks {
            guard case .recipe(let content) = fork.payload else { continue }
            let answers = [
                content.diet.vegetarian, content.diet.vegan, content.diet.glutenFree, content.diet.sugarFree,
            ]
            #expect(!answers.contains(.no), "\(content.title)")
            suited += answers.filter { $0 == .yes }.count
        }
        #expect(suited > 0)
    }

    @Test("the sample community has every notification kind, badge and level")
    func everyNotificationBadgeAndLevelIsThere() throws {
        let sample = try TemporaryCommunity(.sample(seed: 1))
        let members = try sample.headers().filter { $0.kind == .memberRegistered }.map { MemberID($0.position) }
        let gone = Set(try sample.headers().filter { $0.kind == .memberDeleted }.map { MemberID($0.subject) })
        try sample.community.query { queries in
            var (kinds, badges, levels) = (Set<String>(), Set<String>(), Set<String>())
            for member in members where !gone.contains(member) {
                kinds.formUnion(
                    try queries.notifications(.member(member), page: Page(limit: 0)).notifications.map(\.kind))
                let profile = try queries.profile(.member(member), viewer: nil)
                badges.formUnion(profile.badges)
                levels.insert(profile.level)
            }
            #expect(
                kinds == [
                    "like", "comment", "reply", "follow", "repost", "commentLike", "rating", "cooked", "reportResolved",
                    "contentRemoved", "banned",
                ])
            #expect(
                badges == ["Recipe Creator", "Trending Chef", "Community Helper", "Loved Chef", "Top Contributor"])
            #expect(levels == Set(Rules.standard.levels.map(\.name)))
        }
    }

    @Test("times in the sample community go forward within its ten weeks", arguments: [1, 2] as [UInt64])
    func timesGoForwardAndStayWithinTheTenWeeks(seed: UInt64) throws {
        let commands = SampleCommunity.commands(seed: seed)
        let times = commands.compactMap(\.occurredAt)
        #expect(times.count == commands.count && times == times.sorted())
        #expect(times.first.map { $0 >= DemoTime.start(weeks: 10) } == true)
        #expect(times.last.map { $0 < DemoTime.end } == true)
    }

    @Test("vegan members of the demo cook vegan recipes only") func nobodyCooksWhatTheyDoNotEat() throws {
        var vegan: [Reference: Bool] = [:]
        var cooked = 0
        for command in SampleCommunity.commands(seed: 1) {
            if case .recipe(let content) = command.payload, command.kind == .recipePosted, let origin = command.origin {
                vegan[.external(source: origin.source, id: origin.id)] = content.diet.vegan == .yes
            }
            guard command.kind == .recipeCooked, command.actor == Reference("external:demo:member/sunny"),
                let recipe = command.subject
            else { continue }
            #expect(vegan[recipe] == true, "\(recipe)")
            cooked += 1
        }
        #expect(cooked > 0)
    }

    @Test("every collection of the sample community shows at least five recipes")
    func everyCollectionHasLivingRecipes() throws {
        let sample = try TemporaryCommunity(.sample(seed: 1))
        try sample.community.query { queries in
            #expect(queries.rules.collections.count == 6)
            for collection in queries.rules.collections {
                var found = 0
                for tag in collection.tags.isEmpty ? [nil] : collection.tags.map(Optional.init) {
                    var request = FeedRequest()
                    request.tags = tag.map { [$0] } ?? []
                    request.maxMinutes = collection.maxMinutes.map(UInt64.init)
                    request.sort = .liked
                    found += try queries.feed(request, page: Page(limit: 0), viewer: nil).items.count
                }
                #expect(found >= 5, "\(collection.name)")
            }
        }
    }
}
