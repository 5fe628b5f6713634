import Events
import Layout
import Projections

extension RecipesProjector {
    static func repost(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let header = record.header
        var row = RepostRow(
            recipe: RecipeID(header.subject), member: header.actor, at: header.occurredAt, quote: record.quote)
        row.isMemberDeleted = transaction.contains(view.deletedMembers, Key(header.actor.value))
        transaction.create(view.reposts, Key(header.position.value), row)
        transaction.create(view.reposted, RecipesView.key(header.actor, header.position), Entry())
        if row.isShown { transaction.update(view.rows, Key(header.subject.value)) { $0.reposts += 1 } }
    }

    static func deleteRepost(_ header: EventHeader, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let key = Key(header.subject.value)
        guard var row = transaction.get(view.reposts, key), row.lifecycle == .living else { return }
        row.lifecycle = header.actor == row.member ? .deleted : .removed
        transaction.put(view.reposts, key, row)
        if !row.isMemberDeleted { transaction.update(view.rows, Key(row.recipe.value)) { $0.reposts -= 1 } }
    }
}

extension Record {
    /// The words of a quote; empty if there are none, or if they cannot be opened.
    var quote: String { firstText }
    /// The words of a comment; empty if they cannot be opened.
    var text: String { firstText }

    /// Field 1 of quotes and comments, see `Schemas/larder/v1/payloads.proto`.
    private var firstText: String { withPayloadBytes { WireFields.text(1, of: $0) } ?? "" }
}
