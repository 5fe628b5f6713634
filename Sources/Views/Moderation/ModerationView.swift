import Events
import Layout
package import Projections

/// The tables of moderation: reports, their resolutions, and the acts of moderators.
package struct ModerationView: ViewSchema {
    /// By report.
    package let reports: ViewTable<ReportRow>
    /// (0 = pending or 1 = resolved, report): the queue and its archive.
    package let queue: ViewTable<Entry>
    /// By event: the acts of moderators.
    package let acts: ViewTable<ModerationActRow>
    /// By repost: its author. The header of a removal names the recipe's author only.
    package let reposts: ViewTable<OtherMemberRow>
    /// By recipe or comment: those that a moderator removed.
    package let removed: ViewTable<Entry>
    /// (key holder, event): the member whose data key opens the words of a report or an act, while they can be read.
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
