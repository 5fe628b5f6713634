import Foundation
import LMDB
package import Layout

/// Follows the log while any process appends to it.
package struct Follower: ~Copyable {
    /// How often it looks for events: well below the 50 ms within which an append must be seen.
    static let intervalMicroseconds: UInt32 = 10_000

    private let log: EventLog
    /// The last event handed out.
    package private(set) var position: Position
    /// The last commit that it has seen.
    private var seen: UInt64?

    package init(_ log: EventLog, after position: Position) {
        self.log = log
        self.position = position
    }

    /// Passes the new events on, in order. Returns their number.
    package mutating func poll(
        kinds: EventKindSet = .all, opening: EventKindSet = .all, _ body: (Record) throws -> Void
    ) throws(Refusal) -> Int {
        guard try log.changeCount() != seen else { return 0 }
        let before = position
        let start = position.next
        var last = position
        var looked: UInt64?
        try log.read { snapshot in
            // Not the number that was read before: readers may not see that commit yet.
            looked = (snapshot.stateSnapshot ?? snapshot.snapshot).transactionID
            guard snapshot.head > before else { return }
            try snapshot.forEach(from: start, kinds: kinds, opening: opening) { record in
                try body(record)
                return true
            }
            last = snapshot.head
        }
        seen = looked
        position = last
        return Int(last.value - before.value)
    }

    /// Waits until events may have been appended.
    package static func pause() { usleep(intervalMicroseconds) }
}
