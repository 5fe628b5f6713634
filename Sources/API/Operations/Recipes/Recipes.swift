package import Events
import Ingredients
package import LarderAPI
package import Layout
import Projections
package import Views

extension Questions {
    static let recipes: [any AnyBinding] = [
        bind(API.recipe) { input, viewer, queries in
            let reference = try EntityName.reference(input.recipe, "r", field: "recipe")
            var answer =
                if let version = input.version {
                    try queries.recipe(reference, version: version, viewer: viewer.member)
                } else {
                    try queries.recipe(reference, viewer: viewer.member)
                }
            if let servings = input.servings {
                answer.recipe = try answer.recipe.scaled(toServings: UInt32(clamping: servings))
            }
            if let units = input.units { answer.recipe = answer.recipe.converted(to: MeasuringSystem(units)) }
            return answer
        },
        bind(API.recipesOf) { input, viewer, queries in
            try queries.recipes(
                .posted, of: try queries.member(try viewer.reference(input.member), for: viewer.member),
                page: input.page.page, viewer: viewer.member)
        },
        bind(API.likesOf) { input, viewer, queries in
            try queries.recipes(
                .liked, of: try queries.member(try viewer.reference(input.member), for: viewer.member),
                page: input.page.page, viewer: viewer.member)
        },
        bind(API.bookmarks) { input, viewer, queries in
            let member = try viewer.required
            var answer = try queries.recipes(.bookmarked, of: member, page: input.page.page, viewer: member)
            answer.gone = queries.deletedBookmarks(of: member).count
            return answer
        },
        bind(API.ratings) { input, viewer, queries in
            try queries.ratings(of: try viewer.required, page: input.page.page)
        },
        bind(API.recipesByID) { input, viewer, queries in try queries.recipes(input.ids, viewer: viewer.member) },
        bind(API.likers) { input, viewer, queries in
            try queries.likers(
                of: try input.reference, page: input.page.page, viewer: viewer.member,
                viewerIsOperator: viewer.isOperator)
        },
    ]
}

extension Queries {
    /// A recipe's page. Refuses with `not-found`, or with `gone` if the recipe was deleted.
    package func recipe(_ reference: Reference, viewer: MemberID?) throws(Refusal) -> RecipeAnswer {
        let id = try recipeID(reference, for: viewer)
        guard var document = recipe(id, .whole, viewer: viewer) else {
            throw gone(reference, id.position, by: author(of: id.position))
        }
        document.cookNotes = try latestNotes(on: id, viewer: viewer)
        return RecipeAnswer(position: snapshot.position.value, recipe: document)
    }

    /// The recipe's document; nil if the recipe is unknown, deleted or erased. Recipes of banned authors have a
    /// document; feeds omit them themselves.
    package func recipe(_ id: RecipeID, _ extent: RecipeExtent, viewer: MemberID?) -> RecipeDocument? {
        guard let row = snapshot.get(views.recipes.rows, Key(id.value)) else { return nil }
        return recipe(id, row, extent, viewer: viewer)
    }

    /// The recipe's document, from a row that the caller has read.
    func recipe(_ id: RecipeID, _ row: RecipeRow, _ extent: RecipeExtent, viewer: MemberID?) -> RecipeDocument? {
        guard row.isShown,
            let content = content(of: id, extent),
            let author = memberCard(row.author)
        else { return nil }
        var document = RecipeDocument(id, row, content, author, extent)
        document.pictures = pictures(of: document)
        if let viewer { add(viewer: viewer, to: &document, id, row) }
        return document
    }

    /// The stored pictures that a recipe names; `nil`: there are none.
    func pictures(of document: RecipeDocument) -> [PictureDocument]? {
        let found = pictures(named: (document.images ?? []) + (document.steps ?? []).compactMap(\.image))
        return found.isEmpty ? nil : found
    }

    /// The stored pictures among ids and addresses, in their order, each once.
    package func pictures(named names: [String]) -> [PictureDocument] {
        var seen: Set<String> = []
        return names.compactMap { seen.insert($0).inserted ? picture(named: $0) : nil }
    }

    /// The stored picture of that id; `nil`: there is none.
    package func picture(named id: String) -> PictureDocument? {
        pictures?.picture(id).map { PictureDocument(id, $0) }
    }

