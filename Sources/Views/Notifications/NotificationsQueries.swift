package import Events
import Layout
import Projections

/// One thing that a member is told, as lists show it.
package struct NotificationCard: Encodable, Sendable {
    /// The event's.
    package var id: UInt64
    package var kind: String
    package var actor: MemberCard?
    package var recipe: String?
    package var comment: String?
    package var text: String?
    package var createdAt: String
    package var read: Bool
}

/// A page of what a member is told.
package struct NotificationsAnswer: Encodable, Sendable {
    package var position: UInt64
    /// Of all that is listed, not of this page.
    package var unread: Int
    package var notifications: [NotificationCard]
    package var next: String?
}

extension Queries {
    /// What the member is told, newest first.
    package func notifications(_ reference: Reference, page: Page = Page()) throws(Refusal) -> NotificationsAnswer {
        let member = try member(reference)
        let prefix = Key(member.value)
        let mark = snapshot.get(views.notifications.marks, prefix)?.position ?? .none
        let rows = views.notifications.rows
        let contents = try contents(of: page, in: rows, prefix: prefix, keyBytes: 16, reversed: true) { key, row in
            isListed(row, to: member) ? card(row, event: Position(key.uint64(at: 8)), mark: mark) : nil
        }
        return NotificationsAnswer(
            position: snapshot.position.value, unread: unread(of: member, after: mark),
            notifications: contents.items, next: contents.next)
    }

    private func unread(of member: MemberID, after mark: Position) -> Int {
        var unread = 0
        let first = NotificationsView.key(member, mark.next)
        snapshot.scan(views.notifications.rows, prefix: Key(member.value), from: first) { _, row in
            if isListed(row, to: member) { unread += 1 }
            return true
        }
        return unread
    }

    /// Not from deleted members, nor where one of both has blocked the other, nor about what has been deleted since.
    /// Moderation is told whoever did it, and of what is gone.
    private func isListed(_ row: NotificationRow, to member: MemberID) -> Bool {
        guard row.kind.namesActor else { return true }
        guard isLiving(row.actor), !isBlockedBetween(member, row.actor) else { return false }
        if row.recipe.value != 0 {
            guard let recipe = snapshot.get(views.recipes.rows, Key(row.recipe.value)), recipe.lifecycle == .living,
                isLiving(recipe.author)
            else { return false }
        }
        if row.comment.value != 0 {
            guard let comment = snapshot.get(views.recipes.comments, Key(row.comment.value)),
                comment.lifecycle == .living, isLiving(comment.author)
            else { return false }
        }
        return true
    }

    private func card(_ row: NotificationRow, event: Position, mark: Position) -> NotificationCard {
        NotificationCard(
            id: event.value, kind: row.kind.name, actor: row.kind.namesActor ? memberCard(row.actor) : nil,
            recipe: row.recipe.value == 0 ? nil : row.recipe.description,
            comment: row.comment.value == 0 ? nil : row.comment.description, text: text(of: row, event: event),
            createdAt: row.createdAt.rfc3339, read: event <= mark)
    }

    /// The beginning of the living comment or quote that it is about, as it reads now.
    private func text(of row: NotificationRow, event: Position) -> String? {
        let text: String? =
            switch row.kind {
            case .comment, .reply, .commentLike:
                snapshot.get(views.recipes.comments, Key(row.comment.value))
                    .flatMap { $0.lifecycle == .living ? $0.text : nil }
            case .repost: snapshot.get(views.recipes.reposts, Key(event.value))?.quote
            default: nil
            }
        return text?.unlessEmpty.map { String($0.prefix(Self.textCountMax)) }
    }

    /// In characters.
    private static let textCountMax = 140
}
