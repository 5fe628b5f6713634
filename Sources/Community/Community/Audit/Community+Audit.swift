import EventLog
import Events
package import Layout
import Transparency

extension Community {
    /// The key that signs the log's heads, as it is handed on: name, key id and key.
    package func auditKey() throws(Refusal) -> String { try log.verifierKey().description }

    /// Signs the head of the log, or of its first `size` events.
    package func auditHead(size: UInt64? = nil) throws(Refusal) -> AuditHead {
        let key = try log.verifierKey()
        return try log.signing { snapshot, sign in
            let size = try Self.check(size, snapshot, field: "size")
            let note = try sign(size)
            return AuditHead(try Checkpoint(note), note, key)
        }
    }

    /// Proves that an event is in the log, as its head says it, or the head of its first `size` events.
    package func auditProof(of position: Position, size: UInt64? = nil) throws(Refusal) -> AuditProof {
        try log.signing { snapshot, sign in
            let size = try Self.check(size, snapshot, field: "size")
            guard let event = try snapshot.canonicalBytes(at: position) else {
                throw Refusal(
                    .notFound, "there is no event \(position): the log ends at \(snapshot.head)", field: "position")
            }
            guard position.value <= size else {
                throw Refusal(
                    .invalid, "event \(position) is none of the first \(size): leave --size out, or name a larger one",
                    field: "size")
            }
            let proof = try InclusionText(
                of: event, at: position, in: snapshot.merkleTree(), size: size, head: sign(size))
            return AuditProof(position: position.value, size: size, proof: proof.description)
        }
    }

    /// Proves that the log of the first `to` events, or of all, begins with that of the first `from`.
    package func auditProof(from oldSize: UInt64, to size: UInt64? = nil) throws(Refusal) -> AuditProof {
        try log.signing { snapshot, sign in
            let size = try Self.check(size, snapshot, field: "to")
            let oldSize = try Self.check(oldSize, snapshot, field: "from")
            guard oldSize <= size else {
                throw Refusal(
                    .invalid, "a log grows from fewer events to more, not from \(oldSize) to \(size)", field: "to")
            }
            // Everything begins with nothing: that needs no proof.
            let hashes = oldSize == 0 ? [] : try snapshot.merkleTree().consistencyProof(from: oldSize, to: size)
            let proof = ConsistencyText(
                oldHead: try sign(oldSize), oldSize: oldSize, hashes: hashes, head: try sign(size))
            return AuditProof(from: oldSize, size: size, proof: proof.description)
        }
    }

    private static func check(_ size: UInt64?, _ snapshot: LogSnapshot, field: String) throws(Refusal) -> UInt64 {
        guard let size, size > snapshot.head.value else { return size ?? snapshot.head.value }
        throw Refusal(
            .notFound, "there are no \(size) events: the log ends at \(snapshot.head)", field: field)
    }
}

extension InclusionText {
    /// That the event with these canonical bytes is among the first `size`, whose head was signed. O(log events) look-ups.
    init(
        of event: [UInt8]?, at position: Position, in tree: MerkleTree, size: UInt64, head: SignedNote
    ) throws {
        let index = position.value - 1
        self.init(extra: event, index: index, hashes: try tree.inclusionProof(index: index, size: size), head: head)
    }
}
