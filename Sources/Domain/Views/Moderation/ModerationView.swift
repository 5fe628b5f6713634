package import Events
import Layout
package import Projections
import SwiftProtobuf

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

extension Queries {
    /// Whether the event is in the moderation log, which names the actor to moderators alone.
    package func isActOfModerator(_ header: EventHeader) -> Bool {
        EventKindSet.ofModerators.contains(header.kind)
            && snapshot.contains(views.moderation.acts, Key(header.position.value))
    }

    /// How many reports each reported thing has, pending and resolved ones. O(reports).
    func reportsByTarget() -> [Position: Int64] {
        var counts: [Position: Int64] = [:]
        snapshot.scan(views.moderation.reports) { _, report in
            counts[report.target, default: 0] += 1
            return true
        }
        return counts
    }
}

extension EventKindSet {
    /// The kinds of the moderation log. Members do some of them, too, with what they have made themselves.
    fileprivate static let ofModerators: EventKindSet = [
        .memberRoleChanged, .memberBanned, .memberUnbanned, .recipeDeleted, .recipeRestored, .repostDeleted,
        .commentDeleted, .commentRestored, .reportResolved, .recipeCookNoteDeleted,
    ]
}

/// Folds reports and every act of moderators: bans, unbans, removals, restorations, role changes and resolutions.
package enum ModerationProjector: Projector {
    package static let identity = ViewIdentity(name: "moderation", version: 2)
    package static let kinds: EventKindSet = [
        .memberDeleted, .memberRoleChanged, .memberBanned, .memberUnbanned, .recipeDeleted, .recipeRestored,
        .recipeReposted, .repostDeleted, .commentDeleted, .commentRestored, .reportFiled, .reportResolved,
        .recipeCookNoteDeleted,
    ]
    package static let openedKinds: EventKindSet = [
        .memberBanned, .memberUnbanned, .recipeDeleted, .recipeRestored, .repostDeleted, .commentDeleted,
        .commentRestored, .reportFiled, .reportResolved, .recipeCookNoteDeleted,
    ]

    package static func fold(
        _ record: borrowing Record, into view: ModerationView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        switch header.kind {
        case .memberRoleChanged, .memberBanned, .memberUnbanned: note(record, of: header.owner, view, &transaction)
        case .recipeDeleted, .commentDeleted: remove(record, view, &transaction)
        case .recipeCookNoteDeleted:
            // The subject is the recipe, which stays.
            if header.actor != header.owner { note(record, of: header.owner, view, &transaction) }
        case .recipeRestored, .commentRestored: restore(record, view, &transaction)
        case .recipeReposted:
            transaction.put(view.reposts, Key(header.position.value), OtherMemberRow(header.actor))
        case .repostDeleted:
            guard let member = transaction.get(view.reposts, Key(header.subject.value))?.member,
                member != header.actor
            else { return }
            note(record, of: member, view, &transaction)
        case .reportFiled: file(record, view, &transaction)
        case .reportResolved: resolve(record, view, &transaction)
        case .memberDeleted: forgetWords(sealedFor: MemberID(header.subject), view, &transaction)
        default: break
        }
    }
}

extension ModerationProjector {
    private static func note(
        _ record: borrowing Record, of member: MemberID, _ view: ModerationView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        var row = ModerationActRow(
            kind: header.kind, actor: header.actor, subject: header.subject, member: member, cause: header.cause,
            at: header.occurredAt, value: header.value)
        switch record.payload {
        case .ban(let said):
            row.reason = said.reason
            row.until = said.hasUntil ? Timestamp(said.until) : nil
        case .reason(let said): row.reason = said.reason
        case .resolution(let said): row.reason = said.note
        default: break
        }
        transaction.put(view.acts, Key(header.position.value), row)
        if !row.reason.isEmpty || row.until != nil { rememberWords(header, view, &transaction) }
    }

    private static func remove(
        _ record: borrowing Record, _ view: ModerationView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        guard header.actor != header.owner else { return }
        transaction.insert(view.removed, Key(header.subject.value))
        note(record, of: header.owner, view, &transaction)
    }

    /// Restoring one's own deletion is not moderation.
    private static func restore(
        _ record: borrowing Record, _ view: ModerationView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        let key = Key(header.subject.value)
        let wasRemoved = header.clearsRemoval && transaction.contains(view.removed, key)
        if wasRemoved { transaction.remove(view.removed, key) }
        if wasRemoved || header.actor != header.owner { note(record, of: header.owner, view, &transaction) }
    }

    private static func file(
        _ record: borrowing Record, _ view: ModerationView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        var row = ReportRow(
            reporter: header.actor, target: header.subject, owner: header.owner, reason: header.value,
            filedAt: header.occurredAt)
        if case .report(let said) = record.payload { row.note = said.note }
        transaction.put(view.reports, Key(header.position.value), row)
        transaction.insert(view.queue, ModerationView.queueKey(isResolved: false, header.position))
        if !row.note.isEmpty { rememberWords(header, view, &transaction) }
    }

    private static func resolve(
        _ record: borrowing Record, _ view: ModerationView, _ transaction: inout ViewTransaction
    ) {
        let header = record.header
        guard var report = transaction.get(view.reports, Key(header.subject.value)) else { return }
        report.outcome = header.value
        report.resolution = header.position
        transaction.put(view.reports, Key(header.subject.value), report)
        transaction.remove(view.queue, ModerationView.queueKey(isResolved: false, header.subject))
        transaction.insert(view.queue, ModerationView.queueKey(isResolved: true, header.subject))
        note(record, of: report.owner, view, &transaction)
    }

    // MARK: Erasure

    private static func rememberWords(
        _ header: EventHeader, _ view: ModerationView, _ transaction: inout ViewTransaction
    ) {
        transaction.insert(view.words, ModerationView.wordsKey(header.keyHolder, header.position))
    }

    /// The words that a deleted member's key sealed become unreadable, the end of a ban included.
    private static func forgetWords(
        sealedFor member: MemberID, _ view: ModerationView, _ transaction: inout ViewTransaction
    ) {
        for key in transaction.keys(view.words, prefix: Key(member.value)) {
            let event = Key(key.uint64(at: 8))
            transaction.update(view.reports, event) { $0.note = "" }
            transaction.update(view.acts, event) {
                $0.reason = ""
                $0.until = nil
            }
            transaction.remove(view.words, key)
        }
    }
}
