import Foundation
import LMDB
package import Layout
import Transparency

/// A community that is made of a backup, aside: whole and verified before anything gives way to it.
///
/// It lies in `<place>.restoring`. Whatever interrupts it, the place is as it was, and the next restoration begins anew.
package final class Restoration {
    /// What was made of the backup.
    package struct Outcome: Encodable, Sendable {
        package var logID: String
        /// The last event, and the Merkle root over all of them, base64.
        package var position: UInt64
        package var root: String
        /// When the backup was taken.
        package var taken: String
        /// Whether it is a copy for reading only, because it ends before the backup does.
        package var readOnly: Bool
        /// Members who live in the backup and whose keys were destroyed at the place since: they were deleted again.
        package var deletedAgain: [String]
        /// Whether it cannot be known who these are, for the vault at the place cannot be read.
        package var erasuresUnknown = false
        /// Whether it cannot be known what was signed at the place, for the memory of it is damaged.
        package var signaturesUnknown = false
        /// The largest head that was ever signed, where there is no such head in the log yet.
        package var signedBeyond: UInt64?
        /// How many images came with it; nil: none.
        package var images: Int?
        /// Where what was replaced lies now.
        package var replaced: String?
    }

    package private(set) var outcome: Outcome
    /// Whether something gives way.
    package let isReplacing: Bool
    package let place: String
    private let aside: String
    private let schema: LogSchema
    private let clock: @Sendable () -> Timestamp
    private var lock: Int32

    /// Verifies all of a backup and makes a community of it aside. With `moment` it ends there, and is for reading only. With
    /// `isReplacing` something may be at the place. `progress` gets (what is done, how much of it, of
    /// how much).
    package init(
        _ schema: LogSchema, of backup: String, to place: String, until moment: Moment? = nil, isReplacing: Bool,
        clock: @escaping @Sendable () -> Timestamp = EventLog.systemClock,
        progress: LogExamination.Progress = { _, _, _ in }
    ) throws(Refusal) {
        let place = FileSystem.resolved(place)
        let manifest = try Self.manifest(backup)
        try Self.check(place, isReplacing: isReplacing, backup)
        try Self.check(moment, manifest, backup)
        self.schema = schema
        self.place = place
        self.clock = clock
        aside = "\(place).restoring"
        lock = try Self.locked(aside, place)
        self.isReplacing = !Self.isEmpty(place)
        outcome = Outcome(
            logID: manifest.logID, position: 0, root: "", taken: manifest.taken, readOnly: moment != nil,
            deletedAgain: [])
        do throws(any Error) {
            try Self.empty(aside)
            let copy = try VaultCopy(manifest.vault, in: "\(backup)/\(manifest.vaultFolder)")
            _ = try (moment == nil ? copy : copy.withoutSigningKey).write(to: "\(aside)/vault")
            let images = try ImageList.read(manifest, of: backup)
            let copied = try Self.copy(schema, manifest, of: backup, to: aside, until: moment, clock: clock) {
                progress("Restoring the events", $0, $1)
            }
            outcome.position = copied.head.value
            try images.copy(from: backup, to: "\(aside)/\(ImageList.folder)") {
                progress("Restoring the images", $0, $1)
            }
            try noteForgotten(manifest)
            try heedPlace()
        } catch {
            abandon()
            throw EventLog.refusal(error, aside)
        }
    }

    deinit { if lock >= 0 { close(lock) } }

    // MARK: Before

    private static func manifest(_ backup: String) throws(Refusal) -> BackupManifest {
        var isDirectory = ObjCBool(false)
        guard unsafe FileManager.default.fileExists(atPath: backup, isDirectory: &isDirectory), isDirectory.boolValue
        else {
            throw Refusal(.notFound, "there is no backup at \(backup)", remedy: .nameBackup)
        }
        guard let manifest = try BackupManifest.read(backup) else {
            throw Refusal(
                .notFound,
                "\(backup) holds no backup: there is no \(BackupManifest.fileName). One that was interrupted is none",
                remedy: .finishBackup)
        }
        return manifest
    }

    private static func isEmpty(_ place: String) -> Bool {
        guard FileManager.default.fileExists(atPath: place) else { return true }
        // What cannot be read counts as not empty, so that nothing gives way unseen.
        return (try? FileManager.default.contentsOfDirectory(atPath: place).isEmpty) ?? false
    }

    private static func check(_ place: String, isReplacing: Bool, _ backup: String) throws(Refusal) {
        guard !FileSystem.isWithin(backup, place), !FileSystem.isWithin(place, backup) else {
            throw Refusal(.conflict, "\(place) and the backup \(backup) lie within each other: name another folder")
        }
        try EventLog.refuseJournal(place)
        guard isReplacing || isEmpty(place) else {
            throw Refusal(.conflict, "\(place) is not empty", remedy: .nameEmptyPlaceOrReplace)
        }
    }

    private static func check(_ moment: Moment?, _ manifest: BackupManifest, _ backup: String) throws(Refusal) {
        guard case .position(let position)? = moment else { return }
        guard !position.isNone, position.value <= manifest.position else {
            throw Refusal(
                .notFound, "there is no position \(position) in \(backup): it goes from 1 to \(manifest.position)",
                field: "at")
        }
    }

    /// One at a time: the folder itself is what they lock, as long as it has its name.
    private static func locked(_ aside: String, _ place: String) throws(Refusal) -> Int32 {
        do {
            try FileManager.default.createDirectory(
                atPath: aside, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Refusal(.unavailable, "\(aside) cannot be made: \(error.localizedDescription)")
        }
        let descriptor = unsafe open(aside, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Refusal.file(aside, cannotBe: "opened") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let locked = FileIdentity(of: descriptor),
            locked == FileIdentity(of: aside)
        else {
            close(descriptor)
            throw Refusal(.conflict, "something is just being restored to \(place): try again when that is done")
        }
        return descriptor
    }

    private static func empty(_ folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    // MARK: Copying

    private static func copy(
        _ schema: LogSchema, _ manifest: BackupManifest, of backup: String, to aside: String, until moment: Moment?,
        clock: @escaping @Sendable () -> Timestamp, _ progress: (Int, Int) -> Void
    ) throws -> Verbatim.Copied {
        let segments = SegmentReading(schema, manifest, of: backup)
        return try segments.naming {
            guard let first = try segments.next(), var identity = segments.identity else {
                throw Refusal(.verificationFailed, "\(backup) holds no events")
            }
            identity.isReadOnly = moment != nil
            var copied = Verbatim.Copied()
            try EventLog.initialize(schema, directory: aside, identity, clock: clock) { log in
                guard log.hasVault else { throw Refusal(.verificationFailed, "\(backup) lacks the vault's keys") }
                copied = try Verbatim.fill(
                    log, first, until: moment, next: { try segments.next() },
                    progress: { progress(Int($0.value), Int(manifest.position)) })
                guard copied.root.base64 == manifest.root, copied.end.value == manifest.position else {
                    throw Refusal(
                        .verificationFailed,
                        "the events of \(backup) are not those that its manifest lists: take another backup")
                }
                guard !copied.head.isNone else {
                    throw Refusal(.notFound, "that is before the first event of the log", field: "at")
                }
            }
            return copied
        }
    }

    /// Says of the images whose they are not any more, so that what else has to go is found: the images of whom the place
    /// has erased since. A copy that ends earlier knows of fewer.
    private func noteForgotten(_ manifest: BackupManifest) throws {
        guard let images = manifest.images else { return }
        outcome.images = images.count
        let log = try EventLog.open(schema, directory: aside, create: false, clock: clock)
        defer { log.close() }
        let mark = ErasureMark(in: "\(aside)/\(ImageList.folder)")
        try mark.write(min(images.erasures, try log.read { try $0.erasureCount() }))
        try syncFolder(aside)
    }

    // MARK: What must not come back

    /// Who was erased at the place stays erased, and what was signed there stays remembered.
    private func heedPlace() throws {
        let log = try EventLog.open(schema, directory: aside, create: false, clock: clock)
        defer { log.close() }
        var vault: Vault?
        do {
            vault = try Vault.open(directory: "\(place)/vault", logID: log.sealID, adopting: false)
        } catch {
            // Of another log, or damaged: nothing can be learnt from it.
            guard error.field != MasterKey.field else { throw error }
        }
        outcome.erasuresUnknown = isReplacing && vault == nil
        if !outcome.readOnly, let vault {
            let erased = try log.livingMembers(withoutKeysIn: vault)
            if !erased.isEmpty {
                try log.write { try $0.delete(erased) }
                if let refusal = log.unfinishedErasure { throw refusal }
            }
            outcome.deletedAgain += erased.map(\.description)
            outcome.signaturesUnknown = try !Self.remember(vault, in: log)
        }
        outcome.signedBeyond = try log.headSignedBeyond()
        (outcome.position, outcome.root) = try log.read { ($0.head.value, try $0.merkleRoot().base64) }
    }

    /// False where what was signed at the place cannot be known any more.
    private static func remember(_ vault: Vault, in log: EventLog) throws(Refusal) -> Bool {
        do throws(Refusal) {
            try log.rememberSignedHead(of: vault)
            return true
        } catch {
            guard error.code == .damaged else { throw error }
            return false
        }
    }

    // MARK: After

    /// Puts the community in its place. What was there is moved aside, not removed: from then on nothing is written to it.
    package func putInPlace() throws(Refusal) {
        if isReplacing {
            do throws(any Error) {
                try holdingWriters {
                    // Others went on until now.
                    try heedPlace()
                    // Under the name that what is there shall have: when both change places, all is done.
                    let old = "\(place).replaced-\(EventLog.systemClock().rfc3339.replacing(":", with: ""))"
                    try FileSystem.move(aside, to: old)
                    try FileSystem.exchange(place, old)
                    outcome.replaced = old
                }
            } catch {
                throw EventLog.refusal(error, place)
            }
        } else {
            try FileSystem.move(aside, to: place)
        }
        close(lock)
        lock = -1
    }

    /// Lets no process write to what is at the place, nor sign for it, while it gives way: a process that waits finds that
    /// it is there no more. What cannot be locked cannot be written to either. No process removes images either: it would go on with
    /// those that are there then.
    private func holdingWriters(_ body: () throws -> Void) throws {
        let vault = try? EventLog.lockedVault("\(place)/vault")
        defer { if let vault { close(vault) } }
        let images = Self.locked("\(place)/\(ImageList.folder)/lock")
        defer { if let images { close(images) } }
        // In the order in which writers take them.
        let log = "\(place)/log"
        try Self.holdingWriter(of: EventLog.stateDirectory(log), .disposable) {
            try Self.holdingWriter(of: log, .synced, body)
        }
    }

    /// Waits for it. Nil: there is no such lock.
    private static func locked(_ path: String) -> Int32? {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        return descriptor
    }

    private static func holdingWriter(
        of folder: String, _ durability: Environment.Durability, _ body: () throws -> Void
    ) throws {
        guard FileManager.default.fileExists(atPath: "\(folder)/data.mdb"),
            let environment = try? Environment(path: folder, configuration: .init(durability: durability))
        else { return try body() }
        // The transaction below writes nothing: a failing close loses nothing.
        defer { try? environment.close() }
        var outcome: Result<Void, any Error>?
        do {
            try environment.write { _ in outcome = Result { try body() } }
        } catch  where outcome == nil {
            // It is too damaged to be written to.
            outcome = Result { try body() }
        } catch {
            // Nothing was written: what was done meanwhile counts.
        }
        try outcome?.get()
    }

    /// Leaves everything as it was. What cannot be removed lies aside, and the next restoration begins anew.
    package func abandon() { try? FileManager.default.removeItem(atPath: aside) }
}
