import Events
package import Layout
package import Projections

/// The tables behind boards, levels and badges: counts per member, week, day and kind, and each week's order.
package struct StandingsView: ViewSchema {
    /// (week, member).
    package let weeks: ViewTable<WeekRow>
    /// By member: the weeks in which they have counts.
    package let weeksOfMember: ViewTable<MemberWeeksRow>
    /// Follows from `weeks`. (week, engagement, active days, member), best first: members who are not absent for good, with
    /// engagement above zero.
    package let board: ViewTable<Entry>
    /// Follows from `weeks`. By week: how many stand on the board in each group of classes.
    package let groups: ViewTable<TallyRow>
    /// Follows from `weeks`. (week, group): how many stand on the board in each class.
    package let classes: ViewTable<TallyRow>
    /// Follows from `weeks`. (week, end of the ban, …as in `board`): those on the board who are, or were, banned for a time.
    package let suspended: ViewTable<Entry>
    /// By member.
    package let totals: ViewTable<TotalsRow>
    /// By recipe: those removed by somebody other than their author.
    package let removedRecipes: ViewTable<Entry>
    /// By member: the deleted ones, and those whose ban was not lifted.
    package let absences: ViewTable<AbsenceRow>
    /// One row, under the empty tuple's key.
    package let latest: ViewTable<LatestRow>

    /// One row, of the rules in force; none: the standard ones.
    package let rules: ViewTable<RulesRow>
    /// One row: the part of those rules that folding needs.
    package let awardRules: ViewTable<AwardRulesRow>

    package init(_ registry: inout TableRegistry) {
        weeks = registry.table("standings.weeks", of: WeekRow.self)
        weeksOfMember = registry.table("standings.weeksOfMember", of: MemberWeeksRow.self)
        board = registry.table("standings.board", of: Entry.self)
        groups = registry.table("standings.groups", of: TallyRow.self)
        classes = registry.table("standings.classes", of: TallyRow.self)
        suspended = registry.table("standings.suspended", of: Entry.self)
        totals = registry.table("standings.totals", of: TotalsRow.self)
        removedRecipes = registry.table("standings.removedRecipes", of: Entry.self)
        absences = registry.table("standings.absences", of: AbsenceRow.self)
        latest = registry.table("standings.latest", of: LatestRow.self)
        rules = registry.table("standings.rules", of: RulesRow.self)
        awardRules = registry.table("standings.awardRules", of: AwardRulesRow.self)
        registry.derive(board, from: weeks) { key, row, index in
            let (week, member) = Self.weekAndMember(ofCountsKey: key)
            if let place = row.place(of: member) { index.add(place.key(in: week), Entry()) }
        }
        registry.derive(suspended, from: weeks) { key, row, index in
            let (week, member) = Self.weekAndMember(ofCountsKey: key)
            guard let until = row.absence?.until, let place = row.place(of: member) else { return }
            index.add(place.append(to: Self.suspensionKey(week, until)), Entry())
        }
        registry.sum(groups, from: weeks) { key, row, change, sums in
            let (week, member) = Self.weekAndMember(ofCountsKey: key)
            guard let place = row.place(of: member) else { return }
            sums.update(Self.weekKey(week)) { $0.add(change, to: BoardClass(place).group) }
        }
        registry.sum(classes, from: weeks) { key, row, change, sums in
            let (week, member) = Self.weekAndMember(ofCountsKey: key)
            guard let place = row.place(of: member) else { return }
            let kind = BoardClass(place)
            sums.update(Self.groupKey(week, kind.group)) { $0.add(change, to: kind.number) }
        }
    }

    /// Of the tables with one row; a stored key is never empty.
    package static let onlyKey = Key(0)

    /// Of `groups`, and what the keys of `weeks`, `board`, `classes` and `suspended` begin with.
    package static func weekKey(_ week: Week) -> Key { Key().appending(week.number) }
    package static func countsKey(_ week: Week, _ member: MemberID) -> Key { weekKey(week).appending(member.value) }
    package static func weekAndMember(ofCountsKey key: Key) -> (Week, MemberID) {
        (Week(number: key.int32(at: 0)), MemberID(key.uint64(at: 4)))
    }
    /// Of `classes`.
    package static func groupKey(_ week: Week, _ group: UInt64) -> Key { weekKey(week).appending(group) }
    /// What the keys of `suspended` begin with.
    package static func suspensionKey(_ week: Week, _ until: Timestamp) -> Key {
        weekKey(week).appending(until.microseconds)
    }
    /// What a member's XP is listed by.
    package static func memberKey(_ member: MemberID, _ week: Week) -> Key {
        Key(member.value).appending(week.number)
    }
}