    private func add(viewer: MemberID, to document: inout RecipeDocument, _ id: RecipeID, _ row: RecipeRow) {
        let opinion = opinion(of: viewer, on: id)
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

/// A member's lists of recipes, newest first.
package enum RecipeList: Sendable {
    case posted, liked, bookmarked
}

extension Queries {
    /// The recipes that a member posted, liked or bookmarked, the latest act first.
    package func recipes(
        _ list: RecipeList, of member: MemberID, page: Page, viewer: MemberID?
    ) throws(Refusal) -> RecipesAnswer {
        let contents =
            switch list {
            case .posted:
                try self.contents(
                    of: page, in: views.recipes.feedsOfMembers, prefix: Key(member.value), keyBytes: 24
                ) { key, entry in
                    entry == .recipe ? visibleRecipe(RecipeID(FeedSort.id(endOf: key)), viewer: viewer) : nil
                }
            case .liked, .bookmarked:
                try self.contents(
                    of: page, in: list == .liked ? views.recipes.liked : views.recipes.bookmarked,
                    prefix: Key(member.value), keyBytes: 24, reversed: true
                ) { key, _ in visibleRecipe(RecipeID(RecipesView.position(endOf: key)), viewer: viewer) }
            }
        return RecipesAnswer(position: snapshot.position.value, recipes: contents.items, next: contents.next)
    }

    /// The recipes that a member rated, the newest recipe first. Reads the member's opinions until the page is full.
    package func ratings(of member: MemberID, page: Page) throws(Refusal) -> RecipesAnswer {
        let contents = try contents(
            of: page, in: views.recipes.opinions, prefix: Key(member.value), keyBytes: 16, reversed: true
        ) { key, opinion in
            opinion.stars == 0 ? nil : visibleRecipe(RecipeID(RecipesView.position(endOf: key)), viewer: member)
        }
        return RecipesAnswer(position: snapshot.position.value, recipes: contents.items, next: contents.next)
    }

    /// The recipes of these ids, in their order. It omits those that the viewer would not find.
    package func recipes(_ ids: [String], viewer: MemberID?) throws(Refusal) -> RecipesAnswer {
        guard (1...RecipesByIDInput.countMax).contains(ids.count) else {
            throw Refusal(.usage, "give 1 to \(RecipesByIDInput.countMax) ids: id=r12&id=r13", field: "id")
        }
        var recipes: [RecipeDocument] = []
        for id in ids {
            let reference = try EntityName.reference(id, "r", field: "id")
            do throws(Refusal) {
                let id = try recipeID(reference, for: viewer)
                if let document = visibleRecipe(id, viewer: viewer) { recipes.append(document) }
            } catch  where error.code == .notFound || error.code == .gone {
                continue
            }
        }
        return RecipesAnswer(position: snapshot.position.value, recipes: recipes)
    }

    /// The members who like a recipe, the latest like first. The author and moderators see all of them, others those whom they
    /// follow. It omits deleted members, whose likes still count.
    package func likers(
        of reference: Reference, page: Page, viewer: MemberID?, viewerIsOperator: Bool = false
    ) throws(Refusal) -> MemberListAnswer {
        let id = try recipeID(reference, for: viewer)
        guard visibleRecipe(id, viewer: viewer) != nil else { throw notFound(reference, "recipe") }
        let seesAll = viewerIsOperator || viewer == author(of: id.position) || mayModerate(viewer)
        let contents = try contents(
            of: page, in: views.recipes.likers, prefix: Key(id.value), keyBytes: 24, reversed: true
        ) { key, _ -> MemberCard? in
            let member = MemberID(key.uint64(at: 16))
            guard seesAll || member == viewer || viewer.map({ follows($0, member) }) == true else { return nil }
            return isApart(member, from: viewer) ? nil : memberCard(member, for: viewer)
        }
        return MemberListAnswer(position: snapshot.position.value, members: contents.items, next: contents.next)
    }

    /// The recipe as lists show it; nil if it is deleted, or if a block separates the viewer from its author.
    package func visibleRecipe(_ id: RecipeID, viewer: MemberID?) -> RecipeDocument? {
        guard let author = snapshot.get(views.recipes.rows, Key(id.value))?.author, !isApart(author, from: viewer)
        else { return nil }
        return recipe(id, .listed, viewer: viewer)
    }
}

extension MeasuringSystem {
    package init(_ units: RecipeInput.Units) {
        switch units {
        case .metric: self = .metric
        case .us: self = .us
        case .grams: self = .grams
        }
    }
}

extension RecipeListInput {
    var reference: Reference {
        get throws(Refusal) { try EntityName.reference(recipe, "r", field: "recipe") }
    }
}

extension PictureDocument {
    init(_ id: String, _ picture: StoredPicture) {
        self.init(
            id: id, width: picture.width, height: picture.height, mediaType: picture.mediaType, sizes: picture.sizes)
    }
}
