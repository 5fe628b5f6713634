package import Layout

/// An event after which a question is answered otherwise, or a time.
package struct TracedChange<Answer: Sendable>: Sendable {
    /// Nil: time has passed, and nothing else.
    package var event: Position?
    /// The event before which that showed, or itself; nil: the question's own moment.
    package var noticedAt: Position?
    /// When the log took that one; nil: the question's own moment.
    package var time: Timestamp?
    package var before: Answer
    package var after: Answer
    /// The tables, in which the event changed rows that the question had read, in the order of their names.
    package var tables: [String]
}

/// Which of the changes are wanted.
package struct TracePage: Sendable {
    /// A state of the views and the instant at which it is asked about: two changes may belong to one event, for first the
    /// time until there may have changed the answer, then the event.
    package struct Point: Hashable, Sendable {
        /// The last event that is folded; none: empty views.
        package var state: Position
        /// The event at whose time it is asked; nil: at the question's own.
        package var time: Position?

        package init(state: Position, time: Position?) {
            self.state = state
            self.time = time
        }
    }

    /// Nil: all.
    package var countMax: Int?
    package var newestFirst: Bool
    /// Where the page before ended.
    package var after: Point?

    package init(countMax: Int?, newestFirst: Bool, after: Point?) {
        self.countMax = countMax
        self.newestFirst = newestFirst
        self.after = after
    }
}

/// A page of the changes of an answer.
package struct Trace<Answer: Sendable>: Sendable {
    package var changes: [TracedChange<Answer>] = []
    /// Where it ends; nil: there are no more.
    package var next: TracePage.Point?
}

/// Collects a page while the changes come in the order of the log. O(page) memory.
struct TraceCollector<Answer: Sendable> {
    private let page: TracePage
    private let end: Position
    /// One more than the page has, to see whether it ends there.
    private var changes: [TracedChange<Answer>] = []
    private var first = 0

    init(_ page: TracePage, through end: Position) {
        self.page = page
        self.end = end
    }

    /// False: no more are wanted.
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
