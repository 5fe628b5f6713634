package import Events

/// Submits events strictly in the order in which they stand, in batches, and counts what became of them.
///
/// Lines are read while those before them are being decided: reading and deciding take a core each.
package struct Submission {
    package static let batchCount = 1000
    /// A batch of long lines ends earlier: they are held until it is answered.
    static let batchBytesMax = 8 << 20

    /// Stops at the first refusal: what stands before it holds, and nothing after it was tried.
    package var isStrict = false

    package init(isStrict: Bool = false) { self.isStrict = isStrict }

    /// What became of everything, and for a strict submission the refusal that ended it.
    package struct Result: Sendable {
        package var report: ImportReport
        package var stopped: Refusal?
    }

    /// Drives `lines` through `begin`, which begins to decide a batch in order and gives what waits for the answers.
    ///
    /// `isKnown` tells whether something was carried out under an origin: what cannot even be read is another command then.
    /// `errors` gets each refused line with its number and bytes (none when it was too long), in the order of the
    /// lines; `progress` the number of lines done. What `begin`, an answer or `errors` throws ends the run; sending the
    /// same events again goes on from there.
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
            // A strict submission must not have submitted what follows a refusal: one event at a time.
            if isStrict { try underway.finish() }
        }
        let most = isStrict ? 1 : Self.batchCount
        while tally.stopped == nil {
            // A client that sends lines now and then learns at once what became of them.
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

    /// Members made by a submission are never made more than members.
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

/// What became of the lines so far.
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
