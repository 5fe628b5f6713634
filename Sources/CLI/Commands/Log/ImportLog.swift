import ArgumentParser
import CloudEvents
import Decisions
import EventLog

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
