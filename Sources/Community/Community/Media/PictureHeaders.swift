import EventLog
import Images
import Layout
import Synchronization
import Views

/// The sizes of stored pictures, read from the headers of their files and kept in memory.
///
/// A picture never changes, and one that was removed is named by no recipe, so nothing invalidates an entry. Pictures that are
/// not stored are looked for again each time. Memory: at most 2 MB.
final class PictureHeaders: PictureReading {
    /// The number of entries in each of the two halves of ``known``.
    static let countMax = 4_096

    private let media: MediaStore
    private let known = Mutex(Known())

    init(_ media: MediaStore) { self.media = media }

    func picture(_ id: String) -> StoredPicture? {
        guard let image = ImageID(id) else { return nil }
        if let picture = known.withLock({ $0[id] }) { return picture }
        // Parallel queries may read the same header twice.
        guard let picture = media.header(image) else { return nil }
        known.withLock { $0[id] = picture }
        return picture
    }

    var count: Int { known.withLock { $0.recent.count + $0.earlier.count } }

    /// Entries that were not asked for while the recent half filled up are dropped.
    private struct Known {
        private(set) var recent: [String: StoredPicture] = [:]
        private(set) var earlier: [String: StoredPicture] = [:]

        subscript(id: String) -> StoredPicture? {
            mutating get {
                if let picture = recent[id] { return picture }
                guard let picture = earlier[id] else { return nil }
                self[id] = picture
                return picture
            }
            set {
                if recent.count >= PictureHeaders.countMax { (earlier, recent) = (recent, [:]) }
                recent[id] = newValue
            }
        }
    }
}

extension MediaStore {
    /// What the header of the original says; `nil`: no such image is stored, or its header cannot be read, which an
    /// examination reports.
    func header(_ id: ImageID) -> StoredPicture? {
        for type in ImageMediaType.allCases {
            guard let file = try? OpenedFile(path(id, .original, type)),
                let start = try? file.read(ImageHeader.bytesMax),
                let header = ImageHeader(start, type)
            else { continue }
            return StoredPicture(
                width: header.width, height: header.height, mediaType: type.rawValue,
                sizes: ImageSize.allCases.filter { isStored(id, $0, type) }.map(\.rawValue))
        }
        return nil
    }
}
