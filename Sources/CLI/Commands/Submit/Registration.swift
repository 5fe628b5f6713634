import ArgumentParser
import Community
import EventLog
import Events
import Operations

struct Register: Act {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Register a member. The first one becomes admin.",
        discussion: """
            A service requires a password: larder asks for it at a terminal, and otherwise reads a line of standard input. Its first admin is the member who registers with the link that larder serve shows.
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
        registration.cuisines = about.cuisines
        registration.diets = about.diets
        if let service = invocation.service {
            if let avatar = about.avatar { registration.avatar = try about.typedAvatar(avatar) }
            let password = try TypedSecret.password(
                of: "@\(registration.username)", isNew: true, invocation.output.terminal)
            return try invocation.output.answer(try service.register(registration, password: password, link: link))
        }
        guard link == nil else {
            throw Refusal(
                .usage, "a link makes the first admin of a service: leave --link out, or say --server", field: "link")
        }
        try invocation.withCommunity(creating: true) { community in
            if let avatar = about.avatar {
                let backend = CommunityBackend(invocation: invocation, community: community)
                registration.avatar = try backend.picture(avatar, of: nil, field: "avatar")
            }
            let command = Command(.memberRegistered, actor: nil, payload: .registration(registration))
            try invocation.output.answer(try community.register(command.byOperator))
        }
    }
}

struct EditProfile: Act {
    static let configuration = CommandConfiguration(commandName: "edit", abstract: "Change your own page.")
    static let examples = [
        Example("profile edit --name 'Ada L.' --bio 'Soups, mostly.' --as @ada", "other fields stay"),
        Example("profile edit --avatar leeks.png --as @ada", "a picture, which is uploaded"),
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
        var content = Content(
            username: username.map(MemberName.username), name: name, email: about.email,
            phone: about.phone, bio: about.bio, avatar: about.avatar,
            cuisines: about.cuisines.isEmpty ? nil : about.cuisines, diets: about.diets.isEmpty ? nil : about.diets)
        guard content != Content() else {
            throw Refusal(.usage, "say what to change: --name, --bio, --username and the like", field: "name")
        }
        let actor = try invocation.actor(to: "change their profile")
        try invocation.submit { backend in
            content.avatar = try content.avatar.map { try backend.picture($0, of: actor, field: "avatar") }
            let payload = try Payload(.memberProfileChanged, saying: content)
            return Command(.memberProfileChanged, actor: actor, payload: payload)
        }
    }
}

/// The options of a profile, which members set when they join or later.
struct ProfileFlags: ParsableArguments {
    @Option(help: "An address that only the member, moderators and the operator see.") var email: String?
    @Option(help: "A number that only the member, moderators and the operator see.") var phone: String?
    @Option(help: "A few words about the member.") var bio: String?
    @Option(help: ArgumentHelp("A picture: a file, a URL, or an id of image add.", valueName: "picture")) var avatar:
        String?
    @Option(name: .customLong("cuisine"), help: "A favourite cuisine. Repeatable.") var cuisines: [String] = []
    @Option(name: .customLong("diet"), help: "A diet. Repeatable.") var diets: [String] = []

    /// A service takes pictures of its members alone.
    func typedAvatar(_ avatar: String) throws(Refusal) -> String {
        guard avatar.contains("://") || ImageID(avatar.lowercased()) != nil else {
            throw Refusal(
                .usage, "a service takes pictures of members: register first, then profile edit --avatar \(avatar)",
                field: "avatar")
        }
        return avatar
    }
}
