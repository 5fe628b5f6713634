import EventLog
package import Layout

extension ViewStore {
    /// The changes of a query's answer through `end`: a page of them, each with the answers before and after.
    ///
    /// The log is folded again, by the same projectors, into private views that leave nothing behind. `ask` answers the query
    /// for a state of the views at a time (`nil`: the query's own), and says whether the answer depended on the time. Equal
    /// rows and equal times must give equal answers. `progress` gets (events folded, events in total); what it throws ends the work. O(events + changes of
    /// the rows read × cost of an answer) time, O(page) memory.
    package func trace<Answer: Equatable & Sendable>(
        _ page: TracePage, through end: Position, progress: (Int, Int) throws(Refusal) -> Void = { _, _ in },
        _ ask: (ViewSnapshot, Timestamp?) throws -> (answer: Answer, isTimely: Bool)
    ) throws(Refusal) -> Trace<Answer> {
        do throws(any Error) {
            for _ in 0..<Self.traceTriesMax {
                let erasures = try past.erasureCount()
                do {
                    let trace = try traceOnce(page, through: end, progress, ask)
                    // The answers may contain words of a member deleted meanwhile.
                    if try past.erasureCount() == erasures { return trace }
                } catch {
                    guard try past.erasureCount() != erasures else { throw error }
                }
            }
            throw Refusal(.overloaded, "too many accounts are being deleted to query earlier positions: try again")
        } catch {
            throw refusal(error)
        }
    }

    private static var traceTriesMax: Int { 10 }

    private func traceOnce<Answer: Equatable & Sendable>(
        _ page: TracePage, through end: Position, _ progress: (Int, Int) throws(Refusal) -> Void,
        _ ask: (ViewSnapshot, Timestamp?) throws -> (answer: Answer, isTimely: Bool)
    ) throws -> Trace<Answer> {
        let base = try past.emptyViews()
        defer { base.close() }
        let ownEnd = TracePage.Point(state: end, time: nil)
        let (start, last) = page.newestFirst ? (nil, page.after ?? ownEnd) : (page.after, ownEnd)
        return try withoutActuallyEscaping(progress) { progress in
            try withoutActuallyEscaping(ask) { ask in
                var tracer = Tracer<P, Answer>(
                    log, view, registry, into: base, through: end, TraceCollector(page, through: end), progress, ask)
                return try tracer.trace(from: start, through: last)
            }
        }
    }
}

extension PastViews {
    /// Views before the first event, which are not kept. The lock prevents a sweep before they are open.
    func emptyViews() throws -> OverlaidViewBase {
        do { return try kept.withLock { try OverlaidViewBase(path: kept.newPath(), registry) } } catch {
            guard log.lacksRoom(error), let generation = try Generation.inMemory(for: log, registry) else {
                throw error
            }
            return try OverlaidViewBase(generation)
        }
    }
}
