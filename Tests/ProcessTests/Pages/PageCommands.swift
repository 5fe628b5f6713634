import Foundation
import TestSupport
import Testing

/// One command line of a page that claims to work.
struct PageCommand: Sendable, CustomStringConvertible {
    let page: String
    let line: Int
    let text: String
    let exitStatus: Int32
    /// The lines that the page shows below it.
    var output = ""

    var description: String { "\(page):\(line): \(text)" }

    /// Output without what differs from run to run, or from one day to the next: instants of recording, durations, ids
    /// of logs, fingerprints, roots, signatures; and without the widths of columns, which depend on those.
    static func lasting(_ output: String) -> [String] {
        output.replacing(/\r[^\n\r]*\u{1B}\[K/, with: "")
            .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{1,6}Z/, with: "<instant>")
            // In a line of the log, to the second.
            .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z(?= +[a-z]+\.[a-z])/, with: "<instant>")
            // Where a line is broken depends on how long its sizes are.
            .replacing(/\n {10,}/, with: " ")
            .replacing(/[0-9a-f]{32}/, with: "<hash>")
            // Roots, keys and signatures.
            .replacing(/[A-Za-z0-9+\/]{43,}=*/, with: "<base64>")
            .replacing(/just now|[0-9]+ (min|h|d) ago|[0-9]{4}-[0-9]{2}-[0-9]{2}(?!T)/, with: "<when>")
            .replacing(/[0-9]+ ms|[0-9]+\.[0-9] s/, with: "<duration>")
            .replacing(/[0-9.]+ [KMG]i?B/, with: "<size>")
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty }
    }
}

/// A page of the documentation, and the commands that it shows.
///
/// Each line of a `console` block that begins with `$` is a command, and what follows is its output. `# exits 3` at its end is the
/// exit code; without it, 0. Two kinds of commands are not run: those of `tools/`, which build or test everything, and those of
/// `console not-run` blocks, which never end or need another machine, root, or the network.
struct Page: Sendable, CustomTestStringConvertible {
    let path: String
    var commands: [PageCommand] = []
    var notRun: [PageCommand] = []
    /// Lines of other blocks that look like commands.
    var strays: [String] = []

    var testDescription: String { path }

    static let all = Checkout.pages.compactMap { path in
        (try? Checkout.text(of: path)).map { Page(path: path, text: $0) }
    }

    init(path: String, text: String) {
        self.path = path
        var block: Substring?
        var isRun = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                block = block == nil ? line.dropFirst(3) : nil
                isRun = false
            } else if let block, ["console", "console not-run"].contains(block) {
                if line.hasPrefix("$ ") {
                    let command = Self.command(String(line.dropFirst(2)), path: path, line: index + 1)
                    isRun = block == "console" && !line.hasPrefix("$ tools/")
                    if isRun { commands.append(command) } else { notRun.append(command) }
                } else if isRun {
                    commands[commands.count - 1].output += line + "\n"
                }
            } else if block != nil,
                line.prefixMatch(of: #/(?:\$|larder|tools/[a-z]+|sudo|apt|curl|systemctl)(?: |$)/#) != nil
            {
                strays.append("\(path):\(index + 1): \(line)")
            }
        }
    }

    private static func command(_ text: String, path: String, line: Int) -> PageCommand {
        guard let mark = text.range(of: "# exits ", options: .backwards),
            let status = Int32(text[mark.upperBound...].trimmingCharacters(in: .whitespaces))
        else { return PageCommand(page: path, line: line, text: text, exitStatus: 0) }
        return PageCommand(
            page: path, line: line, text: text[..<mark.lowerBound].trimmingCharacters(in: .whitespaces),
            exitStatus: status)
    }
}
