import Foundation
import Testing

@testable import CommandLine

/// `larder --server URL …` asks what `larder …` asks of a directory, and shows the same, byte by byte.
@Suite(.serialized) struct RemoteQuestionTests {
    /// The examples of every command that asks, but for those that no service answers.
    private static let examples = CommandTree.all.compactMap { $0.command as? any Question.Type }
        .flatMap { $0.examples.map(\.line) }
        .filter { line in
            !line.contains("--external") && !["why ", "log history", "rules show"].contains { line.hasPrefix($0) }
        }

    /// Of a list's page: the cursor that the page before ended with.
    private static func next(_ line: String) -> String {
        "$(larder \(line) --as @ada --json | sed 's/.*\"next\":\"\\([^\"]*\\)\".*/\\1/')"
    }

    /// Longer lists than a service gives at once, earlier moments, and what nobody meant.
    private static let more = [
        "comments r12 --limit 0", "comments r12 --limit 101", "comments r12 --limit 100", "comments r12 --limit 3",
        "comments r12 --limit 3 --as @ada --after \(next("comments r12 --limit 4"))",
        "comments r12 --limit 0 --as @ada --after \(next("comments r12 --limit 4"))",
        "notifications --limit 0 --as @ada", "notifications @ada --only 20 --as @ada", "notifications --as @bo",
        "feed --limit 0", "feed --limit 1", "feed --mode for-you --as @bo", "feed --sort oldest --author @ada",
        "feed --tag nothing --cuisine nowhere", "feed --bookmarked --as @bo", "feed --liked-by bo",
        "feed --since 2020-01-01 --until 2099-01-01T00:00:00Z", "feed --diet vegan --min-servings 2 --course main",
        "search leek --limit 1", "search leek --with-ingredient leek", "search '\"leek soup\"'", "search bo",
        "search 'sout+h & more? #1 100%'", "recipe external:foodcom:137739", "recipe 12",
        "recipe r12 --servings 3 --units us",
        "recipe r12 --version 2 --servings 7", "recipe r12 --versions --limit 2", "recipe r12 --diff 2..2",
        "forks r12 --limit 1", "profile --as @bo", "profile m4", "profile bo", "followers --as @ada",
        "following --as @bo", "xp --as @bo", "xp --history --limit 0 --as @bo", "xp @bo --history --limit 3",
        "members --limit 2", "members --role member --no-banned", "members --search BO",
        "leaderboard --limit 1", "leaderboard --limit 0 --around @bo", "leaderboard --around @bo --limit 2",
        "leaderboard --week 1999-W01", "discover 'quick fixes' --limit 1", "discover --cooked --limit 0 --as @bo",
        "tags --cuisines --limit 0", "cookbook --as @ada", "cookbook show b41 --as @bo --limit 1",
        "plan --from 2026-11-24 --days 366 --as @bo", "shop --from 2026-11-24 --as @bo", "reports --status all",
        "feed --as-of 12", "recipe r12 --as-of 1030 --versions", "profile @ada --as-of 2020-01-01",
        "comments r12 --as-of 2099-01-01T00:00:00Z --limit 120", "members --at-least 10",
        // What is refused is refused in the same words.
        "recipe r9999", "recipe soup", "recipe c20", "recipe r12 --version 99", "recipe r12 --diff 1..9",
        "recipe r12 --diff x", "recipe r12 --servings 0", "recipe r12 --units stones", "profile @nobody",
        "profile @aada", "profile m9999", "followers 'a b'", "feed --mode sideways", "feed --sort hott",
        "feed --after nonsense", "feed --as @ada --after \(next("comments r12 --limit 4"))", "feed --limit -1",
        "feed --author @nobody", "feed --as-of nonsense", "feed --as-of 9 --at-least 3", "search ''",
        "leaderboard --week 2008-13", "leaderboard --around @mod --week 1999-W01", "leaderboard --around @nobody",
        "discover Nowhere", "xp @nobody", "notifications @mod --as @bo", "notifications @nobody --as @bo",
        "plan --days 0 --as @bo", "plan --days -3 --as @bo", "plan --from 1999-01-01 --as @bo",
        "plan --from nonsense --as @bo", "shop --days 1000 --as @bo", "cookbook show b9999",
        "cookbook show b41 --as @ada",
        "members --role cook", "tags --after x", "comments r9999", "forks r9999", "feed --limit 2 --bogus",
        "feed --at-least 99999",
    ]

    @Test func whatIsAskedIsAnsweredAlike() throws {
        let kitchen = try RemoteKitchen()
        let lines = Self.examples + Self.more
        #expect(Self.examples.count >= 40)
        let suffixed = lines + lines.map { "\($0) --json" }
        for (line, pair) in zip(suffixed, try kitchen.ends(suffixed)) {
            #expect(pair.local == pair.remote, "larder \(line)")
            #expect(["0", "2", "3", "4", "6", "8"].contains(pair.remote.status), "larder \(line)\n\(pair.remote)")
        }
    }

    /// Who is no moderator is told so by both, and how to become one by neither.
    @Test func theDeskIsForModerators() throws {
        let kitchen = try RemoteKitchen()
        let lines = ["reports --as @bo", "modlog --as @bo", "dashboard --as @bo"]
        for (line, pair) in zip(lines, try kitchen.ends(lines)) {
            #expect(pair.local.status == "4" && pair.remote.status == "4", "larder \(line)")
            #expect(pair.remote.errors == "larder: forbidden: this takes a moderator\n", "larder \(line)")
        }
    }
}
