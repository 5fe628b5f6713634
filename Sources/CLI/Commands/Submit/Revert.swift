import ArgumentParser
import Events
import Operations

struct Revert: Act {
    static let configuration = CommandConfiguration(
        commandName: "revert", abstract: "Let a recipe of your own say again what it said in an earlier version.",
        discussion: "That makes another version: nothing of what came in between is lost.")
    static let examples = [Example("revert r12 --to 1 --as @ada", "as it was at first")]

    @Argument(help: "The recipe, such as r12.") var id: String
    @Option(help: ArgumentHelp("The version whose content it shall have.", valueName: "version")) var to: UInt64
    @Option(help: "Why, for the recipe's history (else which version it was).") var note: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let recipe = try EntityName.reference(id, "r")
        try invocation.submit { backend in
            let current = try backend.content(of: recipe)
            var content = try backend.content(of: recipe, version: to)
            content.note = note ?? "back to version \(to)"
            return Command(
                .recipeEdited, actor: invocation.actor, subject: recipe, payload: .recipe(content),
                expectedVersion: current.version)
        }
    }
}
