import Dispatch
import Synchronization

/// Runs a task for a thread that is no task's, as those of commands are.
enum Waiting {
    @available(*, noasync)
    static func run<Success: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () async throws(Failure) -> Success
    ) throws(Failure) -> Success {
        let done = DispatchSemaphore(value: 0)
        let outcome = Outcome<Success, Failure>()
        Task.detached {
            do throws(Failure) { outcome.set(.success(try await body())) } catch { outcome.set(.failure(error)) }
            done.signal()
        }
        done.wait()
        guard let result = outcome.value else { preconditionFailure("a task that has ended has an outcome") }
        return try result.get()
    }

    private final class Outcome<Success: Sendable, Failure: Error>: Sendable {
        private let result = Mutex<Result<Success, Failure>?>(nil)

        func set(_ value: Result<Success, Failure>) { result.withLock { $0 = value } }
        var value: Result<Success, Failure>? { result.withLock { $0 } }
    }
}
