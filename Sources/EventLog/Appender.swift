package import Events
import LMDB
import Synchronization

/// Group commit: appends that arrive while one is being synced share the next transaction.
///
/// One writer thread takes what has gathered, lets each decide in order against all before it, commits once, and then
/// answers everyone. Nothing is answered before its commit returned. The queue is bounded: a full one refuses.
package final class Appender: Sendable {
    /// Requests that may wait; one more is refused with `overloaded`.
    package static let queueMax = 4096
    /// Requests that share a transaction.
    static let groupMax = 1024

    private struct Request {
        let decide: @Sendable (LogBatch) throws -> Void
        let answer: @Sendable (Refusal?) -> Void
    }

    private struct Queue {
        var requests: [Request] = []
        /// Whether the thread is at it, or has been told to begin. One job serves all who come meanwhile: with one for each
        /// request, those left over from groups would fill the thread's queue, and refuse clients who are few.
        var isServed = false
    }

    private let log: EventLog
    private let thread: WriterThread
    private let waiting = Mutex(Queue())

    package init(_ log: EventLog) {
        self.log = log
        thread = WriterThread(name: "larder-writer")
    }

    /// Ends after what is waiting has been answered.
    package func stop() { thread.stop() }

    /// Queues a decision. `answer` is called once, on the writer thread: with nil when everything it appended is durable.
    package func submit(
        _ decide: @escaping @Sendable (LogBatch) throws -> Void, answer: @escaping @Sendable (Refusal?) -> Void
    ) {
        let isAccepted = waiting.withLock { waiting in
            guard waiting.requests.count < Self.queueMax else { return false }
            if !waiting.isServed { waiting.isServed = thread.submit { self.commitGroups() } }
            guard waiting.isServed else { return false }
            waiting.requests.append(Request(decide: decide, answer: answer))
            return true
        }
        if !isAccepted {
            answer(Refusal(.overloaded, "\(Self.queueMax) appends are waiting already: try again shortly"))
        }
    }

    /// As `submit`, waiting for the answer.
    package func append<R: Sendable>(_ decide: @escaping @Sendable (LogBatch) throws -> R) throws(Refusal) -> R {
        let result = Mutex<R?>(nil)
        let answer = Mutex<Refusal?>(nil)
        let done = Latch()
        submit { batch in
            let value = try decide(batch)
            result.withLock { $0 = value }
        } answer: { refusal in
            answer.withLock { $0 = refusal }
            done.open()
        }
        done.wait()
        if let refusal = answer.withLock({ $0 }) { throw refusal }
        guard let value = result.withLock({ $0 }) else { throw Refusal(.unavailable, "the writer has stopped") }
        return value
    }

    /// Until nobody waits any more. It is begun for somebody who does.
    private func commitGroups() {
        var isLast = false
        while !isLast {
            let group = nextGroup()
            let refusal = commit(group)
            // Before anybody is answered: whoever comes back at once finds this job at its end, or at work for others.
            isLast = waiting.withLock { waiting in
                if waiting.requests.isEmpty { waiting.isServed = false }
                return !waiting.isServed
            }
            for request in group { request.answer(refusal) }
        }
    }

    private func nextGroup() -> [Request] {
        waiting.withLock { waiting in
            let group = Array(waiting.requests.prefix(Self.groupMax))
            waiting.requests.removeFirst(group.count)
            return group
        }
    }

    /// Nil when everything that the group appended is durable.
    private func commit(_ group: [Request]) -> Refusal? {
        do throws(Refusal) {
            try log.write { batch in
                for request in group { try request.decide(batch) }
            }
            return nil
        } catch {
            return error
        }
    }
}
