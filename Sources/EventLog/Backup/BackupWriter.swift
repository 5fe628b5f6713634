package import Events
import Foundation
import LMDB
import Layout
import Transparency

/// Copies a log with its vault into a folder, while others go on writing, and later what has come since.
///
/// The log goes as verbatim runs of events: without free pages, byte by byte checkable, and never changed once written. A
/// backup is what its manifest says, which is replaced last: one that was interrupted is the earlier one still.
package struct BackupWriter {
    /// What was done.
    package struct Report: Encodable, Sendable {
        /// The last event that the backup holds, and the Merkle root over all of them, base64.
        package var position: UInt64
        package var root: String
        /// How many events were added.
        package var added: UInt64
        package var segments: Int
        /// All of the backup.
        package var bytes: Int
        /// Whether an earlier copy of the vault was overwritten.
        package var replacedVault: Bool
    }

    /// While fewer events than these are missing, nobody may append.
    private static let tailMax: UInt64 = 4_096
    private static let roundsMax = 32

    private let log: EventLog
    private let vault: Vault
    private let directory: String

    /// Refuses a folder that holds other things, and a backup of another log or of one that went on otherwise. `progress`
    /// gets (events copied, events to copy).
    package static func backUp(
        _ log: EventLog, to directory: String, progress: (Int, Int) -> Void = { _, _ in }
    ) throws(Refusal) -> Report {
        guard let vault = log.vault else { throw log.vaultMissing }
        guard !log.identity.isReadOnly else { throw log.readOnlyRefusal }
        try log.checkLiesOutside(directory)
        // A key that is made later would be another one in what is restored.
        _ = try log.verifierKey()
        let isThere = FileManager.default.fileExists(atPath: directory)
        do throws(Refusal) {
            return try EventLog.withCreationLock(directory) {
                try BackupWriter(log: log, vault: vault, directory: directory).run(progress)
            }
        } catch {
            // Not what was there before, nor what is in it.
            if !isThere { unsafe rmdir(directory) }
            throw error
        }
    }

    private func run(_ progress: (Int, Int) -> Void) throws -> Report {
        let earlier = try BackupManifest.read(directory)
        if earlier == nil { try refuseOthers() }
        try removeLeftovers(of: earlier)
        let frontier = try earlier.map { try checked($0) } ?? TreeFrontier()
        do {
            return try add(to: earlier, frontier, progress)
        } catch {
            // The disk may be full: what is half done only takes room.
            try? removeLeftovers(of: BackupManifest.read(directory))
            throw error
        }
    }

    private func add(
        to earlier: BackupManifest?, _ frontier: TreeFrontier, _ progress: (Int, Int) -> Void
    ) throws -> Report {
        let first = Position(frontier.size + 1)
        let file = try StoredFile("\(directory)/log-\(first).new")
        var run = LogRun(VerbatimWriter(log.identity) { try file.write($0) }, frontier)
        let (snapshot, copy) = try copied(into: &run, progress)
        guard try run.tree.root == snapshot.merkleRoot(size: run.tree.size) else {
            throw log.treeDamage("its root is not that of the events")
        }
        let last = Position(run.tree.size)
        var segments = earlier?.segments ?? []
        if first <= last {
            guard segments.count < BackupManifest.segmentsMax else {
                throw Refusal(.unavailable, "\(directory) holds \(segments.count) increments: begin another backup")
            }
            try run.writer.finish(at: last)
            let segment = BackupManifest.Segment(
                first: first.value, last: last.value, bytes: file.byteCount, sha256: try file.finish())
            try StoredFile.rename(file.path, to: "\(directory)/\(segment.name)")
            segments.append(segment)
        }
        let number = (earlier?.vaultNumber ?? 0) + 1
        let vaultFiles = try copy.write(to: "\(directory)/\(BackupManifest.vaultFolder(number))")
        try syncFolder(directory)
        let now = log.clock().rfc3339
        let manifest = BackupManifest(
            logID: log.logIDText, position: last.value, root: run.tree.root.base64, began: earlier?.began ?? now,
            taken: now, segments: segments, vaultNumber: number, vault: vaultFiles)
        try manifest.write(to: directory)
        try removeLeftovers(of: manifest)
        return Report(
            position: last.value, root: manifest.root, added: last.value - (earlier?.position ?? 0),
            segments: segments.count, bytes: manifest.byteCount, replacedVault: earlier != nil)
    }

    /// Events on their way into a file, and the tree over all up to the last of them.
    private struct LogRun {
        var writer: VerbatimWriter
        var tree: TreeFrontier

        init(_ writer: VerbatimWriter, _ tree: TreeFrontier) {
            self.writer = writer
            self.tree = tree
        }

        mutating func write(_ snapshot: LogSnapshot, _ progress: (Int, Int) -> Void) throws {
            let first = Position(tree.size + 1)
            guard first <= snapshot.end else { return }
            let total = Int(snapshot.end.value - tree.size)
            var (tree, done) = (tree, 0)
            try writer.write(snapshot, from: first, through: snapshot.end) { header, stored in
                tree.append(.leaf(header, stored))
                done += 1
                if done & 0xFFF == 0 { progress(done, total) }
            }
            self.tree = tree
        }
    }

    /// First the log, then the vault: it then has every key that the log needs. The last few events are taken with the vault
    /// while nobody can append, for a key that was destroyed after the last of them would be missing in it.
    private func copied(
        into run: inout LogRun, _ progress: (Int, Int) -> Void
    ) throws -> (LogSnapshot, VaultCopy) {
        for _ in 0..<Self.roundsMax {
            let snapshot = try LogSnapshot(log, isLogAlone: true)
            let missing = snapshot.end.value - run.tree.size
            try run.write(snapshot, progress)
            if missing < Self.tailMax { break }
        }
        return try log.environment.write { _ in
            try log.checkInPlace()
            let snapshot = try LogSnapshot(log, isLogAlone: true)
            try run.write(snapshot, progress)
            return (snapshot, try VaultCopy(of: vault))
        }
    }

    // MARK: What is there

    private static func isOurs(_ name: String) -> Bool {
        name.wholeMatch(of: /log-[0-9]+(-[0-9]+\.larderlog|\.new)|vault-[0-9]+|manifest\.json(\.new)?/) != nil
    }

    /// What an interrupted backup left is no reason to refuse.
    private func refuseOthers() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        guard let stranger = names.first(where: { !Self.isOurs($0) }) else { return }
        throw Refusal(
            .conflict,
            "\(directory) holds other things, «\(stranger)» for one, and no backup: name an absent or empty folder, or that of an earlier backup"
        )
    }

    /// Removes what was begun and is no part of the backup: also the vault that the present one replaces.
    private func removeLeftovers(of manifest: BackupManifest?) throws {
        var parts: Set<String> = []
        if let manifest {
            parts = Set(manifest.segments.map(\.name)).union([BackupManifest.fileName, manifest.vaultFolder])
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: directory)
        where Self.isOurs(name) && !parts.contains(name) {
            let path = "\(directory)/\(name)"
            if name.hasPrefix("vault-") {
                try VaultCopy.destroy(path)
            } else {
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    /// Refuses a backup that this log does not extend. Answers the tree over the events that it holds.
    private func checked(_ earlier: BackupManifest) throws -> TreeFrontier {
        guard earlier.logID == log.logIDText else {
            throw Refusal(
                .conflict,
                "\(directory) is a backup of the log \(earlier.logID), and this one is \(log.logIDText): name another folder"
            )
        }
        for segment in earlier.segments {
            let path = "\(directory)/\(segment.name)"
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            guard size == segment.bytes else {
                throw BackupManifest.damage(path, size == nil ? "it is missing" : "it has \(size ?? 0) bytes")
            }
        }
        let snapshot = try LogSnapshot(log, isLogAlone: true)
        let other = "the log of \(log.directory) is not a later state of the one in the backup \(directory)"
        guard earlier.position <= snapshot.end.value else {
            throw Refusal(
                .verificationFailed,
                "\(other): it has \(snapshot.end) events, the backup \(earlier.position). Name another folder, and look which is right"
            )
        }
        guard try snapshot.merkleRoot(size: earlier.position).base64 == earlier.root else {
            throw Refusal(
                .verificationFailed,
                "\(other): its first \(earlier.position) events are others. Name another folder, and look which is right"
            )
        }
        return try snapshot.frontier(size: earlier.position)
    }
}
