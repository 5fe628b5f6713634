package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Questions {
    static let notifications: [any AnyBinding] = [
        bind(API.notifications) { input, viewer, queries in
            let member = Reference.member(try viewer.required)
            guard let event = input.only else { return try queries.notifications(member, page: input.page.page) }
            return try queries.notification(of: Position(event), to: member)
        }
    ]
}

extension Queries {
    /// The member's notifications, the newest first.
    package func notifications(_ reference: Reference, page: Page = Page()) throws(Refusal) -> NotificationsAnswer {
        let member = try member(reference)
        let prefix = Key(member.value)
        let mark = snapshot.get(views.notifications.marks, prefix)?.position ?? .none
        let rows = views.notifications.rows
        var listing = NotificationListing(to: member, self)
        let contents = try contents(of: page, in: rows, prefix: prefix, keyBytes: 16, reversed: true) { key, row in
            listing.has(row) ? card(row, event: Position(key.uint64(at: 8)), mark: mark) : nil
        }
        return NotificationsAnswer(
            position: snapshot.position.value, unread: unreadNotifications(of: member), notifications: contents.items,
            next: contents.next)
    }

    /// The notification that an event made, if the list has it. O(1).
    package func notification(
        of event: Position, to reference: Reference
    ) throws(Refusal) -> NotificationsAnswer {
        let member = try member(reference)
        let mark = snapshot.get(views.notifications.marks, Key(member.value))?.position ?? .none
        var listing = NotificationListing(to: member, self)
        var answer = NotificationsAnswer(position: snapshot.position.value, unread: 0, notifications: [])
        if let row = snapshot.get(views.notifications.rows, NotificationsView.key(member, event)), listing.has(row) {
            answer.notifications = [card(row, event: event, mark: mark)]
            answer.unread = event > mark ? 1 : 0
        }
        return answer
    }

    private func card(_ row: NotificationRow, event: Position, mark: Position) -> NotificationCard {
        NotificationCard(
            id: event.value, kind: row.kind.name, actor: row.kind.namesActor ? memberCard(row.actor) : nil,
            recipe: row.recipe.value == 0 ? nil : row.recipe.description,
            comment: row.comment.value == 0 ? nil : row.comment.description, text: text(of: row, event: event),
            createdAt: row.createdAt.rfc3339, read: event <= mark)
    }

    /// The beginning of the present text of the comment or quote that the notification is about; nil if it is deleted.
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
