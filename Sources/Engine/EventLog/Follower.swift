import Foundation
import LMDB
package import Layout

/// Follows the log as any process appends to it.
package struct Follower: ~Copyable {
    /// How often it looks: well below the 50 ms that an append may take to be seen.
    static let intervalMicroseconds: UInt32 = 10_000

    private let log: EventLog
    /// The last event handed out.
    package private(set) var position: Position
    /// The last commit that was looked at.
    private var seen: UInt64?

    package init(_ log: EventLog, after position: Position) {
        self.log = log
        self.position = position
    }

    /// Hands out what has come since, in order. Answers how many events that were.
    package mutating func poll(
        kinds: EventKindSet = .all, opening: EventKindSet = .all, _ body: (Record) throws -> Void
    ) throws(Refusal) -> Int {
        guard try log.changeCount() != seen else { return 0 }
        let before = position
        let start = position.next
        var last = position
        var looked: UInt64?
        try log.read { snapshot in
            // Not the number asked for above: that one may not be there for readers yet.
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
