import ArgumentParser
import Events
import LarderAPI
import Operations

struct Edit: Act {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a recipe or a comment of your own.")
    static let examples = [
        Example("edit r12 --title 'Better soup' --as @ada", "one field; all others stay"),
        Example("edit r12 soup.json --as @ada", "the whole content from a file"),
        Example("edit c20 'Thank you!' --as @bo", "a comment's text"),
    ]

    @Argument(help: "The recipe or comment, such as r12 or c20.") var id: String
    @Argument(help: "A recipe's JSON file (- for standard input), or a comment's text.") var content: String?
    @Option(help: "What was changed, for the recipe's history.") var note: String?
    @Option(
        name: .customLong("version"),
        help: "The version that the edit is based on; a stale one is refused (else the present one).")
    var expectedVersion: UInt32?
    @OptionGroup(title: "Recipe") var recipe: RecipeFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "rc")
        try invocation.submit { backend in
            let kind = try backend.kind(for: subject, [.recipe: .recipeEdited, .comment: .commentEdited])
            return kind == .commentEdited
                ? try commentEdit(subject, invocation) : try recipeEdit(subject, invocation, backend)
        }
    }

    private func commentEdit(_ subject: Reference, _ invocation: Invocation) throws(Refusal) -> Command {
        guard let content else { throw Refusal(.usage, "say the comment's new text", field: "text") }
        var text = ProtoText()
        text.text = content
        return Command(
            .commentEdited, actor: invocation.actor, subject: subject, payload: .text(text),
            expectedVersion: expectedVersion)
    }

    private func recipeEdit(
        _ subject: Reference, _ invocation: Invocation, _ backend: any Backend
    ) throws -> Command {
        guard content != nil || !recipe.isEmpty else {
            throw Refusal(.usage, "say what to change: --title T and the like, or name a JSON file", field: "title")
        }
        let current = try backend.content(of: subject)
        var edited = try content.map { path throws(Refusal) in try RecipeFile.content(path) } ?? current.content
        try recipe.apply(to: &edited)
        edited.clearNote()
        if let note { edited.note = note }
        return Command(
            .recipeEdited, actor: invocation.actor, subject: subject, payload: .recipe(edited),
            expectedVersion: expectedVersion ?? current.version)
    }
}
