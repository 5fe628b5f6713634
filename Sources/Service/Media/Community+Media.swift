package import EventLog
package import Events
import Layout
import Synchronization

extension Community {
    /// How long whoever has uploaded an image, or was about to name it, may take to do so, in microseconds: a day.
    package static let imageGrace: Int64 = 86_400_000_000

    /// Removes the images that no event names which can still be opened, and that no living member has put or meant to name within
    /// the grace. A rehearsal only counts them. O(events) the first time, and as `NamedImages` says from then on.
    ///
    /// What a deleted member wrote names none. Earlier states are asked of the log, so also a recipe that is deleted or was
    /// edited since keeps its images. Refuses where events cannot be opened though their author lives: nobody can know what they
    /// name.
    @discardableResult
    package func removeUnreferencedImages(
        putBefore limit: Timestamp? = nil, isRehearsal: Bool = false
    ) throws(Refusal) -> MediaStore.Removal {
        let erasures = try log.read { try $0.erasureCount() }
        // Listed before the log is read: what comes later is kept whatever the log says.
        let stored = try media.ids()
        let since = limit ?? Timestamp(microseconds: EventLog.systemClock().microseconds - Self.imageGrace)
        let grace = MediaStore.Grace(since: since) { member throws(Refusal) in
            member == .operator ? true : try self.log.read { try $0.member(member)?.isDeleted == false }
        }
        // Not locked meanwhile: whoever else looks just now does the same, and both are right.
        var known = namedImages.withLock { $0 }
        let named = try log.read { snapshot in
            try known.goOn(snapshot, among: stored) { id throws(Refusal) in try media.isFree(id, grace) }
        }
        namedImages.withLock { [known] in $0 = known }
        // A backup may take the place of all of it meanwhile.
        let check = { () throws(Refusal) in try self.log.checkInPlace() }
        let removal = try media.removeUnreferenced(grace, isRehearsal: isRehearsal, checkInPlace: check) { id in
            named.contains(id) || !stored.contains(id)
        }
        if !isRehearsal { try media.noteForgotten(erasures) }
        return removal
    }

    /// After accounts were deleted, here or by somebody who was interrupted: removes what only they had named or put.
    func forgetImages() throws(Refusal) {
        // Without the keys nobody can know what is named.
        guard log.hasVault, let forgotten = media.forgottenErasures,
            forgotten != (try log.read { try $0.erasureCount() })
        else { return }
        try removeUnreferencedImages()
    }

    // MARK: Backup

    /// Copies the log, its vault and the images into a folder, or what has come since to an earlier backup in it; see
    /// `BackupWriter`. Images that are gone from the community go from the backup, too, but for those that the log names.
    ///
    /// All that there are go with it, be it that nobody has named them yet: to know that is to read the whole log, and what nothing
    /// names goes soon after it was restored.
    @discardableResult
    package func backUp(
        to directory: String, progress: BackupWriter.Progress = { _, _, _ in }
    ) throws(Refusal) -> BackupWriter.Report {
        try BackupWriter.backUp(log, to: directory, images: BackedUpImages(community: self), progress: progress)
    }

    /// To be called when a backup was restored to a place: removes the images of those who had been erased there since the backup.
    /// What cannot be done now is done when the community is next opened.
    package static func finishRestoring(at place: String) {
        guard MediaStore(mediaDirectory(place)).forgottenErasures != nil else { return }
        // Every opening tries again and records what is left in `unfinishedErasure`.
        (try? open(at: place, mode: .existing))?.close()
    }
}

/// The images of an open community.
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

/// What the log knows of the images that should be there.
struct ExpectedImages {
    /// Those that recipes and profiles have, each with an event that says so. None where that cannot be known.
    var owned: [ImageID: Position] = [:]
    /// How many accounts were deleted; nil where the images of these cannot be told.
    var erasures: Int?
    /// Why the log does not say which images should be there; nil if it does, or if the vault is missing.
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
    /// Looks at every image, and whether those are there that should be; nil: there are none, and none should be.
    static func media(
        _ directory: String, _ expected: ExpectedImages, _ progress: (Int, Int) -> Void
    ) -> Finding? {
        let name = "media"
        let store = MediaStore("\(directory)/\(name)")
        do throws(Refusal) {
            let (damaged, count) = try store.examine(progress)
            let stored = try store.ids()
            let missing = expected.owned.filter { !stored.contains($0.key) }
            let remedy = "put it back from a backup, where it lies in the same folder, or upload the picture again"
            if let first = damaged.first {
                return Finding(
                    name, .failed, "\(store.folder(first)) is not what its name says: \(remedy)",
                    count: damaged.count + missing.count)
            }
            if let first = missing.min(by: { $0.value < $1.value }) {
                return Finding(
                    name, .failed,
                    "\(store.folder(first.key)), which event \(first.value) names, is not there: \(remedy)",
                    count: missing.count)
            }
            if let erasures = expected.erasures, let forgotten = store.forgottenErasures, forgotten != erasures {
                return Finding(
                    name, .failed,
                    "\(name)/ may hold images of somebody whose account was deleted since: larder doctor --repair state removes them",
                    repair: .state)
            }
            // Without images the damage is the log's own, and its checks report it.
            if let failure = expected.failure, store.forgottenErasures != nil {
                return Finding(name, cannotRun: failure)
            }
            guard count > 0 else { return nil }
            return Finding(name, .ok, "\(count) images are what their names say", count: count)
        } catch {
            return Finding(name, cannotRun: error)
        }
    }
}
