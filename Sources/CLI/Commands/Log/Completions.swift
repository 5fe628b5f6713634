import ArgumentParser
import Operations

struct Completions: Verb {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print a completion script for a shell, or the manual page.")
    static let examples = [
        Example("completions bash > ~/.local/share/bash-completion/completions/larder", "for bash"),
        Example("completions zsh", "for zsh"), Example("completions fish", "for fish"),
        Example("completions man > ~/.local/share/man/man1/larder.1", "for man larder"),
    ]

    @Argument(help: "bash, zsh, fish or man.", completion: .list(["bash", "zsh", "fish", "man"])) var shell: String
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .nowhere }

    func execute(_ invocation: Invocation) throws {
        let shell: CompletionShell? = try Word.choose(
            shell, ["bash": .bash, "zsh": .zsh, "fish": .fish, "man": nil], field: "shell")
        invocation.output.write(try shell.map(Self.script) ?? ManualPage.text())
    }

    private static func script(for shell: CompletionShell) -> String {
        let script = Larder.completionScript(for: shell)
        return switch shell {
        case .zsh: ZshCompletion.lettingSharedOptionsLead(script)
        case .fish: FishCompletion.lettingSharedOptionsLead(script)
        default: script
        }
    }
}

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
}
