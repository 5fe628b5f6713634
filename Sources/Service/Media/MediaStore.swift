import EventLog
package import Events
import Foundation
package import Images
import Projections

/// The images of a community, under `media/`: each a folder that is there as a whole or not at all, and never changes.
///
/// Whoever adds or removes holds a lock, in whichever process; readers need none. `Schemas/format-1.md` draws the folder.
package struct MediaStore: Sendable {
    let directory: String

    /// What an image takes is bounded by its pixels; a file beyond this is none of ours.
    private static let fileBytesMax = 64 << 20
    private static let permissions: mode_t = 0o700

    init(_ directory: String) { self.directory = directory }

    /// Where an image is made before it is put in place.
    private var new: String { "\(directory)/new" }

    func folder(_ id: ImageID) -> String { "\(shelf(id))/\(id.text)" }
    private func shelf(_ id: ImageID) -> String { "\(directory)/\(id.text.prefix(2))" }

    private static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    // MARK: Adding

    /// Stores an image. When this returns, it survives a power cut. One that is there already stays as it is, and counts as put
    /// just now.
    @discardableResult
    package func put(_ image: ImageRenditions) throws(Refusal) -> (id: ImageID, isNew: Bool) {
        let id = ImageID(of: image.original)
        try make(directory)
        return try locked { () throws(Refusal) in
            if isWhole(id, image), try touch(id) { return (id, false) }
            do throws(Refusal) {
                try write(image)
                try make(shelf(id))
                // One that lost a file, or was changed: the name says what belongs there.
                if Self.isThere(folder(id)) { try remove([id], from: shelf(id)) }
                try StoredFile.rename(new, to: folder(id))
                try syncFolder(shelf(id))
            } catch {
                try? removeIfPresent(new)
                throw error
            }
            return (id, true)
        }
    }

    /// Lets an image count as put just now, for whoever is about to refer to it. False: there is no such image.
    package func renew(_ id: ImageID) throws(Refusal) -> Bool {
        guard Self.isThere(folder(id)) else { return false }
        return try locked { () throws(Refusal) in try touch(id) }
    }

    private func touch(_ id: ImageID) throws(Refusal) -> Bool {
        if unsafe utimensat(AT_FDCWD, folder(id), nil, 0) == 0 { return true }
        guard errno == ENOENT else { throw Refusal.file(folder(id), cannotBe: "marked as used") }
        return false
    }

    private func write(_ image: ImageRenditions) throws(Refusal) {
        try removed { try removeIfPresent(new) }
        try make(new)
        for (size, bytes) in image.files {
            let file = try StoredFile("\(new)/\(Self.name(size, image.mediaType))")
            try file.write(bytes)
            _ = try file.finish()
        }
        try syncFolder(new)
    }

    private static func name(_ size: ImageSize, _ type: ImageMediaType) -> String { "\(size).\(type.fileExtension)" }

    private func isWhole(_ id: ImageID, _ image: ImageRenditions) -> Bool {
        image.files.allSatisfy { size, bytes in
            guard let stored = try? read("\(folder(id))/\(Self.name(size, image.mediaType))") else { return false }
            // Small ones may have been made by other versions of the libraries.
            return size == .original ? stored == bytes : !stored.isEmpty
        }
    }

    /// Makes a folder unless it is there.
    private func make(_ folder: String) throws(Refusal) {
        if unsafe mkdir(folder, Self.permissions) == 0 {
            try syncFolder(URL(filePath: folder).deletingLastPathComponent().path)
        } else if errno != EEXIST {
            throw Refusal.file(folder, cannotBe: "made")
        }
    }

    // MARK: Reading

    /// An image in a size, as a file to be handed out.
    package struct File: Sendable {
        package let bytes: [UInt8]
        package let mediaType: ImageMediaType
    }

    /// The image in that size; where it is no larger than that, the next larger one that there is. Nil: there is no such image.
    package func file(_ id: ImageID, _ size: ImageSize) throws(Refusal) -> File? {
        let sizes = ImageSize.allCases.filter { $0.sideMax >= size.sideMax }.sorted { $0.sideMax < $1.sideMax }
        for size in sizes {
            for type in ImageMediaType.allCases {
                let path = "\(folder(id))/\(Self.name(size, type))"
                guard Self.isThere(path) else { continue }
                do throws(Refusal) {
                    return File(bytes: try read(path), mediaType: type)
                } catch {
                    // It has just been removed.
                    guard Self.isThere(folder(id)) else { return nil }
                    throw error
                }
            }
        }
        return nil
    }

    private func read(_ path: String) throws(Refusal) -> [UInt8] {
        let bytes = try OpenedFile(path).rest(atMost: Self.fileBytesMax)
        guard bytes.count <= Self.fileBytesMax else { throw Refusal(.damaged, "\(path) is larger than any image") }
        return bytes
    }

    /// Those whose original is missing, or not what its name says, and how many images there are. O(bytes).
    func examine(_ progress: (Int, Int) -> Void) throws(Refusal) -> (damaged: [ImageID], count: Int) {
        let ids = try ids().sorted { $0.text < $1.text }
        var damaged: [ImageID] = []
        for (index, id) in ids.enumerated() {
            progress(index, ids.count)
            let original = try? file(id, .original)
            // What has been removed meanwhile is not damaged.
            if original.map({ ImageID(of: $0.bytes) }) != id, Self.isThere(folder(id)) { damaged.append(id) }
        }
        return (damaged, ids.count)
    }

    // MARK: Removing

    /// What was done.
    package struct Removal: Equatable, Sendable {
        package var removed = 0
        package var kept = 0
    }

    /// All that there are.
    func ids() throws(Refusal) -> Set<ImageID> {
        var ids: Set<ImageID> = []
        for shelf in try shelves() { ids.formUnion(images(of: shelf.names, on: shelf.path)) }
        return ids
    }

    private func shelves() throws(Refusal) -> [(path: String, names: [String])] {
        var shelves: [(path: String, names: [String])] = []
        for shelf in try names(in: directory) where shelf.count == 2 {
            let path = "\(directory)/\(shelf)"
            shelves.append((path, try names(in: path)))
        }
        return shelves
    }

    private func images(of names: [String], on shelf: String) -> [ImageID] {
        names.compactMap { ImageID($0) }.filter { folder($0) == "\(shelf)/\($0.text)" }
    }

    /// Removes the images that nothing refers to, if they were last put or renewed before that time: it must lie so far back that
    /// whoever did so since may still be about to refer to one. Interrupted, it leaves whole images.
    func removeUnreferenced(
        putBefore limit: Timestamp, isReferenced: (ImageID) throws(Refusal) -> Bool
    ) throws(Refusal) -> Removal {
        var removal = Removal()
        for (shelf, names) in try shelves() {
            let ids = images(of: names, on: shelf)
            var unreferenced: [ImageID] = []
            for id in ids where try !isReferenced(id) { unreferenced.append(id) }
            removal.kept += ids.count
            guard !unreferenced.isEmpty || names.contains(where: isLeftOver) else { continue }
            try locked { () throws(Refusal) in
                // Only now, when nobody can put one again.
                let old = unreferenced.filter { lastPut($0).map { $0 < limit } ?? false }
                try remove(old, from: shelf)
                removal.removed += old.count
                removal.kept -= old.count
            }
        }
        return removal
    }

    private func lastPut(_ id: ImageID) -> Timestamp? {
        var status = stat()
        guard unsafe stat(folder(id), &status) == 0 else { return nil }
        let time = status.st_mtim
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }

    private func remove(_ ids: [ImageID], from shelf: String) throws(Refusal) {
        try removed { try removeForGood(ids.map(\.text), in: shelf) }
    }

    private func removed(_ body: () throws -> Void) throws(Refusal) {
        do throws(any Error) { try body() } catch { throw refusal(error, "removed") }
    }

    /// None where there is no folder.
    private func names(in folder: String) throws(Refusal) -> [String] {
        guard Self.isThere(folder) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw refusal(error, "read")
        }
    }

    /// Removes what an interruption left half made, unless somebody is just making it.
    func sweep() throws(Refusal) {
        guard Self.isThere(new) else { return }
        try removed { try lock.heldIfFree { try removeIfPresent(new) } }
    }

    // MARK: One at a time

    private var lock: FileLock { FileLock("\(directory)/lock") }

    private func locked<R>(_ body: () throws(Refusal) -> R) throws(Refusal) -> R {
        do { return try lock.held(body) } catch { throw refusal(error, "locked") }
    }

    private func refusal(_ error: any Error, _ verb: String) -> Refusal {
        if let refusal = error as? Refusal { return refusal }
        return Refusal(.unavailable, "\(directory) cannot be \(verb): \(error.localizedDescription)")
    }
}
