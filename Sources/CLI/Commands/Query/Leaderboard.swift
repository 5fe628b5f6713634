import ArgumentParser

struct Leaderboard: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "leaderboard", abstract: "The weekly boards.",
        subcommands: [ShowLeaderboard.self, LeaderboardWeeks.self, RebuildLeaderboard.self],
        defaultSubcommand: ShowLeaderboard.self)
    static let examples = [
        Example("leaderboard", "of the latest week"), Example("leaderboard --week 2008-W07 --limit 0", "a whole board"),
        Example("leaderboard --around @bo", "bo's place with neighbours"),
        Example("leaderboard weeks", "which weeks there are"),
        Example("leaderboard rebuild --dry-run --diff", "recount all weeks and compare"),
    ]
}
