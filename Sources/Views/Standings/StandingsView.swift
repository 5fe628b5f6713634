package import Events
package import Layout
package import Projections

/// The tables behind boards, levels and badges: counts per member, week, day and kind, and each week's order.
package struct StandingsView: ViewSchema {
    /// (week, member).
    package let weeks: ViewTable<WeekRow>
    /// (member, week): the weeks in which a member has counts.
    package let weeksOfMember: ViewTable<Entry>
    /// Follows from `weeks`. (week, engagement, active days, member), best first: members who are not deleted, with engagement above zero.
    package let board: ViewTable<Entry>
    /// By member.
    package let totals: ViewTable<TotalsRow>
    /// By week: the weeks with anybody on their board.
    package let participants: ViewTable<ParticipantsRow>
    /// By recipe: those removed by somebody other than their author.
    package let removedRecipes: ViewTable<Entry>
    /// By member: the deleted ones.
    package let deletedMembers: ViewTable<Entry>
    /// One row, under the empty tuple's key.
    package let latest: ViewTable<LatestRow>

    /// One row, of the rules in force; none: the standard ones.
    package let rules: ViewTable<RulesRow>
    /// One row: the part of those rules that folding needs.
    package let awardRules: ViewTable<AwardRulesRow>

    package init(_ registry: inout TableRegistry) {
        weeks = registry.table("standings.weeks", of: WeekRow.self)
        weeksOfMember = registry.table("standings.weeksOfMember", of: Entry.self)
        board = registry.table("standings.board", of: Entry.self)
        totals = registry.table("standings.totals", of: TotalsRow.self)
        participants = registry.table("standings.participants", of: ParticipantsRow.self)
        removedRecipes = registry.table("standings.removedRecipes", of: Entry.self)
        deletedMembers = registry.table("standings.deletedMembers", of: Entry.self)
        latest = registry.table("standings.latest", of: LatestRow.self)
        rules = registry.table("standings.rules", of: RulesRow.self)
        awardRules = registry.table("standings.awardRules", of: AwardRulesRow.self)
        registry.derive(board, from: weeks) { key, row, index in
            let (week, member) = Self.weekAndMember(ofCountsKey: key)
            if let place = row.place(of: member) { index.add(place.key(in: week), Entry()) }
        }
    }

    /// Of the tables with one row; a stored key is never empty.
    package static let onlyKey = Key(0)

    /// Of `participants`, and what the keys of `weeks` and `board` begin with.
    package static func weekKey(_ week: Week) -> Key { Key().appending(week.number) }
    package static func countsKey(_ week: Week, _ member: MemberID) -> Key { weekKey(week).appending(member.value) }
    package static func weekAndMember(ofCountsKey key: Key) -> (Week, MemberID) {
        (Week(number: key.int32(at: 0)), MemberID(key.uint64(at: 4)))
    }
    package static func memberKey(_ member: MemberID, _ week: Week) -> Key {
        Key(member.value).appending(week.number)
    }
    package static func week(ofMemberKey key: Key) -> Week { Week(number: key.int32(at: 8)) }
}
