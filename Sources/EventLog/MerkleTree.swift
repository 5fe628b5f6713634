import Crypto
package import Events
package import Foundation
import Layout

/// The root of a Merkle tree as in RFC 6962: leaf = SHA-256(0x00 ‖ canonical event), node = SHA-256(0x01 ‖ left ‖ right).
///
/// Leaves are taken one by one; only the roots of the full subtrees are kept. O(log n) memory.
package struct MerkleRoot {
    /// Roots of full subtrees, largest first, with the number of leaves below each.
    private var subtrees: [(leaves: UInt64, hash: SHA256.Digest)] = []

    package init() {}

    package mutating func append(canonical bytes: some DataProtocol) {
        var leaf = SHA256()
        leaf.update(data: [0])
        leaf.update(data: bytes)
        subtrees.append((1, leaf.finalize()))
        while subtrees.count > 1, subtrees[subtrees.count - 1].leaves == subtrees[subtrees.count - 2].leaves {
            let right = subtrees.removeLast()
            let left = subtrees.removeLast()
            subtrees.append((left.leaves * 2, Self.node(left.hash, right.hash)))
        }
    }

    /// Of what has been appended; SHA-256 of nothing for an empty tree.
    package var bytes: [UInt8] {
        guard var root = subtrees.last?.hash else { return Array(SHA256.hash(data: [UInt8]())) }
        for subtree in subtrees.dropLast().reversed() { root = Self.node(subtree.hash, root) }
        return Array(root)
    }

    private static func node(_ left: SHA256.Digest, _ right: SHA256.Digest) -> SHA256.Digest {
        var node = SHA256()
        node.update(data: [1])
        unsafe left.withUnsafeBytes { unsafe node.update(bufferPointer: $0) }
        unsafe right.withUnsafeBytes { unsafe node.update(bufferPointer: $0) }
        return node.finalize()
    }
}

extension LogSnapshot {
    /// The Merkle root over all events, recomputed from the bytes. O(events).
    package func merkleRoot() throws(Refusal) -> [UInt8] {
        var root = MerkleRoot()
        try forEachHeader(from: .none.next) { header in
            root.append(canonical: header.bytes + (try storedBytes(of: header) ?? []))
            return true
        }
        return root.bytes
    }
}
