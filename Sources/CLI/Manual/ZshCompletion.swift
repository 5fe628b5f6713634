/// What argument-parser's script for zsh lacks.
enum ZshCompletion {
    /// Where a group says that its next word is a command.
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
