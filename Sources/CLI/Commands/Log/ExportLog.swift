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
        abstract: "Write the whole log: as CloudEvents, its bytes as stored, or what its hash tree is made of.")
    static let examples = [
        Example("log export > events.ndjson", "for larder submit elsewhere"),
        Example("log export --verbatim > log.larder", "for log import --verbatim"),
        Example("log export --canonical events.bin", "for strangers to compute the root of"),
    ]

    @Flag(help: "The stored bytes, from which log import makes an identical log.") var verbatim = false
    @Option(
        help: ArgumentHelp(
            "Each event's bytes behind their number (four bytes, big-endian), into a file, or - for standard output.",
            valueName: "file"))
    var canonical: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
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
            } else {
                try writeEvents(of: community.log, bar)
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

    private func writeEvents(of log: EventLog, _ bar: ProgressBar) throws {
        let writer = CloudEventWriter(.portable, logID: log.lineage.text)
        try log.read { snapshot in
            var names = NamesAlongTheLog { position in (try? snapshot.record(at: position))?.origin }
            var chunk: [UInt8] = []
            try snapshot.forEach(from: Position(1)) { record in
                if let portable = record.portable(after: names) {
                    chunk += writer.line(portable, names: names) + [0x0A]
                    names.fold(portable)
                    if let line = writer.roleLine(after: portable, names: names) { chunk += line + [0x0A] }
                } else {
                    names.pass(over: record.position)
                }
                if chunk.count > Self.chunkByteCount {
                    StandardStream.write(bytes: chunk)
                    chunk.removeAll(keepingCapacity: true)
                    bar.update(done: Int(record.position.value), of: Int(snapshot.head.value))
                }
                return true
            }
            StandardStream.write(bytes: chunk)
        }
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
