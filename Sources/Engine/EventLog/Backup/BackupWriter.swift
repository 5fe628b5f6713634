import Foundation
import LMDB
package import Layout
import Transparency

/// Copies a log with its vault and its images into a folder, while others go on writing, and later what has come since.
///
/// The log goes as verbatim runs of events: without free pages, byte by byte checkable, and never changed once written. Images
/// go as they are. A backup is what its manifest says, which is replaced last: one that was interrupted is the earlier one still.
package struct BackupWriter {
    /// What was done.
    package struct Outcome: Encodable, Sendable {
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
        /// How many images it holds, and how many of them it did not hold before; nil: none.
        package var images: Int?
        package var addedImages: Int?
        /// The folders of those that it lacks, for they are not what their names say; nil: none.
        package var damagedImages: [String]?
        /// The folders of those that are lost, for the log names them still, and that it has kept; nil: none.
        package var missingImages: [String]?
    }

    package typealias Progress = LogExamination.Progress

    /// While fewer events than these are missing, appends wait.
    private static let tailMax: UInt64 = 4_096
    private static let roundsMax = 32
    /// How often images are waited for that only deleted members had named; then they go with the next backup.
    private static let erasureRoundsMax = 4

    let log: EventLog
    let vault: Vault
    let images: (any ImageSource)?
    let directory: String

    /// Refuses a folder that holds other things, and a backup of another log or of one that went on otherwise. Without a
    /// source of images the backup holds none, whatever it held before.
    package static func backUp(
        _ log: EventLog, to directory: String, images: (any ImageSource)? = nil,
        progress: Progress = { _, _, _ in }
    ) throws(Refusal) -> Outcome {
        guard let vault = log.vault else { throw log.vaultMissing }
        guard !log.identity.isReadOnly else { throw log.readOnlyRefusal }
        try log.checkLiesOutside(directory)
        // A key that is made later would be another one in what is restored.
        _ = try log.verifierKey()
        let isThere = FileManager.default.fileExists(atPath: directory)
        do throws(Refusal) {
            return try EventLog.withCreationLock(directory) {
                try BackupWriter(log: log, vault: vault, images: images, directory: directory).run(progress)
            }
        } catch {
            // Not what was there before, nor what is in it.
            if !isThere { unsafe rmdir(directory) }
            throw error
        }
    }

    private func run(_ progress: Progress) throws -> Outcome {
        let earlier = try BackupManifest.read(directory)
        if earlier == nil { try refuseOthers() }
        try removeLeftovers(of: earlier)
        let frontier = try earlier.map { try checked($0) } ?? TreeFrontier()
        do {
            return try add(to: earlier, frontier, progress)
        } catch {
            // The disk may be full: what is half done only takes room.
            try? removeAll(but: BackupManifest.read(directory))
            throw error
        }
    }

    private func add(
        to earlier: BackupManifest?, _ frontier: TreeFrontier, _ progress: Progress
    ) throws -> Outcome {
        // Where its list is damaged, all of them are compared with what they are copied from.
        let earlierImages = earlier.flatMap { try? ImageList.read($0, of: directory) } ?? ImageList()
        let images = self.images.map { ImageCopy($0, to: directory, earlier: earlierImages) }
        try images?.begin { progress("Copying the images", $0, $1) }
        let first = Position(frontier.size + 1)
        let file = try StoredFile("\(directory)/log-\(first).new")
        var run = LogRun(VerbatimWriter(log.identity) { try file.write($0) }, frontier)
        let (snapshot, copy, erasures) = try copied(into: &run, images) { progress("Copying the events", $0, $1) }
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
        let imagesHeld = try images.flatMap { try write($0, number, erasures: erasures) }
        try syncFolder(directory)
        let now = log.clock().rfc3339
        let manifest = BackupManifest(
            logID: log.logIDText, position: last.value, root: run.tree.root.base64, began: earlier?.began ?? now,
            taken: now, segments: segments, vaultNumber: number, vault: vaultFiles, images: imagesHeld)
        try manifest.write(to: directory)
        try removeAll(but: manifest)
        return Outcome(
            position: last.value, root: manifest.root, added: last.value - (earlier?.position ?? 0),
            segments: segments.count, bytes: manifest.byteCount, replacedVault: earlier != nil,
            images: imagesHeld?.count, addedImages: imagesHeld.flatMap { _ in images?.added },
            damagedImages: images.flatMap { $0.damaged.isEmpty ? nil : $0.damaged },
            missingImages: images.flatMap { $0.missing.isEmpty ? nil : $0.missing })
    }

    /// Nil where there are none: then nothing tells the backup from one of before there were any.
    private func write(_ copy: ImageCopy, _ number: Int, erasures: Int) throws(Refusal) -> BackupManifest.Images? {
        guard !copy.list.images.isEmpty else { return nil }
        return BackupManifest.Images(
            count: copy.list.images.count, bytes: copy.byteCount, erasures: erasures,
            list: try copy.list.write(to: "\(directory)/\(ImageList.fileName(number))"))
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

    /// Most of the log, then its end with the vault and the images. Answers, too, how many accounts had been deleted when the
    /// images of these were gone.
    private func copied(
        into run: inout LogRun, _ copy: ImageCopy?, _ progress: (Int, Int) -> Void
    ) throws -> (LogSnapshot, VaultCopy, erasures: Int) {
        for _ in 0..<Self.roundsMax {
            let snapshot = try LogSnapshot(log, isLogAlone: true)
            let missing = snapshot.end.value - run.tree.size
            try run.write(snapshot, progress)
            if missing < Self.tailMax { break }
        }
        guard let images, let copy else {
            let (snapshot, vault) = try ended(&run)
            return (snapshot, vault, erasures: 0)
        }
        for round in 1...Self.erasureRoundsMax {
            // No image is removed after the last event that names it is in the backup, before it is there, too.
            let ended = try images.whileStill { () throws -> (LogSnapshot, VaultCopy, erasures: Int)? in
                let (snapshot, vault) = try self.ended(&run)
                let forgotten = images.forgottenErasures
                let isForgotten = try forgotten == nil || forgotten == log.read { try $0.erasureCount() }
                guard isForgotten || round == Self.erasureRoundsMax else { return nil }
                try copy.finish()
                return (snapshot, vault, forgotten ?? 0)
            }
            if let ended { return ended }
            // A member was just deleted whose images are still there.
            images.forget()
        }
        preconditionFailure("the last round ends")
    }

    /// First the log, then the vault: it then has every key that the log needs. The last few events are taken with the vault
    /// while no append can happen, for a key that was destroyed after the last of them would be missing in it.
    private func ended(_ run: inout LogRun) throws -> (LogSnapshot, VaultCopy) {
        try log.environment.write { _ in
            try log.checkInPlace()
            let snapshot = try LogSnapshot(log, isLogAlone: true)
            try run.write(snapshot) { _, _ in }
            return (snapshot, try VaultCopy(of: vault))
        }
    }
}
