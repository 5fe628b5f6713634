import ArgumentParser
import Events
import Foundation
import Views

struct Profile: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "A member's page, or change your own.",
        subcommands: [ShowProfile.self, EditProfile.self], defaultSubcommand: ShowProfile.self)
    static let examples = [
        Example("profile @ada", "who ada is"), Example("profile --as @ada", "who you are"),
        Example("profile edit --bio 'Soups, mostly.' --as @ada", "change your own"),
    ]
}

struct ShowProfile: Verb {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "A member's page.")
    static let examples = [Example("profile @ada", "who ada is")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The member, such as @ada (else whoever --as names).") var member: String?

    func execute(_ invocation: Invocation) throws {
        let reference = try invocation.member(member)
        try invocation.query { queries in
            let answer = try queries.profile(
                reference, viewer: try invocation.viewer(queries), viewerIsOperator: invocation.actor == nil)
            try invocation.answer(answer) {
                let next = answer.nextLevelAt.map { " (next level at \($0))" } ?? ""
                return invocation.terminal.list([
                    "id": answer.id, "username": "@\(answer.username)", "name": answer.name, "bio": answer.bio,
                    "email": answer.email, "phone": answer.phone, "role": answer.role,
                    "banned": answer.banned ? "yes" : nil,
                    "joined": invocation.terminal.time(answer.joinedAt, now: queries.now),
                    "recipes": "\(answer.recipes)", "followers": "\(answer.followers)",
                    "following": "\(answer.following)", "likes received": "\(answer.likesReceived)",
                    "comments": "\(answer.comments)", "bookmarks": "\(answer.bookmarks)", "xp": "\(answer.xp)\(next)",
                    "level": answer.level,
                    "badges": answer.badges.isEmpty ? nil : answer.badges.joined(separator: ", "),
                ])
            }
        }
    }
}

struct EditProfile: Verb {
    static let configuration = CommandConfiguration(commandName: "edit", abstract: "Change your own page.")
    static let examples = [
        Example("profile edit --name 'Ada L.' --bio 'Soups, mostly.' --as @ada", "what is not said stays"),
        Example("profile edit --cuisine thai --cuisine greek --as @ada", "lists are replaced"),
    ]

    @OptionGroup var options: GlobalOptions
    @Option(help: "A new username; the old one becomes free.") var username: String?
    @Option(help: "The name that is shown.") var name: String?
    @Option var email: String?
    @Option var phone: String?
    @Option var bio: String?
    @Option(help: ArgumentHelp("A picture's URL.", valueName: "url")) var avatar: String?
    @Option(name: .customLong("cuisine"), help: "A favourite cuisine. Repeatable.") var cuisines: [String] = []
    @Option(name: .customLong("diet"), help: "A diet. Repeatable.") var diets: [String] = []

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
        let payload = try EventJSON.payload(
            of: .memberProfileChanged, Array(try JSONOutput.document(content).utf8))
        try invocation.submit(Command(.memberProfileChanged, actor: actor, payload: payload))
    }
}
