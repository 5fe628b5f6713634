import ArgumentParser
import Events
import Layout
import Views

/// A command that lists a member's recipes.
protocol ProfileRecipes: Question {
    static var list: RecipeList { get }
    var member: String? { get }
}

extension ProfileRecipes {
    func execute(_ invocation: Invocation) throws {
        let reference = try invocation.member(member)
        try invocation.query { queries in
            let answer = try queries.recipes(
                Self.list, of: try queries.member(reference), page: invocation.page,
                viewer: try invocation.viewer(queries))
            try invocation.answer(answer) { TextTable(recipes: answer.recipes).text(for: invocation.terminal) }
            if answer.recipes.isEmpty { invocation.note("Nothing there.") }
            invocation.noteNext(answer.next)
        }
    }
}

struct PostedRecipes: ProfileRecipes {
    static let configuration = CommandConfiguration(commandName: "recipes", abstract: "What a member posted.")
    static let examples = [Example("profile recipes @ada", "the newest first")]
    static let list = RecipeList.posted

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions
}

struct LikedRecipes: ProfileRecipes {
    static let configuration = CommandConfiguration(commandName: "liked", abstract: "What a member likes.")
    static let examples = [Example("profile liked @ada", "the newest like first")]
    static let list = RecipeList.liked

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions
}

struct Reposts: Question {
    static let configuration = CommandConfiguration(commandName: "reposts", abstract: "What a member passed on.")
    static let examples = [Example("profile reposts @ada", "the newest first, with what ada said")]

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let reference = try invocation.member(member)
        try invocation.query { queries in
            let answer = try queries.reposts(
                of: try queries.member(reference), page: invocation.page, viewer: try invocation.viewer(queries))
            try invocation.answer(answer) {
                var table = TextTable([.whole("id"), .whole("recipe"), .text("title"), .whole("when"), .text("quote")])
                for item in answer.items {
                    table.add([
                        item.repost?.id ?? "", item.recipe.id, item.recipe.title,
                        invocation.terminal.time(item.repost?.at ?? "", now: queries.now), item.repost?.quote ?? "",
                    ])
                }
                return table.text(for: invocation.terminal)
            }
            if answer.items.isEmpty { invocation.note("Nothing there.") }
            invocation.noteNext(answer.next)
        }
    }
}
