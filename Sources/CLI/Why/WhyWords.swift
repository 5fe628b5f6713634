import ArgumentParser
import Events
import Layout

/// The words after `why`: a question as it is typed without `why`, or its short form, and the names of a field of its answer.
struct WhyWords {
    /// The question's arguments, from the command's name on.
    private(set) var arguments: [String]
    /// The question as the answer names it.
    let text: String
    /// The names after the question.
    private(set) var path: [String]
    /// The viewer, if the words name one.
    private(set) var viewer: String?
    /// How many entries of a list are explained: 0 for all, or 1 for the named entry.
    private(set) var limit = 0

    /// `backend` looks up what an id belongs to.
    init(_ words: [String], _ backend: any Backend) throws {
        let command: CommandPath
        (arguments, viewer) = try Self.inFull(words, backend)
        command = try CommandPath(arguments)
        guard command.command is any Question.Type else {
            throw Refusal(
                .usage,
                "«\(words.joined(separator: " "))» is not a question: ask why r12 likes, why @bo xp, why feed …",
                field: "words")
        }
        (arguments, path) = Self.parted(command)
        text = arguments.filter { $0 != "show" }.joined(separator: " ")
        if command.command is ShowLeaderboard.Type, let name = path.first, name.hasPrefix("@") || Self.isMember(name) {
            // A board may be long: it is asked for the one line.
            arguments += ["--around", name]
            limit = 1
        } else if command.command is Notifications.Type, let name = path.first,
            let event = UInt64(name.prefix { $0 != "." })
        {
            // Notifications may be many: they are asked for the one entry.
            arguments += ["--only", "\(event)"]
        } else if command.command is Feed.Type, let name = path.first, !arguments.contains("--author"),
            let author = try Self.author(name, backend)
        {
            // A feed may be as long as the log: it is asked for the entries of the recipe's author, which are the same there.
            arguments += ["--author", author]
        }
    }

    // MARK: Short forms

    /// The words as the question is asked without `why`.
    private static func inFull(
        _ words: [String], _ backend: any Backend
    ) throws -> (arguments: [String], viewer: String?) {
        guard let first = words.first else {
            throw Refusal(.usage, "say what is to be explained: why r12 likes, why @bo xp, why feed …", field: "words")
        }
        let rest = Array(words.dropFirst())
        switch (first, Reference(first)) {
        case (_, .username?), (_, .position(_, "m")?): return (["profile", "show", first] + rest, nil)
        case (_, .position(_, "r")?), (_, .external?): return (["recipe", first] + rest, nil)
        case (_, .position(let position, "c")?):
            let comment = try creation(position, .commentPosted, backend)
            return (["comments", "r\(comment.subject.flatMap(position(of:)) ?? .none)"] + words, nil)
        case (_, .position(let position, "p")?):
            return (["profile", "reposts", try creation(position, .recipeReposted, backend).actor] + words, nil)
        case (_, .position(_, "b")?): return (["cookbook", "show", first] + rest, nil)
        case (_, .position(_, "f")?): return (["reports", "--status", "all"] + words, nil)
        case (_, .position?):
            throw Refusal(.usage, "\(first) is an event: log show \(first) shows it", field: "words")
        case ("comment", _), ("repost", _), ("report", _):
            guard let id = rest.first, let letter = Reference(id).flatMap(Self.letter), first.hasPrefix(letter.word)
            else { throw Refusal(.usage, "say which \(first): why \(first) c20", field: "words") }
            return try inFull(rest, backend)
        case ("notification", _): return (["notifications"] + rest, nil)
        case ("feed", _), ("bookmarks", _):
            guard let name = rest.first, name.hasPrefix("@") || isMember(name) else { return (words, nil) }
            return ([first] + rest.dropFirst(), name)
        case ("leaderboard", _):
            guard let week = rest.first, Week(week) != nil else { return (words, nil) }
            return (["leaderboard", "--week", week] + rest.dropFirst(), nil)
        default: return (words, nil)
        }
    }

    private static func letter(_ reference: Reference) -> (letter: Character, word: String)? {
        guard case .position(_, let letter?) = reference else { return nil }
        let words: [Character: String] = ["c": "comment", "p": "repost", "f": "report"]
        return words[letter].map { (letter, $0) }
    }

    private static func isMember(_ name: String) -> Bool {
        if case .position(_, "m")? = Reference(name) { true } else { false }
    }

    // MARK: What the log knows

    private static func creation(_ position: Position, _ kind: EventKind, _ backend: any Backend) throws -> Creation {
        guard let creation = try backend.creation(at: position, by: kind) else {
            let letter = EntityType(createdBy: kind).map { "\($0.letter)" } ?? ""
            throw Refusal(.notFound, "there is no \(letter)\(position)", field: "words")
        }
        return creation
    }

    private static func position(of reference: Reference) -> Position? {
        if case .position(let position, _) = reference { position } else { nil }
    }

    /// The author of the recipe that an entry of a feed shows.
    private static func author(_ name: String, _ backend: any Backend) throws -> String? {
        guard case .position(let position, let letter?)? = Reference(String(name.prefix { $0 != "." })) else {
            return nil
        }
        switch letter {
        case "r": return try creation(position, .recipePosted, backend).actor
        case "p":
            let repost = try creation(position, .recipeReposted, backend)
            guard let recipe = repost.subject.flatMap(self.position(of:)) else { return nil }
            return try creation(recipe, .recipePosted, backend).actor
        default: return nil
        }
    }

    // MARK: Arguments and field

    /// The arguments that the command takes, and the words after them.
    private static func parted(_ command: CommandPath) -> (arguments: [String], path: [String]) {
        // Without a description no word is an option's value: the command refuses what it cannot read.
        let known = (try? ArgumentDescription.all(of: command.command)) ?? []
        let valued = Set(known.filter(\.takesValue).flatMap(\.spellings))
        var placesLeft = known.count(where: \.isPositional)
        var arguments = command.commands.map(CommandPath.name)
        var path: [String] = []
        var rest = command.arguments.dropFirst(arguments.count)
        while let word = rest.popFirst() {
            if word.hasPrefix("-") {
                arguments.append(word)
                if valued.contains(word), let value = rest.popFirst() { arguments.append(value) }
            } else if placesLeft > 0 {
                placesLeft -= 1
                arguments.append(word)
            } else {
                path.append(word)
            }
        }
        return (arguments, path)
    }
}
