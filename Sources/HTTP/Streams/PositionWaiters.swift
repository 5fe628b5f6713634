import Events
import Layout
import ServiceLifecycle
import Synchronization

/// The requests that wait until the log has reached a position. None holds a thread, a timer or a reader slot: one poller ends the waits
/// of all, see `LogTail`.
///
/// Waits end in the order of their positions, and those for one position in the order in which they began.
final class PositionWaiters: Sendable {
    /// How a wait ended.
    enum End: Sendable {
        /// The log has reached the position.
        case reached
        /// The time is over, or the client's connection is closed.
        case late
        /// The service stops, or the request was cancelled.
        case stopped
    }

    /// The largest number of waits; further ones are refused.
    static let countMax = 2_048
    /// One client must not keep all other clients out.
    static let countOfPayerMax = countMax / 2

    /// Names a wait; a later one has a higher number.
    typealias Number = UInt64

    private struct Waiter {
        let position: Position
        let deadline: ContinuousClock.Instant
        let payer: RatePayer?
        let isGone: @Sendable () -> Bool
        /// `nil`: the task is about to wait.
        var continuation: CheckedContinuation<End, Never>?
    }

    private struct State {
        var last: Number = 0
        var waiters: [Number: Waiter] = [:]
        /// Ascending by position, then by number.
        var byPosition: [(position: Position, number: Number)] = []
        /// Ascending by deadline, then by number.
        var byDeadline: [(deadline: ContinuousClock.Instant, number: Number)] = []
        var byPayer: [RatePayer: Int] = [:]
        /// Waits that ended before their tasks came to wait.
        var ended: [Number: End] = [:]
        var isStopped = false
    }

    private let state = Mutex(State())

    /// How many requests wait.
    var count: Int { state.withLock { $0.waiters.count } }

    /// The lowest position that a request waits for; `nil`: none waits. O(1).
    var least: Position? { state.withLock { $0.byPosition.first?.position } }

    // MARK: Waiting

    /// Waits until `wake` is called with that position or a later one, at most until the deadline.
    ///
    /// `payer` is the client whose waits are counted together; `nil`: they are not. `isGone` says whether no client is left to answer.
    /// Throws `overloaded` if too many requests wait. O(waits) to begin, which moves some kilobytes.
    func wait(
        for position: Position, until deadline: ContinuousClock.Instant, payer: RatePayer? = nil,
        isGone: @escaping @Sendable () -> Bool = { false }
    ) async throws(Refusal) -> End {
        let number = try enter(
            Waiter(position: position, deadline: deadline, payer: payer, isGone: isGone, continuation: nil))
        return await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await withCheckedContinuation { park(number, $0) }
            } onGracefulShutdown: {
                self.end([number], .stopped)
            }
        } onCancel: {
            end([number], .stopped)
        }
    }

    private func enter(_ waiter: Waiter) throws(Refusal) -> Number {
        try state.withLock { state throws(Refusal) in
            let ofPayer = waiter.payer.map { state.byPayer[$0, default: 0] } ?? 0
            guard state.waiters.count < Self.countMax, ofPayer < Self.countOfPayerMax else {
                throw Refusal(.overloaded, "too many requests wait for the log: try again shortly")
            }
            state.last += 1
            let number = state.last
            guard !state.isStopped else {
                state.ended[number] = .stopped
                return number
            }
            state.waiters[number] = waiter
            if let payer = waiter.payer { state.byPayer[payer] = ofPayer + 1 }
            // The new number is the highest: the wait comes after all that are equal in the rest.
            let place = state.byPosition.indices.partitioningIndex { state.byPosition[$0].position > waiter.position }
            state.byPosition.insert((waiter.position, number), at: place)
            let turn = state.byDeadline.indices.partitioningIndex { state.byDeadline[$0].deadline > waiter.deadline }
            state.byDeadline.insert((waiter.deadline, number), at: turn)
            return number
        }
    }

    private func park(_ number: Number, _ continuation: CheckedContinuation<End, Never>) {
        let end: End? = state.withLock { state in
            if let end = state.ended.removeValue(forKey: number) { return end }
            state.waiters[number]?.continuation = continuation
            return nil
        }
        if let end { continuation.resume(returning: end) }
    }

    // MARK: Ending

    /// Ends all waits for positions up to `head`, which the log has reached. O(waits).
    func wake(through head: Position) {
        let due = state.withLock { state in
            let count = state.byPosition.indices.partitioningIndex { state.byPosition[$0].position > head }
            return state.byPosition.prefix(count).map(\.number)
        }
        end(due, .reached)
    }

    /// Ends the waits whose time is over. Those whose position the log has reached meanwhile succeed. O(waits) if there are any.
    func expire(at now: ContinuousClock.Instant, head: Position) {
        let due: [(number: Number, end: End)] = state.withLock { state in
            let count = state.byDeadline.indices.partitioningIndex { state.byDeadline[$0].deadline > now }
            return state.byDeadline.prefix(count).compactMap { due in
                state.waiters[due.number].map { (due.number, $0.position <= head ? .reached : .late) }
            }
        }
        end(due.filter { $0.end == .reached }.map(\.number), .reached)
        end(due.filter { $0.end == .late }.map(\.number), .late)
    }

    /// Ends the waits of clients whose connections are closed. O(waits).
    func endGone() {
        let waiters = state.withLock { $0.waiters.map { ($0.key, $0.value.isGone) } }
        end(waiters.filter { $0.1() }.map(\.0), .late)
    }

    /// Ends all waits, and every later one at once.
    func stop() {
        let all = state.withLock { state in
            state.isStopped = true
            return state.byPosition.map(\.number)
        }
        end(all, .stopped)
    }

    /// Ends the waits with these numbers, as far as they have not ended. Their tasks go on in this order.
    private func end(_ numbers: [Number], _ end: End) {
        guard !numbers.isEmpty else { return }
        let continuations = state.withLock { state in
            var continuations: [CheckedContinuation<End, Never>] = []
            var ended: Set<Number> = []
            for number in numbers {
                guard let waiter = state.waiters.removeValue(forKey: number) else { continue }
                ended.insert(number)
                if let payer = waiter.payer {
                    let left = state.byPayer[payer, default: 0] - 1
                    state.byPayer[payer] = left > 0 ? left : nil
                }
                if let continuation = waiter.continuation {
                    continuations.append(continuation)
                } else {
                    state.ended[number] = end
                }
            }
            if !ended.isEmpty {
                state.byPosition.removeAll { ended.contains($0.number) }
                state.byDeadline.removeAll { ended.contains($0.number) }
            }
            return continuations
        }
        for continuation in continuations { continuation.resume(returning: end) }
    }
}
