import Events
import Layout
import Projections

extension FeedsProjector {
    /// Their recipes and reposts leave the feeds for good, their comments the counts.
    static func deleteMember(_ member: MemberID, _ view: FeedsView, _ transaction: inout ViewTransaction) {
        let prefix = Key(member.value)
        guard !transaction.contains(view.deletedMembers, prefix) else { return }
        transaction.insert(view.deletedMembers, prefix)
        for key in transaction.keys(view.authored, prefix: prefix) {
            let recipe = RecipeID(RecipesView.position(endOf: key))
            change(recipe, view, &transaction) { $0.isAuthorDeleted = true }
            transaction.remove(view.facets, Key(recipe.value))
        }
        for key in transaction.keys(view.reposted, prefix: prefix) {
            let repost = RecipesView.position(endOf: key)
            guard let row = transaction.update(view.reposts, Key(repost.value), { $0.quote = "" }) else { continue }
            if row.lifecycle == .living { hide(row, repost, view, &transaction) }
        }
        for key in transaction.keys(view.commented, prefix: prefix) {
            let mark = transaction.get(view.comments, Key(RecipesView.position(endOf: key).value))
            guard let mark, mark.isLiving else { continue }
            change(mark.recipe, view, &transaction) { $0.counts.comments -= 1 }
        }
    }
}
