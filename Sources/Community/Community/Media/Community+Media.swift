import Decisions
package import EventLog
package import Events
package import Images
import Layout
import Synchronization

extension Community {
    /// The time from the upload of an image to the event that names it, at most: one day, in microseconds.
    package static let imageGrace: Int64 = 86_400_000_000

    /// Removes the images that no openable event names, and that no living member holds within the grace. A rehearsal
    /// only counts them. O(events) the first time; later see `NamedImages`.
    ///
    /// Events of deleted members name nothing. Earlier states remain readable, so images of deleted recipes and of
    /// earlier versions stay. Refuses if an event of a living member cannot be opened, because it may name any image.
    @discardableResult
    package func removeUnreferencedImages(
        putBefore limit: Timestamp? = nil, isRehearsal: Bool = false
    ) throws(Refusal) -> MediaStore.Removal {
        // An event that the state lacks may name an image.
        if let lag = log.stateLag { throw lag }
        let erasures = try log.read { try $0.erasureCount() }
        // Listed before the log is read: images added later are kept.
        let stored = try media.ids()
        let since = limit ?? Timestamp(microseconds: EventLog.systemClock().microseconds - Self.imageGrace)
        let grace = MediaStore.Grace(since: since) { member throws(Refusal) in
            member == .operator ? true : try self.log.read { try $0.member(member)?.isDeleted == false }
        }
        // Not locked during the scan: parallel scans compute the same.
        var known = namedImages.withLock { $0 }
        let named = try log.read { snapshot in
            try known.goOn(snapshot, among: stored) { id throws(Refusal) in try media.isFree(id, grace) }
        }
        namedImages.withLock { [known] in $0 = known }
        // A restored backup may replace the directory meanwhile.
        let check = { () throws(Refusal) in try self.log.checkInPlace() }
        let removal = try media.removeUnreferenced(grace, isRehearsal: isRehearsal, checkInPlace: check) { id in
            named.contains(id) || !stored.contains(id)
        }
        if !isRehearsal { try media.noteForgotten(erasures) }
        return removal
    }

    /// Stores an image, held by `member` from now on; see ``MediaStore/put(_:by:)``. Where it is the first one, nothing is left of the
    /// members who were deleted before it.
    @discardableResult
    package func putImage(
        _ image: ImageRenditions, by member: MemberID
    ) throws(Refusal) -> (id: ImageID, isNew: Bool) {
        // Counted before the folder is there: a deletion that comes meanwhile looks through the folder itself.
        let erasures = media.forgottenErasures == nil ? try log.read { try $0.erasureCount() } : nil
        let stored = try media.put(image, by: member)
        if let erasures { try media.noteFirst(erasures) }
        return stored
    }

    /// After a deletion, or an interrupted one: removes the images that only deleted members had named or uploaded.
    func forgetImages() throws(Refusal) {
        // Without the keys it is unknown which images events name.
        guard log.hasVault, let forgotten = media.forgottenErasures,
            forgotten != (try log.read { try $0.erasureCount() })
        else { return }
        try removeUnreferencedImages()
    }

    /// Refuses unknown images, and keeps the others for a day. It waits for the disk. `nil`: the images are for a member
    /// who registers.
    package func holdImages(_ ids: [ImageID], by member: MemberID?) throws(Refusal) {
        for id in ids where try !media.renew(id, by: member ?? .operator) {
            throw Refusal(.invalid, "there is no image \(id.text): upload it first", field: "images")
        }
    }

    // MARK: Backup

    /// Copies the log, its vault and the images into a folder, or appends the changes to an earlier backup there; see
    /// `BackupWriter`. Images removed from the community are removed from the backup too, unless the log names them.
    ///
    /// Images that no event names yet are copied as well: finding them would read the whole log, and a restored
    /// community soon removes them.
    @discardableResult
    package func backUp(
        to directory: String, progress: BackupWriter.Progress = { _, _, _ in }
    ) throws(Refusal) -> BackupWriter.Outcome {
        try BackupWriter.backUp(log, to: directory, images: BackedUpImages(community: self), progress: progress)
    }

