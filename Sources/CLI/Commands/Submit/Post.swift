import ArgumentParser
import Events
import LarderAPI

struct Post: Act {
    static let configuration = CommandConfiguration(
        commandName: "post", abstract: "Post a recipe, from flags or from a JSON file.")
    static let examples = [
        Example("post --title Soup --ingredient '1 l water' --step Boil. --as @ada", "from flags"),
        Example("post soup.json --as @ada", "from a file with a recipe's fields"),
        Example("post - --as @ada < soup.json", "from standard input"),
    ]

    @Argument(help: "A JSON file, or - for standard input; flags go over it.") var file: String?
    @OptionGroup(title: "Recipe") var recipe: RecipeFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        guard file != nil || !recipe.isEmpty else {
            throw Refusal(
                .usage, "say what to post: --title T --ingredient LINE --step TEXT, or name a JSON file", field: "title"
            )
        }
        var content = try file.map { path throws(Refusal) in try RecipeFile.content(path) } ?? ProtoRecipeContent()
        try recipe.apply(to: &content)
        let actor = try invocation.actor(to: "post")
        try invocation.submit(Command(.recipePosted, actor: actor, payload: .recipe(content)))
    }
}
