import Events
import Layout
import Projections

extension RecipesProjector {
    static func post(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let header = record.header
        let key = Key(header.position.value)
        let isAuthorDeleted = transaction.contains(view.deletedMembers, Key(header.actor.value))
        let forkedFrom = RecipeID(header.cause)
        var row = RecipeRow(author: header.actor, postedAt: header.occurredAt, forkedFrom: forkedFrom)
        row.isAuthorDeleted = isAuthorDeleted
        row.ratedRank = Ranking.rated(row.counts, ratingPrior(view, &transaction))
        transaction.create(view.rows, key, row)
        transaction.create(
            view.versions, RecipesView.versionKey(RecipeID(header.position), row.version), EventRow(header.position))
        transaction.create(view.authored, RecipesView.key(header.actor, header.position), Entry())
        if !header.cause.isNone, !isAuthorDeleted {
            transaction.update(view.rows, Key(forkedFrom.value)) { $0.forks += 1 }
        }
        let externalID = record.origin?.externalID ?? ""
        let notation = IngredientNotation(externalID: externalID, version: row.version)
        guard let (content, said) = record.recipe(notation) else { return }
        let contents = RecipeContentRow(externalID: externalID, content: content)
        transaction.create(view.contents, key, contents)
        var facets = said
        facets.isShown = row.isShown
        transaction.create(view.facets, key, facets)
    }

    static func edit(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let header = record.header
        let key = Key(header.subject.value)
        let row = transaction.update(view.rows, key) { row in
            row.version += 1
            row.editedAt = header.occurredAt
        }
        guard let row else { return }
        transaction.put(
            view.versions, RecipesView.versionKey(RecipeID(header.subject), row.version), EventRow(header.position))
        guard let (content, said) = record.recipe(.lines) else {
            transaction.remove(view.contents, key)
            return transaction.remove(view.facets, key)
        }
        transaction.update(view.contents, key) { $0.content = content }
        var facets = said
        facets.isShown = row.isShown
        transaction.put(view.facets, key, facets)
    }

    /// Adjusts the fork count of the original. Forks of a deleted author left the count with the account.
    static func changeLifecycle(
        of key: Key, _ header: EventHeader, _ view: RecipesView, _ transaction: inout ViewTransaction
    ) {
        guard var row = transaction.get(view.rows, key) else { return }
        let change = row.lifecycle.change(by: header, author: row.author)
        transaction.put(view.rows, key, row)
        guard change != 0 else { return }
        noteDeletion(header, hidden: row.lifecycle != .living, view, &transaction)
        transaction.update(view.facets, key) { $0.isShown = row.isShown }
        if row.forkedFrom.value != 0, !row.isAuthorDeleted {
            transaction.update(view.rows, Key(row.forkedFrom.value)) { $0.forks += change }
        }
    }

    /// Likes, votes, ratings and bookmarks.
    static func changeOpinion(_ header: EventHeader, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        guard transaction.contains(view.rows, Key(header.subject.value)) else { return }
        let old = opinion(of: header.actor, on: header.subject, view, &transaction)
        let new = old.after(header)
        guard new != old else { return }
        replace(old, by: new, RecipesView.key(header.actor, header.subject), view, &transaction)
    }

    /// Also puts the recipe's counts in step.
    private static func replace(
        _ old: OpinionRow, by new: OpinionRow, _ key: Key, _ view: RecipesView, _ transaction: inout ViewTransaction
    ) {
        if new.isEmpty { transaction.remove(view.opinions, key) } else { transaction.put(view.opinions, key, new) }
        let (before, after) = (old.counted, new.counted)
        guard before != after else { return }
        let prior = before.stars == after.stars ? nil : ratingPrior(view, &transaction)
        transaction.update(view.rows, Key(RecipesView.position(endOf: key).value)) { row in
            row.counts.replace(before, with: after)
            row.bookmarks += (after.bookmarkedAt == nil ? 0 : 1) - (before.bookmarkedAt == nil ? 0 : 1)
            if let prior { row.ratedRank = Ranking.rated(row.counts, prior) }
        }
    }

    private static func opinion(
        of member: MemberID, on recipe: Position, _ view: RecipesView, _ transaction: inout ViewTransaction
    ) -> OpinionRow {
        if let row = transaction.get(view.opinions, RecipesView.key(member, recipe)) { return row }
        var row = OpinionRow()
        row.isVoid = transaction.contains(view.voided, Key(member.value))
        return row
    }

    /// Takes a member's marks out of all counts and lists, or brings them back. O(marks of the member).
    static func void(
        _ isVoid: Bool, of member: MemberID, _ view: RecipesView, _ transaction: inout ViewTransaction
    ) {
        let prefix = Key(member.value)
        guard transaction.contains(view.voided, prefix) != isVoid else { return }
        if isVoid { transaction.insert(view.voided, prefix) } else { transaction.remove(view.voided, prefix) }
        for key in transaction.keys(view.opinions, prefix: prefix) {
            guard let old = transaction.get(view.opinions, key) else { continue }
            var new = old
            new.isVoid = isVoid
            replace(old, by: new, key, view, &transaction)
        }
        for key in transaction.keys(view.commentLikes, prefix: prefix) {
            guard transaction.contains(view.commentLikes, key) else { continue }
            transaction.update(view.comments, Key(RecipesView.position(endOf: key).value)) {
                $0.likes += isVoid ? -1 : 1
            }
        }
    }

    static func cook(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        let header = record.header
        let recipe = Key(header.subject.value)
        guard transaction.update(view.rows, recipe, { $0.cooked += 1 }) != nil else { return }
        let old = opinion(of: header.actor, on: header.subject, view, &transaction)
        transaction.put(view.opinions, RecipesView.key(header.actor, header.subject), old.after(header))
        keepNote(record, view, &transaction)
    }

    private static func ratingPrior(_ view: RecipesView, _ transaction: inout ViewTransaction) -> RatingPrior {
        transaction.get(view.ratingPrior, RecipesView.ratingPriorKey)?.prior ?? .standard
    }

    /// Recomputes all rating ranks under the new prior. O(recipes).
    static func changeRules(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        guard case .rules(let message) = record.payload else { return }
        let prior = Rules(message).rating
        guard prior != ratingPrior(view, &transaction) else { return }
        transaction.put(view.ratingPrior, RecipesView.ratingPriorKey, RatingPriorRow(prior))
        for key in transaction.keys(view.rows, prefix: Key()) {
            transaction.update(view.rows, key) { $0.ratedRank = Ranking.rated($0.counts, prior) }
        }
    }
}

extension Record {
    /// The content as stored, and its facets; `nil` if the payload cannot be opened.
    fileprivate func recipe(_ notation: IngredientNotation) -> (content: [UInt8], facets: FacetsRow)? {
        withPayloadBytes { bytes in
            // Folds are total: content that cannot be read counts as erased.
            guard let facets = try? FacetsRow(content: bytes, notation) else { return nil }
            return (bytes.copied, facets)
        }
    }
}
