import ArgumentParser
import Events
import Operations

struct Vote: EntityVerb {
    static let configuration = CommandConfiguration(
        commandName: "vote", abstract: "Vote a recipe up or down, or take the vote back.")
    static let examples = [
        Example("vote up r12 --as @bo", "up"), Example("vote none r12 --as @bo", "take it back"),
    ]

    @Argument(help: "up, down or none.") var direction: String
    @Argument(help: "The recipe, such as r12.") var id: String
    @OptionGroup var options: GlobalOptions

    var kind: EventKind {
        get throws {
            try Word.choose(
                direction, ["up": .recipeUpvoted, "down": .recipeDownvoted, "none": .recipeVoteRetracted],
                field: "direction")
        }
    }
}
