import ArgumentParser
import Events

struct Restore: Verb {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring a deleted recipe or comment back.")
    static let examples = [Example("restore r12 --as @ada", "as it was, with its likes and comments")]

    @Argument(help: "r12 or c20.") var id: String
    @Option(help: "Why.") var reason: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "rc")
        try invocation.submit { community in
            let kind = try invocation.kind(
                for: subject, in: community, [.recipe: .recipeRestored, .comment: .commentRestored])
            return Command(
                kind, actor: invocation.actor, subject: subject, payload: ReasonText.payload(reason))
        }
    }
}
