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

    @Flag(help: "The stored bytes, from which the same log is made again.") var verbatim = false
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        guard !verbatim || isatty(STDOUT_FILENO) == 0 else {
            throw Refusal(.usage, "a verbatim export is not for terminals: send it to a file with > FILE")
        }
        try invocation.withCommunity { community in
            let log = community.log
            let bar = invocation.progressBar("Exporting", unit: verbatim ? "MB" : "events")
            defer { bar.finish() }
            if verbatim {
                var byteCount = 0
                try Verbatim.export(log) { bytes in
                    StandardStream.write(bytes: bytes)
                    byteCount += bytes.count
                    bar.update(done: byteCount / 1_000_000, of: 0)
                }
                return
            }
            let writer = CloudEventWriter(.portable, logID: log.logIDText)
            try log.read { snapshot in
                var names = NamesAlongTheLog()
                var chunk: [UInt8] = []
                try snapshot.forEach(from: Position(1)) { record in
                    if let portable = record.portable(after: names) {
                        chunk += writer.line(portable, names: names) + [0x0A]
                        names.fold(portable)
                        if let line = writer.roleLine(after: portable, names: names) { chunk += line + [0x0A] }
                    } else {
                        names.pass(over: record.position)
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
