import Events
import Layout

extension Deliberation {
    func decideBookmark() throws(Refusal) -> Decision {
        let recipe = try recipeToRelateTo()
        return take(.bookmark, of: recipe.position, owner: recipe.author)
    }

    func decideUnbookmark() throws(Refusal) -> Decision {
        let recipe = try recipeToRelateTo()
        return takeBack(.bookmark, of: recipe.position, owner: recipe.author)
    }
}
