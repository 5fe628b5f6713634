import Events
import Foundation
import LMDB
import Synchronization

/// Hashes passwords on threads of its own: each takes tens of milliseconds and as many megabytes. So many at once and no more,
/// so that a crowd at the door exhausts neither processors nor memory. Queues of the system's share their threads with all that
/// is answered: two hashes would keep a machine of two processors from answering anything.
package final class PasswordHashing: Sendable {
    /// Hashed at once; each takes the memory of `PasswordCost`.
    private static let widthMax = 2
    /// Waiting, those at work included.
    private static let queueMax = 64
    /// Behind those that answer, as `nice` counts.
    private static let niceness: Int32 = 10

    let cost: PasswordCost
    private let waiting = BoundedCounter(max: PasswordHashing.queueMax)
    private let threads = (0..<PasswordHashing.widthMax).map { _ in WriterThread(name: "larder-hashing") }
    /// Whose turn it is among them.
    private let turn = Atomic(0)

    package init(cost: PasswordCost = .standard) { self.cost = cost }

    func hash(_ password: Password) async throws(Refusal) -> PasswordHash {
        try await run { [cost] in try PasswordHash(password, cost: cost) }
    }

    /// With no hash it takes as long, and answers false: nobody learns from the time who is here.
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
            throw Refusal(.overloaded, "many are logging in just now: try again shortly")
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
