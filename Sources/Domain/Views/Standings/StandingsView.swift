import Events
package import Layout
package import Projections

/// The tables behind boards, levels and badges: counts per member, week, day and kind, and the order of each week's
/// board.
package struct StandingsView: ViewSchema {
    /// (week, member).
    package let weeks: ViewTable<WeekRow>
    /// By member: the weeks in which they have counts.
    package let weeksOfMember: ViewTable<MemberWeeksRow>
    /// Derived from `weeks`: (week, engagement, active days, member), best first. Members with engagement above zero
    /// and without a permanent absence.
    package let board: ViewTable<Entry>
    /// Derived from `weeks`. By week: the number of members in each group of classes.
    package let groups: ViewTable<TallyRow>
    /// Derived from `weeks`. (week, group): the number of members in each class.
    package let classes: ViewTable<TallyRow>
    /// Derived from `weeks`: (week, end of the ban, …as in `board`). Members on the board with a temporary ban, past or
    /// present.
    package let suspended: ViewTable<Entry>
    /// (giver, credited member, week): the awards from the giver's marks in force, also while they are void.
    package let given: ViewTable<WeekCounts>
    /// By member: those whose marks are void, from a ban to the unbanning.
    package let voided: ViewTable<Entry>
    /// By member.
    package let totals: ViewTable<TotalsRow>
    /// By member: the points from the time before Larder, which belong to no week.
    package let carriedOver: ViewTable<CarriedPointsRow>
    /// By recipe: those that a moderator removed.
    package let removedRecipes: ViewTable<Entry>
    /// By member: deleted members, and those whose ban was not lifted.
    package let absences: ViewTable<AbsenceRow>
    /// One row, under `onlyKey`.
    package let latest: ViewTable<LatestRow>

    /// One row: the rules in force; none: the standard rules.
    package let rules: ViewTable<RulesRow>
    /// One row: the part of the rules that the fold needs.
    package let awardRules: ViewTable<AwardRulesRow>

    package init(_ registry: inout TableRegistry) {
        weeks = registry.table("standings.weeks", of: WeekRow.self)
        weeksOfMember = registry.table("standings.weeksOfMember", of: MemberWeeksRow.self)
        board = registry.table("standings.board", of: Entry.self)
        groups = registry.table("standings.groups", of: TallyRow.self)
        classes = registry.table("standings.classes", of: TallyRow.self)
        suspended = registry.table("standings.suspended", of: Entry.self)
        given = registry.table("standings.given", of: WeekCounts.self)
        voided = registry.table("standings.voided", of: Entry.self)
        totals = registry.table("standings.totals", of: TotalsRow.self)
        carriedOver = registry.table("standings.carriedOver", of: CarriedPointsRow.self)
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

    /// Key of the tables with one row; a stored key is never empty.
    package static let onlyKey = Key(0)

    /// Key of `groups`, and key prefix in `weeks`, `board`, `classes` and `suspended`.
    package static func weekKey(_ week: Week) -> Key { Key().appending(week.number) }
    package static func countsKey(_ week: Week, _ member: MemberID) -> Key { weekKey(week).appending(member.value) }
    package static func weekAndMember(ofCountsKey key: Key) -> (Week, MemberID) {
        (Week(number: key.int32(at: 0)), MemberID(key.uint64(at: 4)))
    }
    /// Key of `classes`.
    package static func groupKey(_ week: Week, _ group: UInt64) -> Key { weekKey(week).appending(group) }
    /// Key prefix in `suspended`.
    package static func suspensionKey(_ week: Week, _ until: Timestamp) -> Key {
        weekKey(week).appending(until.microseconds)
    }
    /// Key of `given`.
    static func givenKey(_ giver: MemberID, _ member: MemberID, _ week: Week) -> Key {
        Key(giver.value).appending(member.value).appending(week.number)
    }
    static func memberAndWeek(ofGivenKey key: Key) -> (MemberID, Week) {
        (MemberID(key.uint64(at: 8)), Week(number: key.int32(at: 16)))
    }
    /// Sort key of a member's XP list.
    package static func memberKey(_ member: MemberID, _ week: Week) -> Key {
        Key(member.value).appending(week.number)
    }
}
