import Events
import Synchronization

/// One who waits for an append. Used by one thread at a time: the asker's, then the committer's, then the asker's again.
class AppendRequest: @unchecked Sendable {
    /// Decides on the batch that is to be committed next.
    func decide(on batch: LogBatch) throws { preconditionFailure("a request decides something") }
    /// Nil: it is durable.
    func answer(_ refusal: Refusal?) { preconditionFailure("a request is answered") }
}

/// Of a thread, which sleeps until it is answered.
final class WaitingRequest<R>: AppendRequest, @unchecked Sendable {
    let done = Latch()
    private let decision: (LogBatch) throws -> R
    private var value: R?
    private var refusal: Refusal?

    init(decide: @escaping (LogBatch) throws -> R) { decision = decide }

    override func decide(on batch: LogBatch) throws { value = try decision(batch) }

    override func answer(_ refusal: Refusal?) {
        self.refusal = refusal
        done.open()
    }

    func result() throws(Refusal) -> R {
        if let refusal { throw refusal }
        guard let value else { throw Refusal(.unavailable, "the writer has stopped") }
        return value
    }
}

/// Of a task.
final class SuspendedRequest<R: Sendable>: AppendRequest, @unchecked Sendable {
    private let decision: @Sendable (LogBatch) throws -> R
    private let continuation: CheckedContinuation<Result<R, Refusal>, Never>
    private var value: R?

    init(
        decide: @escaping @Sendable (LogBatch) throws -> R,
        continuation: CheckedContinuation<Result<R, Refusal>, Never>
    ) {
        decision = decide
        self.continuation = continuation
    }

    override func decide(on batch: LogBatch) throws { value = try decision(batch) }

    override func answer(_ refusal: Refusal?) {
        guard refusal == nil, let value else {
            return continuation.resume(
                returning: .failure(refusal ?? Refusal(.unavailable, "the writer has stopped")))
        }
        continuation.resume(returning: .success(value))
    }
}

/// Of somebody who is called back.
final class SubmittedRequest: AppendRequest, @unchecked Sendable {
    private let decision: @Sendable (LogBatch) throws -> Void
    private let callback: @Sendable (Refusal?) -> Void

    init(decide: @escaping @Sendable (LogBatch) throws -> Void, answer: @escaping @Sendable (Refusal?) -> Void) {
        decision = decide
        callback = answer
    }

    override func decide(on batch: LogBatch) throws { try decision(batch) }
    override func answer(_ refusal: Refusal?) { callback(refusal) }
}
