import TestSupport
import Testing

/// The member's own place on a board, and the awards behind it, on the command line.
@Suite struct OwnRankTests {
    private let scratch = TemporaryDirectory()
    private var directory: DataDirectory { DataDirectory(scratch.path("data")) }

    @Test("a board has the member's own line beside its page, and awards can be those of a week")
    func ownRank() throws {
        for name in ["ada", "bo", "cy"] { #expect(try directory.run("register", name).status == 0) }
        let soup = try directory.json(
            "post", "--title", "Soup", "--ingredient", "1 leek", "--step", "Boil.", "--as", "@bo")
        let id = try #require(soup["id"] as? String)
        _ = try directory.json("comment", id, "Good", "--as", "@ada")
        // A program that reads the table gets no line beside the page's own.
        let board = try directory.run("leaderboard", "--limit", "1", "--as", "@ada")
        #expect(board.status == 0 && board.output.split(separator: "\n").count == 1 && board.errors.isEmpty)
        let own = try directory.json("leaderboard", "--limit", "1", "--as", "@ada")
        let viewer = try #require(own["viewer"] as? [String: Any])
        #expect(viewer["rank"] as? Int == 2 && viewer["gap"] as? Int == 9 && viewer["username"] as? String == "ada")
        #expect(try directory.json("leaderboard", "--limit", "1")["viewer"] == nil)
        let week = try #require(own["week"] as? String)
        let awards = try directory.json("xp", "@bo", "--history", "--week", week, "--kind", "recipes")
        #expect((awards["awards"] as? [Any])?.count == 1)
        #expect((awards["standing"] as? [String: Any])?["rank"] as? Int == 1)
        let others = try directory.json("xp", "@bo", "--history", "--kind", "comments")
        #expect((others["awards"] as? [Any])?.isEmpty == true && others["standing"] == nil)
        #expect(try directory.run("xp", "@bo", "--week", week).status == 2)
        #expect(try directory.run("xp", "@bo", "--history", "--kind", "medals").status == 2)
    }
}
