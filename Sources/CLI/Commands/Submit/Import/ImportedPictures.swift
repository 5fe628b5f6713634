import Community
import EventLog
import Events
import Images
import Layout
import Recipes

/// Stores the pictures of an import as uploads are stored: read by a process with limits, upright, in up to four sizes, without
/// metadata.
///
/// Nothing names them until their recipe is posted, so that the operator holds them for a day. A rehearsal reads pictures and
/// stores none.
final class ImportedPictures {
    private let community: Community
    private let isRehearsal: Bool
    /// By the digest of the bytes: apps have one picture in several places.
    private var known: [String: KeptPicture] = [:]

    init(_ community: Community, isRehearsal: Bool) {
        self.community = community
        self.isRehearsal = isRehearsal
    }

    /// Throws if there is no memory or no process to read a picture with; a later run stores it.
    func keep(_ picture: InlinePicture) throws -> KeptPicture {
        let digest = Origin.digest(picture.bytes)
        if let kept = known[digest] { return kept }
        let kept = try keep(picture.bytes, by: .operator)
        known[digest] = kept
        return kept
    }

    /// Stores a picture, held by the member who is about to name it.
    func keep(_ bytes: [UInt8], by member: MemberID) throws -> KeptPicture {
        switch ImageWorker.thisProgram.renditions(of: bytes).renditions {
        case .success(let renditions): return .stored(try store(renditions, by: member).text)
        case .failure(let failure) where failure.kind == .noMemory || failure.kind == .noWorker:
            throw Refusal(.unavailable, "a picture cannot be read: \(failure.message). Run the import again")
        case .failure(let failure): return .unusable(failure.message)
        }
    }

    private func store(_ renditions: ImageRenditions, by member: MemberID) throws -> ImageID {
        guard !isRehearsal else { return ImageID(of: renditions.original) }
        return try community.putImage(renditions, by: member).id
    }
}
