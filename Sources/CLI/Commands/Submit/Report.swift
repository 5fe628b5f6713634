import ArgumentParser
import Events
import Operations

struct Report: Act {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Tell the moderators about a recipe, a comment or a member.")
    static let examples = [
        Example("report c20 --reason spam --as @ada", "a comment"),
        Example("report @mallory --reason offensive --note 'see c31' --as @bo", "a member"),
    ]

    @Argument(help: "r12, c20 or @name.") var target: String
    @Option(help: "spam, offensive, unsafe, copyright or other.") var reason: String
    @Option(help: "What the moderators should know.") var note: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject =
            try target.hasPrefix("@")
            ? MemberName.reference(target, field: "target") : EntityName.reference(target, "rcm", field: "target")
        let value: ProtoReportReason.Value = try Word.choose(
            reason,
            ["spam": .spam, "offensive": .offensive, "unsafe": .unsafe, "copyright": .copyright, "other": .other],
            field: "reason")
        var payload = Payload.none
        if let note {
            var message = ProtoReport()
            message.note = note
            payload = .report(message)
        }
        try invocation.submit(
            Command(
                .reportFiled, actor: try invocation.actor(to: "report"), subject: subject, payload: payload,
                value: UInt8(truncatingIfNeeded: value.rawValue)))
    }
}
