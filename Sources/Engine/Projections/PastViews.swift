import EventLog
import Foundation
import LMDB
package import Layout
import Synchronization

/// Views of earlier positions: scratch generations that are folded on demand, and kept for later queries within limits.
///
/// They are folded with the keys that exist. A deletion removes all of them: `EventLog` removes the directory when it
/// destroys the key, this type reads nothing that was folded before, and the next opening sweeps what an interruption
/// left.
package final class PastViews<P: Projector>: Sendable {
    let log: EventLog
    let view: P.View
    let registry: TableRegistry
    let kept: KeptViews
    private let identities: [ViewIdentity]
    private let opened = Mutex(OpenedViews())

    init(_ log: EventLog, _ view: P.View, _ registry: TableRegistry, _ identities: [ViewIdentity]) {
        self.log = log
        self.view = view
        self.registry = registry
        self.identities = identities
        kept = KeptViews(directory: log.pastViewsDirectory)
    }

    func close() {
        opened.withLock { $0.close { _ in true } }
    }

    func fresh() -> Checkpoint { Checkpoint(of: log, identities) }

    /// By position.
    package func keptViews() throws(Refusal) -> [KeptView] {
        do throws(any Error) { return try kept.all() } catch {
            throw error as? Refusal ?? Refusal(.unavailable, "\(kept.directory): \(error.localizedDescription)")
        }
    }

    /// Removes unfinished and outdated views that a killed process left.
    package func sweep() {
        // No reader opens what the sweep could not remove, and the next query at an earlier position sweeps again and throws.
        guard kept.isThere, let erasures = try? erasureCount() else { return }
        try? kept.sweepIfFree(erasures: erasures)
    }

    /// Removes all kept views.
    func removeAll() throws {
        close()
        guard kept.isThere else { return }
        try kept.withLock { for view in try kept.all() { try kept.remove(view.position) } }
    }

    func erasureCount() throws -> Int { try log.read { try $0.erasureCount() } }

    // MARK: Asking

    /// The views as of that position, which the log must contain; folded if they are not kept. `progress` gets (events
    /// folded, events in total); what it throws ends the work. On a full disk they are folded in memory.
    func base(at position: Position, _ progress: (Int, Int) throws(Refusal) -> Void) throws -> StoredViewBase {
        do { return try baseOnDisk(at: position, progress) } catch {
            guard log.lacksRoom(error), let base = try baseInMemory(at: position, progress) else { throw error }
            return base
        }
    }

    /// `nil`: memory has no room for them either.
    private func baseInMemory(at position: Position, _ progress: (Int, Int) throws(Refusal) -> Void) throws
        -> StoredViewBase?
    {
        let erasures = try erasureCount()
        let known = opened.withLock { opened in
            opened.close { $0.erasures != erasures }
            return opened.generation(at: position, erasures)
        }
        if let known { return try known.base() }
        guard let generation = try Generation.inMemory(for: log, registry) else { return nil }
        try fold(generation, through: position, progress)
        // The views may contain words of a member deleted meanwhile.
        guard try erasureCount() == erasures else {
            throw Refusal(.overloaded, "an account was deleted during the query: try again")
        }
        opened.withLock { $0.add(position, erasures, generation) }
        return try generation.base()
    }

    /// Folds a generation on through `position`: an empty one as a whole.
    private func fold(
        _ generation: Generation, through position: Position, _ progress: (Int, Int) throws(Refusal) -> Void
    ) throws {
        if try generation.checkpoint() == nil {
            try generation.build(
                P.self, view: view, log: log, fresh: fresh(), through: position, progress: progress)
        }
        var reached = try generation.base().position()
        while reached < position {
            reached = try generation.advance(
                P.self, view: view, log: log, fresh: fresh(), through: position
            ).position
            try progress(Int(reached.value), Int(position.value))
        }
    }

    private func baseOnDisk(at position: Position, _ progress: (Int, Int) throws(Refusal) -> Void) throws
        -> StoredViewBase
    {
        for _ in 0..<Self.triesMax {
            // Read before any payload is opened: a deletion from here on changes the number.
            let erasures = try erasureCount()
            do {
                return try kept.inPlace {
                    if let base = try keptBase(at: position, erasures) { return base }
                    return try kept.withLock {
                        try kept.sweep(erasures: erasures)
                        // Another process may have folded them meanwhile.
                        if let base = try keptBase(at: position, erasures) { return base }
                        try make(position, erasures, progress)
                        guard let base = try keptBase(at: position, erasures) else { throw KeptViews.Removed() }
                        return base
                    }
                }
            } catch is KeptViews.Removed {
                continue
            } catch let error as LMDBError where error.code == .closed {
                // Another thread evicted and closed the generation meanwhile.
                continue
            }
        }
        throw Refusal(.overloaded, "too many accounts are being deleted to query earlier positions: try again")
    }

    private static var triesMax: Int { 100 }

    private func keptBase(at position: Position, _ erasures: Int) throws -> StoredViewBase? {
        try generation(at: position, erasures)?.base()
    }

    /// The kept generation of that position; `nil` if there is none that may be read.
    func generation(at position: Position, _ erasures: Int) throws -> Generation? {
        try opened.withLock { opened in
            opened.close { $0.erasures != erasures }
            if let known = opened.generation(at: position, erasures) {
                kept.touch(position)
                return known
            }
            guard kept.view(position)?.erasures == erasures, let generation = try open(position) else { return nil }
            kept.touch(position)
            opened.add(position, erasures, generation)
            return generation
        }
    }

    /// `nil` if it does not fit, or is damaged.
    private func open(_ position: Position) throws -> Generation? {
        do {
            let generation = try Generation(
                number: 0, directory: kept.path(position), registry: registry, create: false, readOnly: true)
            if let checkpoint = try generation.checkpoint(), checkpoint.position == position,
                checkpoint.fits(fresh(), head: position)
            {
                return generation
            }
            generation.close()
            return nil
        } catch  where error.isHealedByReplay || kept.view(position) == nil {
            // Damaged, or just evicted.
            return nil
        }
    }

    /// Removes damaged views of that position.
    func forget(_ position: Position) {
        // The caller throws the damage. Damaged views that stay are found damaged again by the next query.
        try? kept.withLock { forgetUnderLock(position) }
    }

    func forgetUnderLock(_ position: Position) {
        opened.withLock { $0.close { $0.position == position } }
        // Damaged views that stay are found damaged again by the next query.
        try? kept.remove(position)
    }
}

