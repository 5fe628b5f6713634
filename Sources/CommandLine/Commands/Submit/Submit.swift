import ArgumentParser
import Events
import Foundation
import Interchange
import Layout
import Service

struct Submit: Verb {
    static let configuration = CommandConfiguration(
        commandName: "submit", abstract: "Submit CloudEvents in bulk: NDJSON, or a JSON batch.",
        discussion: "Sending the same events again appends nothing.")
    static let examples = [
        Example("submit events.ndjson", "from a file"),
        Example("submit - < events.ndjson", "from standard input"),
        Example("submit events.ndjson --errors refused.ndjson", "keep refused lines with their reasons"),
        Example("submit events.ndjson --strict", "stop at the first refusal"),
    ]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "A file, or - for standard input.") var file = "-"
    @Flag(help: "Stop at the first refusal, with its exit code.") var strict = false
    @Option(help: ArgumentHelp("Write refused lines with their reasons there.", valueName: "file")) var errors: String?

    func execute(_ invocation: Invocation) throws {
        let source = try ByteSource(path: file)
        let refusedLines = try errors.map { path throws(Refusal) in try RefusedLines(path: path) }
        let bar = invocation.progressBar("Submitting", unit: "lines")
        let result = try invocation.withCommunity(creating: true) { community in
            defer { bar.finish() }
            return try Submission(isStrict: strict).run(
                EventLines(source), submit: { try community.submit(batch: $0) },
                errors: { number, bytes, refusal in try refusedLines?.add(number, bytes, refusal) },
                progress: { bar.update(done: $0, of: 0) })
        }
        try invocation.answer(result.report)
        if let stopped = result.stopped {
            throw Refusal(
                stopped.code, "line \(result.report.stoppedAt ?? 0): \(stopped.message)", field: stopped.field)
        }
    }
}

/// The file of `--errors`: each refused line as it stood, in an object with its number and what was wrong.
final class RefusedLines {
    private struct Line: Encodable {
        var line: Int
        var code: String
        var message: String
        var field: String?
        var event: String?
    }

    private let handle: FileHandle

    init(path: String) throws(Refusal) {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw Refusal(.unavailable, "«\(path)» cannot be written: check its directory and permissions") }
        self.handle = handle
    }

    deinit { try? handle.close() }

    func add(_ number: Int, _ bytes: [UInt8], _ refusal: Refusal) throws {
        let line = Line(
            line: number, code: refusal.code.rawValue, message: refusal.message, field: refusal.field,
            event: bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self))
        try handle.write(contentsOf: Data((try JSONOutput.document(line) + "\n").utf8))
    }
}

extension Invocation {
    /// The table that a submission and an import end with.
    func answer(_ report: ImportReport) throws {
        guard options.json || !options.quiet else { return }
        try answer(report) {
            var table = TextTable([.text(""), .number("count")])
            table.add(["read", Wording.count(report.read)])
            table.add(["appended", Wording.count(report.appended)])
            table.add(["unchanged", Wording.count(report.unchanged)])
            for (reason, count) in report.refused.sorted(by: { $0.key < $1.key }) {
                table.add(["refused: \(reason)", Wording.count(count)])
            }
            for (code, count) in report.refusedCommands.sorted(by: { $0.key < $1.key }) {
                table.add(["not carried out: \(code)", Wording.count(count)])
            }
            if let redated = report.redated { table.add(["redated", Wording.count(redated)]) }
            if let count = report.minutesOutOfRange { table.add(["minutes out of range", Wording.count(count)]) }
            table.add(["time", Wording.duration(seconds: report.seconds)])
            return table.text(for: terminal)
        }
    }
}
