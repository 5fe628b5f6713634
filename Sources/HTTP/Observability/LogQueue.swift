import Foundation
import Synchronization

/// Lines of the service's log on their way to standard error.
///
/// A thread of its own writes them, because whatever reads standard error may stall: then lines are dropped and counted,
/// and the service goes on. When the reader goes on, one line says how many were dropped.
final class LogQueue: TextOutputStream, Sendable {
    static let standardError = LogQueue(STDERR_FILENO)
    /// With more bytes waiting, lines are dropped.
    static let bytesMax = 1 << 20

    private struct State {
        var lines: [String] = []
        var bytes = 0
        /// Since the last line that was written, and since the start.
        var dropped = 0
        var droppedInAll = 0
        var isWriting = false
        var isStarted = false
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Lines that were dropped since the start.
    var dropped: Int { state.withLock { $0.droppedInAll } }

    /// Queues a line, or drops it. Never waits.
    func write(_ line: String) {
        let mayStart = state.withLock { state in
            guard state.bytes + line.utf8.count <= Self.bytesMax else {
                state.dropped += 1
                state.droppedInAll += 1
                return false
            }
            state.lines.append(line)
            state.bytes += line.utf8.count
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if mayStart { Thread.detachNewThread { self.run() } }
        filled.signal()
    }

    /// Waits until everything is written, but for half a second at most.
    func flush() {
        for _ in 0..<100 where state.withLock({ !$0.lines.isEmpty || $0.isWriting }) { usleep(5_000) }
    }

    private func run() {
        while true {
            filled.wait()
            let (lines, dropped) = state.withLock { state in
                let taken = (state.lines, state.dropped)
                state.lines = []
                state.dropped = 0
                state.isWriting = !taken.0.isEmpty
                return taken
            }
            guard !lines.isEmpty else { continue }
            var text = lines.joined()
            if dropped > 0 {
                text += "larder: \(dropped) lines of the log were dropped, because standard error was not read\n"
            }
            writeOut(Array(text.utf8))
            // Only now: what is being written counts as waiting, too.
            state.withLock { state in
                state.bytes = state.lines.reduce(0) { $0 + $1.utf8.count }
                state.isWriting = false
            }
        }
    }

    /// If standard error is closed, the service goes on without its log.
    private func writeOut(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }
}
