package import Layout
import Synchronization
package import Transparency

/// Finds events by their leaves in the tree: who holds an event's bytes can prove it without knowing its number.
///
/// Leaves are not stored, as the events give them. From the first question on, eight bytes of each leaf stay in memory.
package final class LeafIndex: Sendable {
    /// The first eight bytes of every leaf, in the order of the log.
    private let beginnings = Mutex<[UInt64]>([])

    package init() {}

    /// The first event with that leaf; `nil` if there is none. O(events) of bytes at the first question, later O(new events) of bytes and
    /// a look at eight bytes for each event.
    package func position(of leaf: TreeHash, in snapshot: LogSnapshot) throws(Refusal) -> Position? {
        for position in try positions(beginning: leaf.beginning, in: snapshot) {
            guard let bytes = try snapshot.canonicalBytes(at: position) else { continue }
            if TreeHash.leaf(bytes) == leaf { return position }
        }
        return nil
    }

    private func positions(beginning: UInt64, in snapshot: LogSnapshot) throws(Refusal) -> [Position] {
        let head = snapshot.head
        // The lock is held while leaves are made, so that the same leaves are not made twice at once.
        return try beginnings.withLock { known throws(Refusal) in
            if known.count < head.value {
                try snapshot.forEachHeaderAndStored(from: Position(UInt64(known.count) + 1), through: head) {
                    known.append(TreeHash.leaf($0, $1).beginning)
                }
            }
            return known.indices.prefix(Int(head.value)).filter { known[$0] == beginning }
                .map { Position(UInt64($0) + 1) }
        }
    }
}

extension TreeHash {
    fileprivate var beginning: UInt64 { bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
