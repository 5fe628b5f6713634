import Events
import LarderAPI
import Views

/// A feed as people read it on a terminal: a title, who and when, what it is like, and what people made of it.
struct FeedText {
    let terminal: Terminal
    let now: Timestamp

    func items(_ items: [FeedItem]) -> String { items.map(item).joined(separator: "\n") }

    private func item(_ item: FeedItem) -> String {
        var lines: [String] = []
        if let repost = item.repost {
            let reposter = "@\(repost.by.username), \(terminal.time(repost.at, now: now))"
            let words = repost.quote.map { "\(reposter): “\($0.asOneLine)”" } ?? "reposted by \(reposter)"
            lines.append(cut("↻ \(words)"))
        }
        return (lines + self.lines(item.recipe)).joined(separator: "\n") + "\n"
    }

    func recipes(_ recipes: [RecipeDocument]) -> String {
        recipes.map { lines($0).joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private func lines(_ recipe: RecipeDocument) -> [String] {
        var lines = [heading(recipe)]
        let facts =
            [recipe.totalMinutes.map { Wording.minutes(Int($0)) }, recipe.difficulty, recipe.cuisine, recipe.course]
            .compactMap { $0?.asOneLine } + recipe.tags.map { "#\($0.asOneLine)" }
        if !facts.isEmpty { lines.append("  " + terminal.dim(cut(facts.joined(separator: " · "), indent: 2))) }
        let opinions = opinions(of: recipe)
        if !opinions.isEmpty { lines.append("  " + cut(opinions.joined(separator: " · "), indent: 2)) }
        return lines
    }

    /// The id and title at the left, author and time at the right; the title gives way.
    private func heading(_ recipe: RecipeDocument) -> String {
        let new = recipe.isNew == true ? "new · " : ""
        let end = "\(new)@\(recipe.author.username) · \(terminal.time(recipe.postedAt, now: now))"
        let room = terminal.width - recipe.id.displayWidth - end.displayWidth - 4
        let title = recipe.title.asOneLine.truncated(toWidth: max(room, 10))
        let gap = max(2, terminal.width - recipe.id.displayWidth - 2 - title.displayWidth - end.displayWidth)
        return "\(terminal.dim(recipe.id))  \(terminal.bold(title))"
            + String(repeating: " ", count: gap) + terminal.dim(end)
    }

    private func opinions(of recipe: RecipeDocument) -> [String] {
        var opinions: [String] = []
        if recipe.likes > 0 {
            opinions.append(Wording.count(recipe.likes, "like") + (recipe.liked == true ? " (you)" : ""))
        }
        if recipe.score != 0 { opinions.append("score \(recipe.score > 0 ? "+" : "−")\(recipe.score.magnitude)") }
        if let average = recipe.rating.average { opinions.append("★ \(average) of \(recipe.rating.count)") }
        if recipe.comments > 0 {
            opinions.append(Wording.count(recipe.comments, "comment") + (recipe.hasNewComments == true ? " (new)" : ""))
        }
        if recipe.reposts > 0 { opinions.append(Wording.count(recipe.reposts, "repost")) }
        if recipe.cooked > 0 { opinions.append("cooked \(Wording.count(recipe.cooked, "time"))") }
        if recipe.bookmarked == true { opinions.append("bookmarked") }
        return opinions
    }

    private func cut(_ text: String, indent: Int = 0) -> String { text.truncated(toWidth: terminal.width - indent) }
}
