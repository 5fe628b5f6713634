import Events
import Layout
import Projections

extension RecipesProjector {
    /// What the member said goes; what they did stays. Their comments, reposts and forks leave the counts.
    static func deleteMember(_ member: MemberID, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let prefix = Key(member.value)
        guard !transaction.contains(view.deletedMembers, prefix) else { return }
        transaction.insert(view.deletedMembers, prefix)
        for key in transaction.keys(view.byAuthor, prefix: prefix) {
            let recipe = Key(RecipesView.position(endOf: key).value)
            transaction.remove(view.contents, recipe)
            guard let row = transaction.get(view.rows, recipe), row.lifecycle == .living, row.forkedFrom.value != 0
            else { continue }
            transaction.update(view.rows, Key(row.forkedFrom.value)) { $0.forks -= 1 }
        }
        for key in transaction.keys(view.commentsByAuthor, prefix: prefix) {
            let row = transaction.update(view.comments, Key(RecipesView.position(endOf: key).value)) { $0.text = "" }
            guard let row, row.lifecycle == .living else { continue }
            transaction.update(view.rows, Key(row.recipe.value)) { $0.counts.comments -= 1 }
        }
        for key in transaction.keys(view.repostsByMember, prefix: prefix) {
            let row = transaction.update(view.reposts, Key(RecipesView.position(endOf: key).value)) { $0.quote = "" }
            guard let row, row.lifecycle == .living else { continue }
            transaction.update(view.rows, Key(row.recipe.value)) { $0.reposts -= 1 }
        }
    }
}
