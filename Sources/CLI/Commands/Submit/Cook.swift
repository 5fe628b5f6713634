import ArgumentParser
import Events

struct Cook: EntityVerb {
    static let configuration = CommandConfiguration(commandName: "cook", abstract: "Say that you cooked a recipe.")
    static let examples = [
        Example("cook r12 --as @bo", "once more"), Example("cook r12 --note 'with leeks' --as @bo", "and how"),
    ]

    @Argument(help: "The recipe, such as r12.") var id: String
    @Option(help: "How it went.") var note: String?
    @OptionGroup var options: GlobalOptions

    var kind: EventKind { .recipeCooked }

    var payload: Payload {
        guard let note else { return .none }
        var message = ProtoNote()
        message.note = note
        return .note(message)
    }
}
