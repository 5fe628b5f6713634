import Events
package import LarderAPI
package import Layout
package import Views

extension FeedReader {
    /// The item as it is shown; nil when it does not belong into this feed.
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
