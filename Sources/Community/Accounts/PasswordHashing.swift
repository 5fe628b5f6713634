import Events
import Foundation
import LMDB
import Synchronization

/// Hashes passwords on its own threads with bounded parallelism: a hash takes tens of milliseconds and tens of
/// megabytes. Concurrent logins exhaust neither processors nor memory. The system's queues share their threads with
/// request handling: two hashes would block a service on two processors.
package final class PasswordHashing: Sendable {
    /// Concurrent hashes; each takes the memory of `PasswordCost`.
    private static let widthMax = 2
    /// Maximum of waiting and running hashes.
    private static let queueMax = 64
    /// `nice` value of the threads: requests come first.
    private static let niceness: Int32 = 10

    let cost: PasswordCost
    private let waiting = BoundedCounter(max: PasswordHashing.queueMax)
    private let threads = (0..<PasswordHashing.widthMax).map { _ in WriterThread(name: "larder-hashing") }
    /// Selects the next thread, round-robin.
    private let turn = Atomic(0)

    package init(cost: PasswordCost = .standard) { self.cost = cost }

    func hash(_ password: Password) async throws(Refusal) -> PasswordHash {
        try await run { [cost] in try PasswordHash(password, cost: cost) }
    }

    /// Without a hash it takes the same time and returns false, so that the time does not reveal which usernames exist.
    func matches(_ password: Password, _ hash: PasswordHash?) async throws(Refusal) -> Bool {
        try await run { [cost] in
            guard let hash else {
                _ = try PasswordHash(password, cost: cost)
                return false
            }
            return try hash.matches(password)
        }
    }

    private func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws(Refusal) -> R {
        guard waiting.enter() else {
            throw Refusal(.overloaded, "too many members are logging in now: try again shortly")
        }
        let result: Result<R, Refusal> = await withCheckedContinuation { continuation in
            let thread = threads[turn.wrappingAdd(1, ordering: .relaxed).oldValue % threads.count]
            let isQueued = thread.submit { [waiting] in
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
                defer { waiting.leave() }
                let result = Result { try body() }
                continuation.resume(
                    returning: result.mapError { Refusal(.unavailable, "a password cannot be hashed: \($0)") })
            }
            precondition(isQueued, "a thread takes more than may wait")
        }
        return try result.get()
    }
}

/// A counter with an upper bound: admits callers while it is below the bound.
package final class BoundedCounter: Sendable {
    private let count = Mutex(0)
    private let max: Int

    package init(max: Int) { self.max = max }

    package var inside: Int { count.withLock { $0 } }

    package func enter() -> Bool {
        count.withLock { count in
            guard count < max else { return false }
            count += 1
            return true
        }
    }

    package func leave() { count.withLock { $0 -= 1 } }
}
