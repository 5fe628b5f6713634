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

    func matches(_ password: Password, _ hash: PasswordHash) async throws(Refusal) -> Bool {
        try await run { try hash.matches(password) }
    }

    /// Compares the password with what is stored for a member, or for an unknown name.
    ///
    /// Each attempt hashes once in this program's way. While any member has a hash of another app, it also hashes once in
    /// that way. So the time does not reveal which usernames exist, and whose password was imported.
    func compare(_ password: Password, _ stored: StoredPassword) async throws(Refusal) -> PasswordMatch {
        try await run { [cost] in
            var fresh: PasswordHash?
            var isOwn = false
            if let own = stored.own {
                isOwn = try own.matches(password)
            } else {
                fresh = try PasswordHash(password, cost: cost)
            }
            var isImported = false
            if let old = stored.imported ?? stored.decoy { isImported = try old.matches(password) }
            if stored.own != nil { return isOwn ? .own : .none }
            guard stored.imported != nil, isImported, let fresh else { return .none }
            return .imported(replacement: fresh)
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
