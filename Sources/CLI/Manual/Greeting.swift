import Community
import EventLog
import Events
import LarderAPI
import Layout
import Operations

/// What `larder` alone says at a terminal: what lies at the place that a command would go to, and what to try there.
///
/// It must come at once: it folds nothing, repairs nothing and asks no service. Five lines, and one for each more that a refusal takes.
struct Greeting {
    private var facts: [String] = []
    private var tries: [Example] = []
    /// What stands before a command, so that it goes to the same place.
    private let start: String

    init(_ options: GlobalOptions) {
        let given = [("--data", options.data), ("--server", options.server), ("--as", options.actor)]
        start = given.compactMap { name, value in value.map { "\(name) \(Self.word($0)) " } }.joined()
        do throws(Refusal) {
            let name = options.actor ?? Invocation.environment("LARDER_AS")
            let viewer = try name.map { text throws(Refusal) in try MemberName.reference(text, field: "as") }
            switch try Place(options) {
            case .directory(let directory): try greet(directory, viewer)
            case .service(let service): greet(service)
            }
        } catch {
            facts = [error.worded.message]
            tries = [Example("help options", "the options that name a place")]
        }
        tries.append(Example("help", "all commands"))
    }

    func text(on terminal: Terminal) -> String {
        let lines = tries.map { $0.line.hasPrefix("help") ? "larder \($0.line)" : "larder \(start)\($0.line)" }
        let margin = (lines.map(\.displayWidth).max() ?? 0) + 3
        let commands = zip(lines, tries).map { line, example in
            "  \(terminal.bold(line))\(String(repeating: " ", count: margin - line.displayWidth))\(example.meaning)"
        }
        return (facts.flatMap { $0.wrapped(toWidth: terminal.width) } + commands).joined(separator: "\n") + "\n"
    }

    // MARK: A directory

    private mutating func greet(_ directory: String, _ viewer: Reference?) throws(Refusal) {
        do throws(Refusal) {
            let glance = try Community.glance(at: directory, for: viewer)
            guard glance.log.hasVault else {
                throw Refusal(
                    .damaged,
                    "\(directory)/vault is missing, without which no name and no text can be read: put it back")
            }
            greet(directory, glance, viewer)
        } catch {
            switch error.remedy {
            case .beginCommunity:
                facts = [
                    "Larder is a home for recipes and the people who share them.",
                    "There is no community in \(directory) yet. Begin one:",
                ]
                tries = [
                    Example("demo", "fill it with a sample community"),
                    Example("init", "begin a community of your own"),
                ]
            case .nameDirectory, .nameEmptyDirectory:
                facts = [error.worded.message + "."]
                tries = [Example("--data kitchen init", "begin a community in a new directory")]
            default:
                facts = ["\(directory) cannot be opened: \(error.worded.message)."]
                tries = [
                    Example("doctor", "find out what is wrong; this changes nothing"),
                    Example("restore BACKUP --to NEW", "make a copy from a backup"),
                ]
            }
        }
    }

    private mutating func greet(_ directory: String, _ glance: CommunityGlance, _ viewer: Reference?) {
        let figures = glance.figures ?? CommunityGlance.Figures(position: .none)
        let age = Wording.relative(glance.log.lastRecordedAt, now: EventLog.systemClock())
        let (waiting, end) = (glance.log.end.value - min(figures.position, glance.log.end).value, glance.log.end)
        let last = "the last event \(age)"
        // Without views there are no figures, but the first event alone is no member.
        if glance.figures != nil || end == Position(1) {
            let bound = figures.isMore ? "more than " : ""
            facts = [
                "\(directory): \(bound)\(Wording.count(Int64(figures.members), "member")), "
                    + "\(Wording.count(Int64(figures.recipes), "recipe")), \(last)."
            ]
        } else {
            facts = ["\(directory): \(Wording.count(Int64(end.value), "event")), \(last)."]
        }
        facts.append(standing(figures.viewer, viewer, waiting: end == Position(1) ? 0 : waiting))
        guard figures.members > 0 || waiting > 1 else {
            tries = [
                Example("register ada", "the first member becomes admin"),
                Example("import mealie recipes.zip --as @ada", "bring recipes along"),
            ]
            return
        }
        let actor = viewer.map { "\($0)" } ?? "@ada"
        tries = [Example("feed", "what is new")]
        if let viewer = figures.viewer, viewer.unread > 0 {
            tries.append(Example("notifications @\(viewer.username)", "what happened to you and your recipes"))
        } else if figures.recipes == 0, waiting == 0 {
            let name = start.contains("--as ") ? "" : " --as \(actor)"
            tries.append(Example("post --title Soup --step Boil.\(name)", "the first recipe"))
        } else {
            tries.append(Example("leaderboard", "who was busiest this week"))
        }
    }

    /// Who asks, and how far the views are behind the log.
    private func standing(_ known: CommunityGlance.Viewer?, _ viewer: Reference?, waiting: UInt64) -> String {
        var sentences: [String] = []
        if let known {
            sentences.append(
                "You are @\(known.username): \(Wording.count(Int64(known.unread), "unread notification")).")
        } else if let viewer, waiting == 0 {
            sentences.append("There is no member \(viewer).")
        }
        if waiting > 0 {
            sentences.append("\(Wording.count(Int64(waiting), "newer event")) will be counted by the next question.")
        }
        return sentences.isEmpty
            ? "Say who you are with --as @name, or in LARDER_AS." : sentences.joined(separator: " ")
    }

    // MARK: A service

    private mutating func greet(_ service: ChosenService) {
        let username = service.context.flatMap { name in (try? Contexts.load())?[name]?.username }
        let name = service.context.map { "the service «\($0)», \(service.address)" } ?? "the service \(service.address)"
        let person =
            service.isTokenGiven ? "with the token of LARDER_TOKEN" : username.map { "as @\($0)" } ?? "as a guest"
        facts = ["Commands go to \(name), \(person)."]
        tries = [Example("feed", "what is new there")]
        if service.token == nil {
            tries.append(Example("log-in NAME", "begin a session"))
        } else {
            tries.append(Example("notifications", "what happened to you and your recipes"))
        }
        tries.append(Example("context", "which services there are, and which is in use"))
    }

    /// A word as it is typed in a shell.
    private static func word(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "@._-/:~+".contains($0) } && !text.isEmpty
        return isPlain ? text : text.shellQuoted
    }
}
