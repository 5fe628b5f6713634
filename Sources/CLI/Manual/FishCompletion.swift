/// What argument-parser's script for fish lacks.
enum FishCompletion {
    /// How a group says which options may stand before its next word.
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
