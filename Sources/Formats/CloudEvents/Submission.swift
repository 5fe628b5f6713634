package import Events

/// Submits events in the order of the input, in batches, and counts the results.
///
/// The next lines are read while a batch is decided: reading and deciding use a core each.
package struct Submission {
    package static let batchCount = 1000
    /// A batch of long lines ends at this size, because memory holds its lines until it is answered.
    static let batchBytesMax = 8 << 20

    /// Whether the first refusal ends the submission. Lines before it are submitted, lines after it are not.
    package var isStrict = false

    package init(isStrict: Bool = false) { self.isStrict = isStrict }

    /// The report, and the refusal that ended a strict submission.
    package struct Result: Sendable {
        package var report: ImportReport
        package var stopped: Refusal?
    }

    /// Submits all `lines`. An error that `begin`, its answer or `errors` throws ends the run; a retry with the same events
    /// appends the rest.
    ///
    /// - Parameters:
    ///   - begin: Begins to decide a batch, and returns the closure that waits for the answers.
    ///   - isKnown: Whether the log has an event of that origin. Then a line that cannot be read is a conflict.
    ///   - errors: Receives each refused line in order: its number, its bytes (none if it is too long), the refusal.
    ///   - progress: Receives the number of lines done.
    package func run(
        _ lines: EventLines, begin: @escaping BatchesUnderway<[EventLine]>.Begin,
        isKnown: @escaping (Origin) throws -> Bool = { _ in false },
        errors: @escaping (Int, [UInt8], Refusal) throws -> Void = { _, _, _ in },
        progress: @escaping (Int) -> Void = { _ in }
    ) throws -> Result {
        let clock = ContinuousClock()
        let start = clock.now
        var tally = Tally(isKnown: isKnown, errors: errors, isStrict: isStrict)
        var underway = BatchesUnderway<[EventLine]>(begin: begin) { batch, results in
            try tally.count(batch, results)
            progress(tally.report.read)
        }
        var batch: [EventLine] = []
        var byteCount = 0
        func flush() throws {
            // Lines without a command are reported by `Tally.count`, with their refusal.
            try underway.add(batch.compactMap { try? $0.command.get() }, keeping: batch)
            batch = []
            byteCount = 0
            // A strict submission submits one event at a time, and so nothing after a refusal.
            if isStrict { try underway.finish() }
        }
        let most = isStrict ? 1 : Self.batchCount
        while tally.stopped == nil {
            // A client that sends a line now and then gets its result at once.
            if lines.isWaiting { try underway.finish() }
            guard let line = try lines.next() else { break }
            batch.append(Self.makingPlainMembers(line))
            byteCount += line.bytes.count
            if batch.count >= most || byteCount >= Self.batchBytesMax { try flush() }
        }
        if !batch.isEmpty { try flush() }
        try underway.finish()
        tally.report.seconds = (clock.now - start).roundedSeconds
        return Result(report: tally.report, stopped: tally.stopped)
    }

    /// Refuses a registration with a role: a submission registers plain members only.
    private static func makingPlainMembers(_ line: EventLine) -> EventLine {
        guard case .success(let command) = line.command, command.kind == .memberRegistered, command.value != 0 else {
            return line
        }
        var line = line
        line.command = .failure(
            Refusal(.forbidden, "a submission makes plain members only; let an admin change the role", field: "role"))
        return line
    }
}

/// The results so far.
private struct Tally {
    let isKnown: (Origin) throws -> Bool
    let errors: (Int, [UInt8], Refusal) throws -> Void
    let isStrict: Bool
    var report = ImportReport()
    var stopped: Refusal?

    /// Counts a batch with the answers to its commands, and reports the refused lines among it.
    mutating func count(_ batch: [EventLine], _ results: [Swift.Result<Outcome, Refusal>]) throws {
        var results = results.makeIterator()
        for line in batch {
            report.read += 1
            let refusal: Refusal
            if case .failure(let unreadable) = line.command {
                let origin = unreadable.code == .invalid ? CloudEventReader.origin(json: line.bytes) : nil
                refusal = try origin.map(isKnown) == true ? Self.another(unreadable) : unreadable
            } else {
                switch results.next() {
                case .success(let outcome)?:
                    report.count(outcome)
                    continue
                case .failure(let refused)?: refusal = refused
                case nil: refusal = Refusal(.unavailable, "there was no answer; submit it again")
                }
            }
            report.refused[refusal.code.rawValue, default: 0] += 1
            try errors(line.number, line.bytes, refusal)
            if isStrict {
                report.stoppedAt = line.number
                stopped = refusal
            }
        }
    }

    private static func another(_ refusal: Refusal) -> Refusal {
        Refusal(
            .conflict, "its source and id belong to another command, and this one cannot be read: \(refusal.message)",
            field: "id")
    }
}
