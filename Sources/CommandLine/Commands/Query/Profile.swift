import ArgumentParser

struct Profile: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "A member's page, or change your own.",
        subcommands: [ShowProfile.self, EditProfile.self], defaultSubcommand: ShowProfile.self)
    static let examples = [
        Example("profile @ada", "who ada is"), Example("profile --as @ada", "who you are"),
        Example("profile edit --bio 'Soups, mostly.' --as @ada", "change your own"),
    ]
}
