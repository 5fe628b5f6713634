import Decisions
package import EventLog
import Events
import Foundation
package import Layout
import Projections
import Views

/// The answer of `doctor`.
package struct DoctorReport: Codable, Sendable {
    /// The end of the log, as far as it is readable.
    package var position: UInt64
    /// Whether no check failed; warnings do not count.
    package var healthy: Bool
    /// The repairs made before the checks; `nil` if none were requested.
    package var repairs: [Repair]?
    package var checks: [Finding]
}

/// The outcome of one repair.
package struct Repair: Codable, Sendable {
    package var part: RepairPart
    package var done: Bool
    package var message: String
    /// What to do about a repair that failed, for the edge to say in the message: it is no part of the answer.
    package var remedy: Remedy?

    private enum CodingKeys: String, CodingKey {
        case part, done, message
    }
}

extension Community {
    /// Checks the whole data directory: log, vault, state, views, search index, images, readers and space.
    ///
    /// The community must not be open in this process. Each check runs as far as it can, also on a damaged directory.
    /// None changes anything, except that views behind the log catch up with it, as for any query. Files in
    /// `unreadable` are not opened, see `readThrough`. Refuses only if there is no data directory, or if a setting is
    /// invalid. O(events).
    package static func doctor(
        at directory: String, unreadable: Set<DataFile> = [], _ progress: LogExamination.Progress = { _, _, _ in }
    ) throws(Refusal) -> DoctorReport {
        try EventLog.checkSettings(directory)
        var checks: [Finding] = []
        var position = Position.none
        var space = Space(directory: directory)
        var media: Finding?
        let looking: (Int, Int) -> Void = { progress("Looking at the images", $0, $1) }
        do throws(Refusal) {
            if unreadable.contains(.log) {
                throw Refusal(
                    .damaged,
                    "\(directory)/log has damaged pages, and reading them would end this program: save what no backup has, then restore the log from a backup"
                )
            }
            let examination = try LogExamination(
                .community, directory: directory, isStateUnreadable: unreadable.contains(.state))
            defer { examination.close() }
            let (head, findings) = examination.findings(progress)
            position = head
            checks = findings
            examination.followLog()
            let views =
                unreadable.contains(.views)
                ? Finding.unreadableViews
                : Finding.views(examination.log, &space) { progress("Folding the views aside", $0, $1) }
            checks.append(views)
            // The index is built from the views: it is only as right as they are.
            if views.status != .failed,
                let search = Finding.search(examination.log, { progress("Making the search index aside", $0, $1) })
            {
                checks.append(search)
            }
            checks.append(examination.readersFinding())
            // A last header that cannot be read is what the check of the log reports.
            if let words = (try? examination.log.aheadOfClock()) ?? nil {
                checks.append(Finding("clock", .warning, words))
            }
            if let shortage = examination.log.reserveShortage {
                checks.append(Finding("reserve", .warning, shortage))
            }
            media = mediaFinding(directory, examination.log, looking)
            space.takeLog(examination.log)
        } catch  where error.code == .notFound {
            throw error
        } catch {
            checks = (LogExamination.names + ["views", "readers"]).map { Finding($0, cannotRun: error) }
            media = Finding.media(directory, ExpectedImages(), looking)
        }
        if let accounts = accountsFinding(directory, isUnreadable: unreadable.contains(.accounts)) {
            checks.append(accounts)
        }
        if let media { checks.append(media) }
        checks.append(space.finding())
        return DoctorReport(
            position: position.value, healthy: checks.allSatisfy { $0.status != .failed }, checks: checks)
    }

    /// `nil` without accounts.
    private static func accountsFinding(_ directory: String, isUnreadable: Bool) -> Finding? {
        let files = AccountFiles(vault: "\(directory)/vault")
        guard FileManager.default.fileExists(atPath: files.dataFile) else { return nil }
        return isUnreadable
            ? Finding(
                "accounts", .failed,
                "\(files.dataFile) has damaged pages, so no member can log in: stop the service, move \(files.directory) away, and copy accounts.mdb from the newest folder vault-… of the backup into vault/"
            )
            : Finding("accounts", .ok, "all of their pages can be read")
    }

    /// Looks at the images again where a process appends or deletes meanwhile: the images and the log have no state in
    /// common.
    private static func mediaFinding(
        _ directory: String, _ log: EventLog, _ progress: (Int, Int) -> Void
    ) -> Finding? {
        var triesLeft = 4
        while true {
            // A head that cannot be read now cannot be read later either.
            let head = try? log.head()
            let finding = Finding.media(directory, ExpectedImages(log), progress)
            guard let finding, finding.status == .failed, triesLeft > 0 else { return finding }
            triesLeft -= 1
            // Images of deleted members are removed just after the deletion.
            if finding.repair == .state { usleep(500_000) }
            guard finding.repair == .state || (try? log.head()) != head else { return finding }
        }
    }

