import ArgumentParser
import Events
import LarderAPI
import Operations

struct Fork: Act {
    static let configuration = CommandConfiguration(
        commandName: "fork", abstract: "Post your own version of a recipe.")
    static let examples = [
        Example("fork r12 --title 'Soup with leeks' --ingredient '3 leeks' --as @bo", "the original with changes")
    ]

    @Argument(help: "The recipe, such as r12.") var id: String
    @Argument(help: "A JSON file, or - for standard input; flags go over it.") var file: String?
    @OptionGroup(title: "Recipe") var recipe: RecipeFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let original = try EntityName.reference(id, "r")
        let actor = try invocation.actor(to: "fork")
        let given = try file.map { path throws(Refusal) in try RecipeFile.content(path) }
        try invocation.submit { backend in
            var content = try given ?? backend.content(of: original).content
            content.clearNote()
            try recipe.apply(to: &content)
            return Command(.recipePosted, actor: actor, cause: original, payload: .recipe(content))
        }
    }
}
