package import Events
import Layout
package import Projections

/// Folds awards into counts and boards, from headers alone.
package enum StandingsProjector: Projector {
    package static let identity = ViewIdentity(name: "standings", version: 7)
    /// Every event, because any of them shows that a week is over; notes of repeated commands are no events to views.
    package static let kinds = EventKindSet(EventKind.allCases.filter { $0 != .commandNoted })
    package static let openedKinds: EventKindSet = [.rulesChanged, .memberBanned, .memberPointsCarriedOver]

    package static func fold(
        _ record: borrowing Record, into view: StandingsView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        let award = Award(header)
        let clock = advance(header, isAward: award != nil, view, &transaction)
        if let award { credit(award, from: header.actor, clock, view, &transaction) }
        switch header.kind {
        case .rulesChanged: changeRules(record, view, &transaction)
        case .recipePosted:
            transaction.update(view.totals, Key(header.actor.value), or: TotalsRow()) { $0.posted += 1 }
        case .recipeDeleted: removeRecipe(header, view, &transaction)
        case .recipeRestored: restoreRecipe(header, view, &transaction)
        case .memberBanned:
            ban(record, view, &transaction)
            if header.voidsMarks { void(true, of: MemberID(header.subject), clock, view, &transaction) }
        case .memberUnbanned:
            setAbsence(nil, of: MemberID(header.subject), view, &transaction)
            void(false, of: MemberID(header.subject), clock, view, &transaction)
        case .memberPointsCarriedOver: carryOver(record, view, &transaction)
        case .memberDeleted:
            transaction.remove(view.carriedOver, Key(header.subject.value))
            setAbsence(.deleted, of: MemberID(header.subject), view, &transaction)
        default: break
        }
    }

    /// Tells which weeks were over when an event came.
    ///
    /// A change comes after a week's end if its event occurred then, or if the log had an award of a later week before
    /// it. So an import in the order of time, in which each award occurred in its own week, changes no week afterwards.
    struct Clock {
        let present: Week

        func isOver(_ week: Week) -> Bool { present > week }
    }

    private static func advance(
        _ header: EventHeader, isAward: Bool, _ view: StandingsView, _ transaction: inout ViewTransaction
    ) -> Clock {
        let occurredIn = header.occurredAt.week
        var clock = Clock(present: occurredIn)
        transaction.update(view.latest, StandingsView.onlyKey, or: LatestRow()) { latest in
            clock = Clock(present: max(occurredIn, latest.awardedIn))
            latest.week = max(latest.week, occurredIn, header.recordedAt.week)
            if isAward { latest.awardedIn = clock.present }
        }
        return clock
    }
}

extension StandingsProjector {
    private static func credit(
        _ award: Award, from giver: MemberID, _ clock: Clock, _ view: StandingsView,
        _ transaction: inout ViewTransaction
    ) {
        let week = award.day.week
        if award.kind.isOfMark {
            let key = StandingsView.givenKey(giver, award.member, week)
            var isEmpty = false
            transaction.update(view.given, key, or: WeekCounts()) {
                $0.add(award.change, to: award.kind, on: award.day)
                isEmpty = $0.isEmpty
            }
            if isEmpty { transaction.remove(view.given, key) }
            guard !transaction.contains(view.voided, Key(giver.value)) else { return }
        }
        let rules = awardRules(view, &transaction)
        change(week, of: award.member, clock, view, &transaction) {
            $0.add(award.change, to: award.kind, on: award.day, by: rules)
        }
        transaction.update(view.totals, Key(award.member.value), or: TotalsRow()) {
            $0[award.kind] += Int64(award.change)
        }
    }

    /// Takes back all awards from a member's marks, or gives them back. O(members and weeks that the marks reached).
    private static func void(
        _ isVoid: Bool, of giver: MemberID, _ clock: Clock, _ view: StandingsView,
        _ transaction: inout ViewTransaction
    ) {
        let prefix = Key(giver.value)
        guard transaction.contains(view.voided, prefix) != isVoid else { return }
        if isVoid { transaction.insert(view.voided, prefix) } else { transaction.remove(view.voided, prefix) }
        let rules = awardRules(view, &transaction)
        for key in transaction.keys(view.given, prefix: prefix) {
            guard let counts = transaction.get(view.given, key) else { continue }
            let (member, week) = StandingsView.memberAndWeek(ofGivenKey: key)
            change(week, of: member, clock, view, &transaction) { $0.add(counts, takingBack: isVoid, by: rules) }
            transaction.update(view.totals, Key(member.value), or: TotalsRow()) { totals in
                for kind in AwardKind.allCases { totals[kind] += isVoid ? -counts.total(kind) : counts.total(kind) }
            }
        }
    }

    private static func change(
        _ week: Week, of member: MemberID, _ clock: Clock, _ view: StandingsView,
        _ transaction: inout ViewTransaction, _ change: (inout WeekRow) -> Void
    ) {
        let key = StandingsView.countsKey(week, member)
        if !transaction.contains(view.weeks, key) {
            var row = WeekRow()
            row.absence = transaction.get(view.absences, Key(member.value))
            transaction.put(view.weeks, key, row)
            transaction.update(view.weeksOfMember, Key(member.value), or: MemberWeeksRow()) { $0.insert(week) }
        }
        var isEmpty = false
        transaction.update(view.weeks, key) {
            if clock.isOver(week) { $0.settle() }
            change(&$0)
            isEmpty = $0.isEmpty
        }
        if isEmpty { removeWeek(week, of: member, view, &transaction) }
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
        guard header.clearsRemoval, transaction.contains(view.removedRecipes, recipe) else { return }
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
