import Foundation
import LMDB
package import Layout
import Transparency

/// A community that is built aside from a backup, complete and verified before it replaces anything.
///
/// It is built in `<place>.restoring`. After an interruption the place is as it was, and the next restoration begins
/// again.
package final class Restoration {
    /// The result of a restoration.
    package struct Outcome: Encodable, Sendable {
        package var logID: String
        /// The last event, and the Merkle root over all of them, base64.
        package var position: UInt64
        package var root: String
        /// When the backup was taken.
        package var taken: String
        /// Whether it is a read-only copy, because it ends before the backup does.
        package var readOnly: Bool
        /// Members who live in the backup and were deleted since, as a vault or a list of deletions says: they were deleted
        /// again. A read-only copy lost their keys.
        package var deletedAgain: [String]
        /// Whether members who were deleted since the backup, or since the last event of the lists of deletions, may exist
        /// again, because no vault of this log was consulted.
        package var erasuresUnknown = false
        /// The last event up to which lists of deletions beside the backup, or the named ones, were applied; `nil` without
        /// lists.
        package var erasuresThrough: UInt64?
        /// What to do about it, in the words of the edge.
        package var advice: String?
        /// Whether the last signed head of the place is unknown, because the file that remembers it is damaged.
        package var signaturesUnknown = false
        /// The largest signed head, if the log does not reach it yet.
        package var signedBeyond: UInt64?
        /// The number of restored images; `nil` if none.
        package var images: Int?
        /// The new place of the replaced community.
        package var replaced: String?
    }

    package private(set) var outcome: Outcome
    /// Whether an existing community is replaced.
    package let isReplacing: Bool
    package let place: String
    private let aside: String
    private let schema: LogSchema
    private let clock: @Sendable () -> Timestamp
    private var lock: Int32
    /// A data directory that the community had, besides the place.
    private let formerPlace: String?
    /// The owner of what was at the place; `nil` if nothing was.
    private let owner: (user: uid_t, group: gid_t)?
    private var lists: [ErasureList] = []

    /// Verifies the whole backup and builds a community from it aside. With `moment` it ends there, and is read-only.
    /// With `isReplacing` the place need not be empty. `progress` gets (the work, how much is done, how much in all).
    ///
    /// Who was deleted since the backup is known from a vault of the log at the place or in `formerPlace`, and from lists
    /// of deletions: those in the files `erasures`, and those that lie beside the backup.
    package init(
        _ schema: LogSchema, of backup: String, to place: String, until moment: Moment? = nil, isReplacing: Bool,
        formerPlace: String? = nil, erasures: [String] = [],
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
        self.formerPlace = formerPlace
        owner = Self.owner(of: place)
        aside = "\(place).restoring"
        lock = try Self.locked(aside, place)
        self.isReplacing = !Self.isEmpty(place)
        outcome = Outcome(
            logID: manifest.logID, position: 0, root: "", taken: manifest.taken, readOnly: moment != nil,
            deletedAgain: [])
        do throws(any Error) {
            try Self.empty(aside)
            let copy = try VaultCopy(manifest.vault, in: "\(backup)/\(manifest.vaultFolder)")
            _ = try copy.write(to: "\(aside)/vault")
            let images = try ImageList.read(manifest, of: backup)
            let copied = try Self.copy(schema, manifest, of: backup, to: aside, until: moment, clock: clock) {
                progress("Restoring the events", $0, $1)
            }
            outcome.position = copied.head.value
            try images.copy(from: backup, to: "\(aside)/\(ImageList.folder)") {
                progress("Restoring the images", $0, $1)
            }
            try noteForgotten(manifest)
            try readLists(named: erasures, beside: backup)
            // A copy that ends early must never sign in the name of its original.
            if moment != nil { try removeIfPresent(SigningFile.path("\(aside)/vault")) }
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
                "\(backup) holds no complete backup: there is no \(BackupManifest.fileName)",
                remedy: .finishBackup)
        }
        return manifest
    }

    private static func isEmpty(_ place: String) -> Bool {
        guard FileManager.default.fileExists(atPath: place) else { return true }
        // An unreadable folder counts as not empty, so that nothing is replaced unseen.
        return (try? FileManager.default.contentsOfDirectory(atPath: place).isEmpty) ?? false
    }

    private static func check(_ place: String, isReplacing: Bool, _ backup: String) throws(Refusal) {
        guard !FileSystem.isWithin(backup, place), !FileSystem.isWithin(place, backup) else {
            throw Refusal(
                .conflict, "neither of \(place) and the backup \(backup) may lie in the other: name another folder")
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

    /// One restoration at a time: the lock is on the folder itself, as long as it has its name.
    private static func locked(_ aside: String, _ place: String) throws(Refusal) -> Int32 {
        do {
            try FileManager.default.createDirectory(
                atPath: aside, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Refusal(
                .unavailable,
                "\(aside) cannot be made. A backup is restored beside \(place) before it takes that place: run this as a user who may write to \(FileSystem.parent(of: place)), such as root. What root restores belongs to the owner of \(place)"
            )
        }
        let descriptor = unsafe open(aside, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Refusal.file(aside, cannotBe: "opened") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let locked = FileIdentity(of: descriptor),
            locked == FileIdentity(of: aside)
        else {
            close(descriptor)
            throw Refusal(.conflict, "another restoration to \(place) is in progress: try again after it")
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
                        "the events of \(backup) are not those that its manifest lists. Restore from a different backup."
                    )
                }
                guard !copied.head.isNone else {
                    throw Refusal(.notFound, "that time is before the first event of the log", field: "at")
                }
            }
            return copied
        }
    }

    /// Records that images lost their owners, so that their removal is known to be pending: the images of members whom
    /// the place has deleted since. A copy that ends earlier knows fewer deletions.
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

    /// Reads the lists of deletions that the log's key has signed. A named list must be one of them.
    private func readLists(named: [String], beside backup: String) throws {
        let log = try EventLog.open(schema, directory: aside, create: false, clock: clock)
        defer { log.close() }
        let key = try log.verifierKeyIfKnown()
        if key == nil, let first = named.first {
            throw Refusal(
                .verificationFailed, "\(first) cannot be verified: \(backup) holds no signing key", field: "erasures")
        }
        guard let key else { return }
        lists = try named.map { path throws(Refusal) in try ErasureList.read(path, of: log.logIDText, signedBy: key) }
        for path in ErasureList.paths(beside: backup) {
            // The list of another backup may be about another log.
            if let list = try? ErasureList.read(path, of: log.logIDText, signedBy: key) { lists.append(list) }
        }
        outcome.erasuresThrough = lists.map(\.position.value).max()
    }

    /// Members who were deleted since stay deleted, and the last signed head of the place stays remembered.
    private func heedPlace() throws {
        let log = try EventLog.open(schema, directory: aside, create: false, clock: clock)
        defer { log.close() }
        var vaults: [Vault] = []
        for directory in Set([place, formerPlace.map(FileSystem.resolved) ?? place]).sorted() {
            if let vault = try log.vaultOfThisLog(in: directory) { vaults.append(vault) }
        }
        outcome.erasuresUnknown = vaults.isEmpty
        var erased: Set<MemberID> = []
        for vault in vaults { erased.formUnion(try log.livingMembers(withoutKeysIn: vault)) }
        for list in lists { erased.formUnion(try log.livingMembers(on: list)) }
        outcome.deletedAgain += try log.forget(erased.sorted()).map(\.description)
        if !outcome.readOnly {
            for vault in vaults where try !Self.remember(vault, in: log) { outcome.signaturesUnknown = true }
        }
        outcome.signedBeyond = try log.headSignedBeyond()
        (outcome.position, outcome.root) = try log.read { ($0.head.value, try $0.merkleRoot().base64) }
    }

    /// `false` if the last signed head of the place is unknown.
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

    /// Moves the community to its place. The replaced community is moved aside, not removed, and accepts no writes from
    /// then on.
    package func putInPlace() throws(Refusal) {
        if isReplacing {
            do throws(any Error) {
                try holdingWriters {
                    // Other processes wrote until now.
                    try heedPlace()
                    try keepSettings()
                    // Under the name that the replaced community shall have: after the exchange of both folders nothing
                    // is left to do.
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

    /// A backup holds no settings of the service: those of the replaced community stay.
    private func keepSettings() throws {
        let (old, new) = ("\(place)/\(EventLog.settingsFileName)", "\(aside)/\(EventLog.settingsFileName)")
        guard FileManager.default.fileExists(atPath: old) else { return }
        try removeIfPresent(new)
        try FileManager.default.copyItem(atPath: old, toPath: new)
    }

    /// Gives what root has restored to the owner of the place, who runs the service. Others own what they restore. Call
    /// it when the restored community is complete.
    package func giveToOwner() throws(Refusal) {
        guard geteuid() == 0, let owner else { return }
        let names = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
        for path in [place] + names.map({ "\(place)/\($0)" })
        where unsafe lchown(path, owner.user, owner.group) != 0 {
            throw Refusal.file(path, cannotBe: "given to its owner")
        }
    }

    private static func owner(of place: String) -> (user: uid_t, group: gid_t)? {
        var status = stat()
        return unsafe stat(place, &status) == 0 ? (status.st_uid, status.st_gid) : nil
    }

    /// Keeps all processes from writing to the replaced community and from signing for it during the exchange. A
    /// process that waits for a lock then finds the community gone. A community that cannot be locked cannot be written
    /// to either. No process removes images meanwhile, because it would continue with the new images.
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

    /// Waits for the lock. `nil` if there is no such lock.
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
            // It is too damaged for any write.
            outcome = Result { try body() }
        } catch {
            // Nothing was written: only the body's result counts.
        }
        try outcome?.get()
    }

    /// Leaves the place as it was. Files that cannot be removed stay aside, and the next restoration begins again.
    package func abandon() { try? FileManager.default.removeItem(atPath: aside) }
}
