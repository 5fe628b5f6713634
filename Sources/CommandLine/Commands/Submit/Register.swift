import ArgumentParser
import Events
import Notation
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
    @OptionGroup var about: ProfileFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        var registration = ProtoMemberRegistered()
        registration.username = MemberName.username(username)
        registration.name = name ?? registration.username
        if let email = about.email { registration.email = email }
        if let phone = about.phone { registration.phone = phone }
        if let bio = about.bio { registration.bio = bio }
        if let avatar = about.avatar { registration.avatar = avatar }
        registration.cuisines = about.cuisines
        registration.diets = about.diets
        let command = Command(.memberRegistered, actor: nil, payload: .registration(registration))
        try invocation.withCommunity(creating: true) { community in
            try invocation.answer(try community.register(command))
        }
    }
}
