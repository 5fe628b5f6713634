import Events
package import Layout
package import Projections

/// The tables behind recipe pages and feeds: what a recipe says, what was done to it, the talk below it, and the orders in
/// which recipes and reposts are shown.
///
/// Whatever a sealed payload says stands in rows or fields that are absent or blank when it cannot be read, so that a
/// deleted member's rows look as if their payloads had never opened.
package struct RecipesView: ViewSchema {
    /// By recipe. Kept for deleted recipes too: restoring brings all of it back.
    package let rows: ViewTable<RecipeRow>
    /// By recipe; absent when the content is erased.
    package let contents: ViewTable<RecipeContentRow>
    /// By recipe: what filters look at; absent when erased.
    package let facets: ViewTable<FacetsRow>
    /// (recipe, version): the event that holds that version's content.
    package let versions: ViewTable<EventRow>
    /// (author, recipe), deleted recipes included.
    package let authored: ViewTable<Entry>
    /// (member, recipe): what this member thinks of it, and whether they have cooked it.
    package let opinions: ViewTable<OpinionRow>
    /// By repost.
    package let reposts: ViewTable<RepostRow>
    /// (member, repost), deleted reposts included.
    package let reposted: ViewTable<Entry>
    /// By comment.
    package let comments: ViewTable<CommentRow>
    /// (author, comment), deleted comments included.
    package let commented: ViewTable<Entry>
    /// (member, comment): the likes that hold.
    package let commentLikes: ViewTable<Entry>
    /// By member: up to which event they have seen the feed.
    package let seen: ViewTable<EventRow>
    /// By member: the deleted ones.
    package let deletedMembers: ViewTable<Entry>
    /// One row: what ratings are weighed against; none: the standard.
    package let ratingPrior: ViewTable<RatingPriorRow>

    // What follows from those:

    /// (sort, what it sorts by, time, id): the living recipes in every order, and in `newest` reposts too.
    package let feeds: ViewTable<FeedEntry>
    /// (author, time, id), newest first: the living recipes and reposts of each member.
    package let feedsOfMembers: ViewTable<FeedEntry>
    /// (facet, recipe): the living recipes by what filters ask for.
    package let byFacet: ViewTable<Entry>
    /// (member, time, recipe): what a member likes now.
    package let liked: ViewTable<Entry>
    /// (member, time, recipe): what a member has bookmarked now.
    package let bookmarked: ViewTable<Entry>
    /// (member, time, recipe): what a member has cooked, by the last time.
    package let cooked: ViewTable<Entry>
    /// (recipe, time, member): the likes that hold.
    package let likers: ViewTable<Entry>
    /// (recipe, repost): the living reposts of members who are not deleted.
    package let repostsOf: ViewTable<Entry>
    /// (recipe, fork), deleted forks included.
    package let forksOf: ViewTable<Entry>
    /// (recipe, parent or 0, createdAt, comment), deleted comments included.
    package let threads: ViewTable<Entry>

    package init(_ registry: inout TableRegistry) {
        rows = registry.table("recipes.rows", of: RecipeRow.self)
        contents = registry.table("recipes.contents", of: RecipeContentRow.self)
        facets = registry.table("recipes.facets", of: FacetsRow.self)
        versions = registry.table("recipes.versions", of: EventRow.self)
        authored = registry.table("recipes.authored", of: Entry.self)
        opinions = registry.table("recipes.opinions", of: OpinionRow.self)
        reposts = registry.table("recipes.reposts", of: RepostRow.self)
        reposted = registry.table("recipes.reposted", of: Entry.self)
        comments = registry.table("recipes.comments", of: CommentRow.self)
        commented = registry.table("recipes.commented", of: Entry.self)
        commentLikes = registry.table("recipes.commentLikes", of: Entry.self)
        seen = registry.table("recipes.seen", of: EventRow.self)
        deletedMembers = registry.table("recipes.deletedMembers", of: Entry.self)
        ratingPrior = registry.table("recipes.ratingPrior", of: RatingPriorRow.self)
        feeds = registry.table("recipes.feeds", of: FeedEntry.self)
        feedsOfMembers = registry.table("recipes.feedsOfMembers", of: FeedEntry.self)
        byFacet = registry.table("recipes.byFacet", of: Entry.self)
        liked = registry.table("recipes.liked", of: Entry.self)
        bookmarked = registry.table("recipes.bookmarked", of: Entry.self)
        cooked = registry.table("recipes.cooked", of: Entry.self)
        likers = registry.table("recipes.likers", of: Entry.self)
        repostsOf = registry.table("recipes.repostsOf", of: Entry.self)
        forksOf = registry.table("recipes.forksOf", of: Entry.self)
        threads = registry.table("recipes.threads", of: Entry.self)
        derive(in: &registry)
    }

    private func derive(in registry: inout TableRegistry) {
        registry.derive(feeds, from: rows) { key, row, index in
            guard row.isShown else { return }
            let recipe = RecipeID(key.uint64(at: 0))
            for sort in FeedSort.indexed { index.add(sort.key(row, recipe), FeedEntry.recipe) }
        }
        registry.derive(feedsOfMembers, from: rows) { key, row, index in
            guard row.isShown else { return }
            index.add(Self.memberFeedKey(row.author, row.postedAt, Position(key.uint64(at: 0))), FeedEntry.recipe)
        }
        registry.derive(byFacet, from: facets) { key, facets, index in
            guard facets.isShown else { return }
            for key in FacetKeys.keys(of: facets, Position(key.uint64(at: 0))) { index.add(key, Entry()) }
        }
        deriveList(liked, in: &registry) { $0.likedAt }
        deriveList(bookmarked, in: &registry) { $0.bookmarkedAt }
        deriveList(cooked, in: &registry) { $0.cookedAt }
        registry.derive(likers, from: opinions) { key, opinion, index in
            guard let time = opinion.likedAt else { return }
            index.add(Key(key.uint64(at: 8)).appending(time.microseconds).appending(key.uint64(at: 0)), Entry())
        }
        registry.derive(feeds, from: reposts) { key, row, index in
            guard row.isShown else { return }
            index.add(FeedSort.newest.key(row, Position(key.uint64(at: 0))), FeedEntry.repost)
        }
        registry.derive(feedsOfMembers, from: reposts) { key, row, index in
            guard row.isShown else { return }
            index.add(Self.memberFeedKey(row.member, row.at, Position(key.uint64(at: 0))), FeedEntry.repost)
        }
        registry.derive(repostsOf, from: reposts) { key, row, index in
            guard row.isShown else { return }
            index.add(Key(row.recipe.value).appending(key.uint64(at: 0)), Entry())
        }
        // Deleted ones too: of what was made of them they stay the middle.
        registry.derive(forksOf, from: rows) { key, row, index in
            guard row.forkedFrom.value != 0 else { return }
            index.add(Key(row.forkedFrom.value).appending(key.uint64(at: 0)), Entry())
        }
        registry.derive(threads, from: comments) { key, row, index in
            let comment = CommentID(key.uint64(at: 0))
            index.add(
                Self.threadKey(recipe: row.recipe, parent: row.parent, createdAt: row.createdAt, comment: comment),
                Entry())
        }
    }

    /// A member's list of recipes by when they did something with each.
    private func deriveList(
        _ list: ViewTable<Entry>, in registry: inout TableRegistry,
        by time: @escaping @Sendable (OpinionRow) -> Timestamp?
    ) {
        registry.derive(list, from: opinions) { key, opinion, index in
            guard let time = time(opinion) else { return }
            index.add(Key(key.uint64(at: 0)).appending(time.microseconds).appending(key.uint64(at: 8)), Entry())
        }
    }
}

