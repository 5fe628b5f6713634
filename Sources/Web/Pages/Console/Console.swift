import LarderAPI
import Markup

/// The pages of the console. Operators and moderators share a frame of their own, in which each sees what is theirs.
package enum Console {
    /// What a member with that role finds in the frame of the console.
    static func entries(for role: Reader.Role) -> [Frame.Entry] {
        let desk = [
            Frame.Entry(section: .reports, link: Link("/desk/reports"), icon: .flag, text: "Reports"),
            Frame.Entry(section: .members, link: Link("/desk/members"), icon: .user, text: "Members"),
        ]
        guard role == .admin else {
            return [Frame.Entry(section: .desk, link: Link("/desk"), icon: .board, text: "Desk")] + desk + [
                Frame.Entry(section: .recipes, link: Link("/desk/recipes"), icon: .book, text: "Recipes"),
                Frame.Entry(section: .decisions, link: Link("/desk/log"), icon: .list, text: "Decisions"),
            ]
        }
        return [
            Frame.Entry(section: .health, link: Link("/console"), icon: .pulse, text: "Health"),
            Frame.Entry(section: .log, link: Link("/console/log"), icon: .log, text: "Log"),
            Frame.Entry(section: .why, link: Link("/console/why"), icon: .why, text: "Why"),
        ] + desk + [
            Frame.Entry(section: .more, link: Link("/console/more"), icon: .more, text: "More")
        ]
    }

    /// The pages that are not in the frame, each with what it is for.
    static let more: [(link: Link, icon: Icon, title: String, text: String)] = [
        (Link("/desk"), .board, "Desk", "The community in figures"),
        (Link("/desk/recipes"), .book, "Recipes", "The newest, and those with most reports"),
        (Link("/desk/log"), .list, "Decisions", "What moderators did, to whom and why"),
        (Link("/console/views"), .layers, "Views", "Compare them with the log, and rebuild them"),
        (Link("/console/rules"), .scales, "Rules", "Points, levels and badges, and what other rules would change"),
        (Link("/console/audit"), .lock, "Audit", "Check heads and proofs of the log in your own browser"),
        (Link("/console/doctor"), .check, "Doctor", "Check everything, and repair it"),
        (Link("/console/backups"), .disk, "Backups", "Copies of the log, its vault and the pictures"),
        (Link("/console/jobs"), .clock, "Jobs", "Long work that runs, waits or has ended"),
        (Link("/console/configuration"), .settings, "Settings", "How the service is set up"),
        (Link("/"), .out, "Back to the app", "The feed"),
    ]
}

/// All pages of the console that are not in its frame.
package struct ConsoleMorePage {
    package init() {}

    package var page: Page {
        Page(
            console: "More", in: .more,
            "<h1>More</h1><ul class=\"settings measure\">\(each: Console.more, Self.row)</ul>")
    }

    private static func row(_ entry: (link: Link, icon: Icon, title: String, text: String)) -> HTML {
        """
        <li><a href="\(entry.link)">\(entry.icon)<div><b>\(entry.title)</b><small>\(entry.text)</small></div>\(Icon.right)</a></li>
        """
    }
}

extension Page {
    /// A page of the console or of the desk, which search engines do not list. `command`: the command line that does the same.
    init(console title: String, in section: Section, command: String? = nil, _ main: HTML) {
        self.init(title, in: section, "\(main)\(command.map { Equivalent($0).html })")
        (isConsole, hasSide, isListed) = (true, false, false)
        head = "<link rel=\"stylesheet\" href=\"\(Link.asset("console.css"))\">"
    }
}

/// The command line that answers or does the same.
struct Equivalent {
    private let command: String

    init(_ command: String) { self.command = command }

    var html: HTML { "<p class=\"soft small\">At the terminal: <code>larder \(command)</code></p>" }
}

/// Facts as pairs of a word and a value.
struct Facts {
    private let facts: [(name: String, value: HTML)]

    /// A fact without a value is left out.
    init(_ facts: [(name: String, value: HTML?)]) {
        self.facts = facts.compactMap { fact in fact.value.map { (fact.name, $0) } }
    }

    var html: HTML { "<dl class=\"facts-list\">\(each: facts, { "<dt>\($0.name)</dt><dd>\($0.value)</dd>" })</dl>" }
}

/// A table that scrolls sideways where it has no room.
struct ScrolledTable {
    private let label: String
    private let columns: [(name: String, isNumber: Bool)]
    private let rows: [[HTML]]

    /// A column whose name begins with `#` holds figures.
    init(_ label: String, _ columns: [String], _ rows: [[HTML]]) {
        self.label = label
        self.columns = columns.map { ($0.hasPrefix("#") ? String($0.dropFirst()) : $0, $0.hasPrefix("#")) }
        self.rows = rows
    }

    var html: HTML {
        """
        <div class="scroll" tabindex="0" role="region" aria-label="\(label)"><table><thead><tr>\
        \(each: columns, { "<th scope=\"col\"\(HTML.Attribute("class", $0.isNumber ? "r" : nil))>\($0.name)</th>" })\
        </tr></thead><tbody>\(each: rows, { "<tr>\(each: Array(zip($0, columns)), Self.cell)</tr>" })</tbody></table></div>
        """
    }

    private static func cell(_ value: HTML, _ column: (name: String, isNumber: Bool)) -> HTML {
        "<td\(HTML.Attribute("class", column.isNumber ? "r num" : nil))>\(value)</td>"
    }
}

/// A small line of figures, from left to right. What it shows is said beside it.
struct Sparkline {
    private let values: [UInt64]

    init(_ values: [UInt64]) { self.values = values }

    /// `nil` where there is nothing to see.
    var html: HTML? {
        guard values.count > 1, let most = values.max(), most > 0 else { return nil }
        let points = values.enumerated().map { "\($0.offset),\(28 - Int($0.element * 26 / most))" }
        return """
            <svg class="spark" viewBox="0 0 \(values.count - 1) 30" preserveAspectRatio="none" aria-hidden="true"><polyline points="\(points.joined(separator: " "))"/></svg>
            """
    }
}

/// A form with one button.
struct ActButton {
    private let link: Link
    private let text: String
    private let isMain: Bool
    private let once: Once

    init(_ link: Link, _ text: String, isMain: Bool = false, once: Once) {
        (self.link, self.text, self.isMain, self.once) = (link, text, isMain, once)
    }

    var html: HTML {
        """
        <form method="post" action="\(link)">\(once.html)<button class="btn\(isMain ? " main" : "")">\(text)</button></form>
        """
    }
}
