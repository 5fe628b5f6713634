import Events
import Layout
package import Projections

/// The tables behind feeds: a card of numbers and one of facets per recipe, and an index per order.
package struct FeedsView: ViewSchema {
    /// By recipe.
    package let cards: ViewTable<CardRow>
    /// By recipe: what filters look at; absent when erased.
    package let facets: ViewTable<FacetsRow>
    /// (facet, recipe): the living recipes by what filters ask for.
    package let byFacet: ViewTable<Entry>
    /// (sort, what it sorts by, time, id): the living recipes in every order, and in `newest` reposts too.
    package let index: ViewTable<FeedEntry>
    /// (author, time, id), newest first: the living recipes and reposts of each member.
    package let byAuthor: ViewTable<FeedEntry>
    /// (author, recipe), deleted recipes included.
    package let authored: ViewTable<Entry>
    /// By repost.
    package let reposts: ViewTable<RepostRow>
    /// (recipe, repost): the living reposts of members who are not deleted.
    package let repostsOf: ViewTable<Entry>
    /// (member, repost), deleted reposts included.
    package let reposted: ViewTable<Entry>
    /// (member, recipe): what this member thinks of it; never bookmarked, which no order asks for.
    package let opinions: ViewTable<OpinionRow>
    /// By comment: whose, on which recipe, and whether it counts.
    package let comments: ViewTable<CommentMarkRow>
    /// (author, comment).
    package let commented: ViewTable<Entry>
    /// By member: the deleted ones.
    package let deletedMembers: ViewTable<Entry>
    /// One row: what ratings are weighed against; none: the standard.
    package let ratingPrior: ViewTable<RatingPriorRow>

    package init(_ registry: inout TableRegistry) {
        cards = registry.table("feeds.cards", of: CardRow.self)
        facets = registry.table("feeds.facets", of: FacetsRow.self)
        byFacet = registry.table("feeds.byFacet", of: Entry.self)
        index = registry.table("feeds.index", of: FeedEntry.self)
        byAuthor = registry.table("feeds.byAuthor", of: FeedEntry.self)
        authored = registry.table("feeds.authored", of: Entry.self)
        reposts = registry.table("feeds.reposts", of: RepostRow.self)
        repostsOf = registry.table("feeds.repostsOf", of: Entry.self)
        reposted = registry.table("feeds.reposted", of: Entry.self)
        opinions = registry.table("feeds.opinions", of: OpinionRow.self)
        comments = registry.table("feeds.comments", of: CommentMarkRow.self)
        commented = registry.table("feeds.commented", of: Entry.self)
        deletedMembers = registry.table("feeds.deletedMembers", of: Entry.self)
        ratingPrior = registry.table("feeds.ratingPrior", of: RatingPriorRow.self)
    }
}

extension FeedsView {
    /// Of `ratingPrior`; a stored key is never empty.
    static let ratingPriorKey = Key(0)

    /// Key of `byAuthor`: newest first, the higher id first among equals.
    static func authorKey(_ author: MemberID, _ time: Timestamp, _ id: Position) -> Key {
        Key(author.value).appending(descending: time.microseconds).appending(descending: id.value)
    }
}
