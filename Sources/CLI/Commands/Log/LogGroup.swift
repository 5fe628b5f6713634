import ArgumentParser

struct LogGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "The log itself: what happened, in order.",
        subcommands: [TailLog.self, ShowEvent.self, History.self, LogStatistics.self, ExportLog.self, ImportLog.self])
    static let examples = [
        Example("log tail -n 5", "the last events"), Example("log show 1024", "one event"),
        Example("log history r12", "all that happened to a recipe"),
        Example("log stat", "the log in figures"), Example("log export > events.ndjson", "all of it"),
        Example("log export --verbatim > log.larder", "its very bytes"),
        Example("log export --canonical events.bin", "what its hash tree is made of"),
    ]
}