    /// Call it after restoring a backup: removes the images of members deleted since the backup. If that fails, the
    /// next opening of the community repeats it. A read-only copy that lost keys has no event that says so: there the
    /// images are removed now, or the refusal is thrown.
    package static func finishRestoring(at place: String, _ outcome: Restoration.Outcome) throws(Refusal) {
        guard MediaStore(mediaDirectory(place)).forgottenErasures != nil else { return }
        guard outcome.readOnly, !outcome.deletedAgain.isEmpty else {
            // Every opening tries again and records what is left in `unfinishedErasure`.
            (try? open(at: place, mode: .existing))?.close()
            return
        }
        let copy = try open(at: place, mode: .existing)
        defer { copy.close() }
        try copy.removeUnreferencedImages()
    }
}

/// The images of an open community, for a backup.
private final class BackedUpImages: ImageSource {
    private let community: Community
    private var known = NamedImages()

    init(community: Community) { self.community = community }

    var directory: String { community.media.directory }
    var forgottenErasures: Int? { community.media.forgottenErasures }

    func whileStill<R>(_ body: () throws -> R) throws -> R { try community.media.whileStill(body) }

    func named(among ids: Set<ImageID>) throws(Refusal) -> Set<ImageID> {
        try community.log.read { try known.goOn($0, among: ids) { _ throws(Refusal) in true } }
    }

    func forget() {
        // If it fails, the backup's mark says that images are left, and the community restored from it removes them.
        try? community.forgetImages()
    }
}

/// The images that should exist according to the log.
struct ExpectedImages {
    /// The images of recipes and profiles, each with an event that names it. Empty if unknown.
    var owned: [ImageID: Position] = [:]
    /// The number of deleted accounts; `nil` if unknown.
    var erasures: Int?
    /// Why the log cannot tell which images should exist; `nil` if it can, and also without a vault.
    var failure: Refusal?
}

extension ExpectedImages {
    init(_ log: EventLog) {
        self.init()
        guard log.hasVault else { return }
        do throws(Refusal) {
            owned = try log.read { try $0.imagesOwned() }
            erasures = try log.erasureCountByEvents()
        } catch {
            failure = error
        }
    }
}

extension Finding {
    /// Verifies every image, and that the expected ones exist; `nil` if there are none and none are expected.
    static func media(
        _ directory: String, _ expected: ExpectedImages, _ progress: (Int, Int) -> Void
    ) -> Finding? {
        let name = "media"
        let store = MediaStore("\(directory)/\(name)")
        do throws(Refusal) {
            let (damaged, count) = try store.examine(progress)
            let stored = try store.ids()
            let missing = expected.owned.filter { !stored.contains($0.key) }
            let advice = "put it back from a backup, where it lies in the same folder, or upload the picture again"
            if let first = damaged.first {
                return Finding(
                    name, .failed, "the content of \(store.folder(first)) does not match its name: \(advice)",
                    count: damaged.count + missing.count)
            }
            if let first = missing.min(by: { $0.value < $1.value }) {
                return Finding(
                    name, .failed,
                    "\(store.folder(first.key)), which event \(first.value) names, is missing: \(advice)",
                    count: missing.count)
            }
            if let erasures = expected.erasures, let forgotten = store.forgottenErasures, forgotten != erasures {
                return Finding(
                    name, .failed, "\(name)/ may hold images of deleted members", repair: .state,
                    remedy: .finishErasure)
            }
            // Without stored images the cause is a damaged log, which its own checks report.
            if let failure = expected.failure, store.forgottenErasures != nil {
                return Finding(name, cannotRun: failure)
            }
            guard count > 0 else { return nil }
            let message = count == 1 ? "1 image is what its name says" : "\(count) images are what their names say"
            return Finding(name, .ok, message, count: count)
        } catch {
            return Finding(name, cannotRun: error)
        }
    }
}
