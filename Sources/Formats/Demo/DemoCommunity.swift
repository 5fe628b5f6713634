package import Events

/// A community that never was: everything in it follows from these few numbers.
package enum DemoCommunity: Sendable {
    /// Two dozen members, ten weeks, some thousands of events, written to be looked at.
    case sample(seed: UInt64)
    /// As many members and weeks as one likes, in a realistic mix, for measuring.
    case crowd(CrowdSize)

    /// Commands that share a transaction.
    package static let batchCount = 1_000

    /// The origin of the first command: a log that has it holds this community, and no other.
    package var firstOrigin: Origin {
        switch self {
        case .sample(let seed):
            Origin(
                source: SampleCommunity.source,
                id: "\(SampleCommunity.prefix(seed: seed))member/\(Cast.members[0].username)")
        case .crowd(let size): Crowd.firstOrigin(of: size)
        }
    }

    /// Submits all commands, in order and in batches. Doing so again appends nothing, and goes on where an earlier run
    /// ended: every command has its origin.
    ///
    /// `begin` begins to decide a batch in order, while the next one is made; what it or its answer throws ends the run.
    /// `progress` is told what became of a batch, and how many of how many commands are done.
    package func populate(
        begin: @escaping BatchesUnderway<Int>.Begin,
        progress: @escaping (_ results: [Result<Outcome, Refusal>], _ done: Int, _ total: Int) -> Void
    ) throws {
        let total: Int
        let forEachCommand: ((Command) throws -> Void) throws -> Void
        switch self {
        case .sample(let seed):
            let commands = SampleCommunity.commands(seed: seed)
            total = commands.count
            forEachCommand = { try commands.forEach($0) }
        case .crowd(let size):
            total = size.commandCount
            forEachCommand = { try Crowd.forEachCommand(of: size, $0) }
        }
        var done = 0
        var underway = BatchesUnderway<Int>(begin: begin) { count, results in
            done += count
            progress(results, done, total)
        }
        try underway.run(batchesOf: Self.batchCount, forEachCommand)
    }
}

/// When the demo's communities live: not now, so that the same options make the same community on any day.
enum DemoTime {
    /// Monday, 2026-03-16T00:00:00Z.
    static let end = Timestamp(seconds: 1_773_619_200)
    static let sampleWeeks = 10

    static func start(weeks: Int) -> Timestamp {
        Timestamp(microseconds: end.microseconds - Int64(weeks) * 7 * 86_400_000_000)
    }
}
