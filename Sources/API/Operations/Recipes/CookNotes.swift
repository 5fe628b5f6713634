package import Events
package import LarderAPI
import Layout
import Projections
package import Views

extension Questions {
    static let cookNotes: [any AnyBinding] = [
        bind(API.cookNotes) { input, viewer, queries in
            try queries.cookNotes(of: try input.reference, page: input.page.page, viewer: viewer.member)
        }
    ]
}

extension Queries {
    /// The notes of members who cooked a recipe, the latest first. It omits notes of deleted members, and of members
    /// whom a block separates from the viewer.
    package func cookNotes(of reference: Reference, page: Page, viewer: MemberID?) throws(Refusal) -> CookNotesAnswer {
        let contents = try shownNotes(on: try recipeID(reference, for: viewer), page: page, viewer: viewer)
        return CookNotesAnswer(position: snapshot.position.value, notes: contents.items, next: contents.next)
    }

    /// The notes on a recipe's page; `nil` without any.
    func latestNotes(on recipe: RecipeID, viewer: MemberID?) throws(Refusal) -> [CookNoteDocument]? {
        let notes = try shownNotes(on: recipe, page: Page(limit: RecipeDocument.cookNotesMax), viewer: viewer).items
        return notes.isEmpty ? nil : notes
    }

    /// The note of an event of cooking, if it is shown to the viewer; else `nil`. O(log notes).
    package func cookNote(_ event: Position, viewer: MemberID?) -> (note: CookNoteDocument, recipe: RecipeID)? {
        guard let row = snapshot.get(views.recipes.cookNotes, Key(event.value)) else { return nil }
        return shownNote(event, row, viewer: viewer).map { ($0, row.recipe) }
    }

    private func shownNote(_ event: Position, _ row: CookNoteRow, viewer: MemberID?) -> CookNoteDocument? {
        guard !isApart(row.member, from: viewer), let member = memberCard(row.member) else { return nil }
        return CookNoteDocument(
            event: event.value, member: member, note: row.note, image: row.image,
            imageText: row.imageText.unlessEmpty, picture: row.image.flatMap(picture),
            cookedAt: row.at.rfc3339)
    }

    private func shownNotes(
        on recipe: RecipeID, page: Page, viewer: MemberID?
    ) throws(Refusal) -> PageContents<CookNoteDocument> {
        try storedNotes(on: recipe, page: page) { event, row in shownNote(event, row, viewer: viewer) }
    }
}
