import Events
import Layout
import Projections

extension FeedsProjector {
    static func post(_ record: borrowing Record, _ view: FeedsView, _ transaction: inout ViewTransaction) {
        let header = record.header
        let recipe = RecipeID(header.position)
        var card = CardRow(author: header.actor, postedAt: header.occurredAt)
        card.isAuthorDeleted = transaction.contains(view.deletedMembers, Key(header.actor.value))
        transaction.put(view.cards, Key(recipe.value), card)
        transaction.insert(view.authored, RecipesView.key(card.author, recipe.position))
        reindex(recipe, from: nil, to: card, view, &transaction)
        setFacets(of: recipe, record, view, &transaction)
    }

    static func setFacets(
        of recipe: RecipeID, _ record: borrowing Record, _ view: FeedsView, _ transaction: inout ViewTransaction
    ) {
        let key = Key(recipe.value)
        var new: FacetsRow?
        if case .recipe(let content) = record.payload { new = FacetsRow(content) }
        if transaction.get(view.cards, key)?.isShown ?? false {
            let old = transaction.get(view.facets, key)
            let oldKeys = old.map { FacetKeys.keys(of: $0, recipe.position) } ?? []
            let newKeys = new.map { FacetKeys.keys(of: $0, recipe.position) } ?? []
            for key in oldKeys.subtracting(newKeys) { transaction.remove(view.byFacet, key) }
            for key in newKeys.subtracting(oldKeys) { transaction.insert(view.byFacet, key) }
        }
        if let new { transaction.put(view.facets, key, new) } else { transaction.remove(view.facets, key) }
    }

    static func change(
        _ recipe: RecipeID, _ view: FeedsView, _ transaction: inout ViewTransaction, _ change: (inout CardRow) -> Void
    ) {
        guard let old = transaction.get(view.cards, Key(recipe.value)) else { return }
        var new = old
        change(&new)
        guard new != old else { return }
        transaction.put(view.cards, Key(recipe.value), new)
        reindex(recipe, from: old, to: new, view, &transaction)
    }

    /// Moves the recipe in every order whose key has changed; a hidden one is in none, nor found by its facets.
    private static func reindex(
        _ recipe: RecipeID, from former: CardRow?, to current: CardRow, _ view: FeedsView,
        _ transaction: inout ViewTransaction
    ) {
        let old = former.flatMap { $0.isShown ? $0 : nil }
        let new = current.isShown ? current : nil
        let prior = ratingPrior(view, &transaction)
        for sort in FeedSort.indexed {
            let oldRank = old.map { sort.rank($0, prior) }
            let newRank = new.map { sort.rank($0, prior) }
            guard oldRank != newRank else { continue }
            if let old, let oldRank {
                transaction.remove(view.index, sort.key(rank: oldRank, at: old.postedAt, recipe.position))
            }
            if let new, let newRank {
                transaction.put(view.index, sort.key(rank: newRank, at: new.postedAt, recipe.position), .recipe)
            }
        }
        guard (old == nil) != (new == nil) else { return }
        let author = FeedsView.authorKey(current.author, current.postedAt, recipe.position)
        let facets = transaction.get(view.facets, Key(recipe.value)).map { FacetKeys.keys(of: $0, recipe.position) }
        if new == nil {
            transaction.remove(view.byAuthor, author)
            for key in facets ?? [] { transaction.remove(view.byFacet, key) }
        } else {
            transaction.put(view.byAuthor, author, .recipe)
            for key in facets ?? [] { transaction.insert(view.byFacet, key) }
        }
    }

    /// Likes, votes and ratings.
    static func changeOpinion(_ header: EventHeader, _ view: FeedsView, _ transaction: inout ViewTransaction) {
        guard transaction.contains(view.cards, Key(header.subject.value)),
            let (old, new) = transaction.changeOpinion(in: view.opinions, header)
        else { return }
        change(RecipeID(header.subject), view, &transaction) { $0.counts.replace(old, with: new) }
    }
}