/// The most recently used generations, newest last. A process opens an LMDB environment only once.
private struct OpenedViews {
    struct One {
        let position: Position
        let erasures: Int
        let generation: Generation
    }

    private static let countMax = 4

    private var all: [One] = []

    mutating func generation(at position: Position, _ erasures: Int) -> Generation? {
        guard let index = all.firstIndex(where: { $0.position == position && $0.erasures == erasures }) else {
            return nil
        }
        let one = all.remove(at: index)
        all.append(one)
        return one.generation
    }

    /// Closes the least recently used idle generation beyond the limit.
    mutating func add(_ position: Position, _ erasures: Int, _ generation: Generation) {
        all.append(One(position: position, erasures: erasures, generation: generation))
        guard all.count > Self.countMax else { return }
        for (index, one) in all.dropLast().enumerated() where one.generation.closeIfIdle() {
            all.remove(at: index)
            return
        }
    }

    /// Generations with open snapshots stay until a later call.
    mutating func close(_ isMeant: (One) -> Bool) { all.removeAll { isMeant($0) && $0.generation.closeIfIdle() } }
}

extension PastViews {
    /// Folds the views of that position and publishes them. Requires the lock.
    ///
    /// They start as a copy of the nearest kept views before that position, or empty. Interrupted work is never visible
    /// and starts again.
    func make(_ position: Position, _ erasures: Int, _ progress: (Int, Int) throws(Refusal) -> Void) throws {
        try kept.remove(position)
        let path = kept.newPath()
        do {
            try copyNearest(before: position, erasures, to: path)
            let generation = try Generation(number: 0, directory: path, registry: registry, create: true)
            defer { generation.close() }
            try fold(generation, through: position, progress)
            try ErasureMark(in: path).write(erasures)
            try generation.sync(after: log)
            // The views may contain words of a member deleted meanwhile.
            guard try erasureCount() == erasures else { throw KeptViews.Removed() }
            try log.checkInPlace()
            try kept.publish(path, as: position)
        } catch {
            // The first error is the one to throw; `sweep` removes what stays.
            try? KeptViews.remove(path)
            throw error
        }
        try kept.evict(sparing: position)
    }

    /// Copies the nearest kept views before that position, if there are any, without free pages.
    private func copyNearest(before position: Position, _ erasures: Int, to path: String) throws {
        for candidate in try kept.all().reversed() where candidate.position < position {
            guard let source = try generation(at: candidate.position, erasures) else { continue }
            do {
                try source.environment.copyCompact(to: path)
                return
            } catch {
                guard error.isHealedByReplay else { throw error }
                forgetUnderLock(candidate.position)
            }
        }
    }
}
