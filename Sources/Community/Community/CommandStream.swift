import Dispatch
import EventLog
package import Events
import Synchronization

/// Batches in sequence, each begun while the earlier ones are still being decided and synced.
///
/// They are decided in the order in which they were begun. After a failure no later batch is tried, as long as no other
/// caller in this process submits meanwhile: then all answers come from one thread, in order.
package final class CommandStream: Sendable {
    private let community: Community
    private let appender: Appender
    private let failure = Mutex<Refusal?>(nil)

    init(_ community: Community, _ appender: Appender) {
        self.community = community
        self.appender = appender
    }

    /// Begins a batch with the operator's authority. The returned function waits for the answers, as `Community.submit(batch:)` does; call it once.
    package func begin(_ commands: [Command]) -> () throws(Refusal) -> [Result<Outcome, Refusal>] {
        let prepared = commands.map { community.prepare($0.byOperator) }
        let pending = Pending()
        appender.submit { [self] batch in
            // A failure was answered on this thread.
            guard failure.withLock({ $0 }) == nil else { return }
            let results = Community.decide(prepared, in: batch)
            pending.results.withLock { $0 = results }
        } answer: { [self] refusal in
            let refusal = failure.withLock { failure in
                failure = failure ?? refusal
                return failure
            }
            pending.refusal.withLock { $0 = refusal }
            pending.done.signal()
        }
        return pending.wait
    }

    /// A batch in progress.
    private final class Pending: Sendable {
        let results = Mutex<[Result<Outcome, Refusal>]>([])
        let refusal = Mutex<Refusal?>(nil)
        let done = DispatchSemaphore(value: 0)

        func wait() throws(Refusal) -> [Result<Outcome, Refusal>] {
            done.wait()
            if let refusal = refusal.withLock({ $0 }) { throw refusal }
            return results.withLock { $0 }
        }
    }
}
