import EventLog
package import Events
import Foundation
import Layout
import Transparency

/// What `audit export-tiles` answers.
package struct TileReport: Encodable, Sendable {
    /// Of the head that was signed and written.
    package var size: UInt64
    package var root: String
    /// Files that were written; those that were there already are not among them.
    package var written: Int
    /// Bundles of events that there are none of, because an event in them is longer than 65,535 bytes.
    package var withoutEntries: [String]
}

extension Community {
    private static let checkpointName = "checkpoint"

    /// Writes the log into a folder as c2sp.org/tlog-tiles draws it, for any web server to hand out: tiles, bundles of
    /// events, and last of all the signed head. What an earlier export has written is kept and gone on from, also one that
    /// was interrupted; a folder with the tiles of another log is refused. `progress` gets (events, events in all). O(events)
    /// the first time, O(new events) later.
    package func exportTiles(to directory: String, _ progress: (Int, Int) -> Void = { _, _ in }) throws(Refusal)
        -> TileReport
    {
        try log.checkLiesOutside(directory)
        return try EventLog.withCreationLock(directory) {
            let oldSize = try exportedSize(in: directory)
            let head = try auditHead()
            var written = 0
            let withoutEntries = try log.read { snapshot in
                try TileExport.write(
                    snapshot, size: head.size,
                    // Beyond the head that was exported last, what is there is compared: it may be anybody's.
                    isKept: { path, byteCount, through in
                        through.value <= oldSize
                            && Self.byteCount("\(directory)/\(path)").map { $0 == byteCount ?? $0 } ?? false
                    },
                    { path, bytes, through in
                        if try Self.put(bytes, path, in: directory) { written += 1 }
                        progress(Int(through.value), Int(head.size))
                    })
            }
            // Last: no head is shown to anybody before what it stands for is certain to be there.
            let file = try WholeFile(path: "\(directory)/\(Self.checkpointName)")
            try file.write(Array(head.note.utf8))
            try file.finish()
            Self.removePartial(of: directory, before: head.size, since: oldSize)
            return TileReport(
                size: head.size, root: head.root, written: written, withoutEntries: withoutEntries)
        }
    }

    /// The size of the head that was exported last; 0: none was. Refuses one that this log does not extend.
    private func exportedSize(in directory: String) throws(Refusal) -> UInt64 {
        let path = "\(directory)/\(Self.checkpointName)"
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Refusal(.unavailable, "\(path) cannot be read: check its permissions")
        }
        return try AuditVerifier(key: nil, community: self).verify([(path, Array(bytes))]).size
    }

    private static func byteCount(_ path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Writes a file unless it is there already. Refuses to write over other bytes, or a partial tile beside a full one: what
    /// was handed out never changes.
    private static func put(_ bytes: [UInt8], _ name: String, in directory: String) throws -> Bool {
        let path = "\(directory)/\(name)"
        let there = FileManager.default.contents(atPath: path)
        let full = name.range(of: ".p/").map { "\(directory)/\(name[..<$0.lowerBound])" }
        guard there.map({ Array($0) == bytes }) ?? true, full.map({ byteCount($0) == nil }) ?? true else {
            throw Refusal(
                .verificationFailed,
                "\(path) is not what this log has there: export into another folder, or remove it if it is damaged")
        }
        guard there == nil else { return false }
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = try WholeFile(path: path)
        try file.write(bytes)
        try file.finish()
        return true
    }

    /// Partial tiles may go once the full one is there; those that are partial still belong to heads that somebody holds.
    private static func removePartial(of directory: String, before size: UInt64, since oldSize: UInt64) {
        for tile in Tile.all(from: oldSize, to: size) where tile.isFull {
            let paths = [tile.path] + (tile.level == 0 ? [tile.entriesPath] : [])
            for path in paths where byteCount("\(directory)/\(path)") != nil {
                try? FileManager.default.removeItem(atPath: "\(directory)/\(path).p")
            }
        }
    }
}
