package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Questions {
    static let commentsAndForks: [any AnyBinding] = [
        bind(API.comments) { input, viewer, queries in
            try queries.comments(of: try input.reference, page: input.page.page, viewer: viewer.member)
        },
        bind(API.comment) { input, viewer, queries in
            let reference = try EntityName.reference(input.comment, "c", field: "comment")
            return try queries.comment(reference, viewer: viewer.member)
        },
        bind(API.forks) { input, viewer, queries in
            try queries.descent(of: try input.reference, page: input.page.page, viewer: viewer.member)
        },
    ]
}

extension Queries {
    /// Threads, the oldest first, each with its replies, the oldest first. A page counts threads. A deleted comment is
    /// listed only if it has a reply that is not deleted. O(comments of the page).
    package func comments(of reference: Reference, page: Page, viewer: MemberID?) throws(Refusal) -> CommentsAnswer {
        let recipe = try recipeID(reference, for: viewer)
        let prefix = RecipesView.threadPrefix(recipe: recipe, parent: .none)
        let contents = try contents(of: page, in: views.recipes.threads, prefix: prefix, keyBytes: 32) { key, _ in
            thread(CommentID(RecipesView.position(endOf: key)), of: recipe, viewer: viewer)
        }
        return CommentsAnswer(position: snapshot.position.value, comments: contents.items, next: contents.next)
    }

    /// A comment with its replies. A deleted comment is `gone`, also one whose recipe or author is deleted. O(replies).
    package func comment(_ reference: Reference, viewer: MemberID?) throws(Refusal) -> CommentAnswer {
        let id = CommentID(try position(of: reference, letter: "c", what: "comment"))
        guard let row = snapshot.get(views.recipes.comments, Key(id.value)) else {
            throw notFound(reference, "comment")
        }
        let recipeAuthor = snapshot.get(views.recipes.rows, Key(row.recipe.value))?.author
        for author in [row.author, recipeAuthor].compactMap({ $0 }) where isApart(author, from: viewer) {
            throw notFound(reference, "comment")
        }
        guard row.lifecycle == .living, !isDeletedAuthor(row.author), visibleRecipe(row.recipe, viewer: viewer) != nil,
            let document = thread(id, of: row.recipe, viewer: viewer)
        else {
            throw gone(
                reference, id.position, by: row.author, row.lifecycle, on: row.recipe, by: recipeAuthor)
        }
        return CommentAnswer(position: snapshot.position.value, recipe: "\(row.recipe)", comment: document)
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

    /// The comment with its replies; nil if the viewer may see none of them.
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
                    && !areMarksVoid(of: viewer)
            }
            return document
        }
        guard !replies.isEmpty else { return nil }
        document.deleted = true
        return document
    }

    /// The maximum number of originals that an answer lists.
    private static let originsMax = 1_000

    /// The originals of a recipe, and its forks. A page counts direct forks, each with all of its own forks. A recipe
    /// that is deleted, or that a block hides from the viewer, is listed only if one of its forks is visible. O(recipes
    /// shown).
    package func descent(of reference: Reference, page: Page, viewer: MemberID?) throws(Refusal) -> DescentAnswer {
        let recipe = try recipeID(reference, for: viewer)
        let contents = try contents(
            of: page, in: views.recipes.forksOf, prefix: Key(recipe.value), keyBytes: 16
        ) { key, _ in family(of: RecipeID(RecipesView.position(endOf: key)), viewer) }
        return DescentAnswer(
            position: snapshot.position.value, id: "\(recipe)", origins: origins(of: recipe, viewer),
            forks: contents.items, next: contents.next)
    }

    private func origins(of recipe: RecipeID, _ viewer: MemberID?) -> [DescentDocument] {
        var origins: [DescentDocument] = []
        var next = snapshot.get(views.recipes.rows, Key(recipe.value))?.forkedFrom
        while let origin = next, origin.value != 0, origins.count < Self.originsMax {
            origins.append(descent(origin, [], viewer) ?? DescentDocument(id: "\(origin)", deleted: true, forks: []))
            next = snapshot.get(views.recipes.rows, Key(origin.value))?.forkedFrom
        }
        return origins.reversed()
    }

    private func family(of fork: RecipeID, _ viewer: MemberID?) -> DescentDocument? {
        Nesting.document(of: fork) { recipe in
            var forks: [RecipeID] = []
            snapshot.scan(views.recipes.forksOf, prefix: Key(recipe.value)) { key, _ in
                forks.append(RecipeID(RecipesView.position(endOf: key)))
                return true
            }
            return forks
        } document: { recipe, forks in
            if let document = descent(recipe, forks, viewer) { return document }
            return forks.isEmpty ? nil : DescentDocument(id: "\(recipe)", deleted: true, forks: forks)
        }
    }

    /// Nil if the viewer may not see the recipe.
    private func descent(
        _ recipe: RecipeID, _ forks: [DescentDocument], _ viewer: MemberID?
    ) -> DescentDocument? {
        guard let shown = visibleRecipe(recipe, viewer: viewer) else { return nil }
        return DescentDocument(
            id: shown.id, author: shown.author, title: shown.title, postedAt: shown.postedAt, forks: forks)
    }
}

/// Builds trees of documents: a comment holds its replies, a recipe its forks.
package enum Nesting {
    /// A deeper node stands beside its parent instead of within it, because parsers limit the depth of a document.
    package static let depthMax = 64

    private struct Node<ID> {
        var id: ID
        /// Index of the node that it is shown under.
        var shownUnder: Int
        var depth: Int
    }

    /// The document of a node with all nodes below it, built from the leaves up; nil if `document` answers nil for it.
    /// The walk does not recurse, because members decide how deep a tree is. O(nodes below).
    static func document<ID, Document>(
        of first: ID, children: (ID) -> [ID], document: (ID, _ below: [Document]) -> Document?
    ) -> Document? {
        var nodes: [Node<ID>] = []
        var open = [Node(id: first, shownUnder: -1, depth: 0)]
        while let node = open.popLast() {
            let index = nodes.count
            nodes.append(node)
            let isDeepest = node.depth == depthMax
            open += children(node.id).reversed().map { child in
                Node(
                    id: child, shownUnder: isDeepest ? node.shownUnder : index,
                    depth: isDeepest ? node.depth : node.depth + 1)
            }
        }
        // From the last node to the first, so that the documents below a node exist before its own.
        var below: [Int: [Document]] = [:]
        for (index, node) in nodes.enumerated().reversed() {
            guard let made = document(node.id, below.removeValue(forKey: index)?.reversed() ?? []) else { continue }
            if index == 0 { return made }
            below[node.shownUnder, default: []].append(made)
        }
        return nil
    }
}
