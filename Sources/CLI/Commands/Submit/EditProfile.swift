import ArgumentParser
import Events
import Operations

struct EditProfile: Act {
    static let configuration = CommandConfiguration(commandName: "edit", abstract: "Change your own page.")
    static let examples = [
        Example("profile edit --name 'Ada L.' --bio 'Soups, mostly.' --as @ada", "what is not said stays"),
        Example("profile edit --cuisine thai --cuisine greek --as @ada", "lists are replaced"),
    ]

    @Option(help: "A new username; the old one becomes free.") var username: String?
    @Option(help: "The name that is shown.") var name: String?
    @OptionGroup var about: ProfileFlags
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
            username: username.map(MemberName.username), name: name, email: about.email,
            phone: about.phone, bio: about.bio, avatar: about.avatar,
            cuisines: about.cuisines.isEmpty ? nil : about.cuisines, diets: about.diets.isEmpty ? nil : about.diets)
        guard content != Content() else {
            throw Refusal(.usage, "say what to change: --name, --bio, --username and the like", field: "name")
        }
        let actor = try invocation.actor(to: "change their profile")
        let payload = try Payload(.memberProfileChanged, saying: content)
        try invocation.submit(Command(.memberProfileChanged, actor: actor, payload: payload))
    }
}
