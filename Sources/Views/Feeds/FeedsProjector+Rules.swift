import Events
import Layout
import Projections

extension FeedsProjector {
    static func ratingPrior(_ view: FeedsView, _ transaction: inout ViewTransaction) -> RatingPrior {
        transaction.get(view.ratingPrior, FeedsView.ratingPriorKey)?.prior ?? .standard
    }

    /// Weighs all ratings by the new prior. O(recipes).
    static func changeRules(_ record: borrowing Record, _ view: FeedsView, _ transaction: inout ViewTransaction) {
        guard case .rules(let message) = record.payload else { return }
        let old = ratingPrior(view, &transaction)
        let new = Rules(message).rating
        guard new != old else { return }
        transaction.put(view.ratingPrior, FeedsView.ratingPriorKey, RatingPriorRow(new))
        for key in transaction.keys(view.cards, prefix: Key()) {
            guard let card = transaction.get(view.cards, key), card.isShown else { continue }
            let recipe = RecipeID(key.uint64(at: 0))
            transaction.remove(view.index, FeedSort.rated.key(card, recipe, old))
            transaction.put(view.index, FeedSort.rated.key(card, recipe, new), .recipe)
        }
    }
}
