import Events
import Layout
import Projections

extension RecipesProjector {
    /// Erases the member's words and keeps the facts. Their comments, reposts and forks leave the counts.
    static func deleteMember(_ member: MemberID, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let prefix = Key(member.value)
        guard !transaction.contains(view.deletedMembers, prefix) else { return }
        transaction.insert(view.deletedMembers, prefix)
        for key in transaction.keys(view.authored, prefix: prefix) {
            let recipe = Key(RecipesView.position(endOf: key).value)
            transaction.remove(view.contents, recipe)
            transaction.remove(view.facets, recipe)
            let row = transaction.update(view.rows, recipe) { $0.isAuthorDeleted = true }
            guard let row, row.lifecycle == .living, row.forkedFrom.value != 0 else { continue }
            transaction.update(view.rows, Key(row.forkedFrom.value)) { $0.forks -= 1 }
        }
        for key in transaction.keys(view.commented, prefix: prefix) {
            let row = transaction.update(view.comments, Key(RecipesView.position(endOf: key).value)) { $0.text = "" }
            guard let row, row.lifecycle == .living else { continue }
            transaction.update(view.rows, Key(row.recipe.value)) { $0.counts.comments -= 1 }
        }
        for key in transaction.keys(view.reposted, prefix: prefix) {
            let row = transaction.update(view.reposts, Key(RecipesView.position(endOf: key).value)) { row in
                row.quote = ""
                row.isMemberDeleted = true
            }
            guard let row, row.lifecycle == .living else { continue }
            transaction.update(view.rows, Key(row.recipe.value)) { $0.reposts -= 1 }
        }
    }
}
