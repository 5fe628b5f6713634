package import Events
package import Layout
package import Projections

/// The tables behind recipe pages: what a recipe says, what was done to it, and the talk below it.
///
/// Whatever a sealed payload says stands in rows or fields that are absent or blank when it cannot be read, so that a
/// deleted member's rows look as if their payloads had never opened.
package struct RecipesView: ViewSchema {
    /// By recipe. Kept for deleted recipes too: restoring brings all of it back.
    package let rows: ViewTable<RecipeRow>
    /// By recipe; absent when the content is erased.
    package let contents: ViewTable<RecipeContentRow>
    /// (recipe, version): the event that holds that version's content.
    package let versions: ViewTable<EventRow>
    /// (author, postedAt, recipe), deleted recipes included.
    package let byAuthor: ViewTable<Entry>
    /// (member, recipe): what this member thinks of it.
    package let opinions: ViewTable<OpinionRow>
    /// (member, time, recipe): what a member likes now.
    package let liked: ViewTable<Entry>
    /// (member, time, recipe): what a member has bookmarked now.
    package let bookmarked: ViewTable<Entry>
    /// By repost.
    package let reposts: ViewTable<RepostRow>
    /// (member, time, repost), deleted reposts included.
    package let repostsByMember: ViewTable<Entry>
    /// By comment.
    package let comments: ViewTable<CommentRow>
    /// (recipe, parent or 0, createdAt, comment), deleted comments included.
    package let threads: ViewTable<Entry>
    /// (author, comment), deleted comments included.
    package let commentsByAuthor: ViewTable<Entry>
    /// (member, comment): the likes that hold.
    package let commentLikes: ViewTable<Entry>
    /// By member: up to which event they have seen the feed.
    package let seen: ViewTable<EventRow>
    /// By member: the deleted ones.
    package let deletedMembers: ViewTable<Entry>

    package init(_ registry: inout TableRegistry) {
        rows = registry.table("recipes.rows", of: RecipeRow.self)
        contents = registry.table("recipes.contents", of: RecipeContentRow.self)
        versions = registry.table("recipes.versions", of: EventRow.self)
        byAuthor = registry.table("recipes.byAuthor", of: Entry.self)
        opinions = registry.table("recipes.opinions", of: OpinionRow.self)
        liked = registry.table("recipes.liked", of: Entry.self)
        bookmarked = registry.table("recipes.bookmarked", of: Entry.self)
        reposts = registry.table("recipes.reposts", of: RepostRow.self)
        repostsByMember = registry.table("recipes.repostsByMember", of: Entry.self)
        comments = registry.table("recipes.comments", of: CommentRow.self)
        threads = registry.table("recipes.threads", of: Entry.self)
        commentsByAuthor = registry.table("recipes.commentsByAuthor", of: Entry.self)
        commentLikes = registry.table("recipes.commentLikes", of: Entry.self)
        seen = registry.table("recipes.seen", of: EventRow.self)
        deletedMembers = registry.table("recipes.deletedMembers", of: Entry.self)
    }
}

extension RecipesView {
    /// Key of `byAuthor`, `liked`, `bookmarked` and `repostsByMember`: oldest first, so newest first when reversed.
    package static func key(_ member: MemberID, _ time: Timestamp, _ position: Position) -> Key {
        Key(member.value).appending(time.microseconds).appending(position.value)
    }
    /// Key of `opinions` and `commentLikes`.
    package static func key(_ member: MemberID, _ position: Position) -> Key {
        Key(member.value).appending(position.value)
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
    /// The position that a key of this view or of the feeds ends with.
    package static func position(endOf key: Key) -> Position {
        key.count < 8 ? .none : Position(key.uint64(at: key.count - 8))
    }
}
