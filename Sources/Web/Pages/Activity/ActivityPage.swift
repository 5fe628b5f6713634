package import LarderAPI
import Markup

/// The reader's notifications, grouped by day.
package struct ActivityPage {
    private let answer: NotificationsAnswer
    private let after: String?

    package init(_ answer: NotificationsAnswer, after: String?) { (self.answer, self.after) = (answer, after) }

    package var page: Page {
        let pager = Pager(Link("/activity"), after: after, next: answer.next)
        let all: HTML? =
            answer.unread == 0
            ? nil
            : "<form method=\"post\" action=\"/activity/read\"><button class=\"btn\">\(Icon.check)Mark all read</button></form>"
        var page = Page(
            "Activity", in: .activity,
            """
            <div class="head"><h1>Activity</h1>\(all)</div><nav class="segs" aria-label="Activity and board"><a href="/activity" aria-current="true">For you</a>\
            <a href="/board">Board</a></nav>\(days)\(pager.html)
            """)
        page.topics = ["notifications"]
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }

    private var days: HTML {
        guard !answer.notifications.isEmpty else {
            return EmptyList(
                after == nil
                    ? "No news yet. Likes, comments and new followers will stand here." : "That was all.",
                after == nil
                    ? "<p><a class=\"btn main\" href=\"/new\">\(Icon.plus)Post a recipe</a> <a class=\"btn\" href=\"/discover\">Find cooks</a></p>"
                    : .empty
            ).html
        }
        var html = HTML.empty
        var day: Substring?
        var entries: [NotificationCard] = []
        func close() {
            guard let first = entries.first else { return }
            html +=
                "<h2 class=\"day\">\(Words.day(first.createdAt))</h2><ol class=\"notes\">\(each: entries, Self.entry)</ol>"
            entries = []
        }
        for notification in answer.notifications {
            let own = notification.createdAt.prefix(10)
            if own != day { close() }
            day = own
            entries.append(notification)
        }
        close()
        return html
    }

    private static func entry(_ card: NotificationCard) -> HTML {
        let (icon, words) = meaning(card)
        let actor: HTML? = card.actor.map { "<a class=\"bare\" href=\"\(Link.member($0))\"><b>\($0.name)</b></a> " }
        let text: HTML? = card.text.map { "<br><span class=\"soft\">\($0)</span>" }
        let target = card.comment ?? card.recipe
        let sentence: HTML = target.map { "<a href=\"\(Link.id($0))\">\(words)</a>" } ?? "\(words)"
        return """
            <li\(HTML.Attribute("class", card.read ? nil : "on"))>\(icon)<div>\(actor)\(sentence)\(text)</div>\
            \(card.read ? nil : Self.unread)<span class="soft small">\(String(card.createdAt.dropFirst(11).prefix(5)))</span></li>
            """
    }

    private static let unread: HTML = "<span class=\"pill\">new</span>"

    private static func meaning(_ card: NotificationCard) -> (Icon, String) {
        switch card.kind {
        case "like": (.heart, "likes your recipe")
        case "comment": (.talk, "commented on your recipe")
        case "reply": (.talk, "replied to your comment")
        case "follow": (.user, "follows you")
        case "repost": (.repost, "reposted your recipe")
        case "commentLike": (.heart, "likes your comment")
        case "rating": (.star, "gave your recipe stars")
        case "cooked": (.check, "cooked your recipe")
        case "reportResolved": (.flag, "The moderators settled your report")
        case "contentRemoved": (.warn, "The moderators removed something of yours")
        case "banned": (.lock, "You were banned")
        default: (.bell, card.kind)
        }
    }
}
