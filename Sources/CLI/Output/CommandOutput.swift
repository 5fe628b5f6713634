import Operations

/// Where a command's answer goes, and what is said beside the answer.
struct CommandOutput {
    let terminal: Terminal
    let isJSON: Bool
    let isQuiet: Bool

    func write(_ text: String) {
        guard !text.isEmpty else { return }
        StandardStream.write(text.hasSuffix("\n") ? text : text + "\n")
    }

    /// Writes the answer as JSON with `--json`, else as `text` words it.
    func answer(_ value: some Encodable, _ text: () -> String) throws {
        write(isJSON ? try JSONDocument.text(value) : text())
    }

    /// Says what is wrong without being an error, to people and to logs.
    func warn(_ text: String) {
        if !isQuiet { StandardStream.writeError("larder: warning: \(text)\n") }
    }

    /// Says what only people are told: that a list is empty, or goes on.
    func note(_ text: String) { note { text } }

    /// Says what `text` finds out. Nothing is asked where no person reads it.
    func note(_ text: () throws -> String) rethrows {
        guard !isQuiet, !isJSON, terminal.isErrorTerminal else { return }
        StandardStream.writeError(try text() + "\n")
    }

    func noteNext(_ cursor: String?) {
        if let cursor { note("More: --after \(cursor)") }
    }

    func progressBar(_ label: String, unit: String) -> ProgressBar {
        ProgressBar(label, unit: unit, terminal: terminal, isQuiet: isQuiet || isJSON)
    }
}
