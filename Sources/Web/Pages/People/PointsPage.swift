package import LarderAPI
import Markup

/// Where a member's points come from: sums by week, and each award with its event.
package struct PointsPage {
    private let member: ExperienceAnswer
    private let awards: AwardHistoryAnswer
    private let week: String?
    private let after: String?
    private let titles: [String: String]

    /// `recipes` are those that the awards are about, as far as the reader may see them.
    package init(
        _ member: ExperienceAnswer, _ awards: AwardHistoryAnswer, of recipes: [RecipeDocument] = [], week: String?,
        after: String?
    ) {
        (self.member, self.awards, self.week, self.after) = (member, awards, week, after)
        titles = Dictionary(recipes.map { ($0.id, $0.title) }) { first, _ in first }
    }

    private var link: Link { Link.member(member.username).end("/points") }

    package var page: Page {
        let title = "Points of @\(member.username)"
        let pager = Pager(link.query("week", week), after: after, next: awards.next)
        let carried: HTML? = member.pointsCarriedOver.map {
            "<p class=\"note\">\(Words.count($0, "point")) from the time before this community are in no week.</p>"
        }
        var page = Page(
            title,
            """
            <h1>\(title)</h1><p><a href="\(Link.member(member.username))">Back to @\(member.username)</a></p>\(Level(member).html())\(carried)\
            \(weeks)<h2>\(week.map { Words.week($0) } ?? "All awards")</h2>\(list)\(pager.html)
            """)
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }

    private var weeks: HTML {
        guard !member.weeks.isEmpty else { return .empty }
        let all: HTML? = week == nil ? nil : "<p><a href=\"\(link)\">All weeks</a></p>"
        return """
            \(all)<div class="scroll" tabindex="0" role="region" aria-label="Points by week"><table><thead><tr><th scope="col">Week</th>\
            <th scope="col" class="r">Points</th><th scope="col" class="r">Days</th><th scope="col" class="r">Recipes</th><th scope="col" class="r">Likes</th>\
            <th scope="col" class="r">Comments</th><th scope="col" class="r">Bookmarks</th></tr></thead><tbody>\(each: member.weeks, row)</tbody></table></div>
            """
    }

    private func row(_ row: ExperienceAnswer.Week) -> HTML {
        """
        <tr\(HTML.Attribute("class", row.week == week ? "on" : nil))><th scope="row"><a href="\(link.query("week", row.week))">\(Words.week(row.week))</a></th>\
        <td class="num r"><b>\(Words.grouped(row.engagement))</b></td><td class="num r">\(row.activeDays)</td><td class="num r">\(row.recipes)</td>\
        <td class="num r">\(row.likesReceived)</td><td class="num r">\(row.comments)</td><td class="num r">\(row.bookmarks)</td></tr>
        """
    }

    private var list: HTML {
        guard !awards.awards.isEmpty else { return EmptyList(after == nil ? "No awards here." : "That was all.").html }
        return "<ul class=\"rows\">\(each: awards.awards, award)</ul>"
    }

    private static let words: [String: String] = [
        "recipe.posted": "posted a recipe", "recipe.liked": "a like for a recipe", "comment.posted": "a comment",
        "recipe.bookmarked": "saved recipes", "recipe.cooked": "cooked a recipe",
        "comment.liked": "a like for a comment",
        "member.followed": "a new follower", "recipe.deleted": "a recipe deleted",
        "recipe.unliked": "a like taken back",
        "comment.deleted": "a comment deleted", "recipe.unbookmarked": "a recipe no longer saved",
        "recipe.restored": "a recipe restored", "comment.restored": "a comment restored",
        "member.pointsCarriedOver": "from the time before this community",
    ]

    private func award(_ award: AwardEntry) -> HTML {
        let what = what(award)
        // Who gave it; what members did themselves names no one.
        let actor: HTML? = award.actor.flatMap {
            $0.username == member.username ? nil : " from <a href=\"\(Link.member($0))\">\($0.name)</a>"
        }
        let sign = award.points > 0 ? "plus" : award.points < 0 ? "minus" : "same"
        return """
            <li\(HTML.Attribute("class", award.change < 0 ? "undone" : nil))><div>\(what)\(actor)<br><span class="soft small">\(Words.time(award.at))\
            \(award.id.map { ", event \($0)" })</span></div><span class="num \(sign)">\(award.points > 0 ? "+" : "")\(Words.grouped(award.points))</span></li>
            """
    }

    /// What was done, which leads to what it was done to: a recipe by its title, a comment by the words for it.
    private func what(_ award: AwardEntry) -> HTML {
        let words = Self.words[award.kind] ?? award.kind
        guard let subject = award.subject else { return "\(words)" }
        if subject.first == "c" { return "<a href=\"\(Link.id(subject))\">\(words)</a>" }
        guard subject.first == "r" else { return "\(words)" }
        return
            "\(words): <a href=\"\(Link.id(subject))\">\(titles[subject] ?? "a recipe that is not here any more")</a>"
    }
}
