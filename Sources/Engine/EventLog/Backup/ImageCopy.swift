import Foundation
package import Layout

/// Adds the images of a community to a backup, beside those that the earlier backup names: the earlier backup stays
/// whole until the manifest names other images.
///
/// A file with the right bytes stays as it is. The files of the backup are read each time, because they may have
/// changed on that disk and can still be replaced; an image that the backup holds is not read from the community again.
final class ImageCopy {
    private let source: any ImageSource
    private let directory: String
    private let earlier: ImageList
    /// The images of the backup after the copy.
    private(set) var list = ImageList()
    /// The folders of images whose original does not match its name, and which the backup never had.
    private(set) var damaged: [String] = []
    /// The folders of images that are lost although the log names them.
    private(set) var missing: [String] = []
    /// The number of images that the earlier backup did not have.
    private(set) var added = 0
    private var byteCounts: [ImageID: Int] = [:]
    /// Folders with new names that may not be on the disk yet.
    private var unsynced: Set<String> = []

    /// `earlier`: the images that the backup in the directory lists.
    init(_ source: any ImageSource, to directory: String, earlier: ImageList) {
        self.source = source
        self.directory = directory
        self.earlier = earlier
    }

    var byteCount: Int { byteCounts.values.reduce(0, +) }

    // MARK: Copying

    /// Copies the images while other processes add and remove some. An unreadable image is left for `finish`: it may be
    /// removed just now.
    func begin(_ progress: (Int, Int) -> Void) throws(Refusal) {
        let ids = try ImageID.all(in: source.directory).sorted()
        for (index, id) in ids.enumerated() where list[id] == nil {
            progress(index, ids.count)
            try copy(id, isLast: false)
        }
        // The time that this check takes must not be spent while other processes wait.
        _ = lost(Set(ids))
    }

    /// Copies the rest, and drops removed images, but not lost ones. No process may add or remove an image meanwhile.
    /// When it returns, all images survive a power loss.
    func finish() throws(Refusal) {
        let ids = try ImageID.all(in: source.directory)
        let lost = lost(ids)
        for id in list.images.keys where !ids.contains(id) && !lost.contains(id) {
            list[id] = nil
            byteCounts[id] = nil
        }
        for id in lost where list[id] == nil { try copy(id, isLast: true) }
        missing = lost.sorted().map { "\(source.directory)/\($0.path)" }
        for id in ids.sorted() where list[id] == nil {
            if try !copy(id, isLast: true) { damaged.append("\(source.directory)/\(id.path)") }
        }
        added = list.images.keys.count(where: { earlier[$0] == nil })
        for folder in unsynced.sorted(by: >) { try syncFolder(folder) }
    }

    /// The images of the earlier backup that the community has lost and should have: an unmounted disk must not cost
    /// the last copy of its files.
    private func lost(_ ids: Set<ImageID>) -> Set<ImageID> {
        let gone = Set(earlier.images.keys).subtracting(ids)
        guard !gone.isEmpty else { return [] }
        // If that is unknown, no image is dropped.
        return (try? source.named(among: gone)) ?? gone
    }

    /// `false` if there is no such image, or none whose content matches its name.
    @discardableResult
    private func copy(_ id: ImageID, isLast: Bool) throws(Refusal) -> Bool {
        let (folder, target) = ("\(source.directory)/\(id.path)", "\(directory)/\(ImageList.folder)/\(id.path)")
        let known = earlier[id] ?? ImageFiles()
        // A folder that cannot be read holds no image: `finish` lists it as damaged.
        let names = Set(((try? ImageID.names(in: folder)) ?? []).filter(ImageFiles.isName))
        var (files, byteCount) = (ImageFiles(), 0)
        for name in names.union(known.sums.keys).sorted() {
            if let sum = known[name], let size = Self.size(of: "\(target)/\(name)", if: { $0 == sum }) {
                files[name] = sum
                byteCount += size
                continue
            }
            guard names.contains(name) else { continue }
            guard let (bytes, sum) = Self.read("\(folder)/\(name)"), !bytes.isEmpty,
                !ImageFiles.isOriginal(name) || sum == id.text
            else {
                // Without a small rendition the service shows the next larger one, and the next upload makes it again.
                guard isLast else { return false }
                continue
            }
            try put(bytes, sum, name, of: id)
            files[name] = sum
            byteCount += bytes.count
        }
        guard files.isWhole(id) else { return false }
        list[id] = files
        byteCounts[id] = byteCount
        return true
    }

