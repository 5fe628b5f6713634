import Events
import Layout

/// A page of a feed.
package struct FeedAnswer: Codable, Sendable {
    package var position: UInt64
    package var items: [FeedItem]
    package var next: String?
}

package struct FeedItem: Codable, Sendable {
    /// `recipe` or `repost`.
    package var kind: String
    /// As it is now, without ingredients and steps.
    package var recipe: RecipeDocument
    package var repost: RepostDocument?
}

package struct RepostDocument: Codable, Sendable {
    package var id: String
    package var by: MemberCard
    package var quote: String?
    package var at: String

    init(_ id: Position, _ row: RepostRow, by card: MemberCard) {
        self.id = "p\(id)"
        by = card
        quote = row.quote.unlessEmpty
        at = row.at.rfc3339
    }
}
