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

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The username: 2 to 30 letters, digits, _ . or -") var username: String
    @Option(help: "The name that is shown (else the username).") var name: String?
    @Option var email: String?
    @Option var phone: String?
    @Option var bio: String?
    @Option(name: .customLong("cuisine"), help: "A favourite cuisine. Repeatable.") var cuisines: [String] = []
    @Option(name: .customLong("diet"), help: "A diet. Repeatable.") var diets: [String] = []

    func execute(_ invocation: Invocation) throws {
        var registration = ProtoMemberRegistered()
        registration.username = username.hasPrefix("@") ? String(username.dropFirst()) : username
        registration.name = name ?? registration.username
        if let email { registration.email = email }
        if let phone { registration.phone = phone }
        if let bio { registration.bio = bio }
        registration.cuisines = cuisines
        registration.diets = diets
        let command = Command(.memberRegistered, actor: nil, payload: .registration(registration))
        try invocation.withCommunity(creating: true) { community in
            try invocation.answer(try community.register(command))
        }
    }
}
