package import Events

/// An invented community. All of its events follow from these few numbers.
package enum DemoCommunity: Sendable {
    /// Two dozen members, ten weeks and some thousands of events, written for people to look at.
    case sample(seed: UInt64)
    /// Any number of members and weeks with a realistic mix of events, for measuring.
    case synthetic(SyntheticCommunity.Size)

    /// Commands that share a transaction.
    package static let batchCount = 1_000

    /// The origin of the first command. A log that has this origin holds this community.
    package var firstOrigin: Origin {
        switch self {
        case .sample(let seed):
            Origin(
                source: SampleCommunity.source,
                id: "\(SampleCommunity.prefix(seed: seed))member/\(Cast.members[0].username)")
        case .synthetic(let size): SyntheticCommunity.firstOrigin(of: size)
        }
    }

    /// Submits all commands, in order and in batches.
    ///
    /// Every command has an origin. A second run therefore appends nothing, and a run after an interruption appends the
    /// rest.
    ///
    /// - Parameters:
    ///   - begin: Begins to decide a batch while the next one is made. An error that it or its answer throws ends the run.
    ///   - progress: Receives the results of a batch, and how many of all commands are done.
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
        case .synthetic(let size):
            total = size.commandCount
            forEachCommand = { try SyntheticCommunity.forEachCommand(of: size, $0) }
        }
        var done = 0
        var underway = BatchesUnderway<Int>(begin: begin) { count, results in
            done += count
            progress(results, done, total)
        }
        try underway.run(batchesOf: Self.batchCount, forEachCommand)
    }
}

/// The weeks in which the demo's events happen. They are fixed, so that the same options make the same community on any day.
enum DemoTime {
    /// Monday, 2026-03-16T00:00:00Z.
    static let end = Timestamp(seconds: 1_773_619_200)
    static let sampleWeeks = 10

    static func start(weeks: Int) -> Timestamp {
        Timestamp(microseconds: end.microseconds - Int64(weeks) * 7 * 86_400_000_000)
    }
}
