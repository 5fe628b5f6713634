import Events
import Foundation
import Layout

/// The counts of one week's members during a board fold: a hash table of cells. A fold over millions of events waits
/// mostly for memory, so a cell takes as few cache lines as possible.
///
/// A cell consists of a member's id and 32-bit counters. Without daily caps only the net awards by day and by kind
/// matter: 7 + 7 counters in one line of 64 bytes. With caps a cell counts by day and kind and takes four lines.
@safe
struct WeekCells: ~Copyable {
    private static let countersBefore = 2
    private static let days = WeekCounts.dayCount

    /// In counters.
    private let cellSize: Int
    private let isCapped: Bool
    private var cells: UnsafeMutablePointer<Int32>
    /// A power of two.
    private var capacity: Int
    private(set) var count = 0

    init(isCapped: Bool) {
        self.isCapped = isCapped
        cellSize = isCapped ? 64 : 16
        capacity = 16
        unsafe cells = Self.allocate(capacity * cellSize)
    }

    deinit { unsafe Self.release(cells) }

    private static func release(_ cells: UnsafeMutablePointer<Int32>) { unsafe free(cells) }

    /// Zeroed memory. Large tables ask for huge pages: with small ones every second access misses the TLB as well.
    private static func allocate(_ counters: Int) -> UnsafeMutablePointer<Int32> {
        guard let bytes = unsafe calloc(counters * 4 / 64, 64) else { fatalError("no memory for boards") }
        #if os(Linux)
            if counters * 4 >= 1 << 22 {
                let page = sysconf(Int32(_SC_PAGESIZE))
                let start = unsafe UnsafeMutableRawPointer(
                    bitPattern: (UInt(bitPattern: bytes) + UInt(page)) & ~UInt(page - 1))
                _ = unsafe madvise(start, counters * 4 - page, MADV_HUGEPAGE)
            }
        #endif
        return unsafe bytes.assumingMemoryBound(to: Int32.self)
    }

    /// Prefetches the member's cell.
    @inline(__always)
    func touch(_ member: UInt64) -> UInt64 {
        unsafe Self.member(of: cells + (Self.hash(member) & (capacity &- 1)) &* cellSize)
    }

    /// `member` is not the operator. `day`: 0 = Monday.
    @inline(__always)
    mutating func add(_ change: Int32, kind: Int, day: Int, to member: UInt64) {
        let cell = unsafe cell(of: member)
        if isCapped {
            unsafe cell[Self.countersBefore + day * 8 + kind] &+= change
        } else {
            unsafe cell[Self.countersBefore + day] &+= change
            unsafe cell[Self.countersBefore + Self.days + kind] &+= change
        }
    }

    @inline(__always)
    private mutating func cell(of member: UInt64) -> UnsafeMutablePointer<Int32> {
        let mask = capacity &- 1
        var index = Self.hash(member) & mask
        while true {
            let cell = unsafe cells + index &* cellSize
            let found = unsafe Self.member(of: cell)
            if found == member { return unsafe cell }
            if found == 0 { return unsafe insert(member, at: cell) }
            index = (index &+ 1) & mask
        }
    }

    @inline(__always)
    private static func hash(_ member: UInt64) -> Int {
        Int(truncatingIfNeeded: (member &* 0x9E37_79B9_7F4A_7C15) >> 24)
    }

    @inline(__always)
    private static func member(of cell: UnsafeMutablePointer<Int32>) -> UInt64 {
        unsafe UnsafeRawPointer(cell).load(as: UInt64.self)
    }

    @inline(never)
    private mutating func insert(_ member: UInt64, at free: UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<Int32>
    {
        guard count < capacity / 2 else {
            grow()
            return unsafe cell(of: member)
        }
        count += 1
        unsafe UnsafeMutableRawPointer(free).storeBytes(of: member, as: UInt64.self)
        return unsafe free
    }

    private mutating func grow() {
        let (old, oldCapacity) = unsafe (cells, capacity)
        capacity *= 2
        count = 0
        unsafe cells = Self.allocate(capacity * cellSize)
        for index in 0..<oldCapacity {
            let from = unsafe old + index * cellSize
            guard unsafe Self.member(of: from) != 0 else { continue }
            unsafe cell(of: Self.member(of: from)).update(from: from, count: cellSize)
        }
        unsafe Self.release(old)
    }

    /// Merges the cells of another segment of the log, for the same week.
    mutating func merge(_ other: borrowing WeekCells) {
        precondition(isCapped == other.isCapped)
        for index in 0..<other.capacity {
            let from = unsafe other.cells + index * cellSize
            let member = unsafe Self.member(of: from)
            guard member != 0 else { continue }
            let into = unsafe cell(of: member)
            for counter in Self.countersBefore..<cellSize { unsafe into[counter] &+= from[counter] }
        }
    }

    /// The places with engagement above zero, unordered.
    func forEachPlace(by rules: AwardRules, _ body: (BoardPlace) -> Void) {
        for index in 0..<capacity {
            let cell = unsafe cells + index * cellSize
            let member = unsafe Self.member(of: cell)
            guard member != 0 else { continue }
            let counters = unsafe cell + Self.countersBefore
            let (engagement, days) = unsafe isCapped ? Self.capped(counters, rules) : Self.uncapped(counters, rules)
            if engagement > 0 {
                body(BoardPlace(engagement: engagement, activeDays: days, member: MemberID(member)))
            }
        }
    }

    private static func uncapped(_ counters: UnsafePointer<Int32>, _ rules: AwardRules) -> (Int64, Int) {
        var (engagement, days) = (Int64(0), 0)
        for kind in AwardKind.allCases {
            engagement += rules.points(of: Int64(unsafe counters[Self.days + kind.rawValue]), kind)
        }
        for day in 0..<Self.days where unsafe counters[day] > 0 { days += 1 }
        return (engagement, days)
    }

    private static func capped(_ counters: UnsafePointer<Int32>, _ rules: AwardRules) -> (Int64, Int) {
        var (engagement, days) = (Int64(0), 0)
        for day in 0..<Self.days {
            var net: Int64 = 0
            for kind in AwardKind.allCases {
                let count = Int64(unsafe counters[day * 8 + kind.rawValue])
                engagement += rules.points(of: count, kind)
                net += count
            }
            if net > 0 { days += 1 }
        }
        return (engagement, days)
    }
}