    /// Reads a whole data file. Damage may end the process, so run it in a child process.
    package static func readThrough(_ file: DataFile, at directory: String) throws(Refusal) {
        try file.readThrough(
            directory: directory, liveViews: ViewStore<AllProjectors>.liveFolder(in: viewsDirectory(directory)))
    }

    static func viewsDirectory(_ directory: String) -> String { "\(directory)/views" }

    // MARK: Repair

    /// Repairs `parts`; if empty, all that the checks show to need it. Headers and payloads of the log are never
    /// touched, nor the vault's keys of living members. A failed repair is reported and does not stop the others.
    ///
    /// An `unreadable` state and unreadable views are removed first and repaired in any case, because they block every
    /// other repair.
    ///
    /// The community must not be open in this process. O(events).
    package static func repair(
        at directory: String, _ parts: [RepairPart] = [], unreadable: Set<DataFile> = [],
        _ progress: LogExamination.Progress = { _, _, _ in }
    ) throws(Refusal) -> [Repair] {
        var repairs: [Repair] = []
        func mend(_ part: RepairPart, _ work: () throws(Refusal) -> String?) {
            do throws(Refusal) {
                if let message = try work() { repairs.append(Repair(part: part, done: true, message: message)) }
            } catch {
                repairs.append(Repair(part: part, done: false, message: error.message, remedy: error.remedy))
            }
        }
        // First: opening the log for any later repair frees stale readers silently.
        if parts.isEmpty || parts.contains(.readers), unreadable.isDisjoint(with: [.log, .state]) {
            mend(.readers) { () throws(Refusal) in
                let count = try EventLog.freeStaleReaders(.community, directory: directory)
                return count > 0 ? "freed, because their processes had died: \(count)" : nil
            }
        }
        var wanted = Set(parts)
        if parts.isEmpty { wanted = Self.parts(toMend: try doctor(at: directory, unreadable: unreadable, progress)) }
        if !unreadable.contains(.log) {
            if unreadable.contains(.state) {
                wanted.insert(.state)
                try EventLog.discardState(directory: directory)
            }
            if unreadable.contains(.views) {
                wanted.insert(.views)
                try ViewStore<AllProjectors>.discardLive(in: viewsDirectory(directory))
            }
        }
        if wanted.contains(.leftovers) {
            mend(.leftovers) { () throws(Refusal) in
                let removed = try EventLog.removeLeftovers(directory: directory)
                return removed.isEmpty ? nil : "removed: \(removed.joined(separator: ", "))"
            }
        }
        if wanted.contains(.tree) {
            mend(.tree) { () throws(Refusal) in
                try EventLog.repairTree(.community, directory: directory)
                return "rebuilt from the log"
            }
        }
        if wanted.contains(.state) {
            mend(.state) { () throws(Refusal) in
                try EventLog.repairState(.community, directory: directory)
                // Opening the community finishes interrupted deletions: keys and outdated views.
                let community = try Community.open(at: directory, mode: .existing)
                defer { community.close() }
                if let refusal = community.unfinishedErasure { throw refusal }
                return "rebuilt from the log, and the remains of deleted accounts are removed"
            }
        }
        if wanted.contains(.views) {
            mend(.views) { () throws(Refusal) in
                let community = try Community.open(at: directory, mode: .existing)
                defer { community.close() }
                let report = try community.viewsRebuild([]) { progress("Folding the views", $0, $1) }
                return "rebuilt from \(report.events) events"
            }
        }
        return repairs
    }

    /// Data derived from a damaged log or vault would only look right: those are to be repaired first.
    private static func parts(toMend report: DoctorReport) -> Set<RepairPart> {
        let isSound = !report.checks.contains { check in
            ["log", "vault"].contains(check.name) && check.status == .failed && check.repair == nil
        }
        return Set(report.checks.compactMap(\.repair)).filter { isSound || $0 == .leftovers }.union([.leftovers])
    }

    // MARK: Space

    /// Free bytes of the disk, used bytes of the log's map, and the reason why writes will fail soon; `nil`: none.
    package typealias Room = (freeDiskBytes: Int, logBytes: Int, logMapBytes: Int, reason: String?)

    package func room() -> Room {
        var space = Space(directory: log.directory)
        space.takeLog(log)
        let finding = space.finding()
        let map = space.maps.first
        return (
            space.freeBytes, map?.usedBytes ?? 0, map?.sizeBytes ?? 0,
            finding.status == .failed ? finding.message : nil
        )
    }
}
