import Community
import EventLog
import Foundation
import Layout
import Pages
import ServiceLifecycle
import Synchronization

/// The service's course over an hour, for the console: a sample every ten seconds, in memory.
final class Vitals: ServiceLifecycle.Service {
    static let secondsBetweenSamples = 10
    private static let samplesMax = 361

    private let context: RequestContext

    init(_ context: RequestContext) { self.context = context }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                self.context.sample()
                // A cancelled sleep ends the loop.
                try? await Task.sleep(for: .seconds(Self.secondsBetweenSamples))
            }
        }
    }

    /// Adds a sample, and drops what is older than an hour.
    static func add(_ sample: HealthPage.Figures.Sample, to samples: inout [HealthPage.Figures.Sample]) {
        samples.append(sample)
        if samples.count > samplesMax { samples.removeFirst(samples.count - samplesMax) }
    }
}

extension RequestContext {
    fileprivate func sample() {
        let requests = metrics.totals.answers.values.reduce(0, +)
        // A log that cannot be read now is what /readyz reports: this sample is left out.
        guard let head = try? community.log.head().value else { return }
        let lag = head - min(head, (try? community.shownPosition().value) ?? head)
        samples.withLock { Vitals.add(.init(head: head, requests: requests, lag: lag), to: &$0) }
    }

    /// The figures of the console.
    func figures() -> HealthPage.Figures {
        var figures = HealthPage.Figures()
        let totals = metrics.totals
        figures.samples = samples.withLock { $0 }
        figures.secondsBetweenSamples = Vitals.secondsBetweenSamples
        figures.latencies = totals.durations
            .map { operation, durations in
                HealthPage.Figures.Latency(
                    operation: operation, count: durations.counts.reduce(0, +), median: durations.bound(of: 0.5),
                    slowest: durations.bound(of: 0.99))
            }
            .sorted { ($0.count, $1.operation) > ($1.count, $0.operation) }
        figures.latencies = Array(figures.latencies.prefix(10))
        figures.refusals = Dictionary(
            totals.answers.filter { $0.key.status >= 400 }.map { ($0.key.status, $0.value) }, uniquingKeysWith: +
        ).sorted { $0.key < $1.key }.map { (status: $0.key, count: $0.value) }
        (figures.streams, figures.connections) = (tail.listeners, connections.open)
        figures.waiting = [
            ("appends", community.waitingAppends), ("long work", heavyWork), ("pictures", pictureWork),
            ("positions", tail.waiting),
        ]
        let room = community.room()
        (figures.logBytes, figures.logMapBytes) = (room.logBytes, room.logMapBytes)
        return figures
    }
}

extension ServiceMetrics.Durations {
    /// The upper bound of the bucket in which that share of the answers is complete, in seconds; infinite above the last bound.
    fileprivate func bound(of share: Double) -> Double {
        let all = counts.reduce(0, +)
        var below: UInt64 = 0
        for (index, count) in counts.enumerated() {
            below += count
            if Double(below) >= share * Double(all) {
                return index < ServiceMetrics.bounds.count ? ServiceMetrics.bounds[index] : .infinity
            }
        }
        return .infinity
    }
}
