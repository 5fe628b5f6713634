package import LarderAPI
import Markup

/// A page of the comments on a recipe.
package struct CommentsPage {
    private let recipe: RecipeDocument
    private let comments: CommentsAnswer
    private let after: String?
    private let once: Once
    private let reader: Reader?

    package init(
        _ recipe: RecipeDocument, _ comments: CommentsAnswer, after: String?, once: Once, for reader: Reader?
    ) {
        (self.recipe, self.comments, self.after) = (recipe, comments, after)
        (self.once, self.reader) = (once, reader)
    }

    package var page: Page {
        let pager = Pager(Link.id(recipe.id).end("/comments"), after: after, next: comments.next, isNewestFirst: false)
        let list: HTML =
            comments.comments.isEmpty
            ? EmptyList("No comments here yet.").html : CommentThread(comments.comments, for: reader).html
        var page = Page(
            "Comments on \(recipe.title)", in: .feed,
            """
            <section class="measure" id="comments"><h1>Comments</h1>\(recipe.listLead)\
            \(CommentForm(on: recipe.id, once: once, for: reader).html, if: after == nil)\(list)\(pager.html)</section>
            """)
        page.topics = [recipe.id]
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }
}

/// A comment alone, with its replies: where no page of its recipe's comments was found to hold it.
package struct CommentPage {
    private let recipe: RecipeDocument
    private let comment: CommentDocument
    private let reader: Reader?

    package init(_ comment: CommentDocument, on recipe: RecipeDocument, for reader: Reader?) {
        (self.comment, self.recipe, self.reader) = (comment, recipe, reader)
    }

    package var page: Page {
        Page(
            "A comment on \(recipe.title)", in: .feed,
            """
            <section class="measure"><h1>A comment</h1><p class="lead">on <a href="\(Link.id(recipe.id))">\(recipe.title)</a></p>\
            \(CommentThread([comment], marking: comment.id, for: reader).html)\
            <p><a class="btn" href="\(Link.id(recipe.id).end("/comments"))">All comments</a></p></section>
            """)
    }
}

/// The members who like a recipe.
package struct LikersPage {
    private let recipe: RecipeDocument
    private let likers: MemberListAnswer
    private let after: String?

    package init(_ recipe: RecipeDocument, _ likers: MemberListAnswer, after: String?) {
        (self.recipe, self.likers, self.after) = (recipe, likers, after)
    }

    package var page: Page {
        let pager = Pager(Link.id(recipe.id).end("/likes"), after: after, next: likers.next)
        let list: HTML =
            likers.members.isEmpty
            ? EmptyList("None of the cooks whom you follow likes it. Its author sees all likes.").html
            : "<ul class=\"rows people\">\(each: likers.members, { PersonRow($0).html })</ul>"
        var page = Page(
            "Likes of \(recipe.title)", in: .feed,
            """
            <section class="measure"><h1>\(Words.count(recipe.likes, "like"))</h1>\(recipe.listLead)\
            \(list)\(pager.html)</section>
            """)
        (page.newer, page.older) = (pager.newer, pager.older)
        page.isListed = false
        return page
    }
}

extension RecipeDocument {
    /// The line below the heading of a list that says which recipe the list is about.
    var listLead: HTML {
        "<p class=\"lead\"><a class=\"bare\" href=\"\(Link.id(id))\">\(title)</a> by \(author.name)</p>"
    }
}
