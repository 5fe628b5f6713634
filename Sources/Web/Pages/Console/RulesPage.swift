package import LarderAPI
package import Markup

/// The rules: a form with those in force, what other rules would change, and how they became what they are.
package struct RulesPage {
    /// What can earn points: the kind of the event, and what its member does.
    package static let awards: [(kind: String, act: String)] = [
        ("recipe.posted", "Posts a recipe"), ("recipe.liked", "Gets a like for a recipe"),
        ("comment.posted", "Writes a comment"), ("recipe.bookmarked", "Saves a recipe"),
        ("recipe.cooked", "Cooks a recipe"), ("comment.liked", "Gets a like for a comment"),
        ("member.followed", "Gets a follower"),
    ]
    /// The thresholds of badges: the name in the rules, and what it asks for.
    package static let badges: [(name: String, text: String)] = [
        ("trendingLikes", "Trending Chef: likes in one week"),
        ("helpfulComments", "Community Helper: comments in one week"),
        ("lovedLikes", "Loved Chef: likes in all"), ("topPercent", "Top Contributor: first percent of a week's board"),
        ("topContributorMinParticipants", "Top Contributor: members on the board, at least"),
    ]
    /// Rows of levels and collections that are left to fill in.
    private static let spareRows = 2

    private let rules: JSON
    private let history: [RulesChange]
    private let older: Link?
    private let without: String?
    private let jobs: [Job]
    private let once: Once
    private let state: FormState
    private let values: [String: [String]]

    /// `rules`: those in force. `history`: their changes, the newest first. `without`: a member to leave out.
    package init(
        _ rules: JSON, history: [RulesChange], older: Link?, without: String?, _ jobs: JobsAnswer, once: Once,
        _ state: FormState = FormState()
    ) {
        (self.rules, self.history, self.older, self.without) = (rules, history, older, without)
        (self.jobs, self.once, self.state) = (jobs.jobs, once, state)
        values = state.values.isEmpty ? Self.values(of: rules) : state.values
    }

    /// The fields of the form for rules.
    package static func values(of rules: JSON) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for award in rules["awards"]?.list ?? [] {
            guard let kind = award["kind"]?.text else { continue }
            values["points.\(kind)"] = [text(award["points"])]
            values["cap.\(kind)"] = [text(award["dailyCap"])]
        }
        let levels = rules["levels"]?.list ?? []
        values["level"] = levels.map { text($0["name"]) }
        values["xp"] = levels.map { text($0["xp"] ?? .whole(0)) }
        for badge in badges { values["badges.\(badge.name)"] = [text(rules["badges"]?[badge.name])] }
        for name in ["stars", "weight"] { values["rating.\(name)"] = [text(rules["rating"]?[name])] }
        let collections = rules["collections"]?.list ?? []
        values["collection"] = collections.map { text($0["name"]) }
        values["tags"] = collections.map { ($0["tags"]?.list ?? []).compactMap(\.text).joined(separator: ", ") }
        values["minutes"] = collections.map { text($0["maxMinutes"]) }
        return values
    }

    fileprivate static func text(_ value: JSON?) -> String {
        switch value {
        case .text(let text)?: text
        case .whole(let number)?: "\(number)"
        case .number(let number)?: number == number.rounded() ? "\(Int64(number))" : "\(number)"
        default: ""
        }
    }

    package var page: Page {
        let members = Field(
            "without", "Without these members (optional)", hint: "Names, with blanks between them, such as @ada @bo.",
            value: without)
        let weeks = Field("weeks", "Weeks (optional)", hint: "Such as 2026-W01..2026-W10. All without it.")
        let note = Field(
            "note", "Why?", hint: "The log keeps it with the change. Needed to set the rules.", rows: 2,
            lengthMax: 2_000)
        let errors = state.summary(fields: [
            "awards", "levels", "badges", "rating", "collections", "without", "weeks", "note",
        ])
        var page = Page(
            console: state.title("Rules"), in: .more, command: "rules set rules.json",
            """
            <h1>Rules</h1><p class="lead">Points make boards and levels. \(example)</p>\(errors)\
            <form method="post" action="/console/rules">\(once.html)\(awards)\(levels)\(badges)\(rating)\(collections)\
            <h2>What if?</h2><p>The boards of the past are counted again under these rules. Nothing is changed.</p>\
            <div class="measure">\(members.html(state))\(weeks.html(state))</div><div class="buttons"><button class="btn main">Count again</button></div>\
            <h2>Set these</h2><p>From then on all points, levels and badges follow these rules, those of the past too. The rules before can be set again.</p>\
            <div class="measure">\(note.html(state))</div><div class="buttons"><button class="btn" formaction="/console/rules/set">Set these rules</button></div></form>\
            \(JobLine.recent(jobs, of: "whatif"))<h2 id="history">History</h2>\(past)
            """)
        page.isKept = false
        page.status = state.status
        return page
    }

    /// What the rules in force mean for one cook.
    private var example: String {
        func points(_ kind: String) -> Int64 {
            (rules["awards"]?.list ?? []).first { $0["kind"]?.text == kind }?["points"]?.whole ?? 0
        }
        let sum = points("recipe.posted") + 5 * points("recipe.liked")
        let level = (rules["levels"]?.list ?? []).last { ($0["xp"]?.whole ?? 0) <= sum }?["name"]?.text
        return
            "Now a new recipe with five likes brings its cook \(Words.count(sum, "point"))\(level.map { ", the level «\($0)»" } ?? "")."
    }

    // MARK: The form

    private var awards: HTML {
        let rows: [[HTML]] = Self.awards.map { award in
            [
                "\(award.act)", cell("points.\(award.kind)", "\(award.act): points", isNumber: true),
                cell("cap.\(award.kind)", "\(award.act): at most so often a day", isNumber: true),
            ]
        }
        return group(
            "awards", "Points", "An empty field gives no points, and sets no limit.",
            ["A member who …", "Points", "At most so often a day"], rows)
    }

    private var levels: HTML {
        let count = (values["level"]?.count ?? 0) + Self.spareRows
        let rows: [[HTML]] = (0..<count).map { row in
            [
                cell("level", "Name of level \(row + 1)", row),
                cell("xp", "Level \(row + 1): from points", row, isNumber: true),
            ]
        }
        return group("levels", "Levels", "In ascending order; the first from 0 points.", ["Name", "From points"], rows)
    }

    private var badges: HTML {
        group(
            "badges", "Badges", "A member has the badge from this number on.", ["Badge", "Number"],
            Self.badges.map { ["\($0.text)", cell("badges.\($0.name)", $0.text, isNumber: true)] })
    }

    private var rating: HTML {
        group(
            "rating", "Stars",
            "So many ratings of so many stars are added to each recipe, so that one rating alone makes no best recipe.",
            ["Added", "Number"],
            [
                ["Stars, 1 to 5", cell("rating.stars", "Stars of the added ratings", isNumber: true)],
                ["Ratings", cell("rating.weight", "Number of added ratings", isNumber: true)],
            ])
    }

    private var collections: HTML {
        let count = (values["collection"]?.count ?? 0) + Self.spareRows
        let rows: [[HTML]] = (0..<count).map { row in
            [
                cell("collection", "Name of collection \(row + 1)", row),
                cell("tags", "Collection \(row + 1): tags", row),
                cell("minutes", "Collection \(row + 1): minutes at most", row, isNumber: true),
            ]
        }
        return group(
            "collections", "Collections", "Recipes with one of the tags, or that take no longer. Commas between tags.",
            ["Name", "Tags", "Minutes at most"], rows)
    }

    private func group(_ name: String, _ title: String, _ hint: String, _ columns: [String], _ rows: [[HTML]]) -> HTML {
        let message: HTML? = state.error(of: name).map {
            "<p class=\"message\"><span class=\"hide\">Error: </span>\($0)</p>"
        }
        return """
            <fieldset class="field\(message == nil ? "" : " bad")" id="f-\(name)" tabindex="-1"><legend>\(title)</legend><p class="hint">\(hint)</p>\(message)\
            \(ScrolledTable(title, columns, rows).html)</fieldset>
            """
    }

    private func cell(_ name: String, _ label: String, _ row: Int = 0, isNumber: Bool = false) -> HTML {
        let all = values[name] ?? []
        let value = all.indices.contains(row) ? all[row] : nil
        return """
            <input name="\(name)" aria-label="\(label)"\(HTML.Attribute("value", value))\(HTML.Attribute("inputmode", isNumber ? "decimal" : nil)) \
            class="\(isNumber ? "short num" : "wide")" maxlength="\(isNumber ? 12 : 2_000)">
            """
    }

    // MARK: History

    private var past: HTML {
        guard !history.isEmpty else { return "<p class=\"soft\">The rules have never been changed.</p>" }
        let more: HTML? = older.map { "<p><a class=\"btn\" href=\"\($0)\">Older changes</a></p>" }
        return "<ul class=\"rows tall\">\(each: history, \.html)</ul>\(more)"
    }
}

