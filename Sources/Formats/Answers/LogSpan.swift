package import EventLog
package import Layout

/// A part of the log: from its beginning, inclusive, to its end, exclusive. Both are positions or instants.
///
/// Instants are compared with the time of recording. It never decreases along the log, so that every part is one range
/// of positions. The time at which an imported event happened does not count here.
package struct LogSpan: Sendable, Hashable {
    /// The whole log.
    package static let whole = LogSpan()

    /// `nil`: the first event.
    package let from: Moment?
    /// `nil`: the log's end, also of what is still to come.
    package let to: Moment?

    private init() { (from, to) = (nil, nil) }

    /// Refuses an end that is not after the beginning, where both are positions or both are instants. `field` names the
    /// parameter of the end.
    package init(from: Moment?, to: Moment?, field: String = "to") throws(Refusal) {
        let isBackwards =
            switch (from, to) {
            case (.position(let first)?, .position(let end)?): end <= first
            case (.time(let first)?, .time(let end)?): end <= first
            default: false
            }
        guard !isBackwards else {
            throw Refusal(.usage, "the time span ends before it begins: name a later end", field: field)
        }
        (self.from, self.to) = (from, to)
    }

    /// The part's positions in that state of the log; `nil`: it has no event there. O(log events).
    package func positions(in snapshot: LogSnapshot) throws(Refusal) -> ClosedRange<Position>? {
        let first: Position
        switch from {
        case nil: first = Position(1)
        case .position(let position): first = max(position, Position(1))
        case .time(let time): first = try Self.last(before: time, in: snapshot).next
        }
        var last = snapshot.head
        switch to {
        case nil: break
        case .position(let position): last = min(last, Position(position.value == 0 ? 0 : position.value - 1))
        case .time(let time): last = min(last, try Self.last(before: time, in: snapshot))
        }
        return first <= last ? first...last : nil
    }

    /// The last event that was recorded before that instant; `.none` before the first one.
    private static func last(before time: Timestamp, in snapshot: LogSnapshot) throws(Refusal) -> Position {
        try snapshot.lastPosition(recordedBy: Timestamp(microseconds: time.microseconds - 1)) ?? .none
    }

    /// Whether the part begins at that event or before it.
    package func hasBegun(by position: Position, recordedAt: Timestamp) -> Bool {
        switch from {
        case nil: true
        case .position(let first): position >= first
        case .time(let time): recordedAt >= time
        }
    }
}
