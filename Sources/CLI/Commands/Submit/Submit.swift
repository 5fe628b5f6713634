import ArgumentParser
import CloudEvents
import Community
import Decisions
import EventLog
import Events
import Foundation
import LarderAPI
import Operations

struct Submit: Act {
    static let configuration = CommandConfiguration(
        commandName: "submit", abstract: "Submit CloudEvents in bulk: NDJSON, or a JSON batch.",
        discussion: """
            Sending the same events again appends nothing. Exit code 6 if every line was refused; if some were, 0 and one \
            line on standard error.
            """)
    static let examples = [
        Example("submit events.ndjson", "from a file"),
        Example("submit - < events.ndjson", "from standard input"),
        Example("submit events.ndjson --errors refused.ndjson", "keep refused lines with their reasons"),
        Example("submit events.ndjson --strict", "stop at the first refusal"),
    ]

    @Argument(help: "A file, or - for standard input.") var file = "-"
    @Flag(help: "Stop at the first refusal, with its exit code.") var strict = false
    @Option(help: ArgumentHelp("Write refused lines with their reasons there.", valueName: "file")) var errors: String?
    @OptionGroup var options: GlobalOptions

    var columns: [String] { ImportReport.columns }

    func execute(_ invocation: Invocation) throws {
        let source = try FileBytes(path: file)
        let errorsFile = try errors.map { path throws(Refusal) in try ErrorsFile(path: path, beside: [file]) }
        let refused = RefusedItems("line", errors: errors)
        let bar = invocation.output.progressBar("Submitting", unit: "lines")
        func run(
            _ begin: @escaping BatchesUnderway<[EventLine]>.Begin,
            isKnown: @escaping (Origin) throws -> Bool = { _ in false }
        ) throws -> Submission.Result {
            defer { bar.finish() }
            return try Submission(isStrict: strict).run(
                EventLines(source), begin: begin, isKnown: isKnown,
                errors: { number, bytes, refusal in
                    refused.add("line \(number): \(refusal.code.rawValue): \(refusal.worded.message)")
                    try errorsFile?.add(try RefusedLine.bytes(number, bytes, refusal))
                },
                progress: { bar.update(done: $0, of: 0) })
        }
        var result: Submission.Result
        if let service = invocation.service {
            try service.wait()
            result = try run { commands in
                let results = try service.submit(batch: commands)
                return { results }
            }
            result.report.position = try service.head()
        } else {
            result = try invocation.withCommunity(creating: true) { community in
                var result = try run(community.stream().begin) { origin in
                    try community.log.read { try $0.position(of: origin) } != nil
                }
                result.report.position = try community.log.head()
                return result
            }
        }
        if let stopped = result.stopped {
            try invocation.output.answer(result.report)
            throw Refusal(
                stopped.code, "line \(result.report.stoppedAt ?? 0): \(stopped.message)", field: stopped.field)
        }
        try refused.finish(result.report) { try invocation.output.answer(result.report) }
    }
}

