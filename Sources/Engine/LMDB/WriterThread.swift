internal import Glibc

/// One pinned thread that runs jobs in order of arrival.
///
/// LMDB's write transactions belong to an OS thread, and Swift's tasks do not: asynchronous code submits a whole
/// transaction as one job. The queue is bounded: when it is full it refuses, it never grows.
@safe
package final class WriterThread: Sendable {
    package typealias Job = @Sendable () -> Void

    private struct Queue {
        var jobs: [Job] = []
        var isStopping = false
    }

    private let queue: Monitor<Queue>
    private let queueMax: Int
    private let thread: pthread_t
    private let isJoined = Monitor(false)

    /// Starts the thread. The name is for debuggers, at most 15 bytes.
    package init(name: String = "larder-writer", queueMax: Int = 1_024) {
        precondition(queueMax > 0, "a queue without room")
        precondition(name.utf8.count <= 15, "a thread's name has at most 15 bytes")
        let queue = Monitor(Queue())
        self.queue = queue
        self.queueMax = queueMax
        var thread = pthread_t()
        // The thread holds the queue, not the object, so that the object's `deinit` can stop it.
        let argument = unsafe Unmanaged.passRetained(Start(queue: queue, name: name)).toOpaque()
        let code = unsafe pthread_create(&thread, nil, Self.body, argument)
        precondition(code == 0, "the operating system refused a thread (\(code))")
        self.thread = thread
    }

    deinit {
        stop()
    }

    /// Queues a job; false if the queue is full or stopped, and the job will not run.
    package func submit(_ job: @escaping Job) -> Bool {
        #if DEBUG
            // Fault injection follows the work to the thread that does it.
            if let injector = FaultInjector.current {
                return enqueue { FaultInjector.$current.withValue(injector) { job() } }
            }
        #endif
        return enqueue(job)
    }

    private func enqueue(_ job: @escaping Job) -> Bool {
        queue.change { queue in
            guard !queue.isStopping, queue.jobs.count < queueMax else { return false }
            queue.jobs.append(job)
            return true
        }
    }

    /// Runs the body on the thread and waits for it.
    ///
    /// Throws `.queueFull` if the queue is full or stopped. Traps on the thread itself, which would wait for itself.
    @available(*, noasync)
    package func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) throws -> R {
        precondition(!isCurrent, "the writer thread cannot wait for itself")
        let result = Monitor<Result<R, any Error>?>(nil)
        let isQueued = submit {
            let outcome = Result { try body() }
            result.change { $0 = outcome }
        }
        guard isQueued else { throw LMDBError(code: .queueFull, operation: "submit", path: "") }
        return try result.wait { $0 }.get()
    }

    /// Runs what is queued, refuses what comes, and returns when the thread has ended. Stopping twice is harmless.
    package func stop() {
        queue.change { $0.isStopping = true }
        let isFirst = isJoined.change { isJoined in
            defer { isJoined = true }
            return !isJoined
        }
        guard isFirst else { return }
        // A job may hold the last reference: a thread cannot join itself.
        if isCurrent { pthread_detach(thread) } else { pthread_join(thread, nil) }
    }

    /// True on the thread itself.
    package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

    /// What the new thread is given.
    private final class Start {
        let queue: Monitor<Queue>
        let name: String

        init(queue: Monitor<Queue>, name: String) {
            self.queue = queue
            self.name = name
        }

        /// Runs the jobs in order, and waits for more.
        func loop() {
            while true {
                let next: Job? = queue.wait { queue in
                    if !queue.jobs.isEmpty { return .some(queue.jobs.removeFirst()) }
                    return queue.isStopping ? .some(nil) : nil
                }
                guard let next else { return }
                next()
            }
        }
    }

    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        let start = unsafe Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
        nameThread(start.name)
        start.loop()
        return nil
    }
}

/// Names the calling thread; `pthread_setname_np` is hidden from Swift. A failure costs a name only.
private func nameThread(_ name: String) {
    let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    unsafe _ = write(file, name, name.utf8.count)
    close(file)
}
