import Events
import Layout

extension Deliberation {
    func decideRating() throws(Refusal) -> Decision {
        let recipe = try recipeToRelateTo()
        guard (1...5).contains(command.value) else {
            throw Refusal(.invalid, "a rating has 1 to 5 stars", field: "stars")
        }
        return take(
            .rating, of: recipe.position, owner: recipe.author, value: command.value, headerValue: command.value)
    }

    func decideRatingRetraction() throws(Refusal) -> Decision {
        let recipe = try recipeToRelateTo()
        return takeBack(.rating, of: recipe.position, owner: recipe.author)
    }
}
