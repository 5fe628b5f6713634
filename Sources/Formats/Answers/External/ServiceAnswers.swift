import Events
import Fetching
package import Recipes

/// The answers of services, for all clients of this program. Each is fetched once for all who wait for it, and kept for a while.
///
/// Of each service, `runningMax` requests are under way at once, so that a slow one holds up the other by nothing. A
/// request waits and runs for at most `secondsMax`. It holds no thread, and continues if its client leaves.
package actor ServiceAnswers {
    package static let runningMax = 2
    /// Requests to a service that wait or are under way. Further ones are refused.
    package static let insideMax = 16
    package static let secondsMax = 10.0
    package static let keptSeconds = 3_600.0
    package static let bytesMax = 8 << 20
    /// Larger answers are not kept.
    package static let answerBytesMax = bytesMax / 4
    /// How long a service is left alone that has been asked too often, if it does not say, and at most.
    private static let pauseSeconds = 10
    private static let pauseSecondsMax = 3_600

    private struct Kept {
        /// `nil`: the service has no such recipe.
        var bytes: [UInt8]?
        var at: ContinuousClock.Instant
        /// What the answer takes, with its entry.
        var size: Int
    }

    private typealias Turn = CheckedContinuation<Bool, Never>

    private struct Queue {
        var running = 0
        var waiting: [(id: UInt64, turn: Turn)] = []
        var pausedUntil: ContinuousClock.Instant?
    }

    private var kept: [ServiceRequest: Kept] = [:]
    private var keptBytes = 0
    private var underway: [ServiceRequest: Task<Result<[UInt8]?, ServiceRefusal>, Never>] = [:]
    private var queues: [String: Queue] = [:]
    private var lastID: UInt64 = 0
    private let secondsMax: Double
    /// Reports failures to the operator: the service's name, and why it gave no answer.
    private let report: @Sendable (_ service: String, _ why: String) -> Void

    package init(
        secondsMax: Double = secondsMax, report: @escaping @Sendable (_ service: String, _ why: String) -> Void
    ) {
        self.secondsMax = secondsMax
        self.report = report
    }

    /// The answer to a request; `nil`: the service has no such recipe. `charge` runs only if the service must be asked, and
    /// may refuse. `isLookup`: the request asks for one recipe.
    package func answer(
        to request: ServiceRequest, isLookup: Bool, of client: ServiceClient, charge: @Sendable () throws -> Void
    ) async throws -> [UInt8]? {
        let now = ContinuousClock.now
        if let known = kept[request], (now - known.at) / .seconds(1) < Self.keptSeconds { return known.bytes }
        if let shared = underway[request] { return try await shared.value.get() }
        let queue = queues[type(of: client.service).source] ?? Queue()
        if let until = queue.pausedUntil, until > now {
            throw ServiceRefusal.paused(client, seconds: Int(((until - now) / .seconds(1)).rounded(.up)))
        }
        guard queue.running + queue.waiting.count < Self.insideMax else {
            throw Refusal(.overloaded, "too many requests to \(client.name) wait: try again shortly")
        }
        try charge()
        let task = Task { await fetch(request, isLookup: isLookup, of: client) }
        underway[request] = task
        return try await task.value.get()
    }

    /// Drops an answer that cannot be read, so that the next client gets a new one.
    package func forget(_ request: ServiceRequest) {
        if let old = kept.removeValue(forKey: request) { keptBytes -= old.size }
    }

    // MARK: Fetching

    private func fetch(
        _ request: ServiceRequest, isLookup: Bool, of client: ServiceClient
    ) async -> Result<[UInt8]?, ServiceRefusal> {
        defer { underway[request] = nil }
        let source = type(of: client.service).source
        let deadline = ContinuousClock.now + .seconds(secondsMax)
        guard await turn(of: source, until: deadline) else {
            report(client.name, "other requests to it took \(secondsMax) s")
            return .failure(.silent(client))
        }
        defer { leave(source) }
        let seconds = max((deadline - .now) / .seconds(1), 0.001)
        do throws(ServiceFailure) {
            let bytes = try await client.answer(to: request, seconds: seconds)
            keep(bytes, of: request)
            return .success(bytes)
        } catch {
            if error.kind == .nothingThere, isLookup, type(of: client.service).saysAbsentByStatus {
                keep(nil, of: request)
                return .success(nil)
            }
            if error.kind == .askedTooOften {
                let seconds = min(max(error.fetch.retryAfterSeconds ?? Self.pauseSeconds, 1), Self.pauseSecondsMax)
                queues[source, default: Queue()].pausedUntil = .now + .seconds(seconds)
            }
            report(client.name, error.fetch.message)
            return .failure(ServiceRefusal(error, client))
        }
    }

    /// Waits for a turn; false: none came in time.
    private func turn(of source: String, until deadline: ContinuousClock.Instant) async -> Bool {
        if queues[source, default: Queue()].running < Self.runningMax {
            queues[source, default: Queue()].running += 1
            return true
        }
        lastID += 1
        let id = lastID
        let timer = Task {
            try await Task.sleep(until: deadline, clock: .continuous)
            giveUp(id, source)
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { turn in
            queues[source, default: Queue()].waiting.append((id, turn))
        }
    }

    private func giveUp(_ id: UInt64, _ source: String) {
        guard let index = queues[source]?.waiting.firstIndex(where: { $0.id == id }) else { return }
        queues[source]?.waiting.remove(at: index).turn.resume(returning: false)
    }

    private func leave(_ source: String) {
        guard queues[source]?.waiting.isEmpty == false, let next = queues[source]?.waiting.removeFirst() else {
            queues[source]?.running -= 1
            return
        }
        next.turn.resume(returning: true)
    }

    // MARK: Keeping

    /// An entry costs something although its answer is short.
    private static let entryBytes = 1_024

    private func keep(_ bytes: [UInt8]?, of request: ServiceRequest) {
        let size = (bytes?.count ?? 0) + request.url.utf8.count + request.place.utf8.count + Self.entryBytes
        guard size <= Self.answerBytesMax else { return }
        forget(request)
        // The oldest are dropped first. There are at most a few thousand.
        if keptBytes + size > Self.bytesMax {
            for (old, answer) in kept.sorted(by: { $0.value.at < $1.value.at }) where keptBytes + size > Self.bytesMax {
                keptBytes -= answer.size
                kept[old] = nil
            }
        }
        kept[request] = Kept(bytes: bytes, at: .now, size: size)
        keptBytes += size
    }
}
