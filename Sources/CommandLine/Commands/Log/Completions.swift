import ArgumentParser

struct Completions: Verb {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print a completion script for a shell.")
    static let examples = [
        Example("completions bash > ~/.local/share/bash-completion/completions/larder", "for bash"),
        Example("completions zsh", "for zsh"), Example("completions fish", "for fish"),
    ]

    @Argument(help: "bash, zsh or fish.") var shell: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let shell = try Word.choose(
            shell, ["bash": CompletionShell.bash, "zsh": .zsh, "fish": .fish], field: "shell")
        invocation.write(Larder.completionScript(for: shell))
    }
}
