package import Events
package import Layout
import Projections

/// A page of a recipe's threads.
package struct CommentsAnswer: Encodable, Sendable {
    package var position: UInt64
    package var comments: [CommentDocument]
    package var next: String?
}

package struct CommentDocument: Encodable, Sendable {
    package var id: String
    /// Absent, like the text, when it was deleted and stands only for what was replied to it.
    package var author: MemberCard?
    package var text: String?
    package var createdAt: String
    package var editedAt: String?
    package var likes: Int64
    package var deleted: Bool?
    /// Whether the viewer likes it; absent without a viewer.
    package var liked: Bool?
    package var replies: [CommentDocument]

    /// Replies deeper than this stand beside their parent: a document must stay readable for any parser.
    package static let nestingMax = 64
}

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

    /// Walks down without recursion: how deep people reply to replies is up to them.
    private func thread(_ first: CommentID, of recipe: RecipeID, viewer: MemberID?) -> CommentDocument? {
        struct Node {
            var id: CommentID
            /// Index of the node that it is shown under.
            var shownUnder: Int
            var depth: Int
        }
        var nodes: [Node] = []
        var open = [Node(id: first, shownUnder: -1, depth: 0)]
        while let node = open.popLast() {
            let index = nodes.count
            nodes.append(node)
            let isDeepest = node.depth == CommentDocument.nestingMax
            var replies: [Node] = []
            let prefix = RecipesView.threadPrefix(recipe: recipe, parent: node.id.position)
            snapshot.scan(views.recipes.threads, prefix: prefix) { key, _ in
                replies.append(
                    Node(
                        id: CommentID(RecipesView.position(endOf: key)),
                        shownUnder: isDeepest ? node.shownUnder : index,
                        depth: isDeepest ? node.depth : node.depth + 1))
                return true
            }
            open.append(contentsOf: replies.reversed())
        }
        // From the last to the first, so that a comment's replies are known when its turn comes.
        var replies: [Int: [CommentDocument]] = [:]
        for (index, node) in nodes.enumerated().reversed() {
            let document = document(node.id, replies: replies.removeValue(forKey: index)?.reversed() ?? [], viewer)
            guard let document else { continue }
            if index == 0 { return document }
            replies[node.shownUnder, default: []].append(document)
        }
        return nil
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
