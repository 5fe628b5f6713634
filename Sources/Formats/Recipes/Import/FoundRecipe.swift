package import Events

/// A recipe as some outside format tells it, not yet held against the domain's limits.
package struct FoundRecipe: Hashable, Sendable {
    /// Where it stands, for whoever reads the report: `soup.html`, `book.json: recipe 3`.
    package var place: String
    /// As found: text may be too long, rows blank, numbers out of range, addresses none.
    package var content: ProtoRecipeContent
    /// Who vouches for `id`: a host, an application, a format.
    package var source: String
    /// What it is called there for ever; nil: nothing but what it says tells it from others.
    package var id: String?
    package var occurredAt: Timestamp?
    /// What its reader left out, changed or had to guess: one clause each, for the report.
    package var notes: [String]

    package init(
        place: String, content: ProtoRecipeContent, source: String, id: String?, occurredAt: Timestamp? = nil,
        notes: [String] = []
    ) {
        self.place = place
        self.content = content
        self.source = source
        self.id = id
        self.occurredAt = occurredAt
        self.notes = notes
    }
}

/// What a reader of recipes finds, in its order.
package enum FoundItem: Hashable, Sendable {
    case recipe(FoundRecipe)
    case refused(RefusedItem)
}
