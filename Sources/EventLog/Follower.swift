package import Events
import Foundation
package import Layout

/// Follows the log as any process appends to it.
package struct Follower: ~Copyable {
    /// How often it looks: well below the 50 ms that an append may take to be seen.
    static let intervalMicroseconds: UInt32 = 10_000

    private let log: EventLog
    /// The last event handed out.
    package private(set) var position: Position
    private var changeCount: UInt64?

    package init(_ log: EventLog, after position: Position) {
        self.log = log
        self.position = position
    }

    /// Hands out what has come since, in order. Answers how many events that were.
    package mutating func poll(
        kinds: EventKindSet = .all, opening: EventKindSet = .all, _ body: (Record) throws -> Void
    ) throws(Refusal) -> Int {
        let count = try log.changeCount()
        guard count != changeCount else { return 0 }
        changeCount = count
        let before = position
        let start = position.next
        var last = position
        try log.read { snapshot in
            guard snapshot.head > before else { return }
            try snapshot.forEach(from: start, kinds: kinds, opening: opening) { record in
                try body(record)
                return true
            }
            last = snapshot.head
        }
        position = last
        return Int(last.value - before.value)
    }

    /// Waits until somebody may have appended, or the time is over.
    package static func pause() { usleep(intervalMicroseconds) }
}
