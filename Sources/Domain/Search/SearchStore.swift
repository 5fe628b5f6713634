package import EventLog
package import Events
import Foundation
import GRDB
import Layout
package import Projections
import Synchronization
package import Views

/// The full-text index of one data directory, in `search/`: disposable, and rebuilt from the views whenever it does not
/// fit.
///
/// `index-N` is a directory with the database and the number of deleted accounts when it was begun; the highest N is
/// live. `new-…` is being built by the process that holds `lock`. All changes require that lock; readers do not wait.
package final class SearchStore: Sendable {
    /// An open index.
    struct Live {
        let number: Int
        /// The number of deleted accounts when it was begun.
        let erasures: Int
        let index: SearchIndex
    }

    let log: EventLog
    let views: AllViews
    package let directory: String
    let waits: WaitNotices
    private let current = Mutex<Live?>(nil)

    /// Version of the index's contents.
    package static var version: UInt32 { SearchIndex.identity.version }

    /// The first query opens or builds the index. Waits for other processes are announced by `waits`.
    package init(_ log: EventLog, _ views: AllViews, waits: WaitNotices = WaitNotices()) {
        self.waits = waits
        self.log = log
        self.views = views
        directory = "\(log.directory)/search"
    }

    package func close() { current.withLock { $0 = nil } }

    // MARK: Questions

    /// The index no longer fits the snapshot: another process advanced it, or it was damaged and removed. Repeat the
    /// query with a newer snapshot.
    package struct Overtaken: Error {
        package init() {}
    }

    /// Calls `body` with the matches, best first, until it returns false, from an index at the position of `snapshot`.
    /// Throws `Overtaken` unless the caller holds the index (`still`).
    package func forEachMatch(
        of terms: SearchTerms, in corpus: TextCorpus, at snapshot: ViewSnapshot, still isStill: Bool,
        progress: (Int, Int) -> Void, _ body: (TextMatch) throws -> Bool
    ) throws {
        try read(at: snapshot, still: isStill, progress: progress) { database, _ in
            try SearchIndex.forEachMatch(of: terms, in: corpus, database, body)
        }
    }

    /// Texts like the searched one with the nearest words instead of those that no text has; the nearest first.
    package func nearest(
        to terms: SearchTerms, at snapshot: ViewSnapshot, still isStill: Bool, progress: (Int, Int) -> Void
    ) throws -> [String] {
        try read(at: snapshot, still: isStill, progress: progress) { database, _ in
            try SearchIndex.nearest(to: terms, database)
        }
    }

    /// Builds an index in memory from these views, for a single query. O(recipes). Refuses more texts than `textsMax`.
    package func scratchIndex(
        of snapshot: ViewSnapshot, textsMax: Int = .max, progress: (Int, Int) -> Void
    ) throws -> ScratchIndex {
        let index = try SearchIndex()
        try index.create(fresh())
        try index.fill(from: snapshot, views, textsMax: textsMax, progress)
        return ScratchIndex(index: index)
    }

    /// All matches from the live index, if no searched text has changed since `snapshot`; otherwise `nil`.
    package func unchangedMatches(
        of terms: SearchTerms, in corpus: TextCorpus, since snapshot: ViewSnapshot
    ) -> [TextMatch]? {
        // A shortcut: whatever fails here, the caller searches a scratch index, which needs neither file nor lock.
        guard let live = try? usable() else { return nil }
        return try? live.index.database.read { database in
            guard let checkpoint = try SearchIndex.checkpoint(database),
                try standing(checkpoint.position, snapshot.position) == .here
            else { return nil }
            var matches: [TextMatch] = []
            try SearchIndex.forEachMatch(of: terms, in: corpus, database) {
                matches.append($0)
                return true
            }
            return matches
        }
    }

    /// Runs the body with the lock: no other process changes the index meanwhile.
    package func held<R>(_ body: () throws -> R) throws -> R {
        try makePrivateFolder(directory)
        return try FileLock("\(directory)/lock", for: "another change of the search index", notices: waits).held(body)
    }

    /// Advances the index to the position of `snapshot`, then reads one state of it.
    func read<R>(
        at snapshot: ViewSnapshot, still isStill: Bool, progress: (Int, Int) -> Void,
        _ body: (Database, Checkpoint) throws -> R
    ) throws -> R {
        while true {
            let live = try opened(at: snapshot, isStill, progress)
            do {
                let answer = try live.index.database.read { database -> R? in
                    guard let checkpoint = try SearchIndex.checkpoint(database) else {
                        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
                    }
                    switch try standing(checkpoint.position, snapshot.position) {
                    case .here: return try body(database, checkpoint)
                    case .behind: return nil
                    case .ahead: throw Overtaken()
                    }
                }
                if let answer { return answer }
                try changing(isStill) {
                    guard try !live.index.advance(to: snapshot, views, log) else { return }
                    try discard(live)
                }
            } catch let error as DatabaseError where error.isHealedByMakingAnew {
                try changing(isStill) { try discard(live) }
                throw Overtaken()
            }
        }
    }

    private enum Standing { case behind, here, ahead }

    /// The index's position relative to the views, as far as the texts between differ.
    private func standing(_ index: Position, _ views: Position) throws -> Standing {
        if index == views { return .here }
        if index > views {
            return try TextChanges(log, after: views, through: index).isEmpty ? .here : .ahead
        }
        // A large lag is closed even without changes, so that later queries scan fewer events.
        if views.value - index.value > Self.lagMax { return .behind }
        return try TextChanges(log, after: index, through: views).isEmpty ? .here : .behind
    }

    private static var lagMax: UInt64 { 4_096 }

    private func changing<R>(_ isStill: Bool, _ body: () throws -> R) throws -> R {
        if isStill { try body() } else { try held(body) }
    }

    // MARK: Opening

    func fresh() -> Checkpoint { Checkpoint(of: log, [SearchIndex.identity]) }

    func path(_ number: Int) -> String { "\(directory)/\(Self.prefix)\(number)" }

    static let prefix = "index-"
    static let newPrefix = "new-"

    static func databasePath(in directory: String) -> String { "\(directory)/texts.sqlite" }

    /// Empty only where there is no directory. One that cannot be read is an error: taken for empty, it would keep what must be
    /// removed after a deletion.
    func names() throws -> [String] { try namesIfPresent(atPath: directory) }

    func numbers() throws -> [Int] {
        try names().compactMap { $0.hasPrefix(Self.prefix) ? Int($0.dropFirst(Self.prefix.count)) : nil }.sorted()
    }

    func erasureCount() throws -> Int { try log.read { try $0.erasureCount() } }

    private func opened(
        at snapshot: ViewSnapshot, _ isStill: Bool, _ progress: (Int, Int) -> Void
    ) throws -> Live {
        if let live = try usable() { return live }
        return try changing(isStill) {
            // Another process may have built it meanwhile.
            if let live = try usable() { return live }
            try removeAll()
            try publish(try make(at: snapshot, progress))
            guard let live = try usable() else { throw Overtaken() }
            return live
        }
    }

    /// `nil` if there is no index, or if only a rebuild helps. Throws errors that may pass, such as a lack of memory.
    func usable() throws -> Live? {
        let erasures = try erasureCount()
        let number = try numbers().last
        return try current.withLock { live in
            if let open = live, open.number == number, open.erasures == erasures { return open }
            live = nil
            guard let number, ErasureMark(in: path(number)).count == erasures else { return nil }
            do {
                let index = try SearchIndex(existing: Self.databasePath(in: path(number)))
                guard let checkpoint = try index.checkpoint(), checkpoint.fits(fresh(), head: try log.head()) else {
                    return nil
                }
                try log.checkInPlace()
                let opened = Live(number: number, erasures: erasures, index: index)
                live = opened
                return opened
            } catch let error as DatabaseError where error.isHealedByMakingAnew {
                return nil
            }
        }
    }

    // MARK: Making

    /// Builds a whole index aside. Returns its directory. Requires the lock.
    func make(at snapshot: ViewSnapshot, _ progress: (Int, Int) -> Void) throws -> String {
        // Words of members deleted since the snapshot must not enter the index.
        let erasures = try log.read { state in
            try state.forEach(from: snapshot.position.next, kinds: [.memberDeleted], opening: []) { _ in
                throw Overtaken()
            }
            return try state.erasureCount()
        }
        let path = "\(directory)/\(Self.newPrefix)\(UUID().uuidString)"
        do {
            try makePrivateFolder(path)
            let file = Self.databasePath(in: path)
            // SQLite gives the files that it adds the permissions of this one.
            try makePrivateFile(file)
            let index = try SearchIndex(newAt: file)
            try index.create(fresh())
            try index.fill(from: snapshot, views, progress)
            try index.database.close()
            try syncFile(file)
            try ErasureMark(in: path).write(erasures)
            try syncFolder(path)
            guard try erasureCount() == erasures else { throw Overtaken() }
            return path
        } catch {
            // The first error is the one to report; `sweep` and `removeAll` remove what stays.
            try? removeIfPresent(path)
            throw error
        }
    }

    /// Makes an index live. Requires the lock.
    func publish(_ path: String) throws {
        let old = try numbers()
        let new = self.path((old.last ?? 0) + 1)
        try log.checkInPlace()
        guard unsafe rename(path, new) == 0 else {
            throw Refusal.file(path, cannotBe: "put in place")
        }
        close()
        // The next publication removes what cannot be removed now.
        try? removeForGood(old.map { "\(Self.prefix)\($0)" }, in: directory)
        try syncFolder(directory)
    }

    // MARK: Removing

    /// Removes a damaged or outdated index, unless another has replaced it. Requires the lock.
    private func discard(_ live: Live) throws {
        close()
        try removeForGood(["\(Self.prefix)\(live.number)"], in: directory)
    }

    /// Requires the lock.
    private func removeAll() throws {
        close()
        try removeForGood(
            try names().filter { $0.hasPrefix(Self.prefix) || $0.hasPrefix(Self.newPrefix) }, in: directory)
    }

    package func refusal(_ error: any Error) -> Refusal {
        switch error {
        case let refusal as Refusal: return refusal
        case is Overtaken:
            return Refusal(.overloaded, "too much is being written to search: try again")
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            return Refusal(
                .unavailable,
                "the disk of \(directory) is full: free some space and try again. Only the search needs it"
            ).lackingRoom
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            return Refusal(.overloaded, "\(directory) is held by another program: try again")
        case let error as DatabaseError:
            return Refusal(.unavailable, "\(directory) cannot be used: \(error.message ?? "\(error.resultCode)")")
        case let error where log.lacksRoom(error): return log.refusal(error)
        default:
            return Refusal(.unavailable, "\(directory): \((error as? CocoaError)?.localizedDescription ?? "\(error)")")
        }
    }
}

extension DatabaseError {
    /// Whether the file has other contents than were written, so that a rebuild helps. Other errors, such as a full
    /// disk, may pass.
    var isHealedByMakingAnew: Bool {
        switch resultCode {
        case .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_NOMEM, .SQLITE_READONLY, .SQLITE_PERM,
            .SQLITE_INTERRUPT:
            false
        default: true
        }
    }
}

/// An index in memory for one state of the views.
package struct ScratchIndex: Sendable {
    let index: SearchIndex

    /// Calls `body` with the matches, best first, until it returns false.
    package func forEachMatch(
        of terms: SearchTerms, in corpus: TextCorpus, _ body: (TextMatch) throws -> Bool
    ) throws {
        try index.database.read { try SearchIndex.forEachMatch(of: terms, in: corpus, $0, body) }
    }

    /// Texts like the searched one with the nearest words instead of those that no text has; the nearest first.
    package func nearest(to terms: SearchTerms) throws -> [String] {
        try index.database.read { try SearchIndex.nearest(to: terms, $0) }
    }
}
