import EventLog
import Operations

/// Writes a command's answer, and notes beside the answer.
struct CommandOutput {
    let terminal: Terminal
    let isJSON: Bool
    var isQuiet: Bool
    /// Whether nothing is shown: a page before the one that was asked for.
    var isMuted = false
    /// The number of the page that is shown; `nil`: it begins at a cursor.
    var page: Int? = 1
    /// The cursor with which the answer ended.
    let cursor = PageCursor()

    func write(_ text: String) {
        guard !text.isEmpty, !isMuted else { return }
        // What members wrote is in the text: nothing of it steers the terminal.
        var text = text.hasSuffix("\n") ? text : text + "\n"
        if terminal.isOutputTerminal { text = terminal.harmless(text) }
        if !Pager.show(text, terminal) { StandardStream.write(text) }
    }

    /// Writes JSON, of which nothing steers the terminal.
    func write(json: [UInt8]) { write(String(decoding: terminal.json(json), as: UTF8.self)) }

    /// Writes the answer as JSON with `--json`, else as `text` words it.
    func answer(_ value: some Encodable, _ text: () -> String) throws {
        guard !isJSON else { return write(json: Array(try JSONDocument.text(value).utf8)) }
        write(try terminal.style.map { try $0.text(text()) } ?? text())
    }

    /// Writes a warning to standard error, for people and logs.
    func warn(_ text: String) { warning(text) }

    /// Writes a warning, from any task.
    var warning: @Sendable (String) -> Void {
        { [terminal, isShown = !isQuiet && !isMuted] text in
            if isShown { StandardStream.writeError("larder: warning: \(terminal.harmless(text))\n") }
        }
    }

    /// Writes a note for people only: a list is empty, or has more pages.
    func note(_ text: String) { note { text } }

    /// Writes the note that `text` computes. Does not call `text` if no person reads the output.
    func note(_ text: () throws -> String) rethrows {
        guard !isQuiet, !isMuted, !isJSON, terminal.isErrorTerminal else { return }
        StandardStream.writeError(terminal.harmless(try text()) + "\n")
    }

    func noteNext(_ next: String?) {
        cursor.next = next
        guard let next else { return }
        note("More: \(page.map { "--page \($0 + 1)" } ?? "--after \(next)")")
    }

    func progressBar(_ label: String, unit: String) -> ProgressBar {
        ProgressBar(
            label, unit: unit, terminal: terminal, isQuiet: isQuiet || isMuted || isJSON,
            writesLines: !isMuted && Invocation.environment(ProgressBar.variable) == "json")
    }
}

/// The cursor with which an answer ended: the next page begins there.
final class PageCursor {
    var next: String?
}

extension Invocation {
    /// Shows a progress bar for each part of the work. A part whose name ends with a noun counts that noun, else events.
    func showingParts<R>(_ work: (LogExamination.Progress) throws -> R) throws -> R {
        var shown: (part: String, bar: ProgressBar)?
        defer { shown?.bar.finish() }
        return try work { part, done, total in
            if shown?.part != part {
                shown?.bar.finish()
                shown = (part, output.progressBar(part, unit: part.hasSuffix("images") ? "images" : "events"))
            }
            shown?.bar.update(done: done, of: total)
        }
    }
}

extension Terminal {
    /// The columns of findings.
    static let findingColumns = ["check", "status", "finding"]

    /// The findings as a table with a line for each check.
    func table(_ findings: [Finding]) -> String {
        var table = TextTable([.text("check"), .text("status"), .wrapped("finding")])
        for finding in findings { table.add([finding.name, finding.status.rawValue, finding.message]) }
        return table.text(for: self)
    }
}
