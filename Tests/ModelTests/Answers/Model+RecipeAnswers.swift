import Events
import Foundation
import Layout

/// A recipe as an answer shows it, by the names of views.md.
struct RecipePage: Encodable {
    struct Rating: Encodable {
        var average: Double?
        var count: Int
    }
    struct Ingredient: Encodable {
        var original: String
        var quantity: Double?
        var unit: String?
        var name: String
        var asWritten: Bool?
    }
    struct Step: Encodable { var text: String }
    /// «12 likes before Larder»: what is not zero.
    struct Before: Encodable {
        var likes: Int?
        var upvotes: Int?
        var downvotes: Int?
        var comments: Int?

        init?(_ numbers: [Int]) {
            guard numbers.contains(where: { $0 > 0 }) else { return nil }
            let known = numbers.map { $0 == 0 ? nil : Optional($0) }
            (likes, upvotes, downvotes, comments) = (known[0], known[1], known[2], known[3])
        }
    }

    var id: String
    var externalID: String?
    var title: String
    var description: String?
    var author: Card
    var likes: Int
    var upvotes: Int
    var downvotes: Int
    var score: Int
    var rating: Rating
    var comments: Int
    var reposts: Int
    var bookmarks: Int
    var cooked: Int
    var beforeLarder: Before?
    var forks: Int
    var forkedFrom: String?
    var version: Int
    var postedAt: String
    var editedAt: String?
    var servings: UInt32?
    var totalMinutes: UInt32?
    var difficulty: String?
    var cuisine: String?
    var course: String?
    var tags: [String]
    var diet: [String: String]?
    var ingredients: [Ingredient]?
    var steps: [Step]?
    var liked: Bool?
    var vote: String?
    var stars: Int?
    var bookmarked: Bool?
    var followsAuthor: Bool?
    var isNew: Bool?
    var hasNewComments: Bool?
    var scaledFrom: UInt32?
    var cookNotes: [CookNote]?
}

struct Card: Encodable, Equatable {
    var id: String
    var username: String
    var name: String
    var viewer: Relation?
}

/// «`MemberCard.viewer?: {follows, followsViewer, blocked}` where a viewer asks».
struct Relation: Encodable, Equatable {
    var follows: Bool
    var followsViewer: Bool
    var blocked: Bool
}

struct CommentPage: Encodable {
    var id: String
    var author: Card?
    var text: String?
    var createdAt: String
    var editedAt: String?
    var likes: Int
    var deleted: Bool?
    var liked: Bool?
    var replies: [CommentPage]
}

extension Model {
    func card(_ member: UInt64) -> Card {
        Card(id: "m\(member)", username: members[member]?.username ?? "", name: members[member]?.name ?? "")
    }

    /// Nil for a deleted member.
    func livingCard(_ member: UInt64) -> Card? { isHere(member) ? card(member) : nil }

    /// How many members have tied themselves so to the thing.
    func ties(_ tie: Tie, to thing: UInt64) -> [TieState] {
        standing.filter { $0.key.tie == tie && $0.key.thing == thing }.map(\.value)
    }

    /// The living works that hang on a recipe, without deleted members'.
    private func works(_ sort: Sort, on recipe: UInt64) -> [UInt64] {
        works.keys.filter { works[$0]?.sort == sort && works[$0]?.recipe == recipe && isLiving($0) }
    }

