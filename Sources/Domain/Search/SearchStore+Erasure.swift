import EventLog
package import Events
import Foundation
import Projections

/// After a deletion the whole index is replaced: SQLite does not clear deleted text from its journal, and FTS5 keeps
/// words until it merges.
extension SearchStore {
    /// Removes an index begun before the last deletion. Returns whether there was one.
    package func forgetErased() throws(Refusal) -> Bool {
        do throws(any Error) {
            guard try hasOutdated() else { return false }
            return try held {
                let outdated = try outdated(erasures: erasureCount())
                try sweep()
                return !outdated.isEmpty
            }
        } catch {
            throw refusal(error)
        }
    }

    /// Removes outdated or unfinished indexes that an interruption left, unless another process holds the lock.
    package func sweepErased() throws(Refusal) {
        do throws(any Error) {
            guard try hasOutdated() else { return }
            try FileLock("\(directory)/lock").heldIfFree { try sweep() }
        } catch {
            throw refusal(error)
        }
    }

    /// The indexes that may hold words of members deleted since they were begun.
    package func outdated(erasures: Int) throws(Refusal) -> [String] {
        do throws(any Error) {
            return try numbers().filter { ErasureMark(in: path($0)).count != erasures }.map { "\(Self.prefix)\($0)" }
        } catch {
            throw refusal(error)
        }
    }

    private func hasOutdated() throws -> Bool {
        let names: [String]
        do {
            names = try self.names()
        } catch {
            // Without a deletion no index is outdated: the next search reports the folder.
            guard try erasureCount() > 0 else { return false }
            throw error
        }
        guard names.contains(where: { $0 != "lock" }) else { return false }
        return try names.contains { isLeftOver($0) || $0.hasPrefix(Self.newPrefix) }
            || !outdated(erasures: erasureCount()).isEmpty
    }

    /// Requires the lock.
    private func sweep() throws {
        close()
        let new = try names().filter { $0.hasPrefix(Self.newPrefix) && !isLeftOver($0) }
        try removeForGood(try outdated(erasures: erasureCount()) + new, in: directory)
    }
}
