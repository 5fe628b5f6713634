/// A bar with rate and time left on standard error, once work has lasted a second. Silent where that is no terminal.
final class ProgressBar {
    private let label: String
    private let unit: String
    private let isShown: Bool
    private let width: Int
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var nextDrawing: ContinuousClock.Instant
    private var isDrawn = false

    init(_ label: String, unit: String, terminal: Terminal, isQuiet: Bool) {
        self.label = label
        self.unit = unit
        isShown = terminal.isErrorTerminal && !isQuiet
        width = terminal.width
        start = clock.now
        nextDrawing = start + .seconds(1)
    }

    /// `total` 0: not known.
    func update(done: Int, of total: Int) {
        guard isShown, clock.now >= nextDrawing else { return }
        nextDrawing = clock.now + .milliseconds(100)
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
