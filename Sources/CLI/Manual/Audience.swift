import ArgumentParser

/// The people for whom commands are made: the groups of `larder help` and of the manual page.
enum Audience: CaseIterable {
    case cooks
    case moderators
    case operators
    case gameMasters

    var title: String {
        switch self {
        case .cooks: "For cooks"
        case .moderators: "For moderators"
        case .operators: "For operators"
        case .gameMasters: "For game masters"
        }
    }

    /// The only list of all commands.
    var families: [CommandFamily] {
        switch self {
        case .cooks:
            [
                CommandFamily([About.self, Register.self, Profile.self, Members.self], "join, and see who is there"),
                CommandFamily([Post.self, Edit.self, Revert.self, ImageGroup.self], "write a recipe, with pictures"),
                CommandFamily([Delete.self, Restore.self], "delete what is yours, or restore it"),
                CommandFamily([Fork.self, Forks.self], "make your own version"),
                CommandFamily([Feed.self, Seen.self], "see what is new"),
                CommandFamily([Search.self, Discover.self, Tags.self], "find recipes and members"),
                CommandFamily([ShowRecipe.self, Comments.self], "read a recipe and its comments"),
                CommandFamily([Comment.self, Repost.self], "comment, and repost to followers"),
                CommandFamily([Like.self, Unlike.self, Likers.self], "like recipes and comments"),
                CommandFamily([Vote.self, Rate.self, Ratings.self], "vote, and give stars"),
                CommandFamily([Cook.self, CookNotes.self], "note that you cooked a recipe"),
                CommandFamily([Bookmark.self, Unbookmark.self, Bookmarks.self], "keep recipes for later"),
                CommandFamily([Follow.self, Unfollow.self, Followers.self, Following.self], "follow members"),
                CommandFamily([Block.self, Unblock.self, Blocks.self], "keep members apart from you"),
                CommandFamily([Report.self], "report something to the moderators"),
                CommandFamily([Notifications.self, Read.self], "read your notifications"),
                CommandFamily(
                    [PlanGroup.self, ShopGroup.self, CookbookGroup.self], "plan meals, shop, collect recipes"),
                CommandFamily([Export.self, ExportPerson.self, EraseReceipt.self], "take recipes or your data out"),
                CommandFamily(
                    [ContextGroup.self, LogIn.self, LogOut.self, ChangePassword.self], "use a service"),
            ]
        case .moderators:
            [
                CommandFamily([Reports.self, Resolve.self], "read reports, and settle them"),
                CommandFamily([Ban.self, Unban.self], "ban a member, or lift it"),
                CommandFamily([ChangeRole.self], "appoint moderators and admins"),
                CommandFamily([Dossier.self, ModerationLog.self, Dashboard.self], "see members, decisions, figures"),
            ]
        case .operators:
            [
                CommandFamily([Init.self, Demo.self], "begin empty, or with a sample"),
                CommandFamily([Import.self, Submit.self], "append recipes, communities, events"),
                CommandFamily([Serve.self, Configuration.self], "serve over HTTP, and its settings"),
                CommandFamily([ResetPassword.self, SessionsGroup.self], "help with passwords and sessions"),
                CommandFamily([Doctor.self], "check everything, or --repair it"),
                CommandFamily([BackUp.self, Branch.self, ErasuresGroup.self], "copy a community, and restore it"),
                CommandFamily([LogGroup.self, AuditGroup.self], "read the log, and prove it"),
                CommandFamily([ViewsGroup.self, JobsGroup.self], "compare views; follow long work"),
                CommandFamily([VaultGroup.self, MediaGroup.self], "manage keys and pictures"),
                CommandFamily([Bench.self], "measure this machine"),
                CommandFamily([Completions.self], "print shell completion, or man page"),
            ]
        case .gameMasters:
            [
                CommandFamily([Leaderboard.self], "show, export and recount boards"),
                CommandFamily([Experience.self, Streak.self], "see where points come from"),
                CommandFamily([RulesGroup.self], "show and change the rules"),
                CommandFamily([WhatIf.self], "try other rules on the boards"),
                CommandFamily([Why.self], "explain an answer by its events"),
            ]
        }
    }

    /// The list of `larder help`: it fits a page of 60 lines and 80 columns.
    static var overview: String {
        let margin = (allCases.flatMap(\.families).map(\.names.count).max() ?? 0) + 2
        var lines: [String] = []
        for audience in allCases {
            lines.append("\(audience.title):")
            for family in audience.families {
                let padding = String(repeating: " ", count: margin - family.names.count)
                lines.append("  \(family.names)\(padding)\(family.summary)")
            }
            lines.append("")
        }
        lines.append("larder help COMMAND explains one command, larder --version names the version.")
        lines.append("Also larder help " + HelpTopic.allCases.map(\.rawValue).joined(separator: "|") + ".")
        return lines.joined(separator: "\n")
    }
}

/// Commands that a person needs together, in one line of `larder help`.
struct CommandFamily {
    let commands: [any ParsableCommand.Type]
    /// At most six words.
    let summary: String

    init(_ commands: [any ParsableCommand.Type], _ summary: String) {
        (self.commands, self.summary) = (commands, summary)
    }

    var names: String { commands.map(CommandPath.name).joined(separator: ", ") }
}
