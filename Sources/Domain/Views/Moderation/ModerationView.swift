import Events
import Layout
package import Projections

/// The tables behind the moderators' desk: reports with what became of them, and what moderators did.
package struct ModerationView: ViewSchema {
    /// By report.
    package let reports: ViewTable<ReportRow>
    /// (0 = pending or 1 = resolved, report): the queue, and what has left it.
    package let queue: ViewTable<Entry>
    /// By event: what moderators did.
    package let acts: ViewTable<ModerationActRow>
    /// By repost: whose it is. A removal's header names the recipe's author only.
    package let reposts: ViewTable<OtherMemberRow>
    /// By recipe or comment: those that somebody other than their author removed.
    package let removed: ViewTable<Entry>
    /// (key holder, event): whose data key opens the words of a report or of an act, while they can be read.
    package let words: ViewTable<Entry>

    package init(_ registry: inout TableRegistry) {
        reports = registry.table("moderation.reports", of: ReportRow.self)
        queue = registry.table("moderation.queue", of: Entry.self)
        acts = registry.table("moderation.acts", of: ModerationActRow.self)
        reposts = registry.table("moderation.reposts", of: OtherMemberRow.self)
        removed = registry.table("moderation.removed", of: Entry.self)
        words = registry.table("moderation.words", of: Entry.self)
    }

    static func queueKey(isResolved: Bool, _ report: Position) -> Key {
        Key([isResolved ? 1 : 0]).appending(report.value)
    }
    static func wordsKey(_ holder: MemberID, _ event: Position) -> Key { Key(holder.value).appending(event.value) }
}
