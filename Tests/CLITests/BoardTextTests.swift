import LarderAPI
import Testing

@testable import CLI

/// What a terminal shows of a board beside its figures.
@Suite struct BoardTextTests {
    private static func entry(
        _ member: String, _ rank: Int?, _ engagement: Int64, moved: Int? = nil, gap: Int64? = nil
    ) -> LeaderboardEntry {
        LeaderboardEntry(
            rank: rank, member: member, username: member, engagement: engagement, activeDays: 1, recipes: 0,
            likesReceived: 0, comments: 0, bookmarks: 0, moved: moved, gap: gap)
    }

    private static func words(_ viewer: LeaderboardEntry?) -> String? {
        BoardText.viewer(
            of: LeaderboardAnswer(
                position: 9, week: "2026-W10", completed: true, participants: 9, entries: [entry("m3", 1, 12)],
                viewer: viewer))
    }

    @Test("a board ends with the member's own rank if that is not on the page") func ownRank() {
        #expect(Self.words(nil) == nil && Self.words(Self.entry("m3", 1, 12)) == nil)
        #expect(
            Self.words(Self.entry("m4", 1_200, 1, gap: 9))
                == "You: rank 1,200 with 1 point, 9 points below the next rank")
        #expect(Self.words(Self.entry("m4", 1, 12)) == "You: rank 1 with 12 points")
        #expect(Self.words(Self.entry("m4", nil, 0)) == "You: no rank in 2026-W10")
    }

    @Test("a line shows by how many ranks its member has moved") func moved() {
        let moves = [
            Self.entry("m3", 2, 5, moved: 3), Self.entry("m3", 2, 5, moved: -1), Self.entry("m3", 2, 5, moved: 0),
        ]
        #expect(moves.map(BoardText.move) == ["▲ 3", "▼ 1", "="])
        #expect(BoardText.move(Self.entry("m3", 2, 5)) == "new" && BoardText.move(Self.entry("m3", nil, 0)).isEmpty)
    }
}
