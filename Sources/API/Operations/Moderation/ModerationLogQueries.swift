package import Events
package import LarderAPI
import Layout
import Projections
package import Views

extension Queries {
    /// What moderators did, the newest first.
    package func moderationLog(page: Page) throws(Refusal) -> ModerationLogAnswer {
        let contents = try contents(
            of: page, in: views.moderation.acts, prefix: Key(), keyBytes: 8, reversed: true
        ) { key, row in entry(row, at: Position(key.uint64(at: 0))) }
        return ModerationLogAnswer(
            position: snapshot.position.value, entries: contents.items, next: contents.next)
    }

    private func entry(_ row: ModerationActRow, at position: Position) -> ModerationEntry {
        var entry = ModerationEntry(
            id: position.value, kind: row.kind.name, actor: memberCard(row.actor), member: memberCard(row.member),
            subject: name(of: row.subject), reason: row.reason.unlessEmpty, until: row.until?.rfc3339,
            at: row.at.rfc3339)
        switch row.kind {
        case .memberRoleChanged: entry.role = Role(rawValue: row.value)?.name
        case .reportResolved:
            entry.outcome = ProtoReportOutcome.Value(rawValue: Int(row.value)).map { "\($0)" }
            entry.report = entry.subject
        default:
            // A deletion's cause is the thing itself; one that followed from a report names that.
            if let act = snapshot.get(views.moderation.acts, Key(row.cause.value)), act.kind == .reportResolved {
                entry.report = "f\(act.subject)"
            }
        }
        return entry
    }
}
