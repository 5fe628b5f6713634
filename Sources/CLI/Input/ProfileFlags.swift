import ArgumentParser

/// What members may tell of themselves, when they join or later.
struct ProfileFlags: ParsableArguments {
    @Option(help: "An address that only the member, moderators and the operator see.") var email: String?
    @Option(help: "A number that only the member, moderators and the operator see.") var phone: String?
    @Option(help: "Some words about oneself.") var bio: String?
    @Option(help: ArgumentHelp("A picture's URL.", valueName: "url")) var avatar: String?
    @Option(name: .customLong("cuisine"), help: "A favourite cuisine. Repeatable.") var cuisines: [String] = []
    @Option(name: .customLong("diet"), help: "A diet. Repeatable.") var diets: [String] = []
}