    /// «likes, votes, ratings (…) that a since deleted or banned member gave still count; a deleted member's comments,
    /// recipes, reposts and follows leave lists and counts».
    ///
    /// Of an earlier version what it said then; the numbers are today's.
    func recipePage(_ id: UInt64, isWhole: Bool, viewer: UInt64?, version number: Int? = nil) throws -> RecipePage {
        let recipe = try shownRecipe(id, to: viewer)
        let then = try number.map { try version($0, of: id, viewer: viewer) }
        let content = then?.content ?? recipe.content
        let editedAt = then.map { $0.event == id ? nil : $0.at } ?? recipe.editedAt
        let votes = ties(.vote, to: id).map(\.value)
        let stars = ties(.rating, to: id).map(\.value)
        let average =
            stars.isEmpty ? nil : (Double(stars.reduce(0, +)) / Double(stars.count) * 100).rounded() / 100
        var page = RecipePage(
            id: "r\(id)", externalID: recipe.externalID, title: content.title,
            description: content.hasDescription_p ? content.description_p : nil, author: card(recipe.author),
            likes: ties(.like, to: id).count, upvotes: votes.count { $0 > 0 }, downvotes: votes.count { $0 < 0 },
            score: votes.reduce(0, +), rating: .init(average: average, count: stars.count),
            comments: works(.comment, on: id).count, reposts: works(.repost, on: id).count,
            bookmarks: ties(.bookmark, to: id).count,
            cooked: facts.count { $0.kind == .recipeCooked && $0.subject == id },
            beforeLarder: balances[id].flatMap { RecipePage.Before($0.numbers) },
            forks: works.keys.count { works[$0]?.sort == .recipe && works[$0]?.origin == id && isLiving($0) },
            forkedFrom: recipe.origin == 0 ? nil : "r\(recipe.origin)", version: number ?? recipe.version,
            postedAt: recipe.at.rfc3339, editedAt: editedAt?.rfc3339,
            servings: content.hasServings ? content.servings : nil,
            totalMinutes: content.hasTotalMinutes ? content.totalMinutes : nil,
            difficulty: content.difficulty == .unknown ? nil : "\(content.difficulty)",
            cuisine: content.hasCuisine ? content.cuisine : nil, course: content.hasCourse ? content.course : nil,
            tags: content.tags, diet: content.hasDiet ? Self.diets(of: content) : nil)
        if isWhole {
            page.ingredients = content.ingredients.map {
                .init(
                    original: $0.original, quantity: $0.hasQuantity ? $0.quantity : nil,
                    unit: $0.hasUnit ? $0.unit : nil, name: $0.hasName ? $0.name : $0.original)
            }
            page.steps = content.steps.map { .init(text: $0.text) }
            let notes = try cookNotes(on: id, viewer: viewer).prefix(3)
            page.cookNotes = notes.isEmpty ? nil : Array(notes)
        }
        guard let viewer else { return page }
        page.liked = stands(.like, viewer, id) != nil
        page.vote = stands(.vote, viewer, id).map { $0.value > 0 ? "up" : "down" }
        page.stars = stands(.rating, viewer, id)?.value
        page.bookmarked = stands(.bookmark, viewer, id) != nil
        page.followsAuthor = follows(viewer, recipe.author)
        let seen = UInt64(holds(.seen, viewer, viewer)?.value ?? 0)
        page.isNew = id > seen
        page.hasNewComments = works(.comment, on: id).contains { $0 > seen }
        return page
    }

    func shownRecipe(_ id: UInt64, to viewer: UInt64?) throws -> Work {
        guard let recipe = works[id], recipe.sort == .recipe, !isClosed(recipe.author, to: viewer) else {
            throw No(.notFound)
        }
        guard isLiving(id) else { throw No(.gone) }
        return recipe
    }

    /// «`scale` shows it for another number of servings»: quantities in proportion, to three decimals; what has none is
    /// marked. For as many as it was written for nothing changes.
    func scaled(_ page: RecipePage, to wanted: UInt32) throws -> RecipePage {
        guard (1...1000).contains(wanted), let servings = page.servings else { throw No(.invalid) }
        var page = page
        page.servings = wanted
        page.scaledFrom = servings
        guard wanted != servings else { return page }
        page.ingredients = page.ingredients?.map { row in
            var row = row
            if row.quantity == nil { row.asWritten = true }
            row.quantity = row.quantity.map { ($0 * Double(wanted) / Double(servings) * 1000).rounded() / 1000 }
            return row
        }
        return page
    }

    /// Each diet that is answered with yes or no.
    static func diets(of content: ProtoRecipeContent) -> [String: String] {
        let answers = [
            "vegetarian": content.diet.vegetarian, "vegan": content.diet.vegan,
            "glutenFree": content.diet.glutenFree, "sugarFree": content.diet.sugarFree,
        ]
        return answers.filter { $0.value != .unknown }.mapValues { "\($0)" }
    }

    func follows(_ follower: UInt64, _ followed: UInt64) -> Bool {
        stands(.follow, follower, followed) != nil && isHere(follower) && isHere(followed)
    }

    /// «threads, oldest first, replies under their parent, oldest first; a deleted comment with living replies stays as
    /// a placeholder without text and author».
    func comments(on recipe: UInt64, viewer: UInt64?) throws -> [CommentPage] {
        _ = try shownRecipe(recipe, to: viewer)
        return thread(under: 0, on: recipe, viewer)
    }

    private func thread(under parent: UInt64, on recipe: UInt64, _ viewer: UInt64?) -> [CommentPage] {
        let here = works.filter { $0.value.sort == .comment && $0.value.recipe == recipe && $0.value.origin == parent }
        return here.sorted { ($0.value.at, $0.key) < ($1.value.at, $1.key) }.compactMap { id, comment in
            var page = CommentPage(
                id: "c\(id)", createdAt: comment.at.rfc3339, likes: ties(.like, to: id).count,
                replies: thread(under: id, on: recipe, viewer))
            if isLiving(id), viewer.map({ !isApart($0, comment.author) }) ?? true {
                page.author = card(comment.author)
                page.text = comment.text
                page.editedAt = comment.editedAt?.rfc3339
                page.liked = viewer.map { stands(.like, $0, id) != nil }
                return page
            }
            page.deleted = true
            return page.replies.isEmpty ? nil : page
        }
    }
}
