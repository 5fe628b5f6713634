import Foundation

/// The properties of standard output and standard error that decide how to write to them.
struct Terminal: Sendable {
    var isOutputTerminal: Bool
    var isErrorTerminal: Bool
    /// Whether a question is seen there and answered by hand.
    var canAsk = false
    /// Columns of the terminal.
    var width: Int
    var hasColor: Bool
    /// Whether times are shown as dates and not as ages.
    var showsDates = false
    /// Lines of the terminal; `nil`: unknown.
    var height: Int?
    /// The command that shows long answers; `nil`: none.
    var pager: String?
    /// How tables are written for programs; `nil`: without options for it.
    var style: TableStyle?

    /// The terminal of the process. Uses colour only on a terminal, and never with `NO_COLOR` or if the caller refuses it.
    static func current(noColor: Bool) -> Terminal {
        let isOutputTerminal = isatty(STDOUT_FILENO) == 1
        let isErrorTerminal = isatty(STDERR_FILENO) == 1
        let environment = ProcessInfo.processInfo.environment
        let isDumb = environment["TERM"] == "dumb"
        let refusesColor = noColor || !(environment["NO_COLOR"] ?? "").isEmpty || isDumb
        return Terminal(
            isOutputTerminal: isOutputTerminal, isErrorTerminal: isErrorTerminal,
            canAsk: isErrorTerminal && isatty(STDIN_FILENO) == 1,
            width: windowWidth() ?? environment["COLUMNS"].flatMap { Int($0) }.map { max($0, 20) } ?? 80,
            hasColor: isOutputTerminal && !refusesColor, height: windowSize(of: STDOUT_FILENO).map { Int($0.ws_row) },
            pager: isOutputTerminal && isatty(STDIN_FILENO) == 1
                ? environment["PAGER"].flatMap { ["", "cat"].contains($0) ? nil : $0 } : nil)
    }

    private static func windowSize(of descriptor: Int32) -> winsize? {
        var size = winsize()
        return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    /// The width of the terminal. If output is piped, the progress bar on standard error still needs it.
    private static func windowWidth() -> Int? {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            if let size = windowSize(of: descriptor), size.ws_col > 0 { return max(Int(size.ws_col), 20) }
        }
        return nil
    }

    /// A number with its thousands apart for people, plain digits elsewhere.
    func count(_ value: Int) -> String { isOutputTerminal ? Wording.count(value) : String(value) }

    func bold(_ text: String) -> String { styled("1", text) }
    func added(_ text: String) -> String { styled("32", text) }
    func removed(_ text: String) -> String { styled("31", text) }
    func dim(_ text: String) -> String { styled("2", text) }

    private func styled(_ code: String, _ text: String) -> String {
        hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// The sequences of the styles above.
    static let styles = ["0", "1", "2", "31", "32"].map { "\u{1B}[\($0)m".unicodeScalars }
}
