package import LMDB
package import Layout
package import Transparency

/// What the nodes of the Merkle tree are found by: their level, then their index, big-endian.
extension TreeNode: TableKey {
    package static var flags: TableFlags { [] }

    package init(keyBytes: [UInt8]) throws(MalformedRow) {
        guard keyBytes.count == 9 else { throw MalformedRow() }
        self.init(level: Int(keyBytes[0]), index: keyBytes.dropFirst().reduce(0) { $0 << 8 | UInt64($1) })
    }

    package var keyBytes: [UInt8] {
        [UInt8(level)] + stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: index >> $0) }
    }

    package static func < (a: TreeNode, b: TreeNode) -> Bool { (a.level, a.index) < (b.level, b.index) }
}

/// A node's hash with its checksum: a damaged one must not get into a signed head.
struct TreeRow: StoredRow {
    let hash: TreeHash

    init(_ hash: TreeHash) { self.hash = hash }

    init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        let span = try reader.readSpan(TreeHash.byteCount)
        guard let hash = TreeHash(bytes: span), try reader.readUInt32() == CRC32C.checksum(span), reader.isAtEnd else {
            throw MalformedRow()
        }
        self.hash = hash
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(raw: hash.bytes)
        writer.write(hash.withBytes { CRC32C.checksum($0) })
    }
}
