import ArgumentParser
import Events
import Service

struct Register: Verb {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Make a member. The first one made here becomes admin.")
    static let examples = [
        Example("register ada", "a member called @ada"),
        Example("register bo --name 'Bo Larsson' --email bo@example.org", "with a name and an address"),
    ]

    @Argument(help: "The username: 2 to 30 letters, digits, _ . or -") var username: String
    @Option(help: "The name that is shown (else the username).") var name: String?
    @Option(help: "An address that only the member, moderators and the operator see.") var email: String?
    @Option(help: "A number that only the member, moderators and the operator see.") var phone: String?
    @Option(help: "Some words about oneself.") var bio: String?
    @Option(help: ArgumentHelp("A picture's URL.", valueName: "url")) var avatar: String?
    @Option(name: .customLong("cuisine"), help: "A favourite cuisine. Repeatable.") var cuisines: [String] = []
    @Option(name: .customLong("diet"), help: "A diet. Repeatable.") var diets: [String] = []
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        var registration = ProtoMemberRegistered()
        registration.username = username.hasPrefix("@") ? String(username.dropFirst()) : username
        registration.name = name ?? registration.username
        if let email { registration.email = email }
        if let phone { registration.phone = phone }
        if let bio { registration.bio = bio }
        if let avatar { registration.avatar = avatar }
        registration.cuisines = cuisines
        registration.diets = diets
        let command = Command(.memberRegistered, actor: nil, payload: .registration(registration))
        try invocation.withCommunity(creating: true) { community in
            try invocation.answer(try community.register(command))
        }
    }
}
