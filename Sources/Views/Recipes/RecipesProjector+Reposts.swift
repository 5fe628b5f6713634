import Events
import Layout
import Projections

extension RecipesProjector {
    static func repost(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let header = record.header
        let row = RepostRow(
            recipe: RecipeID(header.subject), member: header.actor, at: header.occurredAt, quote: record.quote)
        transaction.put(view.reposts, Key(header.position.value), row)
        transaction.insert(
            view.repostsByMember, RecipesView.key(header.actor, header.occurredAt, header.position))
        if !transaction.contains(view.deletedMembers, Key(header.actor.value)) {
            transaction.update(view.rows, Key(header.subject.value)) { $0.reposts += 1 }
        }
    }

    static func deleteRepost(_ header: EventHeader, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let key = Key(header.subject.value)
        guard var row = transaction.get(view.reposts, key), row.lifecycle == .living else { return }
        row.lifecycle = header.actor == row.member ? .deleted : .removed
        transaction.put(view.reposts, key, row)
        if !transaction.contains(view.deletedMembers, Key(row.member.value)) {
            transaction.update(view.rows, Key(row.recipe.value)) { $0.reposts -= 1 }
        }
    }
}

extension Record {
    /// Of a repost: its words; empty when there are none, or nobody can read them.
    var quote: String { if case .quote(let message) = payload { message.quote } else { "" } }
    /// Of a comment: its words; empty when nobody can read them.
    var text: String { if case .text(let message) = payload { message.text } else { "" } }
}