extension CommandOutput {
    /// The table that a submission and an import end with.
    func answer(_ report: ImportReport) throws {
        guard isJSON || !isQuiet else { return }
        try answer(report) {
            var table = TextTable([.unnamed("what", terminal), .number("count")])
            table.add(["read", terminal.count(report.read)])
            table.add([report.dryRun == true ? "would be appended" : "appended", terminal.count(report.appended)])
            if report.members != nil {
                for (kind, count) in report.appendedByKind.sorted(by: { $0.key < $1.key }) {
                    table.add(["  \(kind)", terminal.count(count)])
                }
            }
            table.add(["unchanged", terminal.count(report.unchanged)])
            if report.lost > 0 { table.add(["  not here any more", terminal.count(report.lost)]) }
            if report.sharedEmails > 0 {
                table.add(["with an e-mail of another member", terminal.count(report.sharedEmails)])
            }
            if let count = report.passwords {
                table.add([report.dryRun == true ? "passwords to keep" : "passwords kept", terminal.count(count)])
            }
            for (reason, count) in report.refused.sorted(by: { $0.key < $1.key }) {
                table.add(["refused: \(reason)", terminal.count(count)])
            }
            for (code, count) in report.refusedCommands.sorted(by: { $0.key < $1.key }) {
                table.add(["not carried out: \(code)", terminal.count(count)])
            }
            if let redated = report.redated { table.add(["redated", terminal.count(redated)]) }
            if let count = report.minutesOutOfRange { table.add(["minutes out of range", terminal.count(count)]) }
            if let count = report.picturesFetched { table.add(["pictures fetched", terminal.count(count)]) }
            if let count = report.picturesUnfetched, count > 0 {
                table.add(["pictures not fetched", terminal.count(count)])
            }
            table.add(["time", Wording.duration(seconds: report.seconds)])
            let lines = memberLines(report.members ?? []) + recipeLines(report.recipes ?? [])
            let hasItems = report.members != nil || report.recipes != nil
            // Programs read one table: the items, unless they name the columns of the sums.
            if hasItems, let style = terminal.style, !style.names(onlyOf: ImportReport.columns) {
                return terminal.header(ImportReport.itemColumns) + lines
            }
            return (terminal.style == nil ? lines : "") + table.text(for: terminal)
        }
    }

    /// A line for each recipe with its id, in the format of `larder post`.
    private func recipeLines(_ recipes: [ImportedRecipe]) -> String {
        recipes.map {
            line($0.id, $0.appended ? .recipePosted : $0.updated == true ? .recipeEdited : nil, $0.title.asOneLine)
        }.joined()
    }

    private func memberLines(_ members: [ImportedMember]) -> String {
        members.map {
            line(
                $0.id, $0.appended ? .memberRegistered : $0.updated == true ? .memberProfileChanged : nil,
                "@\($0.username)")
        }.joined()
    }

    /// `kind` is `nil` if the entity existed before.
    private func line(_ id: String?, _ kind: EventKind?, _ name: String) -> String {
        let (id, word) = (id ?? "-", kind?.name ?? "unchanged")
        return terminal.isOutputTerminal ? "\(word) \(id) \(name)\n" : "\(id)\t\(word)\t\(name)\n"
    }
}

extension ImportReport {
    /// The columns of the table of sums, which ends every import.
    static let columns = ["what", "count"]
    /// The columns of the table of what was imported.
    static let itemColumns = ["id", "outcome", "name"]
}

/// A line of `submit --errors`: the refused event with its reason in the attribute `refusal`, which a later submission ignores.
/// A line that is no JSON object is wrapped in one, with its number.
enum RefusedLine {
    private struct Unreadable: Encodable {
        var refusal: String
        var text: String?
    }

    static func bytes(_ number: Int, _ bytes: [UInt8], _ refusal: Refusal) throws -> [UInt8] {
        try line(bytes, "line \(number): \(refusal.code.rawValue): \(refusal.worded.message.asOneLine)")
    }

    static func line(_ bytes: [UInt8], _ reason: String) throws -> [UInt8] {
        guard (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any] else {
            let text = bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            return Array(try JSONDocument.text(Unreadable(refusal: reason, text: text)).utf8)
        }
        // Line ends stand between values only: inside strings JSON escapes them.
        let flat = bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        let members = withoutReason(flat.drop { $0 != UInt8(ascii: "{") }.dropFirst())
        let isEmpty = members.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "}")
        let first = Array("{\"refusal\":\(try JSONDocument.text(reason))".utf8)
        return first + (isEmpty ? [] : [UInt8(ascii: ",")]) + members
    }

    /// Removes the reason that an earlier submission wrote into the line.
    private static func withoutReason(_ members: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let key = Array(#""refusal":""#.utf8)
        guard members.starts(with: key) else { return members }
        var index = members.startIndex + key.count
        while index < members.endIndex, members[index] != UInt8(ascii: "\"") {
            index += members[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let rest = members.dropFirst(index + 1 - members.startIndex)
        return rest.first == UInt8(ascii: ",") ? rest.dropFirst() : rest
    }
}
