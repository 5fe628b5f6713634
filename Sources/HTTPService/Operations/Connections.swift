import HummingbirdCore
import Synchronization

/// Counts connections, and takes no more than so many at once: others wait in the system's own queue.
final class Connections: Sendable {
    private let count = Mutex(0)
    private let max: Int

    init(max: Int) { self.max = max }

    var open: Int { count.withLock { $0 } }

    /// Of the one socket that listens.
    var delegate: any AvailableConnectionsDelegate { Delegate(connections: self) }

    private struct Delegate: AvailableConnectionsDelegate {
        let connections: Connections

        func connectionOpened() { connections.count.withLock { $0 += 1 } }
        func connectionClosed() { connections.count.withLock { $0 -= 1 } }
        func isAcceptingNewConnections() -> Bool { connections.open < connections.max }
    }
}
