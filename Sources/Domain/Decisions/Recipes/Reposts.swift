import Events
import Layout

extension Deliberation {
    /// One plain repost each; quotes as many as one likes.
    func decideRepost() throws(Refusal) -> Decision {
        let recipe = try recipeToActOn()
        let quote = try quotePayload()
        if quote == .none {
            if let row = state.relation(actor.id, .plainRepost, recipe.position), row.holds {
                return .unchanged(row.position)
            }
        }
        return .append([draft(subject: recipe.position, owner: recipe.author, payload: quote)])
    }

    func decideCooked() throws(Refusal) -> Decision {
        let recipe = try recipeToActOn()
        return .append([draft(subject: recipe.position, owner: recipe.author, payload: try notePayload())])
    }
}
