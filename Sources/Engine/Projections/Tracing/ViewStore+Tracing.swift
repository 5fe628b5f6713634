package import Layout

extension ViewStore {
    /// The events through `end`, after which a question was answered otherwise: a page of them, each with both answers.
    ///
    /// The log is folded anew, by the same code, into views that nobody else sees and that leave nothing behind. `ask` answers
    /// the question of a state of them, as at that time (nil: the question's own), and says whether the time had a part in it.
    /// It must answer the same whenever it reads the same rows at the same time. `progress` gets (events folded, events in
    /// all). O(events + changes of what it reads × what an answer costs); memory for a page.
    package func trace<Answer: Equatable & Sendable>(
        _ page: TracePage, through end: Position, progress: (Int, Int) -> Void = { _, _ in },
        _ ask: (ViewSnapshot, Timestamp?) throws -> (answer: Answer, isTimely: Bool)
    ) throws(Refusal) -> Trace<Answer> {
        do throws(any Error) {
            for _ in 0..<Self.traceTriesMax {
                let erasures = try past.erasureCount()
                do {
                    let trace = try traceOnce(page, through: end, progress, ask)
                    // What somebody deleted meanwhile has said may be among the answers.
                    if try past.erasureCount() == erasures { return trace }
                } catch {
                    guard try past.erasureCount() != erasures else { throw error }
                }
            }
            throw Refusal(.overloaded, "too many accounts are being deleted to look back: try again")
        } catch {
            throw refusal(error)
        }
    }

    private static var traceTriesMax: Int { 10 }

    private func traceOnce<Answer: Equatable & Sendable>(
        _ page: TracePage, through end: Position, _ progress: (Int, Int) -> Void,
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
    /// Views before the first event, which nobody keeps. The lock keeps others from sweeping them away before they are open.
    func emptyViews() throws -> OverlaidViewBase {
        try kept.withLock { try OverlaidViewBase(path: kept.newPath(), registry) }
    }
}
