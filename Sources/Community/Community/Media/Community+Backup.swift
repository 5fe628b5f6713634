package import EventLog
package import Events

extension Community {
    /// Copies the log, its vault and the images into a folder, or what has come since to an earlier backup in it; see
    /// `BackupWriter`. Images that are gone from the community go from the backup, too, but for those that the log names.
    ///
    /// All that there are go with it, be it that nobody has named them yet: to know that is to read the whole log, and what nothing
    /// names goes soon after it was restored.
    @discardableResult
    package func backUp(
        to directory: String, progress: BackupWriter.Progress = { _, _, _ in }
    ) throws(Refusal) -> BackupWriter.Outcome {
        try BackupWriter.backUp(log, to: directory, images: BackedUpImages(community: self), progress: progress)
    }

    /// To be called when a backup was restored to a place: removes the images of those who had been erased there since the backup.
    /// What cannot be done now is done when the community is next opened.
    package static func finishRestoring(at place: String) {
        guard MediaStore(mediaDirectory(place)).forgottenErasures != nil else { return }
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

    func forget() { try? community.forgetImages() }
}
