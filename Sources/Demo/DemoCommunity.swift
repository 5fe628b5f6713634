package import Events

/// A community that never was: everything in it follows from these few numbers.
package enum DemoCommunity: Sendable {
    /// Two dozen members, ten weeks, some thousands of events, written to be looked at.
    case sample(seed: UInt64)
    /// As many members and weeks as one likes, in a realistic mix, for measuring.
    case crowd(CrowdSize)

    /// Commands that share a transaction.
    package static let batchCount = 1_000

    /// The first command's: whoever knows it has begun this community, and no other.
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
    /// `submit` decides a batch in order and answers each command; what it throws ends the run. `progress` is told what
    /// became of a batch, and how many of how many commands are done.
    package func populate(
        submit: ([Command]) throws -> [Result<Outcome, Refusal>],
        progress: (_ results: [Result<Outcome, Refusal>], _ done: Int, _ total: Int) -> Void
    ) throws {
        var batch: [Command] = []
        var done = 0
        func flush(of total: Int) throws {
            guard !batch.isEmpty else { return }
            let results = try submit(batch)
            done += batch.count
            batch.removeAll(keepingCapacity: true)
            progress(results, done, total)
        }
        func add(_ command: Command, of total: Int) throws {
            batch.append(command)
            if batch.count == Self.batchCount { try flush(of: total) }
        }
        switch self {
        case .sample(let seed):
            let commands = SampleCommunity.commands(seed: seed)
            for command in commands { try add(command, of: commands.count) }
            try flush(of: commands.count)
        case .crowd(let size):
            try Crowd.forEachCommand(of: size) { try add($0, of: size.commandCount) }
            try flush(of: size.commandCount)
        }
    }
}
