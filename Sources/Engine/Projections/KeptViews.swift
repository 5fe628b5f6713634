import EventLog
package import Foundation
import LMDB
package import Layout

/// Views of an earlier position on disk, ready for queries and as a base for later positions.
package struct KeptView: Sendable {
    package var position: Position
    /// Disk usage.
    package var bytes: Int
    /// Time of the last query.
    package var usedAt: Date
    /// The number of deleted accounts when the views were folded; `nil` if unknown or incomplete.
    var erasures: Int?
}

/// The directory of views of earlier positions. `at-P` are those of position P, complete and immutable; `new-…` are
/// being built by the process that holds the lock beside the directory.
///
/// Each records how many accounts were deleted before it was folded. After another deletion it may hold erased words:
/// it is not read any more, and removed.
struct KeptViews: Sendable {
    let directory: String

    /// Limits; the least recently used views are evicted first.
    static let countMax = 8
    static let bytesMax = 4 << 30

    private static let prefix = "at-"
    private static let newPrefix = "new-"

    /// Beside the directory, because an erasure removes the directory as a whole.
    private var lock: FileLock { FileLock("\(directory).lock") }

    func withLock<R>(_ body: () throws -> R) throws -> R { try lock.held(body) }

    /// Creates the directory if needed, and runs the body. Throws `Removed`, instead of the body's error, if the
    /// directory was removed meanwhile.
    func inPlace<R>(_ body: () throws -> R) throws -> R {
        let parent = URL(filePath: directory).deletingLastPathComponent().path
        try makePrivateFolder(parent)
        _ = unsafe mkdir(directory, 0o700)
        guard let held = HeldDirectory(directory) else {
            if errno == ENOENT { throw Removed() }
            throw Refusal.file(directory, cannotBe: "opened")
        }
        do { return try body() } catch { throw held.isInPlace ? error : Removed() }
    }

    /// An erasure removed all kept views, unfinished ones included.
    struct Removed: Error {}

    func path(_ position: Position) -> String { "\(directory)/\(Self.prefix)\(position)" }

    func newPath() -> String { "\(directory)/\(Self.newPrefix)\(UUID().uuidString)" }

    // MARK: What there is

    var isThere: Bool { unsafe access(directory, F_OK) == 0 }

    /// By position.
    func all() throws -> [KeptView] {
        try names().compactMap { name in
            name.hasPrefix(Self.prefix)
                ? UInt64(name.dropFirst(Self.prefix.count)).flatMap { view(Position($0)) } : nil
        }.sorted { $0.position < $1.position }
    }

    func view(_ position: Position) -> KeptView? {
        var (data, use) = (stat(), stat())
        let path = path(position)
        guard unsafe stat("\(path)/data.mdb", &data) == 0, data.st_size > 0 else { return nil }
        let mark = ErasureMark(in: path)
        let isMarked = unsafe stat(mark.path, &use) == 0
        let seconds = isMarked ? Double(use.st_mtim.tv_sec) + Double(use.st_mtim.tv_nsec) * 1e-9 : 0
        return KeptView(
            position: position, bytes: Int(data.st_blocks) * 512, usedAt: Date(timeIntervalSince1970: seconds),
            erasures: isMarked ? mark.count : nil)
    }

    /// Empty only where there is no directory. One that cannot be read is an error: taken for empty, it would keep what must be
    /// removed after a deletion.
    private func names() throws -> [String] { try namesIfPresent(atPath: directory) }

    // MARK: Keeping

    /// Records a query. If that fails, the views are evicted earlier.
    func touch(_ position: Position) {
        _ = unsafe utimensat(AT_FDCWD, ErasureMark(in: path(position)).path, nil, 0)
    }

    /// Renames finished views to their final name, atomically.
    func publish(_ path: String, as position: Position) throws {
        guard unsafe rename(path, self.path(position)) == 0 else {
            throw Refusal.file(path, cannotBe: "put in place")
        }
    }

    // MARK: Removing

    func remove(_ position: Position) throws { try Self.remove(path(position)) }

    /// An erasure may have removed them already.
    static func remove(_ path: String) throws { try removeIfPresent(path) }

    /// Removes unfinished views, and views that may hold words of members deleted since. Requires the lock.
    func sweep(erasures: Int) throws {
        for name in try names() where name.hasPrefix(Self.newPrefix) { try Self.remove("\(directory)/\(name)") }
        for name in try names() where name.hasPrefix(Self.prefix) {
            let position = UInt64(name.dropFirst(Self.prefix.count)).map { Position($0) }
            if position.flatMap({ view($0) })?.erasures != erasures { try Self.remove("\(directory)/\(name)") }
        }
    }

    /// Sweeps when a community is opened, unless another process holds the lock: that one has swept.
    func sweepIfFree(erasures: Int) throws {
        try lock.heldIfFree { try sweep(erasures: erasures) }
    }

    /// Evicts the least recently used views until the rest keeps the limits. Requires the lock.
    func evict(sparing spared: Position) throws {
        var rest = try all().sorted { $0.usedAt > $1.usedAt }
        var bytes = rest.reduce(0) { $0 + $1.bytes }
        while rest.count > Self.countMax || bytes > Self.bytesMax {
            guard let last = rest.lastIndex(where: { $0.position != spared }) else { return }
            try remove(rest[last].position)
            bytes -= rest[last].bytes
            rest.remove(at: last)
        }
    }
}
