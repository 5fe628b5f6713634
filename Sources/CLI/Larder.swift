import ArgumentParser

/// The root of all commands.
struct Larder: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "larder", abstract: "A home for recipes and the people who share them, on an append-only log.",
        version: "0.1.0",
        subcommands: [],
        groupedSubcommands: [
            CommandGroup(
                name: "Acting:",
                subcommands: [
                    Init.self, Register.self, Post.self, Edit.self, Revert.self, Delete.self, Restore.self, Fork.self,
                    Like.self, Unlike.self, Vote.self, Rate.self, Bookmark.self, Unbookmark.self, Repost.self,
                    Cook.self,
                    Comment.self, Follow.self, Unfollow.self, Block.self, Unblock.self, Report.self, Resolve.self,
                    Ban.self, Unban.self, ChangeRole.self, PlanGroup.self, ShopGroup.self, CookbookGroup.self,
                    ImageGroup.self,
                    Read.self, Seen.self,
                    Submit.self, Import.self,
                    Demo.self,
                ]),
            CommandGroup(
                name: "Asking:",
                subcommands: [
                    Feed.self, Search.self, ShowRecipe.self, Forks.self, Comments.self, Profile.self, Followers.self,
                    Following.self, Bookmarks.self, Ratings.self, Likers.self, CookNotes.self, Blocks.self,
                    Notifications.self,
                ] + Standings.commands + [
                    Discover.self, Tags.self, Members.self, Why.self, Export.self, ExportPerson.self,
                    EraseReceipt.self,
                ]),
            CommandGroup(
                name: "Moderating:",
                subcommands: [Reports.self, ModerationLog.self, Dashboard.self, RulesGroup.self, WhatIf.self]),
            CommandGroup(
                name: "Serving:",
                subcommands: [
                    Serve.self, Configuration.self, ResetPassword.self, ContextGroup.self, LogIn.self, LogOut.self,
                    ChangePassword.self,
                ]),
            CommandGroup(
                name: "Log and views:",
                subcommands: [
                    LogGroup.self, AuditGroup.self, ViewsGroup.self, VaultGroup.self, MediaGroup.self, Doctor.self,
                    BackUp.self, ErasuresGroup.self, Branch.self, Bench.self, Completions.self,
                ]),
        ])
    static let examples = [
        Example("init", "begin a community in ./larder-data"),
        Example("register ada", "the first member becomes admin"),
        Example("post --title Soup --ingredient '1 l water' --step Boil. --as @ada", "a recipe"),
        Example("feed", "what is new"),
        Example("leaderboard", "who was busiest this week"),
        Example("help post", "how a command is used"),
    ]
}
