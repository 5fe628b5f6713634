package import Events
package import Layout

/// A line of a week's board.
package struct BoardEntry: Hashable, Sendable {
    /// Equal engagement and active days share one.
    package var rank: Int
    package var place: BoardPlace
    package var counts: WeekCounts

    package init(rank: Int, place: BoardPlace, counts: WeekCounts) {
        self.rank = rank
        self.place = place
        self.counts = counts
    }

    package var member: MemberID { place.member }
}

/// The boards of many weeks from headers alone, without a view: for other rules, and to check the view.
///
/// Its state are sums and a set: segments of a log, folded apart, merge in any order to what folding all of it gives.
package struct BoardFold: Sendable {
    package let rules: AwardRules
    /// Nil: all.
    package let weeks: ClosedRange<Week>?
    private var cells: [Cell: WeekCounts] = [:]
    private var deletedMembers: Set<MemberID> = []

    private struct Cell: Hashable {
        var week: Int32
        var member: MemberID
    }

    package init(rules: AwardRules, weeks: ClosedRange<Week>?) {
        self.rules = rules
        self.weeks = weeks
    }

    package mutating func fold(_ header: EventHeader) {
        if header.kind == .memberDeleted { deletedMembers.insert(MemberID(header.subject)) }
        guard let award = Award(header) else { return }
        let week = award.day.week
        guard weeks?.contains(week) ?? true else { return }
        cells[Cell(week: week.number, member: award.member), default: WeekCounts()]
            .add(award.change, to: award.kind, on: award.day)
    }

    /// Takes in what another part of the same log gave. Both have the same weeks.
    package mutating func merge(_ other: BoardFold) {
        precondition(weeks == other.weeks, "folds of different weeks do not add up")
        cells.merge(other.cells) { mine, others in
            var sum = mine
            sum.add(others)
            return sum
        }
        deletedMembers.formUnion(other.deletedMembers)
    }

    /// The weeks with participants, each board best first. Deleted members are left out, and those that `isExcluded`.
    package func boards(excluding isExcluded: (MemberID) -> Bool) -> [Week: [BoardEntry]] {
        var excluded: [MemberID: Bool] = [:]
        var places: [Week: [BoardPlace]] = [:]
        for (cell, counts) in cells {
            guard !deletedMembers.contains(cell.member),
                let place = BoardPlace(counts, of: cell.member, by: rules)
            else { continue }
            let isOut = excluded[cell.member] ?? isExcluded(cell.member)
            excluded[cell.member] = isOut
            if !isOut { places[Week(number: cell.week), default: []].append(place) }
        }
        return Dictionary(
            uniqueKeysWithValues: places.map { week, places in
                var ranking = BoardRanking()
                return (
                    week,
                    places.sorted().map { place in
                        let counts = cells[Cell(week: week.number, member: place.member)] ?? WeekCounts()
                        return BoardEntry(rank: ranking.rank(of: place), place: place, counts: counts)
                    }
                )
            })
    }
}
