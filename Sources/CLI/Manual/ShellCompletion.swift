import ArgumentParser

/// Adds to zsh's script what argument-parser does not write.
enum ZshCompletion {
    /// The line with which a group says that its next word is a command.
    private static let commandSpecification = "        '(-): :->command'"

    /// Lets shared options stand before a command, as `CommandPath` does: without them zsh completes nothing after
    /// `larder --data d`. Groups do not declare them, so they are taken from a command that does.
    static func lettingSharedOptionsLead(_ script: String) -> String {
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
        let shared = (GlobalOptions.valueNames.union(GlobalOptions.flagNames)).sorted().compactMap { name in
            lines.first { $0.hasPrefix("        '\(name)[") }
        }
        return lines.flatMap { $0 == commandSpecification ? shared + [$0] : [$0] }.joined(separator: "\n")
    }

    /// Lets a value stand in the word of its option as well, such as `--as=@bo`: zsh takes that from a `=` in the
    /// specification of the option.
    static func lettingValuesJoin(_ script: String) -> String {
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("        '--") || line.hasPrefix("        '*--"), line.contains("]:"),
                let text = line.firstIndex(of: "[")
            else { return String(line) }
            return "\(line[..<text])=\(line[text...])"
        }
        return lines.joined(separator: "\n")
    }

    /// Offers the version of the program beside the commands only. A command's own option may have that name.
    static func offeringVersionOnce(_ script: String) -> String {
        let line = "        '--version[Show the version.]'\n"
        // The function of the program itself is the first; those of its commands follow it.
        guard let own = script.firstRange(of: "\n_larder() {\n"),
            let kept = script[own.upperBound...].firstRange(of: line)
        else { return script }
        return String(script[..<kept.upperBound]) + script[kept.upperBound...].replacing(line, with: "")
    }

    /// Offers the pages of help about no single command, beside the commands.
    static func offeringTopics(_ script: String) -> String {
        script.replacing(
            "'*:subcommands:'", with: "'*:subcommands:(\(HelpTopic.subjects.joined(separator: " ")))'")
    }
}

/// Adds to fish's script what argument-parser does not write.
enum FishCompletion {
    /// The text with which a group lists the options that may stand before its next word.
    private static let groupOptions = "__larder_parse_subcommand 0 'version' 'h/help'"

    /// Lets shared options stand before a command, as `CommandPath` does: without them fish takes `larder --data d log` for
    /// no command, and offers the wrong ones behind it. Groups do not declare them.
    static func lettingSharedOptionsLead(_ script: String) -> String {
        let shared =
            GlobalOptions.valueNames.sorted().map { "'\($0.dropFirst(2))='" }
            + GlobalOptions.flagNames.sorted().map { "'\($0.dropFirst(2))'" }
        return script.replacing(
            groupOptions, with: "__larder_parse_subcommand 0 \(shared.joined(separator: " ")) 'version' 'h/help'")
    }

    /// Says where the cursor stands in its word, also where `complete -C` asks: fish 3 answers `commandline -tC` only at a
    /// prompt, and without that number the program proposes nothing.
    static func countingCursor(_ script: String) -> String {
        script.replacing("(__larder_tokens -tC)", with: "(string length -- \"$(commandline -ct)\")")
    }

    /// Offers the version of the program beside the commands only. A command's own option may have that name.
    static func offeringVersionOnce(_ script: String) -> String {
        script.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            !line.hasSuffix(" version' -l 'version' -d 'Show the version.'")
                || line.contains("options \"larder\" version'")
        }.joined(separator: "\n")
    }

    /// Offers commands and the pages of help about no single command.
    static func offeringTopics(_ script: String) -> String {
        script + "\ncomplete -c 'larder' -n '__fish_seen_subcommand_from help' -fka "
            + "'\(HelpTopic.subjects.joined(separator: " "))'"
    }
}

/// A group of commands of which one need not be named.
struct DefaultCommand {
    var name: String
    var names: [String]
    var standard: String

    static var all: [DefaultCommand] {
        Larder.configuration.subcommands.compactMap { group in
            guard let standard = group.configuration.defaultSubcommand else { return nil }
            return DefaultCommand(
                name: CommandPath.name(of: group), names: group.configuration.subcommands.map(CommandPath.name),
                standard: CommandPath.name(of: standard))
        }
    }
}
