package import LarderAPI
import Markup

/// What this community is, and how points are given.
package struct AboutPage {
    private let about: AboutAnswer

    package init(_ about: AboutAnswer) { self.about = about }

    package var page: Page {
        Page(
            "About \(about.name)",
            """
            <h1>About \(about.name)</h1><p>A community that cooks: \(Words.count(Int64(about.members), "member")), \
            \(Words.count(Int64(about.recipes), "recipe")), \(Words.count(Int64(about.comments), "comment")). \
            Anyone can read and search. Members post, comment, save, plan and shop.</p>\(contact)\
            <h2 id="points">Points</h2><table><tbody>\(each: about.rules.points, Self.points)</tbody></table>\
            <p>A like or a bookmark that is taken back takes its point back in the week in which it was earned. So doing and undoing gains nothing.</p>\
            <h2 id="levels">Levels</h2><table><tbody>\(each: about.rules.levels, Self.level)</tbody></table>\
            <h2 id="badges">Badges</h2><table><tbody>\(each: about.rules.badges, Self.badge)</tbody></table>\
            <h2>For other programs</h2><p>Everything here is also <a href="/docs">an interface for apps</a>, with examples. This is Larder \
            \(about.version).</p>
            """)
    }

    private var contact: HTML {
        guard let contact = about.contact else { return .empty }
        let link: HTML =
            contact.hasPrefix("https://")
            ? "<a href=\"\(contact)\">\(contact)</a>" : "<a href=\"mailto:\(contact)\">\(contact)</a>"
        return "<p>Who runs it: \(link)</p>"
    }

    private static func points(_ rule: PointsRule) -> HTML {
        let cap: HTML = rule.dailyCap.map { "<br><span class=\"soft\">at most \($0) a day</span>" } ?? .empty
        return """
            <tr><th scope="row">\(rule.act)\(cap)</th><td class="num r">\(rule.points)</td></tr>
            """
    }

    private static func level(_ level: LevelRule) -> HTML {
        "<tr><th scope=\"row\">\(level.name)</th><td class=\"num r\">from \(level.xp)</td></tr>"
    }

    private static func badge(_ badge: BadgeRule) -> HTML {
        "<tr><th scope=\"row\">\(badge.name)</th><td>\(badge.deed)</td></tr>"
    }
}
