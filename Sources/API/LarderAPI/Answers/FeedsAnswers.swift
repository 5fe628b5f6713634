/// A page of a feed.
public struct FeedAnswer: Codable, Sendable {
    public var position: UInt64
    public var items: [FeedItem]
    public var next: String?

    public init(position: UInt64, items: [FeedItem], next: String? = nil) {
        self.position = position
        self.items = items
        self.next = next
    }
}

public struct FeedItem: Codable, Sendable {
    /// `recipe` or `repost`.
    public var kind: String
    /// As it is now, without ingredients and steps.
    public var recipe: RecipeDocument
    public var repost: RepostDocument?

    public init(kind: String, recipe: RecipeDocument, repost: RepostDocument? = nil) {
        self.kind = kind
        self.recipe = recipe
        self.repost = repost
    }
}

public struct RepostDocument: Codable, Sendable {
    public var id: String
    public var by: MemberCard
    public var quote: String?
    public var at: String

    public init(id: String, by: MemberCard, quote: String? = nil, at: String) {
        self.id = id
        self.by = by
        self.quote = quote
        self.at = at
    }
}

/// A page of what a member passed on.
public struct RepostsAnswer: Codable, Sendable {
    public var position: UInt64
    public var items: [FeedItem]
    public var next: String?

    public init(position: UInt64, items: [FeedItem], next: String? = nil) {
        self.position = position
        self.items = items
        self.next = next
    }
}

/// A page of recipes and of members, the best match first.
public struct SearchAnswer: Codable, Sendable {
    public var position: UInt64
    /// As feeds show them, without ingredients and steps.
    public var recipes: [RecipeDocument]
    public var members: [MemberCard]
    /// Goes on in both lists.
    public var next: String?

    public init(position: UInt64, recipes: [RecipeDocument], members: [MemberCard], next: String? = nil) {
        self.position = position
        self.recipes = recipes
        self.members = members
        self.next = next
    }
}
