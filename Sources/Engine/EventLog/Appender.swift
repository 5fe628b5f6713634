import Dispatch
import Glibc
import LMDB
package import Layout
import Synchronization

/// Group commit: appends that arrive while one is being synced share the next transaction.
///
/// The thread that commits takes all waiting requests, lets each decide in order, commits once, and then answers each caller. No request
/// is answered before its commit has returned. The queue is bounded: a full queue refuses.
///
/// A waiting caller commits on its own thread if no other thread is committing, which saves two thread switches. Requests that arrive
/// meanwhile go to a writer thread, which works until no request waits. LMDB's write transactions stay on the thread that began them.
package final class Appender: Sendable {
    /// Requests that may wait; one more is refused with `overloaded`.
    package static let queueMax = 4096
    /// Requests that share a transaction.
    static let groupMax = 1024

    private struct Queue {
        var requests: [AppendRequest] = []
        /// Whether a thread commits, or has been told to begin: it serves all requests that come meanwhile.
        var isServed = false
        var isStopping = false
        /// How many had a request when the last group was answered, that group included.
        var lastCount = 0
        /// Begun when there is first something to be left to it.
        var thread: WriterThread?
    }

    private enum Admission {
        case queued, refused
        /// The caller is to commit.
        case leading
    }

    private let log: EventLog
    private let waiting = Mutex(Queue())
    /// Callers who commit on their own threads.
    private let leaders = DispatchGroup()

    package init(_ log: EventLog) { self.log = log }

    /// Requests that wait just now.
    package var waitingCount: Int { waiting.withLock { $0.requests.count } }

    /// Ends after what is waiting has been answered.
    package func stop() {
        let thread = waiting.withLock { waiting in
            waiting.isStopping = true
            return waiting.thread
        }
        leaders.wait()
        thread?.stop()
    }

    /// Queues a decision. `answer` is called once, on the thread that committed: with nil when everything that was appended
    /// is durable.
    package func submit(
        _ decide: @escaping @Sendable (LogBatch) throws -> Void, answer: @escaping @Sendable (Refusal?) -> Void
    ) {
        queue(AppendRequest(decide: decide, answer: answer))
    }

    /// As `submit`, waiting for the answer. `urgent`: uses the room that is kept back where there is no other, and `decide` may then be
    /// called more than once.
    package func append<R: Sendable>(
        urgent: Bool = false, _ decide: @escaping (LogBatch) throws -> R
    ) throws(Refusal) -> R {
        // Made for each append, so it must cost little: waiting is one system call.
        let done = DispatchSemaphore(value: 0)
        var result: Result<R, Refusal>?
        let request = AppendRequest(isUrgent: urgent, decide: decide) { answer in
            result = answer
            done.signal()
        }
        switch admit(request, mayLead: true) {
        case .queued: break
        case .refused: throw Self.overloaded
        case .leading: lead()
        }
        done.wait()
        guard let result else { preconditionFailure("a request is answered before its caller goes on") }
        return try result.get()
    }

    /// As `submit`, for a task, which holds no thread while it waits.
    package func append<R: Sendable>(
        urgent: Bool = false, _ decide: @escaping @Sendable (LogBatch) throws -> R
    ) async throws(Refusal) -> R {
        let result: Result<R, Refusal> = await withCheckedContinuation { continuation in
            queue(AppendRequest(isUrgent: urgent, decide: decide) { continuation.resume(returning: $0) })
        }
        return try result.get()
    }

    // MARK: Queueing

    private static let overloaded = Refusal(
        .overloaded, "\(queueMax) appends are waiting already: try again shortly")

    private func queue(_ request: AppendRequest) {
        if admit(request, mayLead: false) == .refused { request.answer(Self.overloaded) }
    }

    private func admit(_ request: AppendRequest, mayLead: Bool) -> Admission {
        waiting.withLock { waiting in
            guard waiting.requests.count < Self.queueMax, !waiting.isStopping else { return .refused }
            var admission = Admission.queued
            if !waiting.isServed {
                if mayLead {
                    leaders.enter()
                    admission = .leading
                } else if !leaveToThread(&waiting) {
                    return .refused
                }
                waiting.isServed = true
            }
            waiting.requests.append(request)
            return admission
        }
    }

    /// One job serves all who come meanwhile: with one for each request, those left over from groups would fill the thread's
    /// queue, and refuse clients who are few.
    private func leaveToThread(_ waiting: inout Queue) -> Bool {
        let thread = waiting.thread ?? WriterThread(name: "larder-writer")
        waiting.thread = thread
        return thread.submit { self.commitGroups() }
    }

    // MARK: Committing

    /// Commits the group that the caller is in, and leaves to the thread what has gathered since.
    private func lead() {
        defer { leaders.leave() }
        commitGroup { waiting in leaveToThread(&waiting) }
    }

    /// Until no request waits any more. It is begun for one that does.
    private func commitGroups() {
        var goesOn = true
        while goesOn {
            gather()
            goesOn = !commitGroup { _ in false }
        }
    }

    /// Lets those come back who were answered last, as long as more and more of them do: a commit at once would be of the
    /// others alone, so that each half waited for the other's sync. A lone caller is not kept waiting.
    private func gather() {
        var known = 0
        for _ in 0..<Self.gatheringsMax {
            let (count, isWhole) = waiting.withLock { waiting in
                (waiting.requests.count, waiting.requests.count >= waiting.lastCount || waiting.isStopping)
            }
            guard !isWhole, count > known else { return }
            known = count
            // As short as the system's timers allow: some 60 µs, a tenth of a commit.
            usleep(1)
        }
    }

    private static let gatheringsMax = 8

    /// Answers whether the caller is done: because no request waits, or another thread goes on.
    @discardableResult
    private func commitGroup(passingOn: (inout Queue) -> Bool) -> Bool {
        let group = nextGroup()
        let refusal = commit(group)
        var urgentRefusal = refusal
        if let refusal, refusal.lacksRoom {
            let urgent = group.filter(\.isUrgent)
            if !urgent.isEmpty { urgentRefusal = commit(urgent, urgent: true) }
        }
        // Before any request is answered: a caller who comes back at once finds no thread at it, or one at work for others.
        let isDone = waiting.withLock { waiting in
            waiting.lastCount = min(group.count + waiting.requests.count, Self.groupMax)
            guard waiting.requests.isEmpty else { return passingOn(&waiting) }
            waiting.isServed = false
            return true
        }
        for request in group { request.answer(request.isUrgent ? urgentRefusal : refusal) }
        return isDone
    }

    private func nextGroup() -> [AppendRequest] {
        waiting.withLock { waiting in
            var group: [AppendRequest] = []
            if waiting.requests.count <= Self.groupMax {
                swap(&group, &waiting.requests)
            } else {
                group = Array(waiting.requests.prefix(Self.groupMax))
                waiting.requests.removeFirst(group.count)
            }
            return group
        }
    }

    /// Nil when everything that the group appended is durable.
    private func commit(_ group: [AppendRequest], urgent: Bool = false) -> Refusal? {
        do throws(Refusal) {
            try log.write(urgent: urgent) { batch in
                for request in group { try request.decide(batch) }
            }
            return nil
        } catch {
            return error
        }
    }
}
