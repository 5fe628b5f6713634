package import Events
package import Layout
package import Projections

/// The tables behind recipe pages and feeds: content, state, comments, and the orders in which feeds show recipes and
/// reposts.
///
/// The content of a sealed payload stands in rows or fields that are absent or blank when it cannot be opened. So the
/// rows of a deleted member equal those of a member whose payloads never opened.
package struct RecipesView: ViewSchema {
    /// By recipe. Deleted recipes keep their row: a restoration brings everything back.
    package let rows: ViewTable<RecipeRow>
    /// By recipe; absent after an erasure.
    package let contents: ViewTable<RecipeContentRow>
    /// By recipe: the properties that filters use; absent after an erasure.
    package let facets: ViewTable<FacetsRow>
    /// (recipe, version): the event with that version's content.
    package let versions: ViewTable<EventRow>
    /// (author, recipe), deleted recipes included.
    package let authored: ViewTable<Entry>
    /// (member, recipe): the member's opinion of the recipe.
    package let opinions: ViewTable<OpinionRow>
    /// By repost.
    package let reposts: ViewTable<RepostRow>
    /// (member, repost), deleted reposts included.
    package let reposted: ViewTable<Entry>
    /// By comment.
    package let comments: ViewTable<CommentRow>
    /// (author, comment), deleted comments included.
    package let commented: ViewTable<Entry>
    /// (member, comment): the likes in force, and void ones.
    package let commentLikes: ViewTable<Entry>
    /// By the event of cooking: its note; absent without a note, and after a deletion or an erasure.
    package let cookNotes: ViewTable<CookNoteRow>
    /// (member, event of cooking): the events with a note that is not deleted.
    package let noted: ViewTable<Entry>
    /// By member: the last event of the feed that they have seen.
    package let seen: ViewTable<EventRow>
    /// By member: the deletion of each deleted one.
    package let deletedMembers: ViewTable<EventRow>
    /// By recipe, comment or repost: the event that hid it, for those that are hidden.
    package let deletions: ViewTable<EventRow>
    /// By member: those whose marks are void, from a ban to the unbanning.
    package let voided: ViewTable<Entry>
    /// One row: the prior for ratings; none: the standard.
    package let ratingPrior: ViewTable<RatingPriorRow>

    // Derived from these tables:

    /// (sort, sort key, time, id): the shown recipes in every order, and in `newest` reposts too.
    package let feeds: ViewTable<FeedEntry>
    /// (author, time, id), newest first: the shown recipes and reposts of each member.
    package let feedsOfMembers: ViewTable<FeedEntry>
    /// (facet, recipe): the shown recipes by their facets.
    package let byFacet: ViewTable<Entry>
    /// (member, time, recipe): the member's likes.
    package let liked: ViewTable<Entry>
    /// (member, time, recipe): the member's bookmarks.
    package let bookmarked: ViewTable<Entry>
    /// (member, time, recipe): the recipes that the member cooked, by the last time.
    package let cooked: ViewTable<Entry>
    /// (recipe, time, member): the likes in force.
    package let likers: ViewTable<Entry>
    /// (recipe, repost): the reposts shown.
    package let repostsOf: ViewTable<Entry>
    /// (recipe, fork), deleted forks included.
    package let forksOf: ViewTable<Entry>
    /// (recipe, parent or 0, createdAt, comment), deleted comments included.
    package let threads: ViewTable<Entry>
    /// (recipe, time, event of cooking): the notes on each recipe.
    package let cookNotesOf: ViewTable<Entry>

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
        cookNotes = registry.table("recipes.cookNotes", of: CookNoteRow.self)
        noted = registry.table("recipes.noted", of: Entry.self)
        seen = registry.table("recipes.seen", of: EventRow.self)
        deletedMembers = registry.table("recipes.deletedMembers", of: EventRow.self)
        deletions = registry.table("recipes.deletions", of: EventRow.self)
        voided = registry.table("recipes.voided", of: Entry.self)
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
        cookNotesOf = registry.table("recipes.cookNotesOf", of: Entry.self)
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
        deriveList(liked, in: &registry) { $0.counted.likedAt }
        deriveList(bookmarked, in: &registry) { $0.counted.bookmarkedAt }
        deriveList(cooked, in: &registry) { $0.cookedAt }
        registry.derive(likers, from: opinions) { key, opinion, index in
            guard let time = opinion.counted.likedAt else { return }
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
        // Deleted recipes too: they connect their forks with their origin.
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
        deriveNotes(in: &registry)
    }

    /// Derives a member's list of recipes, by the time of their act on each.
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
    /// Key of `ratingPrior`; a stored key is never empty.
    static let ratingPriorKey = Key(0)

    /// Key of `liked`, `bookmarked` and `cooked`: oldest first.
    package static func key(_ member: MemberID, _ time: Timestamp, _ position: Position) -> Key {
        Key(member.value).appending(time.microseconds).appending(position.value)
    }
    /// Key of `opinions`, `commentLikes`, `authored`, `reposted`, `commented` and `noted`.
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
    /// The position at the end of a key of this view that does not end descending.
    package static func position(endOf key: Key) -> Position {
        key.count < 8 ? .none : Position(key.uint64(at: key.count - 8))
    }
}
