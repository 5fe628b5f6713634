import ArgumentParser
import Events
import Operations

struct Resolve: Act {
    static let configuration = CommandConfiguration(commandName: "resolve", abstract: "Settle a report.")
    static let examples = [
        Example("resolve f9 --outcome dismissed --as @mod", "nothing was wrong"),
        Example("resolve f9 --outcome removed --note 'an advertisement' --as @mod", "deletes what was reported"),
    ]

    @Argument(help: "The report, such as f9.") var id: String
    @Option(help: "dismissed, removed or banned.") var outcome: String
    @Option(help: "Why.") var note: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "f")
        let value: ProtoReportOutcome.Value = try Word.choose(
            outcome, ["dismissed": .dismissed, "removed": .removed, "banned": .banned], field: "outcome")
        var payload = Payload.none
        if let note {
            var message = ProtoResolution()
            message.note = note
            payload = .resolution(message)
        }
        try invocation.submit(
            Command(
                .reportResolved, actor: invocation.actor, subject: subject, payload: payload,
                value: UInt8(truncatingIfNeeded: value.rawValue)))
    }
}
