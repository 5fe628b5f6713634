import Community
import Events
import Foundation
import Layout
import Testing

@testable import Demo

@Suite struct SyntheticCommunityTests {
    private func demo(members: Int = 200, seed: UInt64 = 1) throws -> DemoCommunity {
        .synthetic(try SyntheticCommunity.Size(members: members, weeks: 10, seed: seed))
    }

    @Test("20,000 events are mixed by the documented shares") func mix() throws {
        let community = try TemporaryCommunity(try demo())
        #expect(community.refusals.isEmpty, "\(community.refusals.prefix(3))")
        let headers = try community.headers()
        #expect((20_000...20_100).contains(headers.count))
        #expect(community.unchanged * 1_000 < 3 * headers.count)
        func perThousand(_ kinds: EventKind...) -> Double {
            Double(headers.count { kinds.contains($0.kind) }) * 1_000 / Double(headers.count)
        }
        #expect(abs(perThousand(.recipeLiked, .commentLiked) - 480) < 24)
        #expect(abs(perThousand(.recipeUpvoted, .recipeDownvoted) - 138) < 10)
        #expect(abs(perThousand(.commentPosted) - 190) < 12)
        #expect(abs(perThousand(.memberFollowed) - 70) < 7)
        #expect(abs(perThousand(.recipePosted) - 45) < 5)
        #expect(abs(perThousand(.recipeReposted) - 35) < 5)
        #expect(abs(perThousand(.recipeBookmarked) - 25) < 4)
        #expect(abs(perThousand(.memberRegistered) - 10) < 0.5)
        for rare in [
            EventKind.recipeUnliked, .recipeVoteRetracted, .recipeUnbookmarked, .memberUnfollowed, .recipeEdited,
            .commentEdited, .commentDeleted, .recipeRated, .recipeCooked, .reportFiled, .reportResolved, .memberBanned,
        ] {
            #expect(perThousand(rare) > 0 && perThousand(rare) < 4, "\(rare)")
        }
    }

    @Test("the top hundredth of the authors write two fifths of the recipes", arguments: [200, 1_000])
    func authors(members: Int) throws {
        let size = try SyntheticCommunity.Size(members: members, weeks: 10, seed: 3)
        var byAuthor: [Reference: Int] = [:]
        try SyntheticCommunity.forEachCommand(of: size) { command in
            guard command.kind == .recipePosted, let author = command.actor else { return }
            byAuthor[author, default: 0] += 1
        }
        let counts = byAuthor.values.sorted(by: >)
        let top = counts.prefix((counts.count + 99) / 100).reduce(0, +)
        let share = Double(top) / Double(counts.reduce(0, +))
        #expect((0.3...0.5).contains(share), "\(share)")
    }

    @Test("most likes go to new recipes, and many to few of them") func likes() throws {
        let size = try SyntheticCommunity.Size(members: 300, weeks: 10, seed: 4)
        var postedAt: [Reference: Timestamp] = [:]
        var likes: [Reference: Int] = [:]
        var fresh = 0
        try SyntheticCommunity.forEachCommand(of: size) { command in
            guard let time = command.occurredAt else { return }
            if command.kind == .recipePosted, let origin = command.origin {
                postedAt[.external(source: origin.source, id: origin.id)] = time
            }
            guard command.kind == .recipeLiked, let recipe = command.subject, let posted = postedAt[recipe] else {
                return
            }
            likes[recipe, default: 0] += 1
            if time.microseconds - posted.microseconds <= 48 * 3_600_000_000 { fresh += 1 }
        }
        let all = likes.values.reduce(0, +)
        #expect(fresh * 10 > all * 7)
        let top = likes.values.sorted(by: >).prefix(postedAt.count / 10).reduce(0, +)
        #expect(top * 10 > all * 3)
    }

    @Test("the numbers of followers follow a power law") func followers() throws {
        let size = try SyntheticCommunity.Size(members: 2_000, weeks: 4, seed: 5)
        var followers: [Reference: Int] = [:]
        try SyntheticCommunity.forEachCommand(of: size) { command in
            if command.kind == .memberFollowed, let member = command.subject { followers[member, default: 0] += 1 }
        }
        // Hill's estimate over the hundred best known.
        let top = followers.values.sorted(by: >).prefix(101).map(Double.init)
        let logs = top.dropLast().map { log2($0 / top[100]) * 0.693_147 }
        let exponent = 1 + Double(logs.count) / logs.reduce(0, +)
        #expect((1.8...2.7).contains(exponent), "\(exponent)")
    }

    @Test("the same options make the same community, another seed another one") func determinism() throws {
        let first = try TemporaryCommunity(try demo(members: 30))
        let second = try TemporaryCommunity(try demo(members: 30))
        #expect(try first.export() == second.export())
        #expect(try first.fingerprints() == second.fingerprints())
        let other = try TemporaryCommunity(try demo(members: 30, seed: 2))
        #expect(try first.export() != other.export())
    }

    @Test("times go forward and stay within the weeks") func times() throws {
        let size = try SyntheticCommunity.Size(members: 100, weeks: 3, seed: 1)
        var last = DemoTime.start(weeks: 3)
        var count = 0
        try SyntheticCommunity.forEachCommand(of: size) { command in
            let time = try #require(command.occurredAt)
            #expect(time >= last && time < DemoTime.end)
            last = time
            count += 1
        }
        #expect(count == size.commandCount)
        #expect(DemoTime.end.rfc3339 == "2026-03-16T00:00:00Z")
        #expect(DemoTime.end.microseconds - last.microseconds < 86_400_000_000)
    }

    @Test(
        "members and weeks outside the limits are refused",
        arguments: [(9, 10), (1_000_001, 10), (10, 0), (10, 521)])
    func limits(members: Int, weeks: Int) {
        #expect(throws: Refusal.self) { try SyntheticCommunity.Size(members: members, weeks: weeks, seed: 1) }
    }

    @Test("an audience meets every member once", arguments: [1, 2, 10, 97, 360]) func audience(count: Int) {
        for seed in 0..<20 as Range<UInt64> {
            let audience = Audience(count: count, seed: seed)
            let members = (0..<count).compactMap { audience.member(at: $0) }
            #expect(members.sorted() == Array(0..<count))
            #expect(audience.member(at: count) == nil)
        }
    }
}
