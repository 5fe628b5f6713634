import ArgumentParser
import Community
import Events
import Operations

struct Register: Act {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Make a member. The first one made here becomes admin.",
        discussion: """
            At a service it takes a password, which is asked for at a terminal and otherwise is a line of standard input. There the             first admin is whoever registers with the link that larder serve shows.
            """)
    static let examples = [
        Example("register ada", "a member called @ada"),
        Example("register bo --name 'Bo Larsson' --email bo@example.org", "with a name and an address"),
    ]

    @Argument(help: "The username: 2 to 30 letters, digits, _ . or -") var username: String
    @Option(help: "The name that is shown (else the username).") var name: String?
    @Option(help: ArgumentHelp("At a service: what makes you its first admin.", valueName: "link")) var link: String?
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
        if let service = invocation.service {
            let password = try TypedSecret.password(
                of: "@\(registration.username)", isNew: true, invocation.output.terminal)
            return try invocation.output.answer(try service.register(registration, password: password, link: link))
        }
        guard link == nil else {
            throw Refusal(
                .usage, "a link makes the first admin of a service: leave --link out, or say --server", field: "link")
        }
        let command = Command(.memberRegistered, actor: nil, payload: .registration(registration))
        try invocation.withCommunity(creating: true) { community in
            try invocation.output.answer(try community.register(command))
        }
    }
}
