package import Events
package import LarderAPI
import Layout
import Projections
package import Views

extension Queries {
    /// Pending reports, the oldest first; resolved ones, the newest first; or all in that order.
    package func reports(_ status: ReportsInput.Status, page: Page) throws(Refusal) -> ReportsAnswer {
        var keys: [Key] = []
        if status != .resolved { keys += reportKeys(isResolved: false) }
        let pending = status == .resolved ? reportKeys(isResolved: false).count : keys.count
        if status != .pending { keys += reportKeys(isResolved: true).reversed() }
        if let after = try page.key(beginningWith: Key(), byteCount: 9) {
            keys = Array(keys.drop { $0 != after }.dropFirst())
        }
        var contents = PageContents<ReportDocument>(page)
        for key in keys {
            guard let document = document(ofReport: Position(key.uint64(at: 1))) else { continue }
            if !contents.add(document, key) { break }
        }
        return ReportsAnswer(
            position: snapshot.position.value, pending: pending, reports: contents.items, next: contents.next)
    }

    private func reportKeys(isResolved: Bool) -> [Key] {
        var keys: [Key] = []
        snapshot.scan(views.moderation.queue, prefix: Key([isResolved ? 1 : 0])) { key, _ in
            keys.append(key)
            return true
        }
        return keys
    }

    private func document(ofReport id: Position) -> ReportDocument? {
        guard let row = snapshot.get(views.moderation.reports, Key(id.value)) else { return nil }
        var document = ReportDocument(
            id: "f\(id)", status: row.outcome == 0 ? "pending" : "resolved", target: name(of: row.target),
            owner: memberCard(row.owner), text: beginning(of: row.target),
            reason: ProtoReportReason.Value(rawValue: Int(row.reason)).map { "\($0)" } ?? "other",
            note: row.note.unlessEmpty, reporter: memberCard(row.reporter), filedAt: row.filedAt.rfc3339)
        if let act = snapshot.get(views.moderation.acts, Key(row.resolution.value)) {
            document.outcome = ProtoReportOutcome.Value(rawValue: Int(row.outcome)).map { "\($0)" }
            document.resolvedBy = memberCard(act.actor)
            document.resolvedAt = act.at.rfc3339
            document.resolutionNote = act.reason.unlessEmpty
        }
        return document
    }

    /// A recipe's title or a comment's first words; nil for members and for what is gone.
    private func beginning(of position: Position) -> String? {
        if let recipe = recipe(RecipeID(position), .listed, viewer: nil) { return recipe.title }
        guard let comment = snapshot.get(views.recipes.comments, Key(position.value)), comment.lifecycle == .living,
            !comment.text.isEmpty
        else { return nil }
        return String(comment.text.prefix(140))
    }
}
