import CloudEvents
import Events
import Recipes

/// What a submission or an import refused: how many items, and the reasons of the first.
final class RefusedItems {
    /// Reasons that the line on standard error shows.
    static let shownMax = 3

    private let noun: String
    private let errors: String?
    private var reasons: [String] = []

    /// `noun`: what is counted, such as «line». `errors`: the file of `--errors`.
    init(_ noun: String, errors: String?) {
        self.noun = noun
        self.errors = errors
    }

    func add(_ reason: String) {
        if reasons.count < Self.shownMax { reasons.append(reason.asOneLine) }
    }

    /// Shows the report with `answer`. If something was refused, one line says so on standard error, also with `--quiet`; if
    /// nothing was accepted, that line is the refusal `invalid`, thrown after the answer.
    func finish(_ report: ImportReport, answer: () throws -> Void) throws {
        let count = Self.count(report)
        let isAccepted = report.appended + report.unchanged > 0
        if count > 0, isAccepted { StandardStream.writeError("larder: warning: \(summary(report))\n") }
        try answer()
        if count > 0, !isAccepted {
            throw Refusal(.invalid, "nothing was accepted: \(summary(report))")
        }
    }

    private static func count(_ report: ImportReport) -> Int {
        report.refused.values.reduce(0, +) + report.refusedCommands.values.reduce(0, +)
    }

    /// `3 of 5 lines were refused: …`, with the first reasons.
    func summary(_ report: ImportReport) -> String {
        let count = Self.count(report)
        let read = max(report.read, count)
        var text =
            "\(Wording.count(count)) of \(Wording.count(Int64(read), noun)) \(count == 1 ? "was" : "were") refused"
        if !reasons.isEmpty { text += ": " + reasons.joined(separator: "; ") }
        for (code, count) in report.refusedCommands.sorted(by: { $0.key < $1.key }) {
            text += "; not carried out: \(code) \(Wording.count(count))"
        }
        if let errors {
            text += ". \(errors) has the reasons"
        } else {
            text += ". --errors FILE writes each refusal into a file"
        }
        return text
    }
}
