package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Queries {
    /// Threads oldest first, each with its replies, oldest first; a page counts threads. A deleted comment is there
    /// only where somebody living has replied to it. O(comments of the page).
    package func comments(of reference: Reference, page: Page, viewer: MemberID?) throws(Refusal) -> CommentsAnswer {
        let recipe = try recipeID(reference)
        let prefix = RecipesView.threadPrefix(recipe: recipe, parent: .none)
        let contents = try contents(of: page, in: views.recipes.threads, prefix: prefix, keyBytes: 32) { key, _ in
            thread(CommentID(RecipesView.position(endOf: key)), of: recipe, viewer: viewer)
        }
        return CommentsAnswer(position: snapshot.position.value, comments: contents.items, next: contents.next)
    }

    private func thread(_ first: CommentID, of recipe: RecipeID, viewer: MemberID?) -> CommentDocument? {
        Nesting.document(of: first) { comment in
            var replies: [CommentID] = []
            let prefix = RecipesView.threadPrefix(recipe: recipe, parent: comment.position)
            snapshot.scan(views.recipes.threads, prefix: prefix) { key, _ in
                replies.append(CommentID(RecipesView.position(endOf: key)))
                return true
            }
            return replies
        } document: {
            document($0, replies: $1, viewer)
        }
    }

    /// Nil when nothing of it is to be seen.
    private func document(
        _ id: CommentID, replies: [CommentDocument], _ viewer: MemberID?
    ) -> CommentDocument? {
        guard let row = snapshot.get(views.recipes.comments, Key(id.value)) else { return nil }
        var document = CommentDocument(
            id: "\(id)", createdAt: row.createdAt.rfc3339, likes: row.likes, replies: replies)
        if row.lifecycle == .living, !isDeletedAuthor(row.author), !isApart(row.author, from: viewer),
            let author = memberCard(row.author)
        {
            document.author = author
            document.text = row.text
            document.editedAt = row.editedAt?.rfc3339
            document.liked = viewer.map { viewer in
                snapshot.contains(views.recipes.commentLikes, RecipesView.key(viewer, id.position))
            }
            return document
        }
        guard !replies.isEmpty else { return nil }
        document.deleted = true
        return document
    }
}
