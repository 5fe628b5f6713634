import Answers
import ArgumentParser
import CloudEvents
import Community
import Decisions
import EventLog
import Events
import Layout

struct ExportLog: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the log: as CloudEvents, as a table, its bytes as stored, or what its hash tree is made of.",
        discussion: EventTable.times)
    static let examples = [
        Example("log export > events.ndjson", "for larder submit elsewhere"),
        Example("log export --since 2026-11-01 --kind recipe.posted > new.ndjson", "some of it"),
        Example("log export --csv > events.csv", "the headers of all events as a table"),
        Example("log export --verbatim > log.larder", "for log import --verbatim"),
        Example("log export --canonical events.bin", "for strangers to compute the root of"),
    ]

    @Flag(help: "The stored bytes, from which log import makes an identical log.") var verbatim = false
    @Option(
        help: ArgumentHelp(
            "Each event's bytes behind their number (four bytes, big-endian), into a file, or - for standard output.",
            valueName: "file"))
    var canonical: String?
    @OptionGroup var filter: EventFilter
    @OptionGroup var options: GlobalOptions

    var columns: [String] { EventTable.titles }

    func execute(_ invocation: Invocation) throws {
        let style = invocation.output.terminal.style
        if verbatim || canonical != nil {
            let form = verbatim ? "verbatim" : "canonical"
            guard filter.isEmpty else {
                throw Refusal(
                    .usage,
                    "--\(form) writes the whole log, of which no part can be checked: leave out --since, --until, --kind and --from",
                    field: form)
            }
            guard style == nil else {
                throw Refusal(
                    .usage, "--\(form) writes bytes, not a table: leave out --csv, --header and --columns", field: form)
            }
        }
        let choice = try filter.choice
        let table = try style.map { style throws(Refusal) in try EventTable(style) }
        guard !verbatim || !invocation.output.terminal.isOutputTerminal else {
            throw Refusal(.usage, "a verbatim export is not for terminals: send it to a file with > FILE")
        }
        guard canonical != "-" || !invocation.output.terminal.isOutputTerminal else {
            throw Refusal(
                .usage, "a canonical export is not for terminals: name a file in place of -", field: "canonical")
        }
        guard !verbatim || canonical == nil else {
            throw Refusal(.usage, "--verbatim and --canonical are two forms: leave one of them out", field: "canonical")
        }
        try invocation.withCommunity { community in
            let bar = invocation.output.progressBar("Exporting", unit: verbatim ? "MB" : "events")
            defer { bar.finish() }
            if let canonical {
                try writeCanonicalBytes(of: community.log, to: canonical, bar)
            } else if verbatim {
                try writeBytes(of: community.log, bar)
            } else if let table {
                try write(table, choice, of: community.log, bar)
            } else {
                try writeEvents(choice, of: community.log, bar, invocation.output.terminal)
            }
        }
    }

    private func writeBytes(of log: EventLog, _ bar: ProgressBar) throws {
        var byteCount = 0
        try Verbatim.export(log) { bytes in
            StandardStream.write(bytes: bytes)
            byteCount += bytes.count
            bar.update(done: byteCount / 1_000_000, of: 0)
        }
    }

    /// A file is put in place when it is complete: a part of it would look like a shorter log.
    private func writeCanonicalBytes(of log: EventLog, to path: String, _ bar: ProgressBar) throws {
        if path != "-" { try log.checkLiesOutside(path, named: "export file") }
        let file = path == "-" ? nil : try WholeFile(path: path)
        try log.read { snapshot in
            try CanonicalExport.write(snapshot) { bytes, through in
                if let file { try file.write(bytes) } else { StandardStream.write(bytes: bytes) }
                bar.update(done: Int(through.value), of: Int(snapshot.head.value))
            }
        }
        try file?.finish()
    }

    /// The bytes to gather before a write: a system call for each event would take longer than the event.
    private static let chunkByteCount = 1 << 16
    /// The bar is updated once for so many events, also where none of them is written.
    private static let eventsBetweenUpdates: UInt64 = 1024

    /// Walks along all events up to the end of the part, because the names at its beginning come from the events before.
    private func writeEvents(
        _ choice: EventChoice, of log: EventLog, _ bar: ProgressBar, _ terminal: Terminal
    ) throws {
        let writer = CloudEventWriter(.portable, logID: log.lineage.text)
        let kinds = choice.kindSet
        try log.read { snapshot in
            guard let part = try choice.part.positions(in: snapshot) else { return }
            var names = NamesAlongTheLog { position in (try? snapshot.record(at: position))?.origin }
            var chunk: [UInt8] = []
            try snapshot.forEach(from: Position(1)) { record in
                guard record.position <= part.upperBound else { return false }
                let isChosen = part.contains(record.position)
                if let portable = record.portable(after: names) {
                    if isChosen, kinds.contains(record.kind) { chunk += writer.line(portable, names: names) + [0x0A] }
                    names.fold(portable)
                    if isChosen, kinds.contains(.memberRoleChanged),
                        let line = writer.roleLine(after: portable, names: names)
                    {
                        chunk += line + [0x0A]
                    }
                } else {
                    names.pass(over: record.position)
                }
                Self.write(&chunk, at: record.position, part, bar, terminal)
                return true
            }
            StandardStream.write(bytes: terminal.json(chunk))
        }
    }

    private func write(_ table: EventTable, _ choice: EventChoice, of log: EventLog, _ bar: ProgressBar) throws {
        let kinds = choice.kindSet
        StandardStream.write(table.header)
        try log.read { snapshot in
            guard let part = try choice.part.positions(in: snapshot) else { return }
            var chunk: [UInt8] = []
            try snapshot.forEachHeader(from: part.lowerBound, through: part.upperBound) { header in
                if kinds.contains(header.kind) { chunk += Array(table.row(header, in: snapshot).utf8) }
                Self.write(&chunk, at: header.position, part, bar)
                return true
            }
            StandardStream.write(bytes: chunk)
        }
    }

    /// Writes what was gathered, once it is enough, and shows how far the export is.
    private static func write(
        _ chunk: inout [UInt8], at position: Position, _ part: ClosedRange<Position>, _ bar: ProgressBar,
        _ terminal: Terminal? = nil
    ) {
        if position.value.isMultiple(of: eventsBetweenUpdates) {
            bar.update(done: Int(position.value), of: Int(part.upperBound.value))
        }
        guard chunk.count > chunkByteCount else { return }
        StandardStream.write(bytes: terminal?.json(chunk) ?? chunk)
        chunk.removeAll(keepingCapacity: true)
    }
}

struct ImportLog: Verb {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a log from a verbatim export, where there is none yet.")
    static let examples = [Example("log import --verbatim log.larder --data copy", "an equal log, byte by byte")]

    @Option(help: ArgumentHelp("The export, or - for standard input.", valueName: "file")) var verbatim: String
    @OptionGroup var options: GlobalOptions

    struct Answer: Encodable {
        var events: Int
    }

    func execute(_ invocation: Invocation) throws {
        let source = try FileBytes(path: verbatim)
        let bar = invocation.output.progressBar("Importing", unit: "MB")
        defer { bar.finish() }
        var total = 0
        let count = try Verbatim.restore(.community, into: invocation.dataDirectory) { _ in
            var chunk: [UInt8] = []
            try source.read(into: &chunk)
            total += chunk.count
            bar.update(done: total / 1_000_000, of: 0)
            return chunk
        }
        bar.finish()
        try invocation.output.answer(Answer(events: count)) { "\(Wording.count(count)) events" }
    }
}
