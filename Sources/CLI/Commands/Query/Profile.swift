import ArgumentParser
import LarderAPI
import Views

struct Profile: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Show a member's page, or change your own.",
        subcommands: [
            ShowProfile.self, EditProfile.self, PostedRecipes.self, Reposts.self, LikedRecipes.self,
        ], defaultSubcommand: ShowProfile.self)
    static let examples = [
        Example("profile @ada", "who ada is"), Example("profile --as @ada", "who you are"),
        Example("profile recipes @ada", "what ada posted; also reposts and liked"),
        Example("profile edit --bio 'Soups, mostly.' --as @ada", "change your own"),
    ]
}

struct ShowProfile: Question {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "A member's page.")
    static let examples = [
        Example("profile @ada", "who ada is"), Example("profile @ada --as-of 1024", "who ada was"),
    ]

    @Argument(help: "The member, such as @ada (else the member of --as).", completion: .members) var member: String?
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        return Call(API.profile, MemberInput(member: try invocation.member(member))) { answer, backend in
            try invocation.output.answer(answer) {
                func words(_ list: [String]) -> String? { list.isEmpty ? nil : list.joined(separator: ", ") }
                let next = answer.nextLevelAt.map { " (next level at \($0))" } ?? ""
                let before = answer.pointsCarriedOver.map { " (\($0) carried over from before)" } ?? ""
                return invocation.output.terminal.list([
                    "id": answer.id, "username": "@\(answer.username)", "name": answer.name, "bio": answer.bio,
                    "avatar": answer.avatar,
                    "email": answer.email, "phone": answer.phone, "role": answer.role,
                    "banned": answer.banned ? "yes" : nil,
                    "joined": invocation.output.terminal.time(answer.joinedAt, now: backend.now),
                    "recipes": "\(answer.recipes)", "followers": "\(answer.followers)",
                    "following": "\(answer.following)", "likes received": "\(answer.likesReceived)",
                    "comments": "\(answer.comments)", "bookmarks": "\(answer.bookmarks)",
                    "xp": "\(answer.xp)\(before)\(next)",
                    "level": answer.level,
                    "badges": words(answer.badges), "cuisines": words(answer.cuisines), "diets": words(answer.diets),
                ])
            }
        }
    }
}

/// A command that lists a member's recipes.
protocol ProfileRecipes: Question {
    var member: String? { get }
    var list: LarderAPI.Operation<MemberListInput, RecipesAnswer> { get }
}

extension ProfileRecipes {
    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let input = MemberListInput(member: try invocation.member(member), page: invocation.pageRequest)
        return Call(list, input) { answer, _ in
            try invocation.output.answer(answer) {
                TextTable(recipes: answer.recipes).text(for: invocation.output.terminal)
            }
            if answer.recipes.isEmpty { invocation.output.note("Nothing there.") }
            invocation.output.noteNext(answer.next)
        }
    }
}

struct PostedRecipes: ProfileRecipes {
    static let configuration = CommandConfiguration(commandName: "recipes", abstract: "What a member posted.")
    static let examples = [Example("profile recipes @ada", "the newest first")]

    @Argument(help: "The member (else the member of --as).", completion: .members) var member: String?
    @OptionGroup var options: GlobalOptions

    var list: LarderAPI.Operation<MemberListInput, RecipesAnswer> { API.recipesOf }
}

struct LikedRecipes: ProfileRecipes {
    static let configuration = CommandConfiguration(commandName: "liked", abstract: "What a member likes.")
    static let examples = [Example("profile liked @ada", "the newest like first")]

    @Argument(help: "The member (else the member of --as).", completion: .members) var member: String?
    @OptionGroup var options: GlobalOptions

    var list: LarderAPI.Operation<MemberListInput, RecipesAnswer> { API.likesOf }
}

struct Reposts: Question {
    static let configuration = CommandConfiguration(commandName: "reposts", abstract: "What a member reposted.")
    static let examples = [Example("profile reposts @ada", "the newest first, with ada's quotes")]

    @Argument(help: "The member (else the member of --as).", completion: .members) var member: String?
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let input = MemberListInput(member: try invocation.member(member), page: invocation.pageRequest)
        return Call(API.repostsOf, input) { answer, backend in
            try invocation.output.answer(answer) {
                var table = TextTable([.whole("id"), .whole("recipe"), .text("title"), .whole("when"), .text("quote")])
                for item in answer.items {
                    table.add([
                        item.repost?.id ?? "", item.recipe.id, item.recipe.title,
                        invocation.output.terminal.time(item.repost?.at ?? "", now: backend.now),
                        item.repost?.quote ?? "",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            if answer.items.isEmpty { invocation.output.note("Nothing there.") }
            invocation.output.noteNext(answer.next)
        }
    }
}
