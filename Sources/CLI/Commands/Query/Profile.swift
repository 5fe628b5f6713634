import ArgumentParser

struct Profile: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "A member's page, or change your own.",
        subcommands: [
            ShowProfile.self, EditProfile.self, PostedRecipes.self, Reposts.self, LikedRecipes.self,
        ], defaultSubcommand: ShowProfile.self)
    static let examples = [
        Example("profile @ada", "who ada is"), Example("profile --as @ada", "who you are"),
        Example("profile recipes @ada", "what ada posted; also reposts and liked"),
        Example("profile edit --bio 'Soups, mostly.' --as @ada", "change your own"),
    ]
}
