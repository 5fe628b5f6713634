import Dispatch
import Events
import Foundation
import Synchronization

/// Hashes passwords on threads of its own: each takes tens of milliseconds and as many megabytes. So many at once and no more,
/// so that a crowd at the door exhausts neither processors nor memory.
package final class PasswordHashing: Sendable {
    /// Hashed at once; each takes the memory of `PasswordCost`.
    private static let widthMax = 2
    /// Waiting, those at work included.
    private static let queueMax = 64

    let cost: PasswordCost
    private let waiting = Room(max: PasswordHashing.queueMax)
    private let threads = HashingThreads(count: PasswordHashing.widthMax)

    package init(cost: PasswordCost = .standard) { self.cost = cost }

    deinit { threads.end() }

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
            threads.run { [waiting] in
                defer { waiting.leave() }
                let result = Result { try body() }
                continuation.resume(
                    returning: result.mapError { Refusal(.unavailable, "a password cannot be hashed: \($0)") })
            }
        }
        return try result.get()
    }
}

/// Threads that nobody else runs on: queues of the system's share theirs with all that is answered, and two hashes would keep a
/// machine of two processors from answering anything. They yield to whoever wants a processor, too.
private final class HashingThreads: Sendable {
    private struct Work {
        var bodies: [@Sendable () -> Void] = []
        var isBegun = false
        var isEnded = false
    }

    /// Behind those that answer, as `nice` counts.
    private static let niceness: Int32 = 10

    private let count: Int
    private let work = Mutex(Work())
    private let wanted = DispatchSemaphore(value: 0)

    init(count: Int) { self.count = count }

    func run(_ body: @escaping @Sendable () -> Void) {
        let isFirst = work.withLock { work in
            defer { work.isBegun = true }
            work.bodies.append(body)
            return !work.isBegun
        }
        if isFirst { for _ in 0..<count { Thread.detachNewThread { self.loop() } } }
        wanted.signal()
    }

    /// After what is waiting has been done.
    func end() {
        work.withLock { $0.isEnded = true }
        for _ in 0..<count { wanted.signal() }
    }

    private func loop() {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
        while true {
            wanted.wait()
            let body = work.withLock { $0.bodies.isEmpty ? nil : $0.bodies.removeFirst() }
            if let body {
                body()
            } else if work.withLock({ $0.isEnded }) {
                return
            }
        }
    }
}
