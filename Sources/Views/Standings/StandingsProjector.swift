package import Events
import Layout
package import Projections

/// Folds awards into counts and boards. Headers say all of it.
package enum StandingsProjector: Projector {
    package static let identity = ViewIdentity(name: "standings", version: 3)
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
        let rules = awardRules(view, &transaction)
        let known = transaction.get(view.weeks, key)
        var row = known ?? newWeek(of: award.member, view, &transaction)
        row.add(award.change, to: award.kind, on: award.day, by: rules)
        let weekOfMember = StandingsView.memberKey(award.member, week)
        if row.counts.isEmpty {
            transaction.remove(view.weeks, key)
            transaction.remove(view.weeksOfMember, weekOfMember)
        } else {
            transaction.put(view.weeks, key, row)
            if known == nil { transaction.insert(view.weeksOfMember, weekOfMember) }
        }
        transaction.update(view.totals, Key(award.member.value), or: TotalsRow()) {
            $0[award.kind] += Int64(award.change)
        }
        let wasThere = known?.place(of: award.member) != nil
        count(row.place(of: award.member) != nil, was: wasThere, in: week, view, &transaction)
    }

    private static func newWeek(
        of member: MemberID, _ view: StandingsView, _ transaction: inout ViewTransaction
    ) -> WeekRow {
        var row = WeekRow()
        row.isMemberDeleted = transaction.contains(view.deletedMembers, Key(member.value))
        return row
    }

    /// Counts a member of a week's board in or out.
    static func count(
        _ isThere: Bool, was wasThere: Bool, in week: Week, _ view: StandingsView, _ transaction: inout ViewTransaction
    ) {
        guard isThere != wasThere else { return }
        let key = StandingsView.weekKey(week)
        let count = (transaction.get(view.participants, key)?.count ?? 0) + (isThere ? 1 : -1)
        if count > 0 {
            transaction.put(view.participants, key, ParticipantsRow(count: count))
        } else {
            transaction.remove(view.participants, key)
        }
    }

    /// Changes a week that is there, and with it the board.
    static func changeWeek(
        _ key: Key, _ view: StandingsView, _ transaction: inout ViewTransaction, _ change: (inout WeekRow) -> Void
    ) {
        let (week, member) = StandingsView.weekAndMember(ofCountsKey: key)
        guard var row = transaction.get(view.weeks, key) else { return }
        let wasThere = row.place(of: member) != nil
        change(&row)
        transaction.put(view.weeks, key, row)
        count(row.place(of: member) != nil, was: wasThere, in: week, view, &transaction)
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
        for key in transaction.keys(view.weeksOfMember, prefix: Key(member.value)) {
            let week = StandingsView.countsKey(StandingsView.week(ofMemberKey: key), member)
            changeWeek(week, view, &transaction) { $0.isMemberDeleted = true }
        }
    }
}
