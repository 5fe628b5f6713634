import ArgumentParser
import EventLog
import Events
import Foundation
import Interchange
import Layout
import Service

struct ExportLog: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the whole log to standard output: as CloudEvents, or its very bytes.")
    static let examples = [
        Example("log export > events.ndjson", "for larder submit elsewhere"),
        Example("log export --verbatim > log.larder", "for log import --verbatim"),
    ]

    @OptionGroup var options: GlobalOptions
    @Flag(help: "The stored bytes, from which the same log is made again.") var verbatim = false

    func execute(_ invocation: Invocation) throws {
        guard !verbatim || isatty(STDOUT_FILENO) == 0 else {
            throw Refusal(.usage, "a verbatim export is not for terminals: send it to a file with > FILE")
        }
        try invocation.withCommunity { community in
            let log = community.log
            if verbatim {
                try Verbatim.export(log) { StandardStream.write(bytes: $0) }
                return
            }
            let writer = CloudEventWriter(.portable, logID: log.logIDText)
            let bar = invocation.progressBar("Exporting", unit: "events")
            defer { bar.finish() }
            try log.read { snapshot in
                var names = NamesAlongTheLog()
                var chunk: [UInt8] = []
                try snapshot.forEach(from: Position(1)) { record in
                    if let portable = record.portable(after: names) {
                        chunk += writer.line(portable, names: names) + [0x0A]
                        names.fold(portable)
                    }
                    if chunk.count > 1 << 16 {
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
}

struct ImportLog: Verb {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a log from a verbatim export, where there is none yet.")
    static let examples = [Example("log import --verbatim log.larder --data copy", "an equal log, byte by byte")]

    @OptionGroup var options: GlobalOptions
    @Option(help: ArgumentHelp("The export, or - for standard input.", valueName: "file")) var verbatim: String

    struct Answer: Encodable {
        var events: Int
    }

    func execute(_ invocation: Invocation) throws {
        let source = try ByteSource(path: verbatim)
        let bar = invocation.progressBar("Importing", unit: "MB")
        defer { bar.finish() }
        var buffer: [UInt8] = []
        var taken = 0
        var total = 0
        let count = try Verbatim.restore(into: invocation.dataDirectory) { wanted in
            if taken == buffer.count {
                try source.read(into: &buffer)
                taken = 0
            }
            let bytes = buffer[taken...].prefix(wanted)
            taken += bytes.count
            total += bytes.count
            bar.update(done: total / 1_000_000, of: 0)
            return Array(bytes)
        }
        bar.finish()
        try invocation.answer(Answer(events: count)) { "\(Wording.count(count)) events" }
    }
}
