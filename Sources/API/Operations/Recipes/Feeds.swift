package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Questions {
    static let feeds: [any AnyBinding] = [
        bind(API.feed) { input, viewer, queries in
            try queries.feed(try FeedRequest(input), page: input.page.page, viewer: viewer.member)
        },
        bind(API.feedCount) { input, viewer, queries in
            let feed = FeedInput(mode: input.mode, sort: input.sort, filter: input.filter)
            return try queries.feedCount(try FeedRequest(feed), viewer: viewer.member)
        },
        bind(API.repostsOf) { input, viewer, queries in
            try queries.reposts(
                of: try queries.member(try viewer.reference(input.member), for: viewer.member), page: input.page.page,
                viewer: viewer.member)
        },
        bind(API.repost) { input, viewer, queries in
            let reference = try EntityName.reference(input.repost, "p", field: "repost")
            return try queries.repost(reference, viewer: viewer.member)
        },
    ]
}

extension Queries {
    /// A page of recipes and reposts. It omits those of banned and deleted members, and of members whom a block
    /// separates from the viewer. `following`, `for-you` and `bookmarked` need a viewer.
    ///
    /// Reads in the requested order until the page is full. With an author, bookmarks or likes, it reads only those
    /// recipes.
    package func feed(_ request: FeedRequest, page: Page, viewer: MemberID?) throws(Refusal) -> FeedAnswer {
        let reader = try FeedReader(request, viewer: viewer, self)
        // A cursor goes on in its own feed only: in another order, or with other filters, it would skip or repeat
        // items.
        let mark = request.digest(viewer: viewer)
        let after = try page.key(beginningWith: Key([reader.tag]), byteCount: FeedSort.keyBytes + mark.count, mark)
        var contents = PageContents<FeedItem>(page)
        reader.read(after: after, wanted: page.limit == 0 ? nil : min(page.limit, .max - 1) + 1) { key, entry in
            guard let item = reader.item(FeedSort.id(endOf: key), entry) else { return true }
            return contents.add(item, cursor: key.bytes + mark)
        }
        return FeedAnswer(position: snapshot.position.value, items: contents.items, next: contents.next)
    }

    /// How many items a feed has, up to `FeedCountInput.countMax`. Reads the newest first, until there are more or
    /// the time before which nothing counts.
    package func feedCount(_ request: FeedRequest, viewer: MemberID?) throws(Refusal) -> FeedCountAnswer {
        // Refuses what the feed would refuse.
        _ = try FeedReader(request, viewer: viewer, self)
        let hasReposts = request.mode != .forYou && (request.sort ?? .newest).hasReposts
        var newest = request
        newest.sort = .newest
        if request.mode == .forYou { newest.mode = .everyone }
        let reader = try FeedReader(newest, viewer: viewer, self)
        var count = 0
        reader.read(after: nil, wanted: FeedCountInput.countMax + 1) { key, entry in
            if let since = request.since, FeedSort.time(of: key) < since { return false }
            guard entry == .recipe || hasReposts, reader.found(FeedSort.id(endOf: key), entry) != nil else {
                return true
            }
            count += 1
            return count <= FeedCountInput.countMax
        }
        return FeedCountAnswer(
            position: snapshot.position.value, count: min(count, FeedCountInput.countMax),
            more: count > FeedCountInput.countMax)
    }

    /// A member's reposts and quotes, the newest first. A viewer whom a block separates from the member sees none.
    package func reposts(of member: MemberID, page: Page, viewer: MemberID?) throws(Refusal) -> RepostsAnswer {
        let contents = try contents(
            of: page, in: views.recipes.feedsOfMembers, prefix: Key(member.value), keyBytes: 24
        ) { key, entry -> FeedItem? in
            let id = FeedSort.id(endOf: key)
            guard entry == .repost, let row = snapshot.get(views.recipes.reposts, Key(id.value)) else { return nil }
            return visibleRepost(id, row, viewer: viewer)
        }
        return RepostsAnswer(position: snapshot.position.value, items: contents.items, next: contents.next)
    }

