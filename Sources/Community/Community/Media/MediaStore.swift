package import EventLog
import Events
import Foundation
package import Images
package import Layout
import Projections

/// The images of a community under `media/`. Each is a folder that exists completely or not at all, and never changes.
///
/// Processes lock the store to add or remove images; readers need no lock. `Schemas/format-1.md` draws the folder.
package struct MediaStore: Sendable {
    let directory: String

    private static let permissions: mode_t = 0o700

    init(_ directory: String) { self.directory = directory }

    /// Staging folder for a new image.
    private var new: String { "\(directory)/new" }

    func folder(_ id: ImageID) -> String { "\(directory)/\(id.path)" }
    private func shelf(_ id: ImageID) -> String { "\(directory)/\(id.shelf)" }

    private static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    // MARK: Adding

    /// Stores an image, held by `member` from now on. Durable when it returns. An existing image stays as it is.
    @discardableResult
    package func put(
        _ image: ImageRenditions, by member: MemberID = .operator
    ) throws(Refusal) -> (id: ImageID, isNew: Bool) {
        let id = ImageID(of: image.original)
        try make(directory)
        return try locked { () throws(Refusal) in
            if isWhole(id, image), try hold(id, by: member) {
                try syncFolder(folder(id))
                return (id, false)
            }
            do throws(Refusal) {
                try write(image)
                // An image that lost a file, or was damaged, is written again: its name determines its content.
                let others = try holds(on: id)
                for hold in others + [Hold(member: member, since: EventLog.systemClock())] {
                    try hold.write(in: new)
                }
                try syncFolder(new)
                try make(shelf(id))
                if Self.isThere(folder(id)) { try remove([id], from: shelf(id)) }
                try StoredFile.rename(new, to: folder(id))
                try syncFolder(shelf(id))
            } catch {
                // The first error is the one to report; the next `put` or `sweep` removes what stays.
                try? removeIfPresent(new)
                throw error
            }
            return (id, true)
        }
    }

    /// Lets a member who is about to refer to an image hold it. Returns false if there is no such image.
    package func renew(_ id: ImageID, by member: MemberID = .operator) throws(Refusal) -> Bool {
        guard Self.isThere(folder(id)) else { return false }
        return try locked { () throws(Refusal) in try hold(id, by: member) }
    }

    private func write(_ image: ImageRenditions) throws(Refusal) {
        try removed { try removeIfPresent(new) }
        try make(new)
        for (size, bytes) in image.files {
            let file = try StoredFile("\(new)/\(Self.name(size, image.mediaType))")
            try file.write(bytes)
            _ = try file.finish()
        }
    }

    func path(_ id: ImageID, _ size: ImageSize, _ type: ImageMediaType) -> String {
        "\(folder(id))/\(Self.name(size, type))"
    }

    func isStored(_ id: ImageID, _ size: ImageSize, _ type: ImageMediaType) -> Bool {
        Self.isThere(path(id, size, type))
    }

    private static func name(_ size: ImageSize, _ type: ImageMediaType) -> String { "\(size).\(type.fileExtension)" }

    private func isWhole(_ id: ImageID, _ image: ImageRenditions) -> Bool {
        image.files.allSatisfy { size, bytes in
            // An unreadable file is not whole: `put` writes it again.
            guard let stored = try? read("\(folder(id))/\(Self.name(size, image.mediaType))") else { return false }
            // Other versions of the libraries may encode small renditions differently.
            return size == .original ? stored == bytes : !stored.isEmpty
        }
    }

    /// Creates a folder unless it exists.
    private func make(_ folder: String) throws(Refusal) {
        if unsafe mkdir(folder, Self.permissions) == 0 {
            try syncFolder(URL(filePath: folder).deletingLastPathComponent().path)
        } else if errno != EEXIST {
            throw Refusal.file(folder, cannotBe: "made")
        }
    }

    // MARK: Reading

    /// An image in one size.
    package struct File: Sendable {
        package let bytes: [UInt8]
        package let mediaType: ImageMediaType
    }

    /// The image in that size, or in the next larger size that exists; `nil` if there is no such image.
    package func file(_ id: ImageID, _ size: ImageSize) throws(Refusal) -> File? {
        let sizes = ImageSize.allCases.filter { $0.sideMax >= size.sideMax }.sorted { $0.sideMax < $1.sideMax }
        for size in sizes {
            for type in ImageMediaType.allCases {
                let path = path(id, size, type)
                guard Self.isThere(path) else { continue }
                do throws(Refusal) {
                    return File(bytes: try read(path), mediaType: type)
                } catch {
                    // It was removed meanwhile.
                    guard Self.isThere(folder(id)) else { return nil }
                    throw error
                }
            }
        }
        return nil
    }

    private func read(_ path: String) throws(Refusal) -> [UInt8] {
        let bytes = try OpenedFile(path).rest(atMost: ImageFiles.bytesMax)
        guard bytes.count <= ImageFiles.bytesMax else { throw Refusal(.damaged, "\(path) is larger than any image") }
        return bytes
    }

    /// The images whose original is missing or does not match its name, and the number of images. O(bytes).
    func examine(_ progress: (Int, Int) -> Void) throws(Refusal) -> (damaged: [ImageID], count: Int) {
        let ids = try ids().sorted { $0.text < $1.text }
        var damaged: [ImageID] = []
        for (index, id) in ids.enumerated() {
            progress(index, ids.count)
            // An unreadable original counts as damaged. One that was removed meanwhile does not.
            let original = try? file(id, .original)
            if original.map({ ImageID(of: $0.bytes) }) != id, Self.isThere(folder(id)) { damaged.append(id) }
        }
        return (damaged, ids.count)
    }

    // MARK: Holding

    /// Returns false if there is no such image.
    private func hold(_ id: ImageID, by member: MemberID) throws(Refusal) -> Bool {
        guard Self.isThere(folder(id)) else { return false }
        try Hold(member: member, since: EventLog.systemClock()).write(in: folder(id))
        return true
    }

    private func holds(on id: ImageID) throws(Refusal) -> [Hold] {
        let folder = folder(id)
        return try ImageID.names(in: folder).compactMap { Hold(in: folder, named: $0) }
    }

    /// Removes expired holds. From then on only events keep the image.
    private func release(_ holds: [Hold], on id: ImageID) throws(Refusal) {
        for hold in holds { try removed { try removeIfPresent(hold.path(in: folder(id))) } }
        try Hold.setTime(.earliest, of: folder(id))
    }

    // MARK: Removing

    /// The outcome of a removal.
    package struct Removal: Equatable, Sendable {
        package var removed = 0
        package var kept = 0
        /// Bytes of the removed images.
        package var bytes = 0
    }

    /// All stored images.
    func ids() throws(Refusal) -> Set<ImageID> { try ImageID.all(in: directory) }

    /// Decides which images stay that no event names.
    struct Grace {
        /// Holds since then are valid.
        var since: Timestamp
        /// Holds of deleted members are not.
        var isLiving: (MemberID) throws(Refusal) -> Bool = { _ throws(Refusal) in true }
    }

    /// Removes the images that no event names and no member holds. An interruption leaves whole images. A rehearsal
    /// only counts. `checkInPlace` refuses if the folder was replaced since `isReferenced` was computed.
    func removeUnreferenced(
        _ grace: Grace, isRehearsal: Bool = false, checkInPlace: () throws(Refusal) -> Void = { () throws(Refusal) in },
        isReferenced: (ImageID) throws(Refusal) -> Bool
    ) throws(Refusal) -> Removal {
        var removal = Removal()
        for shelf in try ImageID.names(in: directory) where shelf.count == 2 {
            let path = "\(directory)/\(shelf)"
            let names = try ImageID.names(in: path)
            var due: [(id: ImageID, isNamed: Bool)] = []
            for id in names.compactMap({ ImageID($0) }) where id.shelf == shelf {
                let isNamed = try isReferenced(id)
                let standing = try standing(of: id, isNamed: isNamed, grace)
                if isRehearsal, standing.isFree {
                    removal.removed += 1
                    removal.bytes += byteCount(id)
                } else {
                    removal.kept += 1
                    if standing.isFree || !standing.void.isEmpty { due.append((id, isNamed)) }
                }
            }
            guard !isRehearsal, !due.isEmpty || names.contains(where: isLeftOver) else { continue }
            try locked { () throws(Refusal) in
                try checkInPlace()
                var free: [ImageID] = []
                for (id, isNamed) in due {
                    // Checked again under the lock, when no process can put or hold an image.
                    let standing = try standing(of: id, isNamed: isNamed, grace)
                    if standing.isFree {
                        free.append(id)
                    } else if !standing.void.isEmpty {
                        try release(standing.void, on: id)
                    }
                }
                let bytes = free.reduce(0) { $0 + byteCount($1) }
                try remove(free, from: path)
                removal.removed += free.count
                removal.kept -= free.count
                removal.bytes += bytes
            }
        }
        return removal
    }

    /// Whether the image may be removed, and its expired holds.
    private func standing(
        of id: ImageID, isNamed: Bool, _ grace: Grace
    ) throws(Refusal) -> (isFree: Bool, void: [Hold]) {
        let holds = try holds(on: id)
        var void: [Hold] = []
        for hold in holds {
            let isOver = hold.since < grace.since
            if isOver ? true : try !grace.isLiving(hold.member) { void.append(hold) }
        }
        if isNamed { return (false, void) }
        // An image without holds was copied here by other tools: its age is that of its folder.
        if holds.isEmpty { return (Hold.time(of: folder(id)).map { $0 < grace.since } ?? false, []) }
        return (void.count == holds.count, void)
    }

    /// Whether an image may be removed if no event names it.
    func isFree(_ id: ImageID, _ grace: Grace) throws(Refusal) -> Bool {
        try standing(of: id, isNamed: false, grace).isFree
    }

    private func byteCount(_ id: ImageID) -> Int {
        let folder = folder(id)
        // A figure for the report only.
        return (try? ImageID.names(in: folder))?.reduce(0) { sum, name in
            var status = stat()
            return unsafe stat("\(folder)/\(name)", &status) == 0 ? sum + Int(status.st_size) : sum
        } ?? 0
    }

    private func remove(_ ids: [ImageID], from shelf: String) throws(Refusal) {
        try removed { try removeForGood(ids.map(\.text), in: shelf) }
    }

    private func removed(_ body: () throws -> Void) throws(Refusal) {
        do throws(any Error) { try body() } catch { throw refusal(error, "removed") }
    }

    /// Removes a half-made image, unless a process is just making it.
    func sweep() throws(Refusal) {
        guard Self.isThere(new) else { return }
        try removed { try lock.heldIfFree { try removeIfPresent(new) } }
    }

    // MARK: Forgetting

    /// The number of deleted accounts when the images of deleted members were last removed; `nil` if there are no
    /// images.
    var forgottenErasures: Int? { Self.isThere(directory) ? ErasureMark(in: directory).count ?? 0 : nil }

    /// Notes the accounts that were deleted before the first image. A number that is there already stays.
    func noteFirst(_ erasures: Int) throws(Refusal) {
        guard ErasureMark(in: directory).count == nil else { return }
        try noteForgotten(erasures)
    }

    func noteForgotten(_ erasures: Int) throws(Refusal) {
        guard Self.isThere(directory), ErasureMark(in: directory).count != erasures else { return }
        do { try ErasureMark(in: directory).write(erasures) } catch { throw refusal(error, "written to") }
    }

    // MARK: One at a time

    private var lock: FileLock { FileLock("\(directory)/lock") }

    private func locked<R>(_ body: () throws(Refusal) -> R) throws(Refusal) -> R {
        do { return try lock.held(body) } catch { throw refusal(error, "locked") }
    }

    /// Runs the body while no process adds or removes an image. Without a folder there is no lock: if the first image
    /// arrives meanwhile, the body runs again.
    func whileStill<R>(_ body: () throws -> R) throws -> R {
        if !Self.isThere(directory) {
            let result = try body()
            if !Self.isThere(directory) { return result }
        }
        return try lock.held(body)
    }

    private func refusal(_ error: any Error, _ verb: String) -> Refusal {
        if let refusal = error as? Refusal { return refusal }
        return Refusal(.unavailable, "\(directory) cannot be \(verb): \(error.localizedDescription)")
    }
}
