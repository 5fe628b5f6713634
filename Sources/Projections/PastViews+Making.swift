import EventLog
import Events
import Foundation
import LMDB
import Layout

extension PastViews {
    /// Folds the views of that position and puts them in their place. Under the lock.
    ///
    /// They begin as a copy of the nearest ones before that are kept, or with the first event. Interrupted, they are begun
    /// anew: nobody sees what is half made.
    func make(_ position: Position, _ erasures: Int, _ progress: (Int, Int) -> Void) throws {
        try kept.remove(position)
        let path = kept.newPath()
        do {
            let start = try copyNearest(before: position, erasures, to: path)
            let generation = try Generation(number: 0, directory: path, registry: registry, create: true)
            defer { generation.close() }
            if start == nil {
                try generation.build(
                    P.self, view: view, log: log, fresh: fresh(), through: position, progress: progress)
            }
            var reached = try generation.base().position()
            while reached < position {
                reached = try generation.advance(
                    P.self, view: view, log: log, fresh: fresh(), through: position
                ).position
                progress(Int(reached.value), Int(position.value))
            }
            try ErasureMark(in: path).write(erasures)
            try generation.sync(after: log)
            // Whoever was deleted meanwhile may be in it.
            guard try erasureCount() == erasures else { throw KeptViews.Removed() }
            try log.checkInPlace()
            try kept.publish(path, as: position)
        } catch {
            // The first error is the one to report; `sweep` removes what stays.
            try? KeptViews.remove(path)
            throw error
        }
        try kept.evict(sparing: position)
    }

    /// Copies the nearest kept views before that position, without free pages. Answers what position they are of; nil, and
    /// nothing copied, where there are none.
    private func copyNearest(before position: Position, _ erasures: Int, to path: String) throws -> Position? {
        for candidate in try kept.all().reversed() where candidate.position < position {
            guard let source = try generation(at: candidate.position, erasures) else { continue }
            do {
                try source.environment.copyCompact(to: path)
                return candidate.position
            } catch {
                guard error.isHealedByReplay else { throw error }
                forgetUnderLock(candidate.position)
            }
        }
        return nil
    }
}
