package import EventLog
import Foundation
import LMDB
package import Layout
import Synchronization

/// The views of one data directory: opens the current generation, keeps it at the log's head, rebuilds and verifies it.
///
/// `views/current` names the live generation. A rebuild builds the next one aside and then replaces the pointer; other
/// processes notice at their next query. `views/lock` is held while a process builds or removes generations.
package final class ViewStore<P: Projector>: Sendable {
    package let view: P.View
    let registry: TableRegistry
    private let identities: [ViewIdentity]
    let log: EventLog
    let directory: String
    /// Answers queries about earlier positions.
    package let past: PastViews<P>
    private let waits: WaitNotices
    private let current = Mutex<Generation?>(nil)
    /// Stamp of the pointer file when `current` was last compared with it.
    private let pointer = Mutex<FileStamp?>(nil)
    /// Why the live views stay behind the log.
    let stall = Mutex<Stall?>(nil)

    /// The first query opens or builds the views. Waits for other processes are announced by `waits`.
    package init(_ log: EventLog, identities: [ViewIdentity], waits: WaitNotices = WaitNotices()) {
        self.log = log
        self.waits = waits
        self.identities = identities
        directory = "\(log.directory)/views"
        var registry = TableRegistry()
        view = P.View(&registry)
        self.registry = registry
        past = PastViews(log, view, registry, identities)
    }

    package func close() {
        past.close()
        current.withLock { generation in
            guard let open = generation else { return }
            // Unsynced views are folded again after a reboot: nothing is lost.
            try? open.sync(after: log)
            open.close()
            generation = nil
        }
    }

    /// Frees the reader slots that this process holds while it does not read.
    package func releaseReaders() { current.withLock { $0?.environment.releaseIdleReaders() } }

    /// `view.table`, for all tables.
    package var tableNames: [String] { registry.names }

    // MARK: Queries

    /// Catches up with the log and passes one unchanging state of all views. `progress` gets (events folded, events in
    /// total).
    package func query<R>(
        progress: (Int, Int) -> Void = { _, _ in }, _ body: (ViewSnapshot) throws -> R
    ) throws(Refusal) -> R {
        do throws(any Error) {
            let state = try caughtUpState(progress)
            return try Self.ask(state.base, state.position, body)
        } catch {
            throw refusal(error)
        }
    }

    /// Passes all views as they stood at `end`, an event of the log: folded by the same code to exactly there, with the
    /// payloads that can still be opened. The first query about a position costs a replay from the nearest kept
    /// position before it.
    package func query<R>(
        asOf end: Position, progress: (Int, Int) throws(Refusal) -> Void = { _, _ in },
        _ body: (ViewSnapshot) throws -> R
    ) throws(Refusal) -> R {
        do throws(any Error) {
            // At the log's end the live views are the answer.
            if end == (try log.head()) {
                // All questions share the work of catching up with the log: an error of `progress` does not end it.
                let state = try caughtUpState { folded, total in try? progress(folded, total) }
                if state.position == end { return try Self.ask(state.base, end, body) }
            }
            let base = try past.base(at: end, progress)
            do {
                return try Self.ask(base, end, body)
            } catch let error where error.isHealedByReplay {
                past.forget(end)
                throw Refusal(
                    .damaged,
                    "the views as of position \(end) were damaged and are removed: try again, which rebuilds them")
            }
        } catch {
            throw refusal(error)
        }
    }

    private static func ask<R>(
        _ base: StoredViewBase, _ position: Position, _ body: (ViewSnapshot) throws -> R
    ) throws -> R {
        let answer = Result { try body(ViewSnapshot(base: base, position: position)) }
        // Before any refusal of the body, which saw unreadable rows as absent.
        if let failure = base.failure { throw failure }
        return try answer.get()
    }

    /// Catches up with the log. Returns the generation and its checkpoint.
    package func checkpoint() throws(Refusal) -> (generation: Int, checkpoint: Checkpoint) {
        do throws(any Error) {
            let state = try caughtUpState { _, _ in }
            return (state.generation, try state.base.checkpoint() ?? fresh())
        } catch {
            throw refusal(error)
        }
    }

    private func caughtUpState(
        _ progress: (Int, Int) -> Void
    ) throws -> (generation: Int, base: StoredViewBase, position: Position) {
        var triesLeft = 3
        while true {
            let generation = try opened(progress)
            do {
                let head = try log.head()
                var base = try generation.base()
                // Up-to-date views need neither a fold nor the writer lock.
                if try base.position() < head {
                    try follow(generation, progress)
                    if try renewIfOutdated(generation, progress) { continue }
                    base = try generation.base()
                } else {
                    // Another process may have brought them there.
                    noteFollowing()
                }
                return (generation.number, base, try base.position())
            } catch  where triesLeft > 0 {
                // Another thread has opened a newer generation and closed this one, or another process has replaced it
                // and removed its files.
                guard try (error as? LMDBError)?.code == .closed || currentNumber() != generation.number else {
                    throw error
                }
                triesLeft -= 1
            }
        }
    }

    func fold(_ generation: Generation, _ progress: (Int, Int) -> Void) throws {
        let head = try log.head()
        var position = try generation.base().position()
        while position < head {
            let step = try generation.advance(P.self, view: view, log: log, fresh: fresh())
            position = step.position
            progress(Int(position.value), Int(max(head, step.head).value))
        }
    }

    // MARK: Generations

    func fresh() -> Checkpoint { Checkpoint(of: log, identities) }

    var pointerPath: String { "\(directory)/current" }

    func name(_ number: Int) -> String { "gen-\(number)" }

    func path(_ number: Int) -> String { "\(directory)/\(name(number))" }

    /// `nil` if the pointer is missing or malformed.
    func currentNumber() throws -> Int? { try Self.currentNumber(in: directory) }

    private static func currentNumber(in directory: String) throws -> Int? {
        guard let text = try textIfPresent(atPath: "\(directory)/current"), text.hasPrefix("gen-") else { return nil }
        return Int(text.dropFirst(4).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Makes the live generation in that directory unused. The next generation's publication removes its files.
    package static func discardLive(in directory: String) throws(Refusal) {
        do throws(any Error) { try removeIfPresent("\(directory)/current") } catch {
            throw Refusal(.unavailable, "\(directory)/current cannot be removed: \(error.localizedDescription)")
        }
    }

    /// Directory of the live generation of the views in that directory; `nil` if the pointer is missing or malformed.
    package static func liveFolder(in directory: String) -> String? {
        // `examine` finds a pointer that cannot be read.
        (try? currentNumber(in: directory)).flatMap { $0 }.map { "\(directory)/gen-\($0)" }
    }

    /// The live generation; rebuilt if it is missing, damaged, or of another version or log.
    private func opened(_ progress: (Int, Int) -> Void) throws -> Generation {
        if let usable = try current.withLock({ try usable(&$0) }) { return usable }
        return try withBuildLock { try openedOrBuilt(progress) }
    }

    /// The live generation, opened or built. Requires the build lock, which always comes before `current`.
    private func openedOrBuilt(_ progress: (Int, Int) -> Void) throws -> Generation {
        try current.withLock { generation in
            if let usable = try usable(&generation) { return usable }
            // Without views no question is answered: after a deletion on a full disk they use what is kept back.
            return try log.usingReserve {
                let new = try build(progress)
                do { try publish(new) } catch {
                    discard(new)
                    throw error
                }
                generation = new
                return new
            }
        }
    }

    /// The open generation if it is still live; otherwise opens the live one.
    private func usable(_ generation: inout Generation?) throws -> Generation? {
        // Taken before the pointer is read: a pointer replaced in between is read again at the next query.
        let stamp = FileStamp(of: pointerPath)
        if let open = generation {
            if let stamp, pointer.withLock({ $0 == stamp }) { return open }
            if try currentNumber() == open.number {
                pointer.withLock { $0 = stamp }
                return open
            }
            open.close()
            generation = nil
        }
        generation = try usableCurrent()
        return generation
    }

    /// `nil` if only a replay helps. Throws errors that may pass, such as a lack of memory.
    private func usableCurrent() throws -> Generation? {
        guard let number = try currentNumber() else { return nil }
        do {
            let generation = try Generation(number: number, directory: path(number), registry: registry, create: false)
            // If the directory was replaced, the views belong to another log.
            try log.checkInPlace()
            // Another process may have replaced the generation and removed its files.
            // The head is read after the checkpoint, which another process advances with it.
            if try currentNumber() == number, let checkpoint = try generation.checkpoint(),
                try checkpoint.fits(fresh(), head: log.head())
            {
                return generation
            }
            generation.close()
            return nil
        } catch let error where error.isHealedByReplay {
            return nil
        }
    }

    /// Folds the whole log into a new generation.
    func build(_ progress: (Int, Int) -> Void) throws -> Generation {
        // Read before any payload is opened: a deletion from here on changes the number.
        let erasures = try erasureCount()
        // Not the number of a live generation that a power failure has lost: other processes would read it unfinished.
        let number = max(try generationNumbers().max() ?? 0, try currentNumber() ?? 0) + 1
        let generation = try Generation(number: number, newAt: path(number), registry: registry)
        do {
            try ErasureMark(in: generation.directory).write(erasures)
            try generation.build(P.self, view: view, log: log, fresh: fresh(), progress: progress)
            return generation
        } catch {
            discard(generation)
            throw error
        }
    }

    /// A generation that is to be compared alone needs no room on the disk.
    private func built(for replacing: Bool, _ progress: (Int, Int) -> Void) throws -> Generation {
        do { return try build(progress) } catch {
            guard !replacing, log.lacksRoom(error), let generation = try Generation.inMemory(for: log, registry) else {
                throw error
            }
            try generation.build(P.self, view: view, log: log, fresh: fresh(), progress: progress)
            return generation
        }
    }

    func discard(_ generation: Generation) {
        generation.close()
        // What stays is never live, and the next `publish` removes it.
        try? removeIfPresent(generation.directory)
    }

    /// Published and opened in one step: a query in between would open the generation a second time.
    func takeOver(_ new: Generation) throws {
        try current.withLock { generation in
            try publish(new)
            generation?.close()
            generation = new
        }
    }

    /// Makes a generation live and removes all others.
    private func publish(_ generation: Generation) throws {
        try generation.sync(after: log)
        try log.checkInPlace()
        let others = try generationNumbers().filter { $0 != generation.number }
        try storePrivately("\(name(generation.number))\n", atPath: pointerPath)
        // From here on the generation is live. The next publication removes what cannot be removed now.
        try? removeForGood(others.map(name), in: directory)
    }

    func generationNumbers() throws -> [Int] {
        try names().compactMap { $0.hasPrefix("gen-") ? Int($0.dropFirst(4)) : nil }
    }

    /// The files in the directory; none before the first fold.
    func names() throws -> [String] {
        try namesIfPresent(atPath: directory)
    }

    var buildLock: FileLock {
        FileLock("\(directory)/lock", for: "another rebuild of the views", notices: waits)
    }

    func withBuildLock<R>(_ body: () throws -> R) throws -> R {
        try makePrivateFolder(directory)
        return try buildLock.held(body)
    }

    // MARK: Rebuilding

    /// The rows of the live views beside those of a rebuild, at one position.
    package struct Comparison: Sendable {
        package var position: Position
        package var live: [String: Checkpoint.TableSummary]
        /// The live tables that cannot be read.
        package var damaged: [String]
        package var rebuilt: [String: Checkpoint.TableSummary]
        package var matches: Bool { damaged.isEmpty && live == rebuilt }
    }

    /// Builds a new generation beside the live one, compares the two at one position, and publishes it if `replacing`;
    /// otherwise discards it. `progress` gets (events folded, events in total).
    package func rebuild(
        replacing: Bool, progress: (Int, Int) -> Void
    ) throws(Refusal) -> Comparison {
        do throws(any Error) {
            return try withBuildLock {
                let old = try openedOrBuilt(progress)
                let new = try built(for: replacing, progress)
                let comparison: Comparison
                do {
                    comparison = try compare(live: old, rebuilt: new, progress)
                    if replacing { try takeOver(new) } else { discard(new) }
                } catch {
                    discard(new)
                    throw error
                }
                // The views of earlier positions came from the same folds: they are as doubtful as the replaced ones.
                if replacing { try past.removeAll() }
                return comparison
            }
        } catch {
            throw refusal(error)
        }
    }

    /// Brings both to one position and counts both from their rows. A damaged live generation that cannot advance is
    /// counted at its own position.
    private func compare(
        live: Generation, rebuilt: Generation, _ progress: (Int, Int) -> Void
    ) throws -> Comparison {
        for _ in 0..<Self.comparisonTriesMax {
            var follows = true
            // Views whose map is full stay where they are: building them again is what makes room.
            do { try fold(live, progress) } catch let error where error.isHealedByReplay || log.lacksRoom(error) {
                follows = false
            }
            try fold(rebuilt, progress)
            let (old, new) = (try live.base(), try rebuilt.base())
            // Another process may have appended events and advanced the live views.
            guard try !follows || old.position() == new.position() else { continue }
            let sound = try rebuilt.recount(new)
            let (tables, damaged) = try live.recount(old, beside: new, sound)
            return Comparison(position: try new.position(), live: tables, damaged: damaged, rebuilt: sound)
        }
        throw Refusal(.overloaded, "too much is being appended to compare the views: try again")
    }

    private static var comparisonTriesMax: Int { 1_000 }

    func refusal(_ error: any Error) -> Refusal {
        if let refusal = error as? Refusal { return refusal }
        if error.isHealedByReplay {
            let place = (error as? DamagedTable).map { " in \($0.name)" } ?? ""
            return Refusal(.damaged, "\(directory) is damaged\(place)", remedy: .rebuildViews)
        }
        if log.lacksRoom(error) {
            let isMap = (error as? LMDBError)?.code == .mapFull
            return Refusal(
                .unavailable, "\(isMap ? "the map" : "the disk") of \(directory) is full",
                remedy: isMap ? .compactViews : .freeSpace
            ).lackingRoom
        }
        return Refusal(.unavailable, "\(directory): \((error as? CocoaError)?.localizedDescription ?? "\(error)")")
    }
}
