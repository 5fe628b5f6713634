import ArgumentParser
import Events
import Views

struct History: Question {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Every event that touches a recipe, a comment, a member or any other thing.")
    static let examples = [
        Example("log history r12", "all that happened to a recipe, the oldest first"),
        Example("log history @bo --newest", "all that bo did, and that was done to bo"),
        Example("log history external:foodcom:137739 --json", "for programs"),
    ]

    @Argument(help: "r12, c20, p30, f9, i40, b41, @name, external:source:id, or a position.") var id: String
    @Flag(help: "The newest first.") var newest = false
    @OptionGroup var options: GlobalOptions

    /// `why` asks of answers: these are the events themselves.
    func call(_ invocation: Invocation) throws -> any AnyCall {
        throw Refusal(.usage, "that lists events themselves: there is nothing behind them to explain")
    }

    func execute(_ invocation: Invocation) throws {
        guard let reference = Reference(id) else {
            throw Refusal(
                .usage, "«\(id)» names nothing: write r12, c20, @name, external:source:id or a position", field: "id")
        }
        try invocation.withBackend { backend in
            let answer = try backend.history(of: reference, newestFirst: newest, page: invocation.page)
            if options.json {
                invocation.output.write(String(decoding: try answer.document(), as: UTF8.self))
            } else {
                for event in answer.events {
                    invocation.output.write(try event.line().text(for: invocation.output.terminal))
                }
            }
            invocation.output.noteNext(answer.next)
        }
    }
}
