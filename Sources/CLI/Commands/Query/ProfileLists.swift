import ArgumentParser
import LarderAPI
import Views

/// A command that lists a member's recipes.
protocol ProfileRecipes: Question {
    var member: String? { get }
    var list: LarderAPI.Operation<MemberListInput, RecipesAnswer> { get }
}

extension ProfileRecipes {
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

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions

    var list: LarderAPI.Operation<MemberListInput, RecipesAnswer> { API.recipesOf }
}

struct LikedRecipes: ProfileRecipes {
    static let configuration = CommandConfiguration(commandName: "liked", abstract: "What a member likes.")
    static let examples = [Example("profile liked @ada", "the newest like first")]

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions

    var list: LarderAPI.Operation<MemberListInput, RecipesAnswer> { API.likesOf }
}

struct Reposts: Question {
    static let configuration = CommandConfiguration(commandName: "reposts", abstract: "What a member passed on.")
    static let examples = [Example("profile reposts @ada", "the newest first, with what ada said")]

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions

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
