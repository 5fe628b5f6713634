package import Events
import Layout
package import Projections

/// Folds awards into counts and boards, from headers alone.
package enum StandingsProjector: Projector {
    package static let identity = ViewIdentity(name: "standings", version: 4)
    /// Every event of a member, because any of them shows that a week is over; and the rules.
    package static let kinds = EventKindSet(EventKind.allCases.filter { !$0.isHousekeeping } + [.rulesChanged])
    package static let openedKinds: EventKindSet = [.rulesChanged, .memberBanned]

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
        case .memberBanned: ban(record, view, &transaction)
        case .memberUnbanned: setAbsence(nil, of: MemberID(header.subject), view, &transaction)
        case .memberDeleted: setAbsence(.deleted, of: MemberID(header.subject), view, &transaction)
        default: break
        }
    }
}

extension StandingsProjector {
    private static func credit(_ award: Award, _ view: StandingsView, _ transaction: inout ViewTransaction) {
        let week = award.day.week
        let key = StandingsView.countsKey(week, award.member)
        let rules = awardRules(view, &transaction)
        if !transaction.contains(view.weeks, key) {
            var row = WeekRow()
            row.absence = transaction.get(view.absences, Key(award.member.value))
            transaction.put(view.weeks, key, row)
            transaction.update(view.weeksOfMember, Key(award.member.value), or: MemberWeeksRow()) { $0.insert(week) }
        }
        var isEmpty = false
        transaction.update(view.weeks, key) {
            $0.add(award.change, to: award.kind, on: award.day, by: rules)
            isEmpty = $0.counts.isEmpty
        }
        if isEmpty { removeWeek(week, of: award.member, view, &transaction) }
        transaction.update(view.totals, Key(award.member.value), or: TotalsRow()) {
            $0[award.kind] += Int64(award.change)
        }
    }

    private static func removeWeek(
        _ week: Week, of member: MemberID, _ view: StandingsView, _ transaction: inout ViewTransaction
    ) {
        transaction.remove(view.weeks, StandingsView.countsKey(week, member))
        let left = transaction.update(view.weeksOfMember, Key(member.value)) { $0.remove(week) }
        if left?.weeks.isEmpty == true { transaction.remove(view.weeksOfMember, Key(member.value)) }
    }

    private static func ban(
        _ record: borrowing Record, _ view: StandingsView, _ transaction: inout ViewTransaction
    ) {
        var until: Timestamp?
        if case .ban(let said) = record.payload, said.hasUntil { until = Timestamp(said.until) }
        setAbsence(.banned(until: until), of: MemberID(record.header.subject), view, &transaction)
    }

    /// Also updates the member's weeks. O(weeks of the member).
    private static func setAbsence(
        _ absence: AbsenceRow?, of member: MemberID, _ view: StandingsView, _ transaction: inout ViewTransaction
    ) {
        let key = Key(member.value)
        guard transaction.get(view.absences, key)?.isDeleted != true else { return }
        if let absence {
            transaction.put(view.absences, key, absence)
        } else {
            transaction.remove(view.absences, key)
        }
        for week in transaction.get(view.weeksOfMember, key)?.weeks ?? [] {
            transaction.update(view.weeks, StandingsView.countsKey(week, member)) { $0.absence = absence }
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
}

extension StandingsProjector {
    static func awardRules(_ view: StandingsView, _ transaction: inout ViewTransaction) -> AwardRules {
        transaction.get(view.awardRules, StandingsView.onlyKey)?.rules ?? Rules.standard.awards
    }

    /// Recomputes all weeks under the new rules from their counts, without reading any event. O(counts).
    ///
    /// A payload that cannot be opened changes nothing, so that all readers of such a log agree.
    static func changeRules(
        _ record: borrowing Record, _ view: StandingsView, _ transaction: inout ViewTransaction
    ) {
        guard case .rules(let message) = record.payload else { return }
        let old = awardRules(view, &transaction)
        let rules = Rules(message)
        transaction.put(view.rules, StandingsView.onlyKey, RulesRow(rules))
        transaction.put(view.awardRules, StandingsView.onlyKey, AwardRulesRow(rules.awards))
        guard rules.awards != old else { return }
        for key in transaction.keys(view.weeks, prefix: Key()) {
            transaction.update(view.weeks, key) { $0.weigh(by: rules.awards) }
        }
    }
}
