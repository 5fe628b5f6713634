package import Events
package import Layout

/// A line of a week's board.
package struct BoardEntry: Hashable, Sendable {
    /// Equal engagement and active days share one.
    package var rank: Int
    package var place: BoardPlace

    package init(rank: Int, place: BoardPlace) {
        self.rank = rank
        self.place = place
    }

    package var member: MemberID { place.member }
}

/// The boards of many weeks from headers alone, without a view: for other rules, and to check the view.
///
/// Its state are sums and a set: segments of a log, folded apart, merge in any order to what folding all of it gives. An
/// event that meets a member's week again allocates nothing. Not for several threads at once.
@safe
package final class BoardFold: @unchecked Sendable {
    package let rules: AwardRules
    /// Nil: all.
    package let weeks: ClosedRange<Week>?
    private let awards: AwardTable
    private let isCapped: Bool
    private var cells: [Week: UnsafeMutablePointer<WeekCells>] = unsafe [:]
    private var deletedMembers: Set<MemberID> = []
    /// The week that was met last: events come nearly in the order of time.
    private var current = CurrentWeek()
    private let pending: UnsafeMutableBufferPointer<Pending>
    /// What was read ahead, kept so that it is read.
    private var touched: UInt64 = 0

    @safe
    private struct CurrentWeek {
        var start = Timestamp.latest
        var end = Timestamp.earliest
        /// Nil when it is not asked for.
        var cells: UnsafeMutablePointer<WeekCells>?
    }

    package init(rules: AwardRules, weeks: ClosedRange<Week>?) {
        self.rules = rules
        self.weeks = weeks
        awards = AwardTable(rules)
        isCapped = AwardKind.allCases.contains { rules.dailyCap($0) != nil }
        unsafe pending = .allocate(capacity: Self.batchMax)
    }

    deinit {
        for week in weeksFolded {
            if let held = unsafe cells[week] { unsafe Self.release(held) }
        }
        unsafe pending.deallocate()
    }

    private static func release(_ cells: UnsafeMutablePointer<WeekCells>) {
        unsafe cells.deinitialize(count: 1)
        unsafe cells.deallocate()
    }

    package func fold(_ header: EventHeader) {
        if header.kind == .memberDeleted { deletedMembers.insert(MemberID(header.subject)) }
        guard let award = Award(header), rules[award.kind] != 0 else { return }
        let time = Timestamp(day: award.day)
        if time < current.start || time >= current.end { current = enter(award.day.week) }
        unsafe current.cells?.pointee
            .add(award.change, kind: award.kind.rawValue, day: award.day.weekday, to: award.member.value)
    }

    /// Folds a run of stored headers of which the first is to be that of `first`. Answers how many are sound, and so
    /// folded: it ends before the first whose checksum, kind or position is wrong.
    package func fold(_ run: RawSpan, from first: Position) -> Int {
        let count = run.byteCount / EventHeader.byteCount
        var done = 0
        while done < count {
            let wanted = min(count - done, Self.batchMax)
            let sound = fold(run, done..<done + wanted, first)
            done += sound
            if sound < wanted { break }
        }
        return done
    }

    /// An award whose cell is on its way from memory.
    @safe
    private struct Pending {
        let cells: UnsafeMutablePointer<WeekCells>
        let member: UInt64
        let change: Int32
        let kind: UInt8
        let day: UInt8
    }

    /// A page of the log.
    private static let batchMax = 64

    /// As above, of at most `batchMax` headers. Cells are touched for all of them before the first is changed: the processor
    /// waits for many at a time, and not for each in turn.
    private func fold(_ run: RawSpan, _ range: Range<Int>, _ first: Position) -> Int {
        var current = current
        defer { self.current = current }
        let awards = awards
        let deletion = EventKind.memberDeleted.rawValue
        var count = 0
        var sound = range.count
        for index in range {
            let header = HeaderWords(page: run, offset: index &* EventHeader.byteCount)
            let entry = awards[header.kind]
            guard header.isSound, header.position == first.value &+ UInt64(index), entry.contains(.isKnown) else {
                sound = index - range.lowerBound
                break
            }
            guard entry.contains(.isAward) else {
                if header.kind == deletion { deletedMembers.insert(MemberID(header.subject)) }
                continue
            }
            let (actor, owner) = (header.actor, header.owner)
            let member = entry.contains(.toOwner) ? owner : actor
            if member == 0 || entry.contains(.needsOther) && actor == owner { continue }
            let time = header.creditedAt
            if time < current.start.microseconds || time >= current.end.microseconds {
                current = enter(Timestamp(microseconds: time).week)
            }
            guard let cells = unsafe current.cells else { continue }
            let day = (time &- current.start.microseconds) / Self.dayMicroseconds
            unsafe touched ^= cells.pointee.touch(member)
            unsafe (pending.baseAddress! + count).initialize(
                to: Pending(
                    cells: cells, member: member, change: entry.change, kind: UInt8(entry.kind),
                    day: UInt8(truncatingIfNeeded: day)))
            count &+= 1
        }
        for index in 0..<count {
            let award = unsafe pending[index]
            unsafe award.cells.pointee
                .add(award.change, kind: Int(award.kind), day: Int(award.day), to: award.member)
        }
        return sound
    }

    private static let dayMicroseconds: Int64 = 86_400_000_000

    private func enter(_ week: Week) -> CurrentWeek {
        var entered = unsafe CurrentWeek(start: Timestamp(day: week.monday), end: week.end, cells: cells[week])
        if unsafe entered.cells == nil, weeks?.contains(week) ?? true {
            let new = UnsafeMutablePointer<WeekCells>.allocate(capacity: 1)
            unsafe new.initialize(to: WeekCells(isCapped: isCapped))
            unsafe (cells[week], entered.cells) = (new, new)
        }
        return entered
    }

    /// Takes in what another part of the same log gave, which is not used any more. Both have the same rules and weeks.
    package func merge(_ other: BoardFold) {
        precondition(weeks == other.weeks && rules == other.rules, "folds of different boards do not add up")
        deletedMembers.formUnion(other.deletedMembers)
        for week in other.weeksFolded {
            guard let theirs = unsafe other.cells[week] else { continue }
            guard let mine = unsafe cells[week] else {
                unsafe cells[week] = theirs
                continue
            }
            // The fewer into the more.
            let (more, fewer) = unsafe mine.pointee.count < theirs.pointee.count ? (theirs, mine) : (mine, theirs)
            unsafe more.pointee.merge(fewer.pointee)
            unsafe cells[week] = more
            unsafe Self.release(fewer)
        }
        unsafe other.cells = [:]
        other.current = CurrentWeek()
        current = CurrentWeek()
    }

    /// The weeks that somebody has earned anything in, in the order of time.
    package var weeksFolded: [Week] { unsafe cells.keys.sorted() }

    /// A week's board, best first; empty when nobody is on it. Deleted members are left out, and those of `excluded`.
    /// Several threads may ask at once while nothing is folded.
    package func board(of week: Week, excluding excluded: Set<MemberID>) -> [BoardEntry] {
        var places: [BoardPlace] = []
        unsafe cells[week]?.pointee.forEachPlace(by: rules) { place in
            if !deletedMembers.contains(place.member), !excluded.contains(place.member) { places.append(place) }
        }
        BoardPlace.sort(&places)
        var ranking = BoardRanking()
        return places.map { BoardEntry(rank: ranking.rank(of: $0), place: $0) }
    }

    /// The weeks with participants.
    package func boards(excluding excluded: Set<MemberID>) -> [Week: [BoardEntry]] {
        var boards: [Week: [BoardEntry]] = [:]
        for week in weeksFolded {
            let board = board(of: week, excluding: excluded)
            if !board.isEmpty { boards[week] = board }
        }
        return boards
    }
}
