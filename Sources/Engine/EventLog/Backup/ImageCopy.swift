import Foundation
package import Layout

/// Brings the images of a backup up to those of a community, beside those that the earlier backup names: until the manifest names
/// others, that one is whole.
///
/// A file that is there with the right bytes stays as it is. They are read each time, for they may have changed on that disk,
/// and can still be mended; what was copied before is not read where it comes from.
final class ImageCopy {
    private let source: any ImageSource
    private let directory: String
    private let earlier: ImageList
    /// What the backup holds now.
    private(set) var list = ImageList()
    /// The folders of images whose original is not what its name says, and never was in the backup.
    private(set) var damaged: [String] = []
    /// The folders of those that are gone though the log names them.
    private(set) var missing: [String] = []
    /// How many of them the earlier backup did not have.
    private(set) var added = 0
    private var byteCounts: [ImageID: Int] = [:]
    /// Folders that got names which may not be on the disk yet.
    private var unsynced: Set<String> = []

    /// `earlier` is what the backup in the directory says that it holds.
    init(_ source: any ImageSource, to directory: String, earlier: ImageList) {
        self.source = source
        self.directory = directory
        self.earlier = earlier
    }

    var byteCount: Int { byteCounts.values.reduce(0, +) }

    // MARK: Copying

    /// Copies what there is while others add and remove. What cannot be read is left for later: it may be going just now.
    func begin(_ progress: (Int, Int) -> Void) throws(Refusal) {
        let ids = try ImageID.all(in: source.directory).sorted()
        for (index, id) in ids.enumerated() where list[id] == nil {
            progress(index, ids.count)
            try copy(id, isLast: false)
        }
        // What it takes to know that now is not to be done when everybody waits.
        _ = lost(Set(ids))
    }

    /// Copies the rest, and lets go of what was removed since, but for what was not removed, but lost; no process may add or remove one
    /// meanwhile. When it returns, all of them survive a power cut.
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

    /// Those of the earlier backup that the community has no more, and ought to have: a disk that is not there must not cost the
    /// last copy of what was on it.
    private func lost(_ ids: Set<ImageID>) -> Set<ImageID> {
        let gone = Set(earlier.images.keys).subtracting(ids)
        guard !gone.isEmpty else { return [] }
        // Where that cannot be known, nothing is thrown away.
        return (try? source.named(among: gone)) ?? gone
    }

    /// False where there is no such image, or none that is what its name says.
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
                // Without a small one the image is served by the next larger one, and the next upload makes it again.
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
        // A file that cannot be read is none that a backup can vouch for.
        guard let file = try? OpenedFile(plain: path), let bytes = try? file.rest(atMost: ImageFiles.bytesMax),
            bytes.count <= ImageFiles.bytesMax
        else { return nil }
        return (bytes, file.hash)
    }

    /// How many bytes a file has; nil where its sum is not the right one.
    private static func size(of path: String, if isRight: (String) -> Bool) -> Int? {
        guard let (bytes, sum) = read(path), isRight(sum) else { return nil }
        return bytes.count
    }

    /// Unless an interrupted backup has brought it there already.
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
            // A link would be written through.
            do throws(any Error) { try removeIfPresent(new) } catch { throw EventLog.refusal(error, directory) }
            let file = try StoredFile(new)
            try file.write(bytes)
            _ = try file.finish()
            try StoredFile.rename(new, to: path)
        }
        unsynced.insert(folder)
    }

    /// Makes a folder unless it is there. What lies in its place, a link to elsewhere for one, is nothing of a backup's.
    private func make(_ name: String, in folder: String) throws(Refusal) {
        let path = "\(folder)/\(name)"
        switch FileKind(path) {
        case .folder: break
        case .nothing: guard unsafe mkdir(path, 0o700) == 0 else { throw Refusal.file(path, cannotBe: "made") }
        case .file, .other:
            throw Refusal(.conflict, "\(path) is no folder, and nothing that a backup has made: move it away")
        }
        unsynced.insert(folder)
    }

    // MARK: What is there

    /// Whether a folder holds what an interrupted backup may have left, and nothing else.
    static func isOurs(_ path: String) -> Bool {
        // What cannot be read is not ours: the backup then refuses the folder.
        guard FileKind(path) == .folder, let shelves = try? ImageID.names(in: path) else { return false }
        return shelves.allSatisfy(isShelf)
    }

    private static func isShelf(_ name: String) -> Bool {
        name.utf8.count == 2 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Removes the images, and the files of images, that are not listed: begun by a process that was interrupted, or gone from the
    /// community since. What bears no name of an image stays, and folders that are left empty go.
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

/// Where a backup finds the images of a community.
package protocol ImageSource {
    /// Each lies in its own folder below, see `ImageID.path`. There is none as long as there are no images.
    var directory: String { get }
    /// How many accounts had been deleted when what only these had named was last removed; nil: there are no images.
    var forgottenErasures: Int? { get }
    /// Runs the body while no image is added or removed; twice, if the first one came meanwhile.
    func whileStill<R>(_ body: () throws -> R) throws -> R
    /// Those of them that something in the log names which can still be opened.
    func named(among ids: Set<ImageID>) throws(Refusal) -> Set<ImageID>
    /// Removes, as far as that can be done, what only deleted members had named.
    func forget()
}
