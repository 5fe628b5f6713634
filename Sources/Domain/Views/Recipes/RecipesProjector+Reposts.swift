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
    /// Of a repost: its words; empty when there are none, or nobody can read them.
    var quote: String { firstText }
    /// Of a comment: its words; empty when nobody can read them.
    var text: String { firstText }

    /// The text that quotes and comments have under number 1, as `Schemas/larder/v1/payloads.proto` says.
    private var firstText: String { withPayloadBytes { WireFields.text(1, of: $0) } ?? "" }
}
