package import Events
package import Layout
import Projections

/// What a member who cooked a recipe said or showed of it. Cooking without words and without a picture has no row.
package struct CookNoteRow: StoredRow, Equatable {
    package var recipe: RecipeID
    package var member: MemberID
    package var at: Timestamp
    /// The words, of which a picture needs none.
    package var note: String
    /// The id of a stored image, or a web address; `nil` beside words alone.
    package var image: String?
    /// What the image shows; empty: it is not said.
    package var imageText: String

    package init(
        recipe: RecipeID, member: MemberID, at: Timestamp, note: String, image: String? = nil, imageText: String = ""
    ) {
        self.recipe = recipe
        self.member = member
        self.at = at
        self.note = note
        self.image = image
        self.imageText = imageText
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        recipe = RecipeID(try reader.readVarint())
        member = MemberID(try reader.readVarint())
        at = Timestamp(microseconds: try reader.readSignedVarint())
        note = try reader.readString()
        image = try reader.readString().unlessEmpty
        imageText = try reader.readString()
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: recipe.value)
        writer.write(varint: member.value)
        writer.write(varint: at.microseconds)
        writer.write(note)
        writer.write(image ?? "")
        writer.write(imageText)
    }
}

extension RecipesProjector {
    /// Keeps the words and the picture, if the payload can be opened and has one of them.
    static func keepNote(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let header = record.header
        guard !transaction.contains(view.deletedMembers, Key(header.actor.value)), let row = record.cookNote else {
            return
        }
        transaction.create(view.cookNotes, Key(header.position.value), row)
        transaction.create(view.noted, RecipesView.key(header.actor, header.position), Entry())
    }

    /// Removes a deleted note. The member's cooking still counts.
    static func removeNote(
        _ event: Position, of member: MemberID, _ view: RecipesView, _ transaction: inout ViewTransaction
    ) {
        transaction.remove(view.cookNotes, Key(event.value))
        transaction.remove(view.noted, RecipesView.key(member, event))
    }

    /// Removes the notes of a deleted member. O(notes of the member).
    static func eraseNotes(of member: MemberID, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        for key in transaction.keys(view.noted, prefix: Key(member.value)) {
            transaction.remove(view.cookNotes, Key(RecipesView.position(endOf: key).value))
            transaction.remove(view.noted, key)
        }
    }
}

extension RecipesView {
    /// Derives the notes of each recipe, by the time of cooking.
    func deriveNotes(in registry: inout TableRegistry) {
        registry.derive(cookNotesOf, from: cookNotes) { key, row, index in
            index.add(Key(row.recipe.value).appending(row.at.microseconds).appending(key.uint64(at: 0)), Entry())
        }
    }
}

extension Queries {
    /// A page of the notes on a recipe, the latest cooking first; `item` returns `nil` for notes that are not shown.
    package func storedNotes<Item>(
        on recipe: RecipeID, page: Page, _ item: (Position, CookNoteRow) -> Item?
    ) throws(Refusal) -> PageContents<Item> {
        try contents(
            of: page, in: views.recipes.cookNotesOf, prefix: Key(recipe.value), keyBytes: 24, reversed: true
        ) { key, _ in
            let event = RecipesView.position(endOf: key)
            return snapshot.get(views.recipes.cookNotes, Key(event.value)).flatMap { item(event, $0) }
        }
    }
}

extension Record {
    /// What a member who cooked said or showed; `nil` if that is nothing, or if it cannot be opened. The fields 1 to 3 of `Note`.
    fileprivate var cookNote: CookNoteRow? {
        withPayloadBytes { bytes in
            let (note, image) = (WireFields.text(1, of: bytes), WireFields.text(2, of: bytes))
            guard !(note + image).isEmpty else { return nil }
            return CookNoteRow(
                recipe: RecipeID(header.subject), member: header.actor, at: header.occurredAt, note: note,
                image: image.unlessEmpty, imageText: WireFields.text(3, of: bytes))
        }
    }
}
