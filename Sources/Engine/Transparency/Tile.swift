/// One file in the layout of c2sp.org/tlog-tiles: up to 256 hashes of one level of a tree, or the entries below as many
/// leaves.
package struct Tile: Hashable, Sendable {
    /// The number of hashes of a full tile.
    package static let widthMax: UInt64 = 256

    /// The level of the tile's hashes: 0 for leaves, l for nodes over 256^l leaves.
    package var level: Int
    package var index: UInt64
    /// The number of hashes, 1 to 256.
    package var width: UInt64

    package var isFull: Bool { width == Self.widthMax }

    /// `tile/0/x001/067`, with `.p/8` behind it for a partial tile.
    package var path: String { "tile/\(level)/\(pathOfIndex)" }
    /// The path of the entries below a tile of level 0.
    package var entriesPath: String { "tile/entries/\(pathOfIndex)" }

    private var pathOfIndex: String {
        var groups = [index % 1000]
        var rest = index / 1000
        while rest > 0 {
            groups.append(rest % 1000)
            rest /= 1000
        }
        let names = groups.enumerated().map { place, group in
            let digits = String(group)
            return (place > 0 ? "x" : "") + String(repeating: "0", count: 3 - digits.count) + digits
        }
        return names.reversed().joined(separator: "/") + (isFull ? "" : ".p/\(width)")
    }

    /// The nodes of its hashes, in order.
    package var nodes: [TreeNode] {
        (0..<width).map { TreeNode(level: 8 * level, index: index * Self.widthMax + $0) }
    }

    /// The tiles of a tree of `size` that a tree of `oldSize` does not have, or has with fewer hashes; all levels.
    package static func all(from oldSize: UInt64, to size: UInt64) -> [Tile] {
        var tiles: [Tile] = []
        var (level, old, new) = (0, oldSize, size)
        while new > 0 {
            if new > old {
                for index in old / widthMax...(new - 1) / widthMax {
                    tiles.append(Tile(level: level, index: index, width: min(widthMax, new - index * widthMax)))
                }
            }
            (level, old, new) = (level + 1, old / widthMax, new / widthMax)
        }
        return tiles
    }
}

/// Entries one after the other, each behind its length: two bytes, big-endian.
package enum EntryBundle {
    /// A bundle cannot hold a longer entry.
    package static let entryByteCountMax = Int(UInt16.max)

    /// `nil` if one of them is too long.
    package static func bytes(_ entries: [[UInt8]]) -> [UInt8]? {
        guard entries.allSatisfy({ $0.count <= entryByteCountMax }) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.reduce(0) { $0 + $1.count + 2 })
        for entry in entries {
            bytes += [UInt8(entry.count >> 8), UInt8(truncatingIfNeeded: entry.count)]
            bytes += entry
        }
        return bytes
    }
}
