import Answers
import Events
import LarderAPI
import Markup
import Operations
import Pages

/// Lists that belong to a recipe: comments, likes, versions, family.
enum RecipeLists {
    static let routes: [PageRoute] = [
        .page("comments", "/{id}/comments") { request, queries in
            let comments = try queries.ask(API.comments, request.list)
            return CommentsPage(
                try queries.recipe(request.id), comments, after: request["after"],
                once: request.once("comment", queries), for: queries.reader
            ).page
        },
        .page("cookNotes", "/{id}/cooked") { request, queries in
            CookNotesPage(
                try queries.recipe(request.id), try queries.ask(API.cookNotes, request.list), after: request["after"],
                for: queries.reader
            ).page
        },
        .page("likes", "/{id}/likes") { request, queries in
            _ = try request.requiredPrincipal
            return LikersPage(
                try queries.recipe(request.id), try queries.ask(API.likers, request.list), after: request["after"]
            ).page
        },
        .page("history", "/{id}/history") { request, queries in
            HistoryPage(
                try queries.recipe(request.id), try queries.ask(API.recipeVersions, request.list),
                after: request["after"], for: queries.reader
            ).page
        },
        .page("diff", "/{id}/diff") { request, queries in
            let recipe = try queries.recipe(request.id)
            let to = request["to"].flatMap(UInt64.init) ?? recipe.version
            let from = request["from"].flatMap(UInt64.init) ?? max(1, to - min(to, 1))
            return DifferencePage(
                recipe,
                try queries.ask(API.recipeDifference, RecipeDifferenceInput(recipe: recipe.id, from: from, to: to))
            ).page
        },
        .page("family", "/{id}/family") { request, queries in
            FamilyPage(
                try queries.recipe(request.id), try queries.ask(API.forks, request.list), after: request["after"]
            ).page
        },
    ]

    /// Leads to the page of a recipe's comments that holds the comment.
    static func commentPage(_ id: String, _ request: WebRequest, _ queries: PageQueries) throws -> Pages.Page {
        let answer = try queries.comment(id)
        let base = Link.id(answer.recipe).end("/comments")
        var after: String?
        for _ in 0..<pagesMax {
            let input = RecipeListInput(recipe: answer.recipe, page: PageRequest(limit: 20, after: after))
            let page = try queries.ask(API.comments, input)
            if page.comments.contains(where: { $0.holds(id) }) {
                return Pages.Page(leadingTo: base.query("after", after).fragment(id))
            }
            guard let next = page.next else { break }
            after = next
        }
        return CommentPage(answer.comment, on: try queries.recipe(answer.recipe), for: queries.reader).page
    }

    /// Leads to the recipe that was reposted.
    static func repostPage(_ id: String, _ queries: PageQueries) throws -> Pages.Page {
        let answer = try queries.ask(API.repost, RepostInput(repost: id))
        return Pages.Page(leadingTo: .id(answer.recipe.id))
    }

    /// How many pages of comments are searched for one.
    private static let pagesMax = 25
}

extension CommentDocument {
    /// Whether the comment, or a reply below it, has the id.
    fileprivate func holds(_ id: String) -> Bool { self.id == id || replies.contains { $0.holds(id) } }
}

extension WebRequest {
    /// The page of a list of the path's recipe.
    fileprivate var list: RecipeListInput {
        RecipeListInput(recipe: id, page: PageRequest(limit: 20, after: self["after"]))
    }
}
