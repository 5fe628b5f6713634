package import LMDB
package import Layout
package import Transparency

/// The stored nodes of a log's tree in one state of the log.
struct StoredTree {
    let log: EventLog
    /// Opened before the snapshot was taken, because it could not be read otherwise. `nil` if there is no table.
    let table: TypedTable<TreeNode, TreeRow>?
    let snapshot: Snapshot

    /// How many runs of 256 events have a node, counted from the first.
    func blocks() throws -> UInt64 {
        guard let table else { return 0 }
        return try snapshot.withTransaction { transaction in
            var cursor = try transaction.cursor(table.table)
            let isThere = try cursor.seek(TreeNode(level: LogTree.storedLevel + 1, index: 0).keyBytes)
            guard try isThere ? cursor.previous() : cursor.last() else { return 0 }
            let last = try TreeNode(keyBytes: cursor.key.copied)
            guard last.level == LogTree.storedLevel else { throw log.treeDamage("it lacks a level") }
            return last.index + 1
        }
    }

    func hash(_ node: TreeNode) throws -> TreeHash {
        do {
            guard let row = try table?.get(node, in: snapshot) else {
                throw log.treeDamage("node \(node.index) of level \(node.level) is missing")
            }
            return row.hash
        } catch is MalformedRow {
            throw log.treeDamage("node \(node.index) of level \(node.level) does not match its checksum")
        }
    }
}

/// The key of a node of the Merkle tree: its level, then its index, big-endian.
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
