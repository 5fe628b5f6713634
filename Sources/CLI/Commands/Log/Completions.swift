import ArgumentParser
import Operations

struct Completions: Verb {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print a completion script for a shell, or the manual page.",
        discussion: """
            Make the folder of a file first, such as with mkdir -p ~/.local/share/bash-completion/completions. bash reads that \
            folder if the package bash-completion is installed; without it, put source <(larder completions bash) into \
            ~/.bashrc. zsh reads the folders of fpath: put fpath=(~/.zfunc $fpath) before compinit into ~/.zshrc. fish needs \
            nothing else. Each begins with the next shell.
            """)
    static let examples = [
        Example("completions bash > ~/.local/share/bash-completion/completions/larder", "for bash"),
        Example("completions zsh > ~/.zfunc/_larder", "for zsh"),
        Example("completions fish > ~/.config/fish/completions/larder.fish", "for fish"),
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
        case .bash: BashCompletion.joiningWords(script)
        case .zsh:
            [
                ZshCompletion.lettingSharedOptionsLead, ZshCompletion.lettingValuesJoin, ZshCompletion.offeringTopics,
                ZshCompletion.offeringVersionOnce,
            ].reduce(script) { $1($0) }
        case .fish:
            [
                FishCompletion.lettingSharedOptionsLead, FishCompletion.countingCursor, FishCompletion.offeringTopics,
                FishCompletion.offeringVersionOnce,
            ].reduce(script) { $1($0) }
        default: script
        }
    }
}
