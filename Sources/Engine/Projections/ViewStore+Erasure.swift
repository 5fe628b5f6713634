import EventLog
import Foundation
package import Layout

/// After a deletion the views are folded again into new files, and the old files are removed. The fold of
/// `member.deleted` removes the member's rows, but LMDB leaves their bytes in free pages. Only a fold into new files is
/// free of them: see `ErasureMark`.
extension ViewStore {
    /// Replaces all views that were begun before the last deletion: builds a new generation beside the live one and
    /// publishes it. If that fails, the old generation is removed all the same, and the next query folds. O(events), or
    /// one look if nothing is outdated. `progress` gets (events folded, events in total).
    package func forgetErased(progress: (Int, Int) -> Void) throws(Refusal) {
        do throws(any Error) {
            guard try !outdatedGenerations().isEmpty else { return }
            try withBuildLock { try renew(progress) }
        } catch {
            throw refusal(error)
        }
    }

    /// Removes outdated generations that an interruption left, unless another process is replacing them.
    package func sweepErased() throws(Refusal) {
        do throws(any Error) {
            guard try !outdatedGenerations().isEmpty || names().contains(where: isLeftOver) else { return }
            try buildLock.heldIfFree { try removeOutdated() }
        } catch {
            throw refusal(error)
        }
    }

    /// The generations that may hold words of members deleted since they were begun.
    private func outdatedGenerations() throws -> [Int] {
        let numbers = try generationNumbers()
        return numbers.isEmpty ? [] : outdated(numbers, erasures: try erasureCount())
    }

    private func outdated(_ numbers: [Int], erasures: Int) -> [Int] {
        numbers.filter { number in
            (ErasureMark(in: path(number)).count ?? 0) != erasures
                && FileManager.default.fileExists(atPath: "\(path(number))/data.mdb")
        }.sorted()
    }

    /// The outdated generations, with deletions counted from the events of the log instead of the state. O(events).
    package func outdatedGenerationsByLog() throws(Refusal) -> [String] {
        do throws(any Error) {
            return outdated(try generationNumbers(), erasures: try log.erasureCountByEvents()).map(name)
        } catch {
            throw refusal(error)
        }
    }

    /// The outdated generations that stay, although every deletion had the time to finish. Another process that rebuilds
    /// the views holds the lock meanwhile. O(events).
    package func generationsThatStayOutdated() throws(Refusal) -> [String] {
        var outdated: [String] = []
        do throws(any Error) {
            _ = try LogExamination.stays {
                outdated = try withBuildLock { try outdatedGenerationsByLog() }
                return !outdated.isEmpty
            }
        } catch {
            throw refusal(error)
        }
        return outdated
    }

    func erasureCount() throws -> Int { try log.read { try $0.erasureCount() } }

    /// Call it after a fold: if the fold included a deletion, replaces the views, unless another process does. Returns
    /// whether another generation is live now.
    func renewIfOutdated(_ generation: Generation, _ progress: (Int, Int) -> Void) throws -> Bool {
        guard try !outdated([generation.number], erasures: erasureCount()).isEmpty else { return false }
        try buildLock.heldIfFree { try renew(progress) }
        return try currentNumber() != generation.number
    }

    /// Requires the build lock.
    private func renew(_ progress: (Int, Int) -> Void) throws {
        // If the new views fail, the old ones are removed all the same, and the next query folds or throws the
        // failure.
        if let number = try currentNumber(), try outdatedGenerations().contains(number), let new = try? build(progress)
        {
            do { try takeOver(new) } catch { discard(new) }
        }
        try removeOutdated()
    }

    /// Requires the build lock.
    private func removeOutdated() throws {
        let outdated = try outdatedGenerations()
        if let number = try currentNumber(), outdated.contains(number) { try removeIfPresent(pointerPath) }
        try removeForGood(outdated.map(name), in: directory)
    }
}
