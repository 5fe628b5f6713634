import Decisions
package import EventLog
package import Events
import Foundation
import Layout
import Projections
import Views

/// What was done about one of them.
package struct Repair: Encodable, Sendable {
    package var part: RepairPart
    package var done: Bool
    package var message: String
}

extension Community {
    /// Mends `parts`; if there are none, whatever a look at everything shows to need it. Headers and payloads of the log are
    /// never touched, nor is what the vault holds of the living. What cannot be mended is said, and does not stop the others.
    ///
    /// A state and views that are `unreadable` are mended in any case, and removed before, for nothing can be done beside them.
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
                repairs.append(Repair(part: part, done: false, message: error.message))
            }
        }
        // First, for whatever opens the log after this frees them without a word.
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
                return "made anew from the log"
            }
        }
        if wanted.contains(.state) {
            mend(.state) { () throws(Refusal) in
                try EventLog.repairState(.community, directory: directory)
                // Opening it finishes what deleted accounts have left: keys, and views of before.
                let community = try Community.open(at: directory, mode: .existing)
                defer { community.close() }
                if let refusal = community.unfinishedErasure { throw refusal }
                return "folded anew from the log, and what deleted accounts had left is gone"
            }
        }
        if wanted.contains(.views) {
            mend(.views) { () throws(Refusal) in
                let community = try Community.open(at: directory, mode: .existing)
                defer { community.close() }
                let report = try community.viewsRebuild([]) { progress("Folding the views", $0, $1) }
                return "folded anew from \(report.events) events"
            }
        }
        return repairs
    }

    /// What is made of a damaged log, or with a damaged vault, would only look right: those are to be mended first.
    private static func parts(toMend report: DoctorReport) -> Set<RepairPart> {
        let isSound = !report.checks.contains { check in
            ["log", "vault"].contains(check.name) && check.status == .failed && check.repair == nil
        }
        return Set(report.checks.compactMap(\.repair)).filter { isSound || $0 == .leftovers }.union([.leftovers])
    }
}
