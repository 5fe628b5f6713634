import Layout

/// Judges the events of a log one after the other: which of them follow each other, and what is wrong with the rest. It
/// reads nothing itself, and continues after any damage.
struct LogWalk {
    private(set) var damage = DamageList()
    /// The last position with a header, readable or not.
    private(set) var head = Position.none
    /// Whether every event up to the head has a readable header.
    private(set) var hasAllHeaders = true
    /// Whether all payloads are there.
    private(set) var hasAllBodies = true
    /// Unreadable headers since the last readable one: the next readable header shows which positions they had.
    private var unreadable: [HeaderDamage] = []
    private var recordedAt: Timestamp?

    /// Takes the next header of its segment. Returns whether it is one more event.
    mutating func take(_ header: EventHeader, segment: UInt64) -> Bool {
        let position = header.position
        guard position > head, position <= .max else {
            damage.add("event \(position) is there twice, or out of order", at: position)
            return false
        }
        settle(before: position)
        head = position
        if segment != LogTables.segment(of: position) {
            damage.add("event \(position) lies in a segment where no reader looks for it", at: position)
            hasAllHeaders = false
        }
        if let recordedAt, header.recordedAt < recordedAt {
            damage.add("event \(position) was recorded before the event before it", at: position)
        }
        recordedAt = header.recordedAt
        let latest = max(header.subject, header.owner.position, header.cause, header.actor.position)
        if latest > position {
            damage.add("event \(position) refers to event \(latest), which comes after it", at: position)
        }
        return true
    }

    mutating func takeUnreadable(_ reason: HeaderDamage) { unreadable.append(reason) }

    /// Records that the payload of an event is missing or damaged.
    mutating func takeLostBody(_ position: Position, _ what: String) {
        damage.add("what is stored beside event \(position) \(what)", at: position)
        hasAllBodies = false
    }

    /// Records stored bytes that belong to no event.
    mutating func takeSurplusBody(_ position: Position) {
        damage.add("bytes are stored beside event \(position), which knows of none", at: position)
    }

    /// Ends the walk.
    mutating func finish() {
        let end = Position(head.value + UInt64(unreadable.count))
        settle(before: end.next)
        head = end
    }

    /// Records what happened to the positions between the last readable header and this one.
    private mutating func settle(before position: Position) {
        var next = head.next
        for reason in unreadable {
            if next < position {
                damage.add("the header of event \(next) is unreadable (\(reason))", at: next)
                next = next.next
            } else {
                damage.add("an unreadable header lies before event \(position) (\(reason))", at: position)
            }
        }
        if next < position {
            let count = position.value - next.value
            damage.add(
                count == 1 ? "event \(next) is missing" : "events \(next) to \(position.value - 1) are missing",
                at: next, count: Int(count))
        }
        if head.next < position { hasAllHeaders = false }
        unreadable = []
    }
}

/// All damage, counted, and the first few faults in words.
struct DamageList {
    private static let namedMax = 3

    private(set) var count = 0
    /// The first event that is known to be wrong.
    private(set) var first: Position?
    private var named: [String] = []
    private var hasMore = false

    var isEmpty: Bool { count == 0 }

    /// The words are made only while there is room for them.
    mutating func add(_ words: @autoclosure () -> String, at position: Position? = nil, count: Int = 1) {
        self.count += count
        if let position { first = min(first ?? position, position) }
        if named.count < Self.namedMax { named.append(words()) } else { hasMore = true }
    }

    /// `event 3 is missing; event 7 is missing; and more`.
    var text: String { (named + (hasMore ? ["and more"] : [])).joined(separator: "; ") }
}
