import Foundation
import LMDB
package import Layout
import Transparency

/// Copies a log with its vault and its images into a folder while other processes write, and later adds the new events.
///
/// The log is copied as verbatim runs of events, without free pages, verifiable byte by byte, and never changed once
/// written. Images are copied as they are. The manifest, which is replaced last, defines the backup: an interrupted
/// backup is still the earlier one.
package struct BackupWriter {
    /// The result of a backup.
    package struct Outcome: Codable, Sendable {
        /// The last event that the backup holds, and the Merkle root over all of them, base64.
        package var position: UInt64
        package var root: String
        /// The number of added events.
        package var added: UInt64
        package var segments: Int
        /// The bytes of the whole backup.
        package var bytes: Int
        /// Whether an earlier copy of the vault was overwritten.
        package var replacedVault: Bool
        /// The number of images, and the number of added ones; `nil` if the backup holds no images.
        package var images: Int?
        package var addedImages: Int?
        /// The folders of images that are missing in the backup, because their content does not match their name; `nil`
        /// if none.
        package var damagedImages: [String]?
        /// The folders of images that the community has lost although the log names them, and that the backup has kept;
        /// `nil` if none.
        package var missingImages: [String]?
        /// The number of deleted accounts, and the file beside the backup that lists them; no file if it could not be
        /// written.
        package var erasures: Int
        package var erasureList: String?
    }

    package typealias Progress = LogExamination.Progress

    /// If fewer events than these are missing, appends wait for the copy.
    private static let tailMax: UInt64 = 4_096
    private static let roundsMax = 32
    /// How often the backup waits for the removal of deleted members' images; after that the next backup removes them.
    private static let erasureRoundsMax = 4

    /// The folder for a copy of the accounts while they are read.
    private static let accountsAside = "vault-0"

    let log: EventLog
    let vault: Vault
    let images: (any ImageSource)?
    let directory: String

    /// Refuses a folder with other contents, a backup of another log, and one whose events differ from this log's.
    /// Without a source of images the backup holds none, even if it did before.
    package static func backUp(
        _ log: EventLog, to directory: String, images: (any ImageSource)? = nil,
        progress: Progress = { _, _, _ in }
    ) throws(Refusal) -> Outcome {
        guard let vault = log.vault else { throw log.vaultMissing }
        guard !log.identity.isReadOnly else { throw log.readOnlyRefusal }
        try log.checkLiesOutside(directory, named: "backup folder")
        try checkVault(of: log, vault, earlier: try BackupManifest.read(directory))
        // A key that is created later would differ in the restored log. Where the log's disk has no room for one, a backup without it
        // is better than none.
        do throws(Refusal) { _ = try log.verifierKey() } catch {
            guard error.lacksRoom else { throw error }
        }
        let isThere = FileManager.default.fileExists(atPath: directory)
        do throws(Refusal) {
            return try EventLog.withCreationLock(directory) {
                try BackupWriter(log: log, vault: vault, images: images, directory: directory).run(progress)
            }
        } catch {
            // Not the files that were there before.
            if !isThere { unsafe rmdir(directory) }
            throw error
        }
    }

    /// Refuses a vault that has lost a key: its copy would take the place of one that may still have it.
    private static func checkVault(
        of log: EventLog, _ vault: Vault, earlier: BackupManifest?
    ) throws(Refusal) {
        if let loss = try log.lostKey() {
            throw Refusal(
                .damaged,
                "\(loss). Nothing was copied, so that an earlier backup keeps its keys: restore the newest backup")
        }
        // The backup of another log is refused for what it is.
        guard let earlier, earlier.logID == log.logIDText,
            earlier.vault.contains(where: { $0.name == SigningFile.name }), try log.verifierKeyIfKnown() == nil
        else { return }
        throw Refusal(
            .damaged,
            "\(SigningFile.path(vault.directory)) is missing, and the earlier backup has it. Nothing was copied: put it back from there"
        )
    }

    private func run(_ progress: Progress) throws -> Outcome {
        let earlier = try BackupManifest.read(directory)
        if earlier == nil { try refuseOthers() }
        try removeLeftovers(of: earlier)
        let frontier = try earlier.map { try checked($0) } ?? TreeFrontier()
        do {
            return try add(to: earlier, frontier, progress)
        } catch {
            // The disk may be full: half-written files only take space.
            try? removeAll(but: BackupManifest.read(directory))
            throw error
        }
    }

    private func add(
        to earlier: BackupManifest?, _ frontier: TreeFrontier, _ progress: Progress
    ) throws -> Outcome {
        // If its list is damaged, all images are compared with their originals.
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
        let (deletions, list) = try deletions()
        return Outcome(
            position: last.value, root: manifest.root, added: last.value - (earlier?.position ?? 0),
            segments: segments.count, bytes: manifest.byteCount, replacedVault: earlier != nil,
            images: imagesHeld?.count, addedImages: imagesHeld.flatMap { _ in images?.added },
            damagedImages: images.flatMap { $0.damaged.isEmpty ? nil : $0.damaged },
            missingImages: images.flatMap { $0.missing.isEmpty ? nil : $0.missing },
            erasures: deletions, erasureList: list.flatMap(writeBeside))
    }

    /// The number of deletions, and the signed list of them; no list where there is no key to sign it with.
    private func deletions() throws(Refusal) -> (count: Int, list: String?) {
        guard try log.verifierKeyIfKnown() != nil else { return (try log.erasureCountByEvents(), nil) }
        let (list, note) = try log.erasureList()
        return (list.entries.count, note)
    }

    /// Writes the list of deletions beside the folder. Returns its path; `nil` if nothing can be written there, as beside
    /// the folder of a whole disk: the backup itself is complete.
    private func writeBeside(_ list: String) -> String? {
        let path = FileSystem.resolved(directory) + ErasureList.fileSuffix
        do throws(Refusal) {
            let file = try WholeFile(path: path, permissions: 0o600)
            try file.write(Array(list.utf8))
            try file.finish()
            return path
        } catch {
            return nil
        }
    }

    /// `nil` without images: then the backup has the format of one that never had any.
    private func write(_ copy: ImageCopy, _ number: Int, erasures: Int) throws(Refusal) -> BackupManifest.Images? {
        guard !copy.list.images.isEmpty else { return nil }
        return BackupManifest.Images(
            count: copy.list.images.count, bytes: copy.byteCount, erasures: erasures,
            list: try copy.list.write(to: "\(directory)/\(ImageList.fileName(number))"))
    }

    /// Events that are written to a file, and the tree up to the last of them.
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

    /// Copies most of the log, then its end with the vault and the images. Also returns the number of deleted accounts
    /// when their images were gone.
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
            // No image is removed between the copy of the last event that names it and the copy of the image.
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

    /// First the log, then the vault: it then has every key that the log needs. The last few events and the vault are
    /// copied while no append can happen, because a key that is destroyed later would be missing in the vault.
    private func ended(_ run: inout LogRun) throws -> (LogSnapshot, VaultCopy) {
        try log.environment.write { _ in
            try log.checkInPlace()
            let snapshot = try LogSnapshot(log, isLogAlone: true)
            try run.write(snapshot) { _, _ in }
            return (snapshot, try VaultCopy(of: vault, aside: "\(directory)/\(Self.accountsAside)"))
        }
    }
}
