import Foundation

/// One command line of README.md that claims to work.
struct ReadmeCommand: Sendable, CustomStringConvertible {
    let line: Int
    let text: String
    let exitStatus: Int32

    var description: String { "README.md:\(line): \(text)" }
}

/// The commands that README.md shows in its `console` blocks, in their order.
enum ReadmeCommands {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func all() throws -> [ReadmeCommand] {
        parse(try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8))
    }

    /// Lines that begin with `$`; what follows is their output. `# exits 3` at the end is the exit code; without it, 0.
    /// Those with `tools/` build or test everything, and are not for a test to run.
    static func parse(_ text: String) -> [ReadmeCommand] {
        var commands: [ReadmeCommand] = []
        var isConsole = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                isConsole = line == "```console"
            } else if isConsole, line.hasPrefix("$ "), !line.hasPrefix("$ tools/") {
                var command = String(line.dropFirst(2))
                var exitStatus: Int32 = 0
                if let mark = command.range(of: "# exits ", options: .backwards),
                    let status = Int32(command[mark.upperBound...].trimmingCharacters(in: .whitespaces))
                {
                    exitStatus = status
                    command = String(command[..<mark.lowerBound]).trimmingCharacters(in: .whitespaces)
                }
                commands.append(ReadmeCommand(line: index + 1, text: command, exitStatus: exitStatus))
            }
        }
        return commands
    }
}
