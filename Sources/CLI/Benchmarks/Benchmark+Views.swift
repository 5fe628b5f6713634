import Community
import EventLog
import Events
import Foundation
import Layout
import Synchronization
import Views

extension Benchmark {
    /// Opening as every command does, and the first look into views that are there.
    func measureOpening() throws {
        let synthetic = try synthetic()
        try synthetic.community.query { _ in }
        var (opening, looking) = (Latencies(), Latencies())
        for _ in 0..<Self.openings {
            var start = Stopwatch.now()
            try synthetic.reopen { start = Stopwatch.now() }
            _ = try synthetic.community.log.head()
            opening.add(Stopwatch.now() - start)
            start = Stopwatch.now()
            try synthetic.community.query { _ in }
            looking.add(Stopwatch.now() - start)
        }
        for (name, latencies) in [("open", opening), ("open.views", looking)] {
            add(Figure(name, "ms", runs: latencies.nanoseconds.map { Double($0) / 1e6 }, latencies: latencies))
        }
    }

    private static let openings = 21

    /// Measures the time from a log without views to the first answer.
    func measureViews() throws {
        let synthetic = try synthetic()
        let rates = try runs {
            try synthetic.reopen { try FileManager.default.removeItemIfThere("\(synthetic.directory)/views") }
            let head = try synthetic.community.log.head()
            return Double(head.value) / (try Stopwatch.seconds { try synthetic.community.query { _ in } })
        }
        add(Figure("views", "events/s", runs: rates))
    }

    func measureRebuild() throws {
        let community = try synthetic().community
        let rates = try runs {
            let report = try community.viewsRebuild([])
            guard report.matchesLive else { throw Refusal.notMeasured("rebuilt views differ from live ones") }
            return Double(report.events) / report.seconds
        }
        add(Figure("rebuild", "events/s", runs: rates))
    }

    /// The boards of all weeks, and whether they are those that are served.
    func measureBoards() throws {
        let community = try synthetic().community
        let rates = try runs {
            let report = try community.rebuildStandings(weeks: nil, dryRun: true, listing: false)
            guard report.changed == 0 else { throw Refusal.notMeasured("the boards differ from the log") }
            return Double(report.events) / max(report.seconds, 1e-6)
        }
        add(Figure("boards", "events/s", runs: rates))
    }

    /// Measures the space of the log alone, and with the state of decisions and the views.
    func measureSpace() throws {
        let synthetic = try synthetic()
        try synthetic.community.query { _ in }
        let events = Double(try synthetic.community.log.head().value)
        let log = Double(try synthetic.community.log.usedBytes())
        let views = Double(try FileManager.default.bytesOnDisk(below: "\(synthetic.directory)/views"))
        let state = Double(try synthetic.community.log.stateBytes())
        add(Figure("space.log", "bytes/event", runs: [log / events]))
        add(Figure("space.state", "bytes/event", runs: [state / events]))
        add(Figure("space.all", "bytes/event", runs: [(log + state + views) / events]))
    }

    // MARK: Lag

    /// The instant when a batch was durable, and the log's end at that instant.
    private struct Commit {
        var end: UInt64
        var count: Int
        var time: UInt64
    }

    private final class Offer: Sendable {
        let commits = Mutex<[Commit]>([])
        let failure = Mutex<(any Error)?>(nil)
        let isDone = Atomic(false)
    }

    /// One thread appends at the planned rate, another keeps the views at the head. An event's lag is the time from its
    /// commit's return until a query sees it.
    func measureLag() throws {
        let guests = try guests()
        try guests.community.query { _ in }
        var lags = Latencies()
        let rates = try runs {
            let count = Int(Double(plan.rate) * BenchmarkPlan.lagSeconds)
            let (first, rate) = (takeActions(count), plan.rate)
            let offer = Offer()
            let start = Stopwatch.now()
            let thread = Thread {
                do { try Self.offer(count, from: first, rate, guests, offer) } catch {
                    offer.failure.withLock { $0 = error }
                }
                offer.isDone.store(true, ordering: .sequentiallyConsistent)
            }
            thread.start()
            let seen = try Self.follow(guests.community, offer)
            if let failure = offer.failure.withLock({ $0 }) { throw failure }
            let seconds = Double(seen.last?.time ?? start) - Double(start)
            var index = 0
            for commit in offer.commits.withLock({ $0 }) {
                while index < seen.count, seen[index].position < commit.end { index += 1 }
                guard index < seen.count else { break }
                let lag = seen[index].time > commit.time ? seen[index].time - commit.time : 0
                for _ in 0..<commit.count { lags.add(lag) }
            }
            return Double(count) / max(seconds / 1e9, 1e-9)
        }
        add(Figure("lag", "events/s", runs: rates, latencies: lags))
    }

    /// Offers events at `rate`. The events due since the last commit make the next batch.
    private static func offer(_ count: Int, from first: Int, _ rate: Int, _ guests: Guests, _ offer: Offer) throws {
        let start = Stopwatch.now()
        var done = 0
        while done < count {
            let due = min(count, Int(Stopwatch.seconds(since: start) * Double(rate)))
            guard due > done else {
                usleep(200)
                continue
            }
            let results = try guests.community.submit(batch: (done..<due).map { guests.action(first + $0) })
            let end = try results[results.count - 1].get().position.value
            let commit = Commit(end: end, count: due - done, time: Stopwatch.now())
            offer.commits.withLock { $0.append(commit) }
            done = due
        }
    }

    /// Queries until the views show every offered event. Returns each seen position with its instant.
    private static func follow(_ community: Community, _ offer: Offer) throws -> [(position: UInt64, time: UInt64)] {
        var seen: [(position: UInt64, time: UInt64)] = []
        while true {
            let wasDone = offer.isDone.load(ordering: .sequentiallyConsistent)
            let position = try community.query { $0.logPosition.value }
            if seen.last?.position != position {
                seen.append((position, Stopwatch.now()))
            } else if wasDone {
                return seen
            } else {
                usleep(200)
            }
        }
    }
}

extension FileManager {
    fileprivate func removeItemIfThere(_ path: String) throws {
        if fileExists(atPath: path) { try removeItem(atPath: path) }
    }

    /// The bytes that the files below a folder occupy, without holes.
    fileprivate func bytesOnDisk(below path: String) throws -> Int {
        try subpathsOfDirectory(atPath: path).reduce(0) { sum, name in
            var status = stat()
            guard unsafe stat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return sum }
            return sum + Int(status.st_blocks) * 512
        }
    }
}
