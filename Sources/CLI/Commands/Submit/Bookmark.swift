import ArgumentParser
import Events

struct Bookmark: EntityVerb {
    static let configuration = CommandConfiguration(commandName: "bookmark", abstract: "Keep a recipe for later.")
    static let examples = [Example("bookmark r12 --as @bo", "keep it")]

    @Argument(help: "The recipe, such as r12.") var id: String
    @OptionGroup var options: GlobalOptions

    var kind: EventKind { .recipeBookmarked }
}

struct Unbookmark: EntityVerb {
    static let configuration = CommandConfiguration(
        commandName: "unbookmark", abstract: "Take a recipe off your bookmarks.")
    static let examples = [Example("unbookmark r12 --as @bo", "let it go")]

    @Argument(help: "The recipe, such as r12.") var id: String
    @OptionGroup var options: GlobalOptions

    var kind: EventKind { .recipeUnbookmarked }
}