    private static func read(_ path: String) -> (bytes: [UInt8], sum: String)? {
        // An unreadable file cannot be part of a backup.
        guard let file = try? OpenedFile(plain: path), let bytes = try? file.rest(atMost: ImageFiles.bytesMax),
            bytes.count <= ImageFiles.bytesMax
        else { return nil }
        return (bytes, file.hash)
    }

    /// The number of bytes of a file; `nil` if its checksum is wrong.
    private static func size(of path: String, if isRight: (String) -> Bool) -> Int? {
        guard let (bytes, sum) = read(path), isRight(sum) else { return nil }
        return bytes.count
    }

    /// Unless an interrupted backup has copied it already.
    private func put(_ bytes: [UInt8], _ sum: String, _ name: String, of id: ImageID) throws(Refusal) {
        var folder = directory
        for part in [ImageList.folder, id.shelf, id.text] {
            try make(part, in: folder)
            folder += "/\(part)"
        }
        let path = "\(folder)/\(name)"
        if Self.size(of: path, if: { $0 == sum }) != nil {
            try syncFile(path)
        } else {
            let new = "\(path).new"
            // A write would follow a link.
            do throws(any Error) { try removeIfPresent(new) } catch { throw EventLog.refusal(error, directory) }
            let file = try StoredFile(new)
            try file.write(bytes)
            _ = try file.finish()
            try StoredFile.rename(new, to: path)
        }
        unsynced.insert(folder)
    }

    /// Creates a folder unless it exists. Anything else in its place, such as a link, does not belong to a backup.
    private func make(_ name: String, in folder: String) throws(Refusal) {
        let path = "\(folder)/\(name)"
        switch FileKind(path) {
        case .folder: break
        case .nothing: guard unsafe mkdir(path, 0o700) == 0 else { throw Refusal.file(path, cannotBe: "made") }
        case .file, .other:
            throw Refusal(.conflict, "\(path) is not a folder of a backup: move it away")
        }
        unsynced.insert(folder)
    }

    // MARK: What is there

    /// Whether a folder holds only what an interrupted backup may have left.
    static func isOurs(_ path: String) -> Bool {
        // An unreadable folder belongs to no backup: the backup then refuses it.
        guard FileKind(path) == .folder, let shelves = try? ImageID.names(in: path) else { return false }
        return shelves.allSatisfy(isShelf)
    }

    private static func isShelf(_ name: String) -> Bool {
        name.utf8.count == 2 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Removes images and files of images that are not listed: from an interrupted process, or removed from the
    /// community since. Files without the name of an image stay, and empty folders are removed.
    static func removeOthers(than list: ImageList, in directory: String) throws {
        let media = "\(directory)/\(ImageList.folder)"
        guard FileKind(media) == .folder else { return }
        for shelf in try ImageID.names(in: media).filter(isShelf) {
            let path = "\(media)/\(shelf)"
            guard FileKind(path) == .folder else { continue }
            let names = try ImageID.names(in: path)
            let others = names.filter { name in ImageID(name).map { list[$0] == nil } ?? false }
            if !others.isEmpty || names.contains(where: isLeftOver) { try removeForGood(others, in: path) }
            for id in names.compactMap({ ImageID($0) }) {
                if let files = list[id] { try removeOthers(than: files, in: "\(path)/\(id.text)") }
            }
            unsafe rmdir(path)
        }
        unsafe rmdir(media)
    }

    private static func removeOthers(than files: ImageFiles, in folder: String) throws {
        for name in try ImageID.names(in: folder) where files[name] == nil { try removeIfPresent("\(folder)/\(name)") }
    }
}

/// The source of a backup's images in a community.
package protocol ImageSource {
    /// Each image has a folder of its own below this one, see `ImageID.path`. It is absent as long as there are no
    /// images.
    var directory: String { get }
    /// The number of deleted accounts when their images were last removed; `nil` if there are no images.
    var forgottenErasures: Int? { get }
    /// Runs the body while no image is added or removed. Runs it a second time if the first image was added meanwhile.
    func whileStill<R>(_ body: () throws -> R) throws -> R
    /// Those of these images that a readable event names.
    func named(among ids: Set<ImageID>) throws(Refusal) -> Set<ImageID>
    /// Removes, as far as possible, the images that only deleted members had named.
    func forget()
}
