import Operations

/// A bar with rate and time left on standard error, once work has lasted a second. Silent where that is no terminal; programs may ask for
/// lines of JSON instead.
final class ProgressBar {
    private let label: String
    private let unit: String
    private let isShown: Bool
    private let writesLines: Bool
    private let width: Int
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var nextDrawing: ContinuousClock.Instant
    private var isDrawn = false

    /// The variable of the environment by which programs ask for lines of JSON.
    static let variable = "LARDER_PROGRESS"

    init(_ label: String, unit: String, terminal: Terminal, isQuiet: Bool, writesLines: Bool = false) {
        self.label = label
        self.unit = unit
        self.writesLines = writesLines
        isShown = terminal.isErrorTerminal && !isQuiet
        width = terminal.width
        start = clock.now
        nextDrawing = writesLines ? start : start + .seconds(1)
    }

    /// How far the work is, for programs.
    private struct Line: Encodable {
        var part: String
        var done: Int
        var of: Int
    }

    /// `total` 0: not known.
    func update(done: Int, of total: Int) {
        guard isShown || writesLines, clock.now >= nextDrawing else { return }
        nextDrawing = clock.now + .milliseconds(writesLines ? 250 : 100)
        if writesLines {
            if let line = try? JSONDocument.text(Line(part: label, done: done, of: total)) {
                StandardStream.writeError(line + "\n")
            }
            return
        }
        let (seconds, attoseconds) = (clock.now - start).components
        let line = Self.line(
            label: label, unit: unit, done: done, total: total,
            seconds: Double(seconds) + Double(attoseconds) * 1e-18, width: width)
        StandardStream.writeError("\r\(line)\u{1B}[K")
        isDrawn = true
    }

    /// Clears the line: what comes next on standard error begins at its left.
    func finish() {
        if isDrawn { StandardStream.writeError("\r\u{1B}[K") }
        isDrawn = false
    }

    static func line(label: String, unit: String, done: Int, total: Int, seconds: Double, width: Int) -> String {
        let rate = seconds > 0 ? Double(done) / seconds : 0
        let perSecond = "\(Wording.count(Int(min(rate, 1e15)))) \(unit)/s"
        guard total > 0 else {
            return "\(label) \(Wording.count(done)) \(unit) · \(perSecond)".truncated(toWidth: width - 1)
        }
        let share = min(1, Double(done) / Double(total))
        let cells = 20
        let filled = Int(share * Double(cells))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
        let left = rate > 0 ? Wording.duration(seconds: Double(max(0, total - done)) / rate) : "–"
        return
            "\(label) \(bar) \(Int(share * 100)) % · \(Wording.count(done)) of \(Wording.count(total)) · \(perSecond) · \(left) left"
            .truncated(toWidth: width - 1)
    }
}
