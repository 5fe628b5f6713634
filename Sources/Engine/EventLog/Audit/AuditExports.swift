package import Layout
import Transparency

/// The log's tree and its events as the files of c2sp.org/tlog-tiles.
package enum TileExport {
    /// Passes on the files of the tree over the first `size` events, each with its path and how far it reaches. Skips
    /// full files that `isKept` (of that path, size if known, and reach). Every file fits into the tree above it.
    /// Returns the bundles that cannot exist, because one of their events is longer than an entry may be. O(events) for
    /// the files that are not kept.
    package static func write(
        _ snapshot: LogSnapshot, size: UInt64, isKept: (_ path: String, _ byteCount: Int?, _ through: Position) -> Bool,
        _ write: (_ path: String, _ bytes: [UInt8], _ through: Position) throws -> Void
    ) throws(Refusal) -> [String] {
        precondition(size <= snapshot.head.value)
        var missing: [String] = []
        do throws(any Error) {
            let nodes = try TreeNodes(snapshot)
            for tile in Tile.all(from: 0, to: size) {
                let through = Position(tile.nodes.last.map(\.end) ?? size)
                let byteCount = Int(tile.width) * TreeHash.byteCount
                let wantsHashes = !(tile.isFull && isKept(tile.path, byteCount, through))
                let wantsEntries = tile.level == 0 && !(tile.isFull && isKept(tile.entriesPath, nil, through))
                guard wantsHashes || wantsEntries else { continue }
                let entries = tile.level == 0 ? try entries(below: tile, snapshot) : nil
                let hashes = try entries?.map { TreeHash.leaf($0) } ?? tile.nodes.map { try nodes.hash($0) }
                try check(hashes, tile, nodes, snapshot.log)
                if wantsEntries, let entries {
                    if let bundle = EntryBundle.bytes(entries) {
                        try write(tile.entriesPath, bundle, through)
                    } else {
                        missing.append(tile.entriesPath)
                    }
                }
                if wantsHashes { try write(tile.path, hashes.flatMap(\.bytes), through) }
            }
        } catch {
            throw snapshot.log.refusal(error)
        }
        return missing
    }

    private static func entries(below tile: Tile, _ snapshot: LogSnapshot) throws(Refusal) -> [[UInt8]] {
        var entries: [[UInt8]] = []
        let first = Position(tile.index * Tile.widthMax + 1)
        try snapshot.forEachHeaderAndStored(from: first, through: Position(first.value + tile.width - 1)) {
            entries.append($0.copied + ($1?.copied ?? []))
        }
        return entries
    }

    /// The signed root was computed from the node above.
    private static func check(_ hashes: [TreeHash], _ tile: Tile, _ nodes: TreeNodes, _ log: EventLog) throws {
        guard tile.isFull else { return }
        var frontier = TreeFrontier()
        for hash in hashes { frontier.append(hash) }
        let above = TreeNode(level: 8 * (tile.level + 1), index: tile.index)
        guard try nodes.hash(above) == frontier.root else {
            throw log.treeDamage("\(tile.path) does not fit into it", remedy: .verifyAndRepairTree)
        }
    }
}

/// Every event in its canonical bytes, for readers who compute the tree themselves: only entries, no header and no end.
package enum CanonicalExport {
    private static let chunkByteCount = 1 << 16

    /// Writes the canonical bytes of each event behind their number, four bytes, big-endian. `write` gets chunks of
    /// about 64 KiB with the position that they reach. O(events).
    package static func write(
        _ snapshot: LogSnapshot, _ write: (_ bytes: [UInt8], _ through: Position) throws -> Void
    ) throws(Refusal) {
        var chunk = ByteWriter(capacity: chunkByteCount + (1 << 14))
        var position = Position.none
        do throws(any Error) {
            try snapshot.forEachHeaderAndStored(from: Position(1), through: snapshot.head) { header, stored in
                chunk.write(UInt32(header.byteCount + (stored?.byteCount ?? 0)).byteSwapped)
                unsafe header.withUnsafeBytes { unsafe chunk.write(raw: $0) }
                if let stored { unsafe stored.withUnsafeBytes { unsafe chunk.write(raw: $0) } }
                position = position.next
                if chunk.count >= chunkByteCount {
                    try write(chunk.bytes, position)
                    chunk.truncate(to: 0)
                }
            }
            try write(chunk.bytes, position)
        } catch {
            throw snapshot.log.refusal(error)
        }
    }
}
