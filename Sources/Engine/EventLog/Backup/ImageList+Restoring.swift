import Foundation
import Layout

extension ImageList {
    /// Copies all of them out of a backup, each verified; refuses the first file that is not as it was written, and names it. When
    /// it returns, they survive a power cut.
    ///
    /// An image of a backup is not held, and is dated as one that is named: what nothing names goes with the next sweep.
    /// So an upload that nothing had named is to be made again, and what only erased members had named does not stay
    /// for a day.
    func copy(from backup: String, to directory: String, _ progress: (Int, Int) -> Void) throws(Refusal) {
        guard !images.isEmpty else { return }
        try Self.make(directory)
        let media = "\(backup)/\(Self.folder)"
        try Self.checkIsFolder(media)
        var shelves: Set<String> = []
        for (index, id) in images.keys.sorted().enumerated() {
            progress(index, images.count)
            if shelves.insert(id.shelf).inserted {
                try Self.checkIsFolder("\(media)/\(id.shelf)")
                try Self.make("\(directory)/\(id.shelf)")
            }
            try Self.checkIsFolder("\(media)/\(id.path)")
            let target = "\(directory)/\(id.path)"
            try Self.make(target)
            for (name, sum) in self[id]?.sums ?? [:] {
                let bytes = try Self.read("\(media)/\(id.path)/\(name)", sum)
                let file = try StoredFile("\(target)/\(name)")
                try file.write(bytes)
                _ = try file.finish()
            }
            try syncFolder(target)
            let times = [timespec(), timespec()]
            guard unsafe utimensat(AT_FDCWD, target, times, 0) == 0 else {
                throw Refusal.file(target, cannotBe: "dated")
            }
        }
        for shelf in shelves { try syncFolder("\(directory)/\(shelf)") }
        try syncFolder(directory)
    }

    private static func make(_ folder: String) throws(Refusal) {
        guard unsafe mkdir(folder, 0o700) == 0 else { throw Refusal.file(folder, cannotBe: "made") }
    }

    private static func checkIsFolder(_ path: String) throws(Refusal) {
        switch FileKind(path) {
        case .folder: break
        case .nothing: throw BackupManifest.damage(path, "it is missing")
        case .file, .other: throw BackupManifest.damage(path, "it is no folder")
        }
    }

    private static func read(_ path: String, _ sum: String) throws(Refusal) -> [UInt8] {
        switch FileKind(path) {
        case .file: break
        case .nothing: throw BackupManifest.damage(path, "it is missing")
        case .folder, .other: throw BackupManifest.damage(path, "it is no file")
        }
        let file = try OpenedFile(plain: path)
        let bytes = try file.rest(atMost: ImageFiles.bytesMax)
        guard bytes.count <= ImageFiles.bytesMax, file.hash == sum else {
            throw BackupManifest.damage(path, "it is not what was written")
        }
        return bytes
    }
}
