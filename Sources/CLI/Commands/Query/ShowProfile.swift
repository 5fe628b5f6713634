import ArgumentParser
import LarderAPI
import Views

struct ShowProfile: Question {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "A member's page.")
    static let examples = [
        Example("profile @ada", "who ada is"), Example("profile @ada --as-of 1024", "who ada was"),
    ]

    @Argument(help: "The member, such as @ada (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        return Call(API.profile, MemberInput(member: try invocation.member(member))) { answer, backend in
            try invocation.output.answer(answer) {
                func words(_ list: [String]) -> String? { list.isEmpty ? nil : list.joined(separator: ", ") }
                let next = answer.nextLevelAt.map { " (next level at \($0))" } ?? ""
                return invocation.output.terminal.list([
                    "id": answer.id, "username": "@\(answer.username)", "name": answer.name, "bio": answer.bio,
                    "avatar": answer.avatar,
                    "email": answer.email, "phone": answer.phone, "role": answer.role,
                    "banned": answer.banned ? "yes" : nil,
                    "joined": invocation.output.terminal.time(answer.joinedAt, now: backend.now),
                    "recipes": "\(answer.recipes)", "followers": "\(answer.followers)",
                    "following": "\(answer.following)", "likes received": "\(answer.likesReceived)",
                    "comments": "\(answer.comments)", "bookmarks": "\(answer.bookmarks)", "xp": "\(answer.xp)\(next)",
                    "level": answer.level,
                    "badges": words(answer.badges), "cuisines": words(answer.cuisines), "diets": words(answer.diets),
                ])
            }
        }
    }
}
