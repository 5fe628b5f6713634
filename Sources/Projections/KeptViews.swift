import EventLog
import Events
package import Foundation
import LMDB
package import Layout

/// Views of an earlier position that lie ready to be asked, or to be folded on from.
package struct KeptView: Sendable {
    package var position: Position
    /// What it takes of the disk.
    package var bytes: Int
    /// When it was last asked.
    package var usedAt: Date
    /// How many accounts were deleted when it was folded; nil: it does not say, or is no longer whole.
    var erasures: Int?
}

/// The directory of views of earlier positions: `at-P` are those of position P, complete and never changed, `new-…` what is
/// being made, by whoever holds the lock beside it.
///
/// Each says how many accounts the log had lost before it was folded. With one more, it may hold what is to be forgotten: then
/// nobody reads it, and it is removed.
struct KeptViews: Sendable {
    let directory: String

    /// The most that are kept; those that were not asked for the longest time go first.
    static let countMax = 8
    static let bytesMax = 4 << 30

    private static let prefix = "at-"
    private static let newPrefix = "new-"

    /// Beside the directory, which goes as a whole when somebody is forgotten.
    private var lock: FileLock { FileLock("\(directory).lock") }

    func withLock<R>(_ body: () throws -> R) throws -> R { try lock.held(body) }

    /// Runs the body, and makes the directory before where there is none. Throws `Removed`, in place of what it failed with, when
    /// the directory went meanwhile.
    func inPlace<R>(_ body: () throws -> R) throws -> R {
        let parent = URL(filePath: directory).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        _ = unsafe mkdir(directory, 0o777)
        guard let held = HeldDirectory(directory) else {
            if errno == ENOENT { throw Removed() }
            throw Refusal.file(directory, cannotBe: "opened")
        }
        do { return try body() } catch { throw held.isInPlace ? error : Removed() }
    }

    /// Somebody was forgotten, and all that was kept went with them, also what was just being made.
    struct Removed: Error {}

    func path(_ position: Position) -> String { "\(directory)/\(Self.prefix)\(position)" }

    func newPath() -> String { "\(directory)/\(Self.newPrefix)\(UUID().uuidString)" }

    // MARK: What there is

    var isThere: Bool { unsafe access(directory, F_OK) == 0 }

    /// In the order of their positions.
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

    /// It was asked just now. Where that cannot be noted it goes sooner than it might.
    func touch(_ position: Position) {
        _ = unsafe utimensat(AT_FDCWD, ErasureMark(in: path(position)).path, nil, 0)
    }

    /// Puts what was made into its place, all at once.
    func publish(_ path: String, as position: Position) throws {
        guard unsafe rename(path, self.path(position)) == 0 else {
            throw Refusal.file(path, cannotBe: "put in place")
        }
    }

    // MARK: Removing

    func remove(_ position: Position) throws { try Self.remove(path(position)) }

    /// Whoever forgot somebody may have removed all of them.
    static func remove(_ path: String) throws { try removeIfPresent(path) }

    /// Removes what was left half made, and what may hold words of those who were deleted since. Under the lock.
    func sweep(erasures: Int) throws {
        for name in try names() where name.hasPrefix(Self.newPrefix) { try Self.remove("\(directory)/\(name)") }
        for name in try names() where name.hasPrefix(Self.prefix) {
            let position = UInt64(name.dropFirst(Self.prefix.count)).map { Position($0) }
            if position.flatMap({ view($0) })?.erasures != erasures { try Self.remove("\(directory)/\(name)") }
        }
    }

    /// The same when a community is opened, unless somebody is making one: they have swept.
    func sweepIfFree(erasures: Int) throws {
        try lock.heldIfFree { try sweep(erasures: erasures) }
    }

    /// Removes those that were not asked for the longest time until the rest keeps to the limits. Under the lock.
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
