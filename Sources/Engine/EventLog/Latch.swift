import Dispatch

/// A door that one opens for one who waits, once. Made for each append, so it must cost little: waiting is one system call.
struct Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
