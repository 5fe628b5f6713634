import EventLog
import Layout

/// Folds the log into its own views, and repeats a query whenever an event changes rows that the last answer was
/// computed from. Events in between are folded in batches.
struct Tracer<P: Projector, Answer: Equatable & Sendable> {
    /// Answers the query for a state of the views at a time (`nil`: the query's own), and says whether the answer
    /// depended on the time.
    typealias Ask = (ViewSnapshot, Timestamp?) throws -> (answer: Answer, isTimely: Bool)

    private let log: EventLog
    private let view: P.View
    private let registry: TableRegistry
    private let base: OverlaidViewBase
    private let ask: Ask
    private let progress: (Int, Int) throws(Refusal) -> Void
    private var collector: TraceCollector<Answer>
    /// End of the log, for `progress`.
    private let end: Position
    private var asked: (answer: Answer, isTimely: Bool, watch: TraceWatch)?

    /// Approximate maximum of rows in a batch, and of rows in memory.
    private static var rowsMax: Int { 50_000 }
    /// Above this number of rows in memory they are stored before a query, whose scans would have to sort them.
    private static var askedRowsMax: Int { 500 }
    /// Events between two checks of the row count.
    private static var stepCount: Int { 256 }

    /// `base` must be empty.
    init(
        _ log: EventLog, _ view: P.View, _ registry: TableRegistry, into base: OverlaidViewBase,
        through end: Position, _ collector: TraceCollector<Answer>,
        _ progress: @escaping (Int, Int) throws(Refusal) -> Void,
        _ ask: @escaping Ask
    ) {
        self.log = log
        self.view = view
        self.registry = registry
        self.base = base
        self.end = end
        self.collector = collector
        self.progress = progress
        self.ask = ask
    }

    /// Collects the changes between two points.
    mutating func trace(from start: TracePage.Point?, through end: TracePage.Point) throws -> Trace<Answer> {
        var position = Position.none
        if let start, !start.state.isNone {
            _ = try fold(after: .none, through: start.state)
            position = start.state
        }
        try ask(at: position, try time(of: start?.time ?? Position(1)))
        guard try fold(after: position, through: end.state) else { return collector.trace() }
        if asked?.isTimely ?? false { _ = try passTime(to: end.time, before: end.state.next) }
        return collector.trace()
    }

    private func time(of event: Position?) throws -> Timestamp? {
        try event.flatMap { event in try log.read { try $0.header(at: event)?.recordedAt } }
    }

    // MARK: Folding

    /// Returns false when the page is complete. Before the first query no change is found.
    private mutating func fold(after start: Position, through last: Position) throws -> Bool {
        let reader = ReadAhead<P>(log, after: start, through: last)
        defer { reader.stop() }
        var position = start
        var chunk = LogChunk(last: start, head: last)
        var next = 0
        while true {
            var batch = ViewTransaction(base: base, registry: registry)
            var seen: [Int] = []
            var suspect: EventHeader?
            var isFull = false
            while suspect == nil, !isFull {
                if next == chunk.records.count {
                    position = chunk.last
                    try progress(Int(position.value), Int(end.value))
                    chunk = try reader.next()
                    next = 0
                    guard chunk.last > position else { break }
                    continue
                }
                P.fold(chunk.records[next], into: view, &batch)
                if let watch = asked?.watch, batch.hasMet(since: &seen, watch.concerns) {
                    suspect = chunk.records[next].header
                }
                next += 1
                if next % Self.stepCount == 0 { isFull = batch.rowCount >= Self.rowsMax }
            }
            if let failure = base.failure { throw failure }
            let changes = batch.changes()
            if let failure = base.failure { throw failure }
            let goesOn = try take(changes, suspect)
            if base.rowCount >= Self.rowsMax { try base.store() }
            guard goesOn else { return false }
            if suspect == nil, !isFull { return true }
        }
    }

    /// Adopts a batch whose last event, the suspect, is the only one that met rows of the read set. Returns false when
    /// the page is complete.
    private mutating func take(_ changes: [TableChanges], _ suspect: EventHeader?) throws -> Bool {
        guard let suspect, let before = asked else {
            base.take(changes)
            return true
        }
        let tables = before.watch.changed(by: changes)
        guard !tables.isEmpty else {
            base.take(changes)
            return true
        }
        try progress(Int(suspect.position.value), Int(end.value))
        if before.isTimely, try !passTime(to: suspect.position, before: suspect.position) { return false }
        base.take(changes)
        return try found(suspect.position, noticedAt: suspect.position, suspect.recordedAt, tables)
    }

    // MARK: Asking

    /// Repeats the query with the time of `event` (`nil`: the query's own instant), because the answer depends on the
    /// time. `next` is the first event that is not folded yet.
    private mutating func passTime(to event: Position?, before next: Position) throws -> Bool {
        try found(nil, noticedAt: event, try time(of: event), [], at: Position(next.value - 1))
    }

    /// Repeats the query and records a changed answer. Returns false when the page is complete.
    private mutating func found(
        _ event: Position?, noticedAt: Position?, _ time: Timestamp?, _ tables: [String], at state: Position? = nil
    ) throws -> Bool {
        guard let before = asked?.answer else { return true }
        try ask(at: state ?? event ?? .none, time)
        guard let after = asked?.answer, after != before else { return true }
        return collector.add(
            TracedChange(event: event, noticedAt: noticedAt, time: time, before: before, after: after, tables: tables))
    }

    private mutating func ask(at position: Position, _ time: Timestamp?) throws {
        if base.rowCount > Self.askedRowsMax { try base.store() }
        let recorder = RecordingViewBase(base)
        let answer = try ask(ViewSnapshot(base: recorder, position: position), time)
        if let failure = recorder.failure { throw failure }
        asked = (answer.answer, answer.isTimely, TraceWatch(recorder.reads, registry))
    }
}

/// Decides which rows an event must meet to change the answer.
struct TraceWatch {
    private enum Scope {
        case nothing
        case rows
        /// The source of a derived table that was read: which index rows it contributes is known only from its rows
        /// before and after.
        case table
    }

    private let reads: ReadSet
    private let registry: TableRegistry
    /// By table index.
    private var scopes: [Scope]

    init(_ reads: ReadSet, _ registry: TableRegistry) {
        var reads = reads
        reads.seal()
        self.reads = reads
        self.registry = registry
        scopes = Array(repeating: .nothing, count: registry.names.count)
        for table in reads.tableIndices {
            let sources = registry.sources(of: table)
            if sources.isEmpty, case .nothing = scopes[table] { scopes[table] = .rows }
            for source in sources { scopes[source] = .table }
        }
    }

    /// Whether an event that met this row may change the answer.
    func concerns(_ table: Int, _ key: Key) -> Bool {
        switch scopes[table] {
        case .nothing: false
        case .rows: reads.contains(table, key)
        case .table: true
        }
    }

    /// The tables with changes within the read set.
    func changed(by changes: [TableChanges]) -> [String] {
        var names: [String] = []
        for table in changes {
            var isRead = false
            table.forEachChange { key, _, _ in isRead = isRead || reads.contains(table.table, key) }
            if isRead { names.append(registry.names[table.table]) }
        }
        return names.sorted()
    }
}
