package import Events
package import Layout

/// An event, or a passage of time, after which a query's answer differs.
package struct TracedChange<Answer: Sendable>: Sendable {
    /// `nil`: only time has passed.
    package var event: Position?
    /// The event at or before which the change shows; `nil`: the query's own instant.
    package var noticedAt: Position?
    /// When that event was recorded; `nil`: the query's own instant.
    package var time: Timestamp?
    package var before: Answer
    package var after: Answer
    /// The tables in which the event changed rows that the query had read, by name.
    package var tables: [String]
}

/// The part of the changes to return.
package struct TracePage: Sendable {
    /// A state of the views and the instant of the query. Two changes may belong to one event: the passage of time
    /// before it, and the event itself.
    package struct Point: Hashable, Sendable {
        /// The last folded event; none: empty views.
        package var state: Position
        /// The event whose time is the instant; `nil`: the query's own instant.
        package var time: Position?

        package init(state: Position, time: Position?) {
            self.state = state
            self.time = time
        }
    }

    /// `nil`: no limit.
    package var countMax: Int?
    package var newestFirst: Bool
    /// The end of the previous page.
    package var after: Point?

    package init(countMax: Int?, newestFirst: Bool, after: Point?) {
        self.countMax = countMax
        self.newestFirst = newestFirst
        self.after = after
    }
}

/// A page of an answer's changes.
package struct Trace<Answer: Sendable>: Sendable {
    package var changes: [TracedChange<Answer>] = []
    /// Where the page ends; `nil`: there are no more changes.
    package var next: TracePage.Point?
}

/// Collects a page while changes arrive in log order. O(page) memory.
struct TraceCollector<Answer: Sendable> {
    private let page: TracePage
    private let end: Position
    /// One more than the page holds, to know whether it is the last.
    private var changes: [TracedChange<Answer>] = []
    private var first = 0

    init(_ page: TracePage, through end: Position) {
        self.page = page
        self.end = end
    }

    /// Returns false when the page is complete.
    mutating func add(_ change: TracedChange<Answer>) -> Bool {
        guard let countMax = page.countMax else {
            changes.append(change)
            return true
        }
        if page.newestFirst {
            if changes.count <= countMax {
                changes.append(change)
            } else {
                changes[first] = change
                first = (first + 1) % changes.count
            }
            return true
        }
        changes.append(change)
        return changes.count <= countMax
    }

    func trace() -> Trace<Answer> {
        var changes = Array(changes[first...] + changes[..<first])
        if page.newestFirst { changes.reverse() }
        guard let countMax = page.countMax, changes.count > countMax else { return Trace(changes: changes, next: nil) }
        let last = countMax > 0 ? changes[countMax - 1] : nil
        changes.removeLast(changes.count - countMax)
        return Trace(changes: changes, next: last.map { page.newestFirst ? point(before: $0) : point(after: $0) })
    }

    private func point(after change: TracedChange<Answer>) -> TracePage.Point {
        guard let event = change.noticedAt else { return .init(state: end, time: nil) }
        return .init(state: change.event ?? Position(event.value - 1), time: event)
    }

    private func point(before change: TracedChange<Answer>) -> TracePage.Point {
        guard let event = change.noticedAt else { return .init(state: end, time: end) }
        let before = Position(event.value - 1)
        return .init(state: before, time: change.event == nil ? before : event)
    }
}
