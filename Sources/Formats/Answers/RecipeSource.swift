package import Community
import EventLog
package import Events
import LarderAPI
import Layout
import Operations
package import Recipes
package import Views

/// Recipes with all that is told of them elsewhere.
package struct RecipeSource {
    package let community: Community
    package let queries: Queries

    package init(community: Community, queries: Queries) { (self.community, self.queries) = (community, queries) }

    /// Nil for what is deleted.
    package func recipe(_ id: RecipeID) throws -> ExportedRecipe? {
        guard let document = queries.recipe(id, .listed, viewer: nil) else { return nil }
        let content = try queries.content(of: .recipe(id), version: document.version).content
        var recipe = ExportedRecipe(
            id: document.id, logID: community.log.lineage.text(at: id.position), content: content,
            authorName: document.author.name,
            authorUsername: document.author.username, postedAt: Timestamp(rfc3339: document.postedAt) ?? .earliest,
            editedAt: document.editedAt.flatMap { Timestamp(rfc3339: $0) })
        recipe.likes = document.likes
        recipe.comments = document.comments
        recipe.ratingAverage = document.rating.average
        recipe.ratingCount = document.rating.count
        return recipe
    }
}
