import Foundation
import LMDB
package import Layout

/// Where folders are, and how whole folders change places.
enum FileSystem {
    /// The path without links, as far as it exists, and without a slash at its end.
    static func resolved(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Whether a path equals another one or is below it.
    static func isWithin(_ path: String, _ folder: String) -> Bool {
        let (path, folder) = (components(path), components(folder))
        return path.starts(with: folder)
    }

    /// Moves a whole folder to a place where no folder is, or an empty one.
    static func move(_ folder: String, to place: String) throws(Refusal) {
        try StoredFile.rename(folder, to: place)
        try syncFolder(parent(of: place))
    }

    /// Exchanges two folders, in one step if the system can: then both exist at any moment.
    static func exchange(_ a: String, _ b: String) throws(Refusal) {
        if try !exchangeAtOnce(a, b) {
            let aside = "\(b).exchanged"
            try StoredFile.rename(a, to: aside)
            try StoredFile.rename(b, to: a)
            try StoredFile.rename(aside, to: b)
        }
        try syncFolder(parent(of: a))
        try syncFolder(parent(of: b))
    }

    /// `false` if the system cannot. Glibc's header hides the function from Swift.
    private static func exchangeAtOnce(_ a: String, _ b: String) throws(Refusal) -> Bool {
        typealias Rename =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
            ) -> Int32
        guard let symbol = unsafe dlsym(nil, "renameat2") else { return false }
        let rename = unsafe unsafeBitCast(symbol, to: Rename.self)
        let exchanging: UInt32 = 2
        if unsafe rename(AT_FDCWD, a, AT_FDCWD, b, exchanging) == 0 { return true }
        guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw Refusal.file(a, cannotBe: "put in place") }
        return false
    }

    static func parent(of path: String) -> String {
        URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    }

    private static func components(_ path: String) -> [String] { URL(filePath: resolved(path)).pathComponents }
}

/// Makes a folder, with missing parents, that its owner alone can look into, whatever the umask. One that is there
/// already becomes so, too.
package func makePrivateFolder(_ path: String) throws(Refusal) {
    if unsafe mkdir(path, 0o700) != 0, errno == ENOENT {
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
            throw Refusal(.unavailable, "\(path) cannot be made: \(error.localizedDescription)")
        }
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw Refusal.file(path, cannotBe: "made")
    }
    // The folder of another user keeps what that user gave it.
    if status.st_mode & 0o777 != 0o700 { _ = unsafe chmod(path, 0o700) }
}

/// Makes an empty file that its owner alone can read, whatever the umask. Refuses if it is there already.
package func makePrivateFile(_ path: String) throws(Refusal) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Refusal.file(path, cannotBe: "made") }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw Refusal.file(path, cannotBe: "made") }
}

extension EventLog {
    /// Refuses a place within the community for files that are written from it: they would be lost with the community,
    /// or replace a file of it.
    package func checkLiesOutside(_ path: String, named place: String) throws(Refusal) {
        guard !path.isEmpty else { throw Refusal(.invalid, "an empty name is not a path: name a file or folder") }
        guard !FileSystem.isWithin(path, directory) else {
            throw Refusal(
                .conflict,
                "the \(place) must be outside the data directory \(directory): name another place for \(path)")
        }
    }
}

/// The kind of the file at a path; links are not followed.
enum FileKind {
    case nothing
    case file
    case folder
    /// A link, a pipe, a device, or a file that cannot be examined.
    case other

    init(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            self = errno == ENOENT ? .nothing : .other
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        default: self = .other
        }
    }
}

/// Makes the names in a folder durable: syncing a file need not sync its name.
package func syncFolder(_ path: String) throws(Refusal) { try sync(path, O_DIRECTORY) }

/// Makes durable what a library has written into a file.
package func syncFile(_ path: String) throws(Refusal) { try sync(path, 0) }

private func sync(_ path: String, _ flags: Int32) throws(Refusal) {
    let descriptor = unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw Refusal.file(path, cannotBe: "opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw Refusal.file(path, cannotBe: "synced") }
}

/// Makes the names of a folder and of its parent folders durable, because any of them may be new, perhaps from an
/// interrupted creation.
///
/// Parent folders that may not be read are skipped: another user created their contents, so they existed before.
func syncNames(above path: String) throws(Refusal) {
    var folder = path
    for _ in 0..<64 {
        let below = FileIdentity(of: folder)
        folder += "/.."
        guard let above = FileIdentity(of: folder), above != below else { return }
        guard unsafe access(folder, R_OK) == 0 else { continue }
        try syncFolder(folder)
    }
}

/// Removes a file or a folder with its contents. A part that another process has just removed is no error.
package func removeIfPresent(_ path: String) throws {
    do {
        try FileManager.default.removeItem(atPath: path)
    } catch let error as CocoaError where [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code) {
        // There is no name that could come back.
    }
}

/// The ending of names that are being removed.
private let removalMark = ".erased-"

/// Whether an interrupted process has left files with these names that were to be removed.
package func isLeftOver(_ name: String) -> Bool { name.contains(removalMark) }

/// Removes the files with these names in a folder, and what an interrupted removal has left. They are moved aside
/// first: no process opens a half-removed folder, or writes into it.
package func removeForGood(_ names: [String], in directory: String) throws {
    for name in names {
        let path = "\(directory)/\(name)"
        if unsafe rename(path, "\(path)\(removalMark)\(UUID().uuidString)") != 0, errno != ENOENT {
            throw Refusal.file(path, cannotBe: "removed")
        }
    }
    guard FileManager.default.fileExists(atPath: directory) else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) where isLeftOver(name) {
        try removeIfPresent("\(directory)/\(name)")
    }
    // Removed names must not come back after a power loss.
    try syncFolder(directory)
}

extension Refusal {
    /// The refusal for the error in `errno` about a file or folder.
    package static func file(_ path: String, cannotBe verb: String) -> Refusal {
        guard errno != ENOSPC, errno != EDQUOT else {
            return Refusal(.unavailable, "the disk of \(path) is full: free some space and try again").lackingRoom
        }
        return Refusal(.unavailable, "\(path) cannot be \(verb): \(unsafe String(cString: strerror(errno)))")
    }
}
