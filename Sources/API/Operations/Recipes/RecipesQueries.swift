package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Queries {
    /// `viewer`: who asks, if anybody in particular. Refuses with `not-found`, or `gone` when it was deleted.
    package func recipe(_ reference: Reference, viewer: MemberID?) throws(Refusal) -> RecipeAnswer {
        let id = try recipeID(reference)
        guard let document = recipe(id, .whole, viewer: viewer) else { throw gone(reference) }
        return RecipeAnswer(position: snapshot.position.value, recipe: document)
    }

    /// Nil when it is not there, deleted or erased. Banned authors' are there: feeds leave them out themselves.
    package func recipe(_ id: RecipeID, _ extent: RecipeExtent, viewer: MemberID?) -> RecipeDocument? {
        guard let row = snapshot.get(views.recipes.rows, Key(id.value)) else { return nil }
        return recipe(id, row, extent, viewer: viewer)
    }

    /// The same, of a row that has been read already.
    func recipe(_ id: RecipeID, _ row: RecipeRow, _ extent: RecipeExtent, viewer: MemberID?) -> RecipeDocument? {
        guard row.isShown,
            let content = content(of: id, extent),
            let author = memberCard(row.author)
        else { return nil }
        var document = RecipeDocument(id, row, content, author, extent)
        if let viewer { add(viewer: viewer, to: &document, id, row) }
        return document
    }

    private func add(viewer: MemberID, to document: inout RecipeDocument, _ id: RecipeID, _ row: RecipeRow) {
        let key = RecipesView.key(viewer, id.position)
        let opinion = snapshot.get(views.recipes.opinions, key) ?? OpinionRow()
        document.liked = opinion.likedAt != nil
        document.bookmarked = opinion.bookmarkedAt != nil
        document.vote = opinion.vote == .up ? "up" : opinion.vote == .down ? "down" : nil
        document.stars = opinion.stars == 0 ? nil : opinion.stars
        document.followsAuthor = follows(viewer, row.author)
        let seen = snapshot.get(views.recipes.seen, Key(viewer.value))?.position ?? .none
        document.isNew = id.position > seen
        document.hasNewComments = hasComments(on: id, after: seen)
    }
}
