import ArgumentParser
import Events

struct Post: Verb {
    static let configuration = CommandConfiguration(
        commandName: "post", abstract: "Post a recipe, from flags or from a JSON file.")
    static let examples = [
        Example("post --title Soup --ingredient '1 l water' --step Boil. --as @ada", "from flags"),
        Example("post soup.json --as @ada", "from a file with a recipe's fields"),
        Example("post - --as @ada < soup.json", "from standard input"),
    ]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "A JSON file, or - for standard input; flags go over it.") var file: String?
    @OptionGroup(title: "Recipe") var recipe: RecipeFlags

    func execute(_ invocation: Invocation) throws {
        guard file != nil || !recipe.isEmpty else {
            throw Refusal(
                .usage, "say what to post: --title T --ingredient LINE --step TEXT, or name a JSON file", field: "title"
            )
        }
        var content = try file.map { path throws(Refusal) in try RecipeFile.content(path) } ?? ProtoRecipeContent()
        try recipe.apply(to: &content)
        let actor = try invocation.requiredActor(to: "post")
        try invocation.submit(Command(.recipePosted, actor: actor, payload: .recipe(content)))
    }
}

struct Fork: Verb {
    static let configuration = CommandConfiguration(
        commandName: "fork", abstract: "Post your own version of a recipe.")
    static let examples = [
        Example("fork r12 --title 'Soup with leeks' --ingredient '3 leeks' --as @bo", "the original with changes")
    ]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The recipe, such as r12.") var id: String
    @Argument(help: "A JSON file, or - for standard input; flags go over it.") var file: String?
    @OptionGroup(title: "Recipe") var recipe: RecipeFlags

    func execute(_ invocation: Invocation) throws {
        let original = try EntityName.reference(id, "r")
        let actor = try invocation.requiredActor(to: "fork")
        let given = try file.map { path throws(Refusal) in try RecipeFile.content(path) }
        try invocation.submit { community in
            var content = try given ?? CurrentContent(original, in: community).content
            content.clearNote()
            try recipe.apply(to: &content)
            return Command(.recipePosted, actor: actor, cause: original, payload: .recipe(content))
        }
    }
}