/// A change of the rules, with what became another.
package struct RulesChange: Sendable {
    private let entry: LoggedEntry
    private let lines: [(path: String, from: String?, to: String?)]

    /// `before`: the rules that were in force before; `nil`: they cannot be read.
    package init(_ entry: LoggedEntry, before: JSON?) {
        self.entry = entry
        let (old, new) = (Self.leaves(before ?? .object([:])), Self.leaves(entry.document["data"] ?? .null))
        let paths = Set(old.keys).union(new.keys).sorted()
        lines = paths.filter { old[$0] != new[$0] }.map { ($0, old[$0], new[$0]) }
    }

    /// Every value by its path. An element of a list is called by its kind or name.
    private static func leaves(_ value: JSON, _ path: String = "") -> [String: String] {
        func joined(_ name: String) -> String { path.isEmpty ? name : "\(path) › \(name)" }
        switch value {
        case .object(let members):
            return members.reduce(into: [:]) { leaves, member in
                guard !["kind", "name", "note"].contains(member.key) else { return }
                leaves.merge(Self.leaves(member.value, joined(member.key))) { $1 }
            }
        case .list(let list) where list.allSatisfy({ $0["kind"] != nil || $0["name"] != nil }):
            return list.reduce(into: [:]) { leaves, element in
                let name = joined(element["kind"]?.text ?? element["name"]?.text ?? "")
                let inside = Self.leaves(element, name)
                leaves.merge(inside.isEmpty ? [name: "there"] : inside) { $1 }
            }
        case .list(let list): return [path: list.compactMap(\.text).joined(separator: ", ")]
        case .text, .whole, .number: return [path: RulesPage.text(value)]
        case .flag(let flag): return [path: "\(flag)"]
        case .null: return [:]
        }
    }

    /// The page that goes on with the changes before this one.
    package var link: Link { Link("/console/rules").query("after", "\(entry.position)") }

    var html: HTML {
        let by: HTML = entry.actor.map { Name.html($0) } ?? "the operator"
        let note: HTML? = entry.document["data"]?["note"]?.text.map { "<br>«\($0)»" }
        let changes: HTML =
            lines.isEmpty
            ? "<br><span class=\"soft\">The same rules.</span>"
            : "<ul class=\"small\">\(each: lines, { "<li>\($0.path): \($0.from ?? "nothing") → <b>\($0.to ?? "nothing")</b></li>" })</ul>"
        return """
            <li><div class="grow"><a href="\(Link.event(entry.position))">Event \(Int64(entry.position))</a>, \(Words.time(entry.time)), by \(by)\(note)\(changes)</div></li>
            """
    }
}

/// The rules that a what-if has tried, to be set.
struct TriedRules {
    let rules: JSON
    let once: Once

    var html: HTML {
        """
        <h2>Set these</h2><form class="measure" method="post" action="/console/rules/set">\(once.html)\
        \(each: RulesPage.values(of: rules).sorted { $0.key < $1.key }, { field in
            "\(each: field.value, { "<input type=\"hidden\" name=\"\(field.key)\" value=\"\($0)\">" })"
        })\(Field("note", "Why?", hint: "The log keeps it with the change.", isRequired: true, rows: 2, lengthMax: 2_000).html(FormState()))\
        <div class="buttons"><button class="btn">Set these rules</button></div></form>
        """
    }
}
