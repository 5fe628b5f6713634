import Foundation
import LMDB
package import Layout

/// Checks of everything in the directory of a log. They change nothing, and continue after damage.
///
/// All reads of the log are of one unchanging state, and the stored state is compared where it ends, so other processes
/// may write meanwhile.
package final class LogExamination {
    /// The progress of a part of the work: (its name, events done, events in all).
    package typealias Progress = (_ part: String, _ done: Int, _ total: Int) -> Void

    package let log: EventLog
    /// Why the stored state is not usable now, although it need not be damaged; `nil` if it is usable. Otherwise the
    /// other checks use a state that is folded aside.
    let stateObstacle: Finding?
    private let scratch = NSTemporaryDirectory() + "larder-state-\(UUID().uuidString)"
    /// Why the existing vault cannot be used.
    let vaultRefusal: Refusal?

    /// Throws `not-found` if there is no log, and another refusal if it cannot be opened. With `isStateUnreadable` the
    /// stored state is not opened.
    package init(
        _ schema: LogSchema, directory: String, isStateUnreadable: Bool = false
    ) throws(Refusal) {
        _ = try EventLog.checkDirectory(directory, create: false)
        var vaultRefusal: Refusal?
        func attach(state: String? = nil) throws(Refusal) -> EventLog {
            try EventLog.attach(schema, directory, readOnly: true, state: state) { logID in
                do {
                    return try Vault.open(directory: "\(directory)/vault", logID: logID, adopting: false)
                } catch {
                    vaultRefusal = EventLog.refusal(error, directory)
                    return nil
                }
            }
        }
        let found = try isStateUnreadable ? nil : attach()
        stateObstacle = found.map { $0.hasVault ? Self.obstacle($0) : nil } ?? Self.unreadableState
        if let found, stateObstacle == nil {
            log = found
        } else {
            found?.close()
            // Without space for a state aside, the log alone is examined.
            let aside = try? attach(state: scratch)
            log = if let aside { aside } else { try attach() }
            // A failure of the fold is damage of the log, which the finding about the log shows.
            try? log.prepareState()
        }
        self.vaultRefusal = vaultRefusal
    }

    package func close() {
        log.close()
        // The system clears its temporary folder; a scratch state that stays does no harm.
        try? FileManager.default.removeItem(atPath: scratch)
    }

    private static func obstacle(_ log: EventLog) -> Finding? {
        guard let state = log.state else {
            return stateFinding(
                .warning,
                "it is missing, or was not synced before the last start of the system: the next opening of the community folds it again"
            )
        }
        // A state or a log that cannot be read is no obstacle: the findings show it as damage.
        guard let stored = try? Snapshot(state.environment),
            let isOfLog = try? state.isOf(log, in: stored),
            let end = try? LogSnapshot(log, isLogAlone: true).end
        else { return nil }
        if !isOfLog { return otherFold }
        // A writer commits the log first and the state just after. Only a state that stays behind lost its writer.
        let staysBehind = try? stays { try state.position(in: Snapshot(state.environment)) < end }
        return staysBehind == true
            ? stateFinding(
                .warning,
                "it is behind the log, because a process died: the next opening of the community folds the rest") : nil
    }

    /// Whether something is still wrong after five seconds. Another process may be in the middle of a commit or of a
    /// deletion, which it finishes shortly.
    package static func stays<E: Error>(_ isWrong: () throws(E) -> Bool) throws(E) -> Bool {
        for _ in 0..<100 {
            guard try isWrong() else { return false }
            usleep(50_000)
        }
        return try isWrong()
    }

    /// Folds the events that were appended since the examination began, if the stored state is not used.
    package func followLog() {
        // A failure of the fold is damage of the log, which the finding about the log shows.
        if stateObstacle != nil { try? log.bringStateOn() }
    }

    private static let unreadableState = stateFinding(
        .failed, "its file has damaged pages", remedy: .repairFile)

    static let otherFold = stateFinding(
        .warning,
        "another version of larder folded it, or the vault was added or removed since: the next opening of the community folds it again"
    )

    private static func stateFinding(
        _ status: Finding.Status, _ message: String, remedy: Remedy? = nil
    ) -> Finding {
        Finding("state", status, message, repair: .state, remedy: remedy)
    }

    /// The names of the findings about log, tree, vault and state.
    package static let names = ["log", "tree", "vault", "state"]

    /// The findings about the log, its tree, the vault and the state, and the end of the log.
    package func findings(_ progress: Progress) -> (head: Position, findings: [Finding]) {
        do throws(any Error) {
            var found = try findingsOnce(progress)
            // Texts that the stored state knew cannot be read any more once their key is destroyed, which is no damage.
            for _ in 1..<Self.attemptsMax {
                // The findings say so of a log that cannot be read from there on.
                let isSuspect = found.findings.contains { $0.status != .ok }
                guard isSuspect, (try? hasDestroyedKey(since: found.start)) == true else { break }
                found = try findingsOnce(progress)
            }
            return (found.head, found.findings)
        } catch {
            let refusal = log.refusal(error)
            return (.none, Self.names.map { Finding($0, cannotRun: refusal) })
        }
    }

    /// Each attempt reads the whole log, and needs one only if an account was deleted during the attempt before.
    private static let attemptsMax = 5

    /// Whether an account was deleted after that position. O(events after it).
    private func hasDestroyedKey(since start: Position) throws -> Bool {
        var isFound = false
        try LogSnapshot(log, isLogAlone: true).forEachHeader(from: start.next) { header in
            isFound = header.kindNumber == log.schema.keyDestruction
            return !isFound
        }
        return isFound
    }

    /// `start`: the event with which the stored state ends. A key that is destroyed after it may explain a difference.
    private func findingsOnce(
        _ progress: Progress
    ) throws -> (start: Position, head: Position, findings: [Finding]) {
        // First what is written last: then the log has every event that was signed or folded.
        let signed = signedHead()
        var comparison = StateComparison(log)
        let snapshot = try Snapshot(log.environment)
        let stored = StoredTree(log: log, table: log.tree.tableIfKnown, snapshot: snapshot)
        var tree = try TreeComparison(stored, signed: signed)
        let state = try StateProgress(log, nil, over: nil)
        let walk = try walk(
            snapshot, progress: { progress("Reading the log", $0, $1) },
            visit: {
                comparison.compare(with: state, before: $0.position)
                state.take($0, stored: $1)
                try tree.take($0, $1)
            })
        comparison.compare(with: state, before: nil)
        let findings = [
            logFinding(walk),
            treeFinding(tree, walk),
            finding("vault") {
                try vaultFinding(state, walk, snapshot) { progress("Opening texts", $0, $1) }
            },
            finding("state") { try stateFinding(comparison, walk) },
        ]
        return (comparison.end ?? walk.head, walk.head, findings)
    }

    /// The slots of the log's readers, in all processes.
    package func readersFinding() -> Finding {
        finding("readers") {
            let (used, all) = (try log.environment.readersInUse, try log.environment.info.readersMax)
            let stale = log.environment.staleReadersAtOpening
            let freed = stale > 0 ? "; freed, because their processes had died: \(stale)" : ""
            let text = "slots in use: \(used) of \(all), this process's own included\(freed)"
            guard used * 10 > all * 9 else { return Finding("readers", .ok, text, count: used) }
            return Finding(
                "readers", .warning, "\(text): end processes that use this directory before there are none left",
                count: used)
        }
    }

    private func finding(_ name: String, _ check: () throws -> Finding) -> Finding {
        do { return try check() } catch { return Finding(name, cannotRun: log.refusal(error)) }
    }
}
