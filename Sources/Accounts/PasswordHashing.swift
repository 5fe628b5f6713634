import Events
import Foundation

/// Hashes passwords on threads of its own: each takes tens of milliseconds and as many megabytes. So many at once and no more,
/// so that a crowd at the door exhausts neither processors nor memory.
package final class PasswordHashing: Sendable {
    /// Hashed at once; each takes the memory of `PasswordCost`.
    private static let widthMax = 2
    /// Waiting, those at work included.
    private static let queueMax = 64

    let cost: PasswordCost
    private let waiting = Room(max: PasswordHashing.queueMax)
    private let queue: OperationQueue

    package init(cost: PasswordCost = .standard) {
        self.cost = cost
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = Self.widthMax
    }

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
            queue.addOperation { [waiting] in
                defer { waiting.leave() }
                let result = Result { try body() }
                continuation.resume(
                    returning: result.mapError { Refusal(.unavailable, "a password cannot be hashed: \($0)") })
            }
        }
        return try result.get()
    }
}
