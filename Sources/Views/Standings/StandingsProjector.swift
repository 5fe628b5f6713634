package import Events
import Layout
package import Projections

/// Folds awards into counts and boards. Headers say all of it.
package enum StandingsProjector: Projector {
    package static let identity = ViewIdentity(name: "standings", version: 2)
    /// Everything that anybody did, for any of it tells that a week is over; and the rules.
    package static let kinds = EventKindSet(EventKind.allCases.filter { !$0.isHousekeeping } + [.rulesChanged])
    package static let openedKinds: EventKindSet = [.rulesChanged]

    package static func fold(
        _ record: borrowing Record, into view: StandingsView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        if header.kind == .rulesChanged { return changeRules(record, view, &transaction) }
        let latest = transaction.get(view.latest, StandingsView.onlyKey)?.occurredAt
        if latest.map({ $0 < header.occurredAt }) ?? true {
            transaction.put(view.latest, StandingsView.onlyKey, LatestRow(occurredAt: header.occurredAt))
        }
        if let award = Award(header) { credit(award, view, &transaction) }
        switch header.kind {
        case .recipePosted:
            transaction.update(view.totals, Key(header.actor.value), or: TotalsRow()) { $0.posted += 1 }
        case .recipeDeleted: removeRecipe(header, view, &transaction)
        case .recipeRestored: restoreRecipe(header, view, &transaction)
        case .memberDeleted: deleteMember(MemberID(header.subject), view, &transaction)
        default: break
        }
    }
}

extension StandingsProjector {
    private static func credit(_ award: Award, _ view: StandingsView, _ transaction: inout ViewTransaction) {
        let week = award.day.week
        let key = StandingsView.countsKey(week, award.member)
        let known = transaction.get(view.counts, key)
        let old = known ?? WeekCounts()
        var new = old
        new.add(award.change, to: award.kind, on: award.day)
        let weekOfMember = StandingsView.memberKey(award.member, week)
        if new.isEmpty {
            transaction.remove(view.counts, key)
            transaction.remove(view.weeksOfMember, weekOfMember)
        } else {
            transaction.put(view.counts, key, new)
            if known == nil { transaction.insert(view.weeksOfMember, weekOfMember) }
        }
        transaction.update(view.totals, Key(award.member.value), or: TotalsRow()) {
            $0[award.kind] += Int64(award.change)
        }
        let rules = awardRules(view, &transaction)
        // What others do with a deleted member's old content still counts, but they stand on no board.
        guard !transaction.contains(view.deletedMembers, Key(award.member.value)) else { return }
        move(
            from: BoardPlace(old, of: award.member, by: rules), to: BoardPlace(new, of: award.member, by: rules),
            in: week, view, &transaction)
    }

    static func move(
        from old: BoardPlace?, to new: BoardPlace?, in week: Week, _ view: StandingsView,
        _ transaction: inout ViewTransaction
    ) {
        guard old != new else { return }
        if let old { transaction.remove(view.board, old.key(in: week)) }
        if let new { transaction.insert(view.board, new.key(in: week)) }
        let change: Int64 = (new == nil ? 0 : 1) - (old == nil ? 0 : 1)
        guard change != 0 else { return }
        let key = StandingsView.weekKey(week)
        let count = (transaction.get(view.participants, key)?.count ?? 0) + change
        if count > 0 {
            transaction.put(view.participants, key, ParticipantsRow(count: count))
        } else {
            transaction.remove(view.participants, key)
        }
    }

    private static func removeRecipe(
        _ header: EventHeader, _ view: StandingsView, _ transaction: inout ViewTransaction
    ) {
        let recipe = Key(header.subject.value)
        guard header.actor != header.owner, !transaction.contains(view.removedRecipes, recipe) else { return }
        transaction.insert(view.removedRecipes, recipe)
        transaction.update(view.totals, Key(header.owner.value), or: TotalsRow()) { $0.removed += 1 }
    }

    private static func restoreRecipe(
        _ header: EventHeader, _ view: StandingsView, _ transaction: inout ViewTransaction
    ) {
        let recipe = Key(header.subject.value)
        guard transaction.contains(view.removedRecipes, recipe) else { return }
        transaction.remove(view.removedRecipes, recipe)
        transaction.update(view.totals, Key(header.owner.value), or: TotalsRow()) { $0.removed -= 1 }
    }

    private static func deleteMember(
        _ member: MemberID, _ view: StandingsView, _ transaction: inout ViewTransaction
    ) {
        guard !transaction.contains(view.deletedMembers, Key(member.value)) else { return }
        transaction.insert(view.deletedMembers, Key(member.value))
        let rules = awardRules(view, &transaction)
        for key in transaction.keys(view.weeksOfMember, prefix: Key(member.value)) {
            let week = StandingsView.week(ofMemberKey: key)
            guard let counts = transaction.get(view.counts, StandingsView.countsKey(week, member)) else { continue }
            move(from: BoardPlace(counts, of: member, by: rules), to: nil, in: week, view, &transaction)
        }
    }
}
