import Decisions
package import EventLog
package import Events
import Layout
import Transparency

/// What `audit verify --full` answers.
package struct FullVerification: Encodable, Sendable {
    package var verified: Bool
    package var events: UInt64
    /// Over all events; nil where not all can be read.
    package var root: String?
    /// The first event that does not fit; nil: all do.
    package var firstUnfit: UInt64?
    package var checks: [Finding]
}

extension Community {
    /// Recomputes everything that a head stands for from the bytes of the log: checksums, leaves, stored nodes, root, and
    /// what the vault remembers of the last head that was signed. The community must not be open in this process. O(events).
    package static func verifyFully(
        at directory: String, _ progress: LogExamination.Progress = { _, _, _ in }
    ) throws(Refusal) -> FullVerification {
        let examination = try LogExamination(.community, directory: directory)
        defer { examination.close() }
        let report = examination.treeFindings(progress)
        return FullVerification(
            verified: report.findings.allSatisfy { $0.status != .failed }, events: report.head.value,
            root: report.root?.base64, firstUnfit: report.first?.value, checks: report.findings)
    }
}
