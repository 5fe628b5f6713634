package import Events

/// Submits events strictly in the order in which they stand, a batch at a time, and counts what became of them.
package struct Submission {
    package static let batchCount = 1000

    /// Stops at the first refusal: what stands before it holds, and nothing after it was tried.
    package var isStrict = false

    package init(isStrict: Bool = false) { self.isStrict = isStrict }

    /// What became of everything, and for a strict submission the refusal that ended it.
    package struct Result: Sendable {
        package var report: ImportReport
        package var stopped: Refusal?
    }

    /// Drives `lines` through `submit`, which decides a batch in order and answers each command.
    ///
    /// `isKnown` tells whether something was carried out under an origin: what cannot even be read is another command then.
    /// `errors` gets each refused line with its number and bytes (none when it was too long), in the order of the
    /// lines; `progress` the number of lines done. What `submit` or `errors` throw ends the run; sending the same
    /// events again goes on from there.
    package func run(
        _ lines: EventLines, submit: ([Command]) throws -> [Swift.Result<Outcome, Refusal>],
        isKnown: (Origin) throws -> Bool = { _ in false },
        errors: (Int, [UInt8], Refusal) throws -> Void = { _, _, _ in }, progress: (Int) -> Void = { _ in }
    ) throws -> Result {
        let clock = ContinuousClock()
        let start = clock.now
        var report = ImportReport()
        var stopped: Refusal?
        var batch: [EventLine] = []
        // Whoever stops at a refusal must not have submitted what follows it: one at a time.
        let most = isStrict ? 1 : Self.batchCount
        func flush() throws {
            let commands = batch.compactMap { try? Self.command(of: $0).get() }
            var results = (commands.isEmpty ? [] : try submit(commands)).makeIterator()
            for line in batch {
                report.read += 1
                let result: Swift.Result<Outcome, Refusal>
                switch Self.command(of: line) {
                case .failure(let refusal):
                    let origin = refusal.code == .invalid ? CloudEventReader.origin(json: line.bytes) : nil
                    result = .failure(try origin.map(isKnown) == true ? Self.another(refusal) : refusal)
                case .success:
                    result = results.next() ?? .failure(Refusal(.unavailable, "there was no answer; send it again"))
                }
                switch result {
                case .success(let outcome): report.count(outcome)
                case .failure(let refusal):
                    report.refused[refusal.code.rawValue, default: 0] += 1
                    try errors(line.number, line.bytes, refusal)
                    if isStrict {
                        report.stoppedAt = line.number
                        stopped = refusal
                    }
                }
            }
            batch.removeAll(keepingCapacity: true)
            progress(report.read)
        }
        while stopped == nil, let line = try lines.next() {
            batch.append(line)
            if batch.count >= most { try flush() }
        }
        if !batch.isEmpty { try flush() }
        report.seconds = (clock.now - start).roundedSeconds
        return Result(report: report, stopped: stopped)
    }

    private static func another(_ refusal: Refusal) -> Refusal {
        Refusal(
            .conflict, "its source and id belong to another command, and this one cannot be read: \(refusal.message)",
            field: "id")
    }

    /// Members made by a submission are never made more than members.
    private static func command(of line: EventLine) -> Swift.Result<Command, Refusal> {
        if case .success(let command) = line.command, command.kind == .memberRegistered, command.value != 0 {
            return .failure(
                Refusal(
                    .forbidden, "a submission makes plain members only; let an admin change the role", field: "role"))
        }
        return line.command
    }
}