    /// One repost. It is `gone` if it was deleted, or its recipe, or the account of either's author.
    package func repost(_ reference: Reference, viewer: MemberID?) throws(Refusal) -> RepostAnswer {
        let id = try position(of: reference, letter: "p", what: "repost")
        guard let row = snapshot.get(views.recipes.reposts, Key(id.value)), !isApart(row.member, from: viewer) else {
            throw notFound(reference, "repost")
        }
        let author = snapshot.get(views.recipes.rows, Key(row.recipe.value))?.author
        if let author, isApart(author, from: viewer) { throw notFound(reference, "repost") }
        guard let item = visibleRepost(id, row, viewer: viewer), let repost = item.repost else {
            throw gone(reference, id, by: row.member, row.lifecycle, on: row.recipe, by: author)
        }
        return RepostAnswer(position: snapshot.position.value, recipe: item.recipe, repost: repost)
    }

    /// Nil if the repost or its recipe is deleted, or if a block separates the viewer from the author of either.
    private func visibleRepost(_ id: Position, _ row: RepostRow, viewer: MemberID?) -> FeedItem? {
        guard row.isShown, !isApart(row.member, from: viewer), let by = memberCard(row.member),
            let recipe = visibleRecipe(row.recipe, viewer: viewer)
        else { return nil }
        return FeedItem(kind: "repost", recipe: recipe, repost: RepostDocument(id, row, by: by))
    }
}

extension FeedReader {
    /// The item as lists show it; nil if it does not belong to this feed.
    package func item(_ id: Position, _ entry: FeedEntry) -> FeedItem? {
        guard let found = found(id, entry) else { return nil }
        guard let row = found.repost else {
            return queries.recipe(found.recipe, found.recipeRow, .listed, viewer: viewer)
                .map { FeedItem(kind: "recipe", recipe: $0) }
        }
        guard let member = queries.memberCard(row.member),
            let recipe = queries.recipe(found.recipe, found.recipeRow, .listed, viewer: viewer)
        else { return nil }
        return FeedItem(kind: "repost", recipe: recipe, repost: RepostDocument(id, row, by: member))
    }
}

extension RepostDocument {
    init(_ id: Position, _ row: RepostRow, by card: MemberCard) {
        self.init(id: "p\(id)", by: card, quote: row.quote.unlessEmpty, at: row.at.rfc3339)
    }
}

extension FeedRequest {
    /// Refuses malformed names and times with `usage`.
    package init(_ filter: RecipeFilter) throws(Refusal) {
        self.init()
        difficulty = filter.difficulty.map { Difficulty($0) }
        (maxMinutes, minServings) = (filter.maxMinutes, filter.minServings)
        (tags, cuisine, course) = (filter.tags, filter.cuisine, filter.course)
        diets = filter.diets.map { Diet($0) }
        (withIngredients, withoutIngredients) = (filter.withIngredients, filter.withoutIngredients)
        author = try filter.author.map { text throws(Refusal) in try MemberName.reference(text, field: "author") }
        isBookmarked = filter.isBookmarked
        likedBy = try filter.likedBy.map { text throws(Refusal) in try MemberName.reference(text, field: "liked-by") }
        since = try filter.since.map { text throws(Refusal) in try Times.instant(text, field: "since") }
        until = try filter.until.map { text throws(Refusal) in try Times.instant(text, field: "until") }
    }

    package init(_ input: FeedInput) throws(Refusal) {
        try self.init(input.filter)
        mode = FeedMode(input.mode ?? .everyone)
        sort = input.sort.map { FeedSort($0) }
    }
}

// The API's choices correspond to those of the views, case by case.

extension Difficulty {
    init(_ difficulty: RecipeFilter.Difficulty) {
        switch difficulty {
        case .easy: self = .easy
        case .intermediate: self = .intermediate
        case .hard: self = .hard
        }
    }
}

extension Diet {
    init(_ diet: RecipeFilter.Diet) {
        switch diet {
        case .vegetarian: self = .vegetarian
        case .vegan: self = .vegan
        case .glutenFree: self = .glutenFree
        case .sugarFree: self = .sugarFree
        }
    }
}

extension FeedMode {
    init(_ mode: FeedInput.Mode) {
        switch mode {
        case .everyone: self = .everyone
        case .following: self = .following
        case .forYou: self = .forYou
        }
    }
}

extension FeedSort {
    init(_ sort: FeedInput.Sort) {
        switch sort {
        case .newest: self = .newest
        case .oldest: self = .oldest
        case .liked: self = .liked
        case .top: self = .top
        case .hot: self = .hot
        case .best: self = .best
        case .rated: self = .rated
        case .discussed: self = .discussed
        case .reported: self = .reported
        }
    }
}
