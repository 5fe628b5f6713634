import ArgumentParser
import LarderAPI

struct About: Verb {
    static let configuration = CommandConfiguration(
        commandName: "about", abstract: "The community: its name, contact and figures, and its rules in words.")
    static let examples = [
        Example("about", "as the service of this directory would say it"),
        Example("about --json", "for a program"),
    ]

    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        try invocation.withBackend { backend in
            let about = try backend.ask(API.about, NoInput())
            let terminal = invocation.output.terminal
            try invocation.output.answer(about) {
                var figures = [
                    ("members", terminal.count(about.members)), ("recipes", terminal.count(about.recipes)),
                    ("comments", terminal.count(about.comments)), ("Larder", about.version),
                ]
                if let contact = about.contact { figures.insert(("contact", contact), at: 0) }
                return ([about.name, ""] + Self.list(figures) + Self.rules(about.rules)).map { $0 + "\n" }.joined()
            }
        }
    }

    private static func rules(_ rules: RulesInWords) -> [String] {
        let points = rules.points.map { rule in
            (rule.act, "\(rule.points)" + (rule.dailyCap.map { ", at most \($0) times a day" } ?? ""))
        }
        return ["", "Points"] + list(points) + ["", "Levels"] + list(rules.levels.map { ($0.name, "from \($0.xp)") })
            + ["", "Badges"] + list(rules.badges.map { ($0.name, $0.deed) })
    }

    /// Two columns under a heading.
    private static func list(_ entries: [(String, String)]) -> [String] {
        let width = entries.map(\.0.count).max() ?? 0
        return entries.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 }
    }
}
