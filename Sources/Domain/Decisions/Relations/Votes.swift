import Events
import Layout

extension Deliberation {
    /// One vote each: the other direction replaces it.
    func decideVote() throws(Refusal) -> Decision {
        let recipe = try recipeToRelateTo()
        return take(
            .vote, of: recipe.position, owner: recipe.author, value: command.kind == .recipeUpvoted ? 1 : 2)
    }

    func decideVoteRetraction() throws(Refusal) -> Decision {
        let recipe = try recipeToRelateTo()
        return takeBack(.vote, of: recipe.position, owner: recipe.author)
    }
}
