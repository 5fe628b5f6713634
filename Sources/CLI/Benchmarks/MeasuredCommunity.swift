import Community
import Demo
import EventLog
import Events
import Foundation
import Layout

/// A synthetic community with its whole history, and the rates at which its events were appended.
final class MeasuredCommunity {
    private(set) var community: Community
    let directory: String
    /// The rate of each batch of decided and durable events, in events per second.
    private(set) var batchRates: [Double] = []
    /// The rates at which live views caught up with the head, in events per second.
    private(set) var liveRates: [Double] = []
    private var seen = Position.none

    /// Appends the whole history. If the plan measures views, they catch up once for each run, from the middle of the history on.
    init(at directory: String, _ plan: BenchmarkPlan) throws {
        self.directory = directory
        let marker = URL(fileURLWithPath: "\(directory)/benchmark")
        if FileManager.default.fileExists(atPath: marker.path) {
            guard plan.measures.isDisjoint(with: [.populate, .live]) else {
                throw Refusal.notMeasured("the synthetic community of \(directory) exists already")
            }
            community = try Community.open(at: directory, mode: .existing)
            return
        }
        community = try Community.open(at: directory, mode: .createIfAbsent)
        let size = try SyntheticCommunity.Size(
            members: plan.members, weeks: 10, seed: 1, commandsPerMember: plan.eventsPerMember)
        let half = size.commandCount / 2
        let batchCount = min(BenchmarkPlan.batchCount, half / plan.runs)
        var nextLook = plan.measures.contains(.live) ? half : .max
        var done = 0
        var batch: [Command] = []
        func flush() throws {
            let seconds = try Stopwatch.seconds { _ = try community.submit(batch: batch) }
            batchRates.append(Double(batch.count) / seconds)
            done += batch.count
            batch.removeAll(keepingCapacity: true)
            guard done >= nextLook else { return }
            try look()
            nextLook += max(1, half / plan.runs)
        }
        try SyntheticCommunity.forEachCommand(of: size) { command in
            batch.append(command)
            if batch.count >= batchCount { try flush() }
        }
        if !batch.isEmpty { try flush() }
        try Data().write(to: marker)
    }

    /// Brings the views to the head. The first query builds them, which a live view never does.
    private func look() throws {
        let head = try community.log.head()
        let seconds = try Stopwatch.seconds { try community.query { _ in } }
        if !seen.isNone { liveRates.append(Double(head.value - seen.value) / seconds) }
        seen = head
    }

    /// Closes the community and opens it again, as another process would.
    func reopen(between body: () throws -> Void = {}) throws {
        community.close()
        try body()
        community = try Community.open(at: directory, mode: .existing)
    }
}
