import ArgumentParser
import Events

struct EditProfile: Verb {
    static let configuration = CommandConfiguration(commandName: "edit", abstract: "Change your own page.")
    static let examples = [
        Example("profile edit --name 'Ada L.' --bio 'Soups, mostly.' --as @ada", "what is not said stays"),
        Example("profile edit --cuisine thai --cuisine greek --as @ada", "lists are replaced"),
    ]

    @Option(help: "A new username; the old one becomes free.") var username: String?
    @Option(help: "The name that is shown.") var name: String?
    @Option(help: "An address that only the member, moderators and the operator see.") var email: String?
    @Option(help: "A number that only the member, moderators and the operator see.") var phone: String?
    @Option(help: "Some words about oneself.") var bio: String?
    @Option(help: ArgumentHelp("A picture's URL.", valueName: "url")) var avatar: String?
    @Option(name: .customLong("cuisine"), help: "A favourite cuisine. Repeatable.") var cuisines: [String] = []
    @Option(name: .customLong("diet"), help: "A diet. Repeatable.") var diets: [String] = []
    @OptionGroup var options: GlobalOptions

    private struct Content: Encodable, Equatable {
        var username: String?
        var name: String?
        var email: String?
        var phone: String?
        var bio: String?
        var avatar: String?
        var cuisines: [String]?
        var diets: [String]?
    }

    func execute(_ invocation: Invocation) throws {
        let content = Content(
            username: username.map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 }, name: name, email: email,
            phone: phone, bio: bio, avatar: avatar, cuisines: cuisines.isEmpty ? nil : cuisines,
            diets: diets.isEmpty ? nil : diets)
        guard content != Content() else {
            throw Refusal(.usage, "say what to change: --name, --bio, --username and the like", field: "name")
        }
        let actor = try invocation.requiredActor(to: "change their profile")
        let payload = try Payload(.memberProfileChanged, saying: content)
        try invocation.submit(Command(.memberProfileChanged, actor: actor, payload: payload))
    }
}
