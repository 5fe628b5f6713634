/// What an import has to say of single rows and recipes: all of it in the file of `--errors`, else the beginning of it on
/// standard error.
final class ReportedLines {
    /// Lines that standard error shows.
    static let shownMax = 20

    private let invocation: Invocation
    private let file: ErrorsFile?
    private let bar: ProgressBar
    private var count = 0

    /// `bar` ends before something is shown.
    init(_ invocation: Invocation, _ file: ErrorsFile?, _ bar: ProgressBar) {
        self.invocation = invocation
        self.file = file
        self.bar = bar
    }

    func add(_ text: String) throws {
        let line = text.asOneLine
        if let file { return try file.add(Array(line.utf8)) }
        count += 1
        guard count <= Self.shownMax else { return }
        bar.finish()
        invocation.output.warn(line)
    }

    /// Says how much was not shown.
    func finish() {
        guard count > Self.shownMax else { return }
        bar.finish()
        invocation.output.warn("… and \(count - Self.shownMax) more: --errors FILE lists them")
    }
}
