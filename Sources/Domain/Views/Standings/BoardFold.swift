package import Events
package import Layout

/// A line of a week's board.
package struct BoardEntry: Hashable, Sendable {
    /// Equal engagement and active days share a rank.
    package var rank: Int
    package var place: BoardPlace

    package init(rank: Int, place: BoardPlace) {
        self.rank = rank
        self.place = place
    }

    package var member: MemberID { place.member }
}

/// The boards of many weeks, folded from headers alone: for what-if rules, and to verify the views.
///
/// The state consists of sums and a set, so folds of log segments merge in any order. A repeated event for a member's
/// week allocates nothing. Not thread-safe.
@safe
package final class BoardFold: @unchecked Sendable {
    package let rules: AwardRules
    /// `nil`: all weeks.
    package let weeks: ClosedRange<Week>?
    /// The members whose marks are void at the end of the log. Such marks count in no segment.
    package let voided: Set<MemberID>
    private let awards: AwardTable
    private let isCapped: Bool
    private var cells: [Week: UnsafeMutablePointer<WeekCells>] = unsafe [:]
    private var deletedMembers: Set<MemberID> = []
    /// The week of the last event: most events follow in time order.
    private var current = CurrentWeek()
    private let pending: UnsafeMutableBufferPointer<Pending>
    /// The sum of the prefetched words, kept so that the compiler does not drop the reads.
    private var touched: UInt64 = 0

    @safe
    private struct CurrentWeek {
        var start = Timestamp.latest
        var end = Timestamp.earliest
        /// `nil` if the week is not wanted.
        var cells: UnsafeMutablePointer<WeekCells>?
    }

    package init(rules: AwardRules, weeks: ClosedRange<Week>?, voided: Set<MemberID> = []) {
        self.rules = rules
        self.weeks = weeks
        self.voided = voided
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
        if award.kind.isOfMark, voided.contains(header.actor) { return }
        let time = Timestamp(day: award.day)
        if time < current.start || time >= current.end { current = enter(award.day.week) }
        unsafe current.cells?.pointee
            .add(award.change, kind: award.kind.rawValue, day: award.day.weekday, to: award.member.value)
    }

    /// Folds a run of stored headers, the first of which has position `first`. Returns the number of folded headers:
    /// the fold stops before the first one whose checksum, kind or position is wrong.
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

    /// An award whose cell was prefetched.
    @safe
    private struct Pending {
        let cells: UnsafeMutablePointer<WeekCells>
        let member: UInt64
        let change: Int32
        let kind: UInt8
        let day: UInt8
    }

    /// The headers of a log page.
    private static let batchMax = 64

    /// Folds at most `batchMax` headers. It touches the cells of all of them before it changes the first, so that the
    /// processor waits for many cells at a time and not for each in turn.
    private func fold(_ run: RawSpan, _ range: Range<Int>, _ first: Position) -> Int {
        var current = current
        defer { self.current = current }
        let awards = awards
        let deletion = EventKind.memberDeleted.rawValue
        let areVoided = !voided.isEmpty
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
            if entry.contains(.needsChange), header.value == EventHeader.leavingHidden { continue }
            if areVoided, entry.isOfMark, voided.contains(MemberID(actor)) { continue }
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

    /// Merges the fold of another segment of the log, which must not be used afterwards. Both have the same rules and
    /// weeks.
    package func merge(_ other: BoardFold) {
        precondition(
            weeks == other.weeks && rules == other.rules && voided == other.voided,
            "folds of different boards do not add up")
        deletedMembers.formUnion(other.deletedMembers)
        for week in other.weeksFolded {
            guard let theirs = unsafe other.cells[week] else { continue }
            guard let mine = unsafe cells[week] else {
                unsafe cells[week] = theirs
                continue
            }
            // Merges the smaller table into the larger one.
            let (more, fewer) = unsafe mine.pointee.count < theirs.pointee.count ? (theirs, mine) : (mine, theirs)
            unsafe more.pointee.merge(fewer.pointee)
            unsafe cells[week] = more
            unsafe Self.release(fewer)
        }
        unsafe other.cells = [:]
        other.current = CurrentWeek()
        current = CurrentWeek()
    }

    /// The weeks with awards, in order.
    package var weeksFolded: [Week] { unsafe cells.keys.sorted() }

    /// A week's board, best first, without deleted members and those in `excluded`. Safe to call from several threads
    /// while no thread folds.
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