extension RecipesView {
    /// Of `ratingPrior`; a stored key is never empty.
    static let ratingPriorKey = Key(0)

    /// Key of `liked`, `bookmarked` and `cooked`: oldest first, so newest first when reversed.
    package static func key(_ member: MemberID, _ time: Timestamp, _ position: Position) -> Key {
        Key(member.value).appending(time.microseconds).appending(position.value)
    }
    /// Key of `opinions`, `commentLikes`, `authored`, `reposted` and `commented`.
    package static func key(_ member: MemberID, _ position: Position) -> Key {
        Key(member.value).appending(position.value)
    }
    /// Key of `feedsOfMembers`: newest first, the higher id first among equals.
    static func memberFeedKey(_ author: MemberID, _ time: Timestamp, _ id: Position) -> Key {
        Key(author.value).appending(descending: time.microseconds).appending(descending: id.value)
    }
    /// Key of `versions`.
    static func versionKey(_ recipe: RecipeID, _ version: UInt64) -> Key { Key(recipe.value).appending(version) }
    package static func threadKey(
        recipe: RecipeID, parent: Position, createdAt: Timestamp, comment: CommentID
    ) -> Key {
        threadPrefix(recipe: recipe, parent: parent).appending(createdAt.microseconds).appending(comment.value)
    }
    package static func threadPrefix(recipe: RecipeID, parent: Position) -> Key {
        Key(recipe.value).appending(parent.value)
    }
    /// The position that a key of this view ends with, unless it ends descending.
    package static func position(endOf key: Key) -> Position {
        key.count < 8 ? .none : Position(key.uint64(at: key.count - 8))
    }
}
