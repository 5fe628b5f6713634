import ArgumentParser
import Events

struct Repost: EntityVerb {
    static let configuration = CommandConfiguration(
        commandName: "repost", abstract: "Pass a recipe on to your followers.")
    static let examples = [
        Example("repost r12 --as @bo", "as it is"),
        Example("repost r12 --quote 'Try this one' --as @bo", "with words of your own"),
    ]

    @Argument(help: "The recipe, such as r12.") var id: String
    @Option(help: "Words of your own.") var quote: String?
    @OptionGroup var options: GlobalOptions

    var kind: EventKind { .recipeReposted }

    var payload: Payload {
        guard let quote else { return .none }
        var message = ProtoQuote()
        message.quote = quote
        return .quote(message)
    }
}
