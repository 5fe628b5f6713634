import EventLog
package import Events
import Foundation
import Layout

/// After a deletion the views are folded anew into new files, and the old files go. Their rows forget the member with the
/// fold of `member.deleted`; what LMDB leaves of rows that are gone would stay. Only a fold from nothing is free of it: see
/// `ErasureMark`.
extension ViewStore {
    /// Leaves no views behind that were begun before the last deletion, be it of one account or of many: the live ones are made
    /// anew beside those that serve, and take their place. Where they cannot be made, the old ones go all the same, and the next
    /// question folds. A look where there is nothing to forget; else O(events). `progress` gets (events folded, events in all).
    package func forgetErased(progress: (Int, Int) -> Void) throws(Refusal) {
        do throws(any Error) {
            guard try !outdatedGenerations().isEmpty else { return }
            try withBuildLock { try renew(progress) }
        } catch {
            throw refusal(error)
        }
    }

    /// Removes what an interruption has left over of that, unless somebody is at it.
    package func sweepErased() throws(Refusal) {
        do throws(any Error) {
            guard try !outdatedGenerations().isEmpty || names().contains(where: isLeftOver) else { return }
            try buildLock.heldIfFree { try removeOutdated() }
        } catch {
            throw refusal(error)
        }
    }

    /// The generations that may hold words of somebody whose account was deleted since they were begun.
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

    /// The same by the events of the log, whatever the state says. O(events).
    package func outdatedGenerationsByLog() throws(Refusal) -> [String] {
        do throws(any Error) {
            return outdated(try generationNumbers(), erasures: try log.erasureCountByEvents()).map(name)
        } catch {
            throw refusal(error)
        }
    }

    func erasureCount() throws -> Int { try log.read { try $0.erasureCount() } }

    /// To be asked when something was folded: if a deletion was among it, makes the views anew, unless somebody is at it.
    /// Answers whether others are live now.
    func renewIfOutdated(_ generation: Generation, _ progress: (Int, Int) -> Void) throws -> Bool {
        guard try !outdated([generation.number], erasures: erasureCount()).isEmpty else { return false }
        try buildLock.heldIfFree { try renew(progress) }
        return try currentNumber() != generation.number
    }

    /// Under the build lock.
    private func renew(_ progress: (Int, Int) -> Void) throws {
        // Without new views the old ones go all the same, and the next query folds, or reports what hinders it.
        if let number = try currentNumber(), try outdatedGenerations().contains(number), let new = try? build(progress)
        {
            do { try takeOver(new) } catch { discard(new) }
        }
        try removeOutdated()
    }

    /// Under the build lock.
    private func removeOutdated() throws {
        let outdated = try outdatedGenerations()
        if let number = try currentNumber(), outdated.contains(number) { try removeIfPresent(pointerPath) }
        try removeForGood(outdated.map(name), in: directory)
    }
}
