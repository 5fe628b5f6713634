import Foundation
import TestSupport

/// One command line of README.md that claims to work.
struct ReadmeCommand: Sendable, CustomStringConvertible {
    let line: Int
    let text: String
    let exitStatus: Int32
    /// The lines that README.md shows below it.
    var output = ""

    var description: String { "README.md:\(line): \(text)" }

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

/// The commands that README.md shows in its `console` blocks, in their order.
enum ReadmeCommands {
    static func all() throws -> [ReadmeCommand] {
        parse(try String(contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8))
    }

    /// Lines that begin with `$`; what follows is their output. `# exits 3` at the end is the exit code; without it, 0.
    /// Those with `tools/` build or test everything, and are not for a test to run.
    static func parse(_ text: String) -> [ReadmeCommand] {
        var commands: [ReadmeCommand] = []
        var isConsole = false
        var isRun = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                isConsole = line == "```console"
                isRun = false
            } else if isConsole, line.hasPrefix("$ ") {
                isRun = !line.hasPrefix("$ tools/")
                if isRun { commands.append(command(String(line.dropFirst(2)), line: index + 1)) }
            } else if isRun {
                commands[commands.count - 1].output += line + "\n"
            }
        }
        return commands
    }

    private static func command(_ text: String, line: Int) -> ReadmeCommand {
        guard let mark = text.range(of: "# exits ", options: .backwards),
            let status = Int32(text[mark.upperBound...].trimmingCharacters(in: .whitespaces))
        else { return ReadmeCommand(line: line, text: text, exitStatus: 0) }
        return ReadmeCommand(
            line: line, text: text[..<mark.lowerBound].trimmingCharacters(in: .whitespaces), exitStatus: status)
    }
}
