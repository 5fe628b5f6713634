import Decisions
package import EventLog
package import Events
import Foundation
import Layout
import Projections
import Views

/// What `doctor` answers.
package struct DoctorReport: Encodable, Sendable {
    /// Where the log ends, as far as it can be read.
    package var position: UInt64
    /// Whether nothing has failed; warnings do not count.
    package var healthy: Bool
    /// What was mended before; nil: nobody asked for it.
    package var repairs: [Repair]?
    package var checks: [Finding]
}

extension Community {
    /// Checks everything that a data directory holds: the log, the vault, the state, the views, the search index and the
    /// images if there are any, readers and space.
    ///
    /// The community must not be open in this process. Each check runs as far as it can, also on a damaged directory, and
    /// none changes anything, but that views which are behind the log catch up with it as for any question. Files that are
    /// known to be `unreadable` are left alone, see `readThrough`. Refuses only where there is no data directory, or a
    /// setting is none. O(events).
    package static func doctor(
        at directory: String, unreadable: Set<DataFile> = [], _ progress: LogExamination.Progress = { _, _, _ in }
    ) throws(Refusal) -> DoctorReport {
        try EventLog.checkSettings(directory)
        var checks: [Finding] = []
        var position = Position.none
        var space = Space(directory: directory)
        var images = ExpectedImages()
        do throws(Refusal) {
            if unreadable.contains(.log) {
                throw Refusal(
                    .damaged,
                    "\(directory)/log has damaged pages, over which the storage engine would end this program: restore the log from a backup"
                )
            }
            let examination = try LogExamination(
                .community, directory: directory, isStateUnreadable: unreadable.contains(.state))
            defer { examination.close() }
            let (head, findings) = examination.findings(progress)
            position = head
            checks = findings
            let views =
                unreadable.contains(.views)
                ? unreadableViews
                : viewsFinding(examination.log, &space) { progress("Folding the views aside", $0, $1) }
            checks.append(views)
            // It is made of the views: of those that are wrong, it would be wrong, too.
            if views.status != .failed,
                let search = searchFinding(examination.log, { progress("Making the search index aside", $0, $1) })
            {
                checks.append(search)
            }
            checks.append(examination.readersFinding())
            images = ExpectedImages(examination.log)
            space.takeLog(examination.log)
        } catch  where error.code == .notFound {
            throw error
        } catch {
            checks = (LogExamination.names + ["views", "readers"]).map { Finding($0, cannotRun: error) }
        }
        if let media = mediaFinding(directory, images, { progress("Looking at the images", $0, $1) }) {
            checks.append(media)
        }
        checks.append(space.finding())
        return DoctorReport(
            position: position.value, healthy: checks.allSatisfy { $0.status != .failed }, checks: checks)
    }

    /// Reads all of a data file, which may end the process where it is damaged: so another one should.
    package static func readThrough(_ file: DataFile, at directory: String) throws(Refusal) {
        try file.readThrough(
            directory: directory, liveViews: ViewStore<AllProjectors>.liveFolder(in: viewsDirectory(directory)))
    }

    static func viewsDirectory(_ directory: String) -> String { "\(directory)/views" }

    // MARK: Views

    private static var unreadableViews: Finding {
        Finding(
            "views", .failed, "their file has damaged pages: larder doctor --repair folds them anew", repair: .views)
    }

    private static func viewsFinding(
        _ log: EventLog, _ space: inout Space, _ progress: (Int, Int) -> Void
    ) -> Finding {
        let name = "views"
        let views = ViewStore<AllProjectors>(log, identities: AllViews.identities)
        defer { views.close() }
        space.leftovers += views.unreferencedGenerations().map { "views/\($0)" }
        do throws(Refusal) {
            let found = try views.examine()
            space.takeViews(found)
            guard let generation = found.generation else {
                return Finding(name, .ok, "there are none yet: the next question folds them from the log")
            }
            if let obstacle = found.obstacle {
                return Finding(
                    name, .warning, "\(obstacle): the next question folds them anew from the log", repair: .views)
            }
            let remedy = "larder views rebuild folds them anew"
            let lag = try log.head().value - (found.checkpoint?.position ?? .none).value
            let comparison = try views.rebuild(replacing: false, progress: progress)
            if let first = comparison.damaged.first {
                return Finding(
                    name, .failed, "\(first) cannot be read: \(remedy)", count: comparison.damaged.count,
                    repair: .views)
            }
            let differing = comparison.differing
            if let first = differing.first {
                // Right when it was folded, and another now: the rows were changed, or damaged, since.
                let wasRight = lag == 0 && found.checkpoint?.tables[first] == comparison.rebuilt[first]
                let fault =
                    wasRight ? "those that were counted when they were folded" : "what a replay of the log makes them"
                return Finding(
                    name, .failed, "the rows of \(first) are not \(fault): \(remedy)", count: differing.count,
                    repair: .views)
            }
            let outdated = try views.outdatedGenerationsByLog()
            if let first = outdated.first {
                return Finding(
                    name, .failed,
                    "\(first) may hold what a member wrote whose account was deleted since: larder doctor --repair state removes it",
                    count: outdated.count, repair: .state)
            }
            let rows = comparison.live.reduce(0) { $0 + $1.value.rows }
            let behind = lag > 0 ? ", after \(lag) events that nobody had asked for yet" : ""
            return Finding(
                name, .ok,
                "\(rows) rows of generation \(generation) equal a replay to position \(comparison.position)\(behind)",
                count: rows)
        } catch {
            return Finding(name, cannotRun: error)
        }
    }
}

extension ViewStore.Comparison {
    /// The tables that differ.
    fileprivate var differing: [String] {
        Set(live.keys).union(rebuilt.keys).filter { live[$0] != rebuilt[$0] }.sorted()
    }
}
