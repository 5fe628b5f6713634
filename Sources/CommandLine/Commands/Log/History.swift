import Answers
import ArgumentParser
import EventLog
import Events
import Layout
import Service
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

    var reach: Reach { .log }

    func execute(_ invocation: Invocation) throws {
        guard let reference = Reference(id) else {
            throw Refusal(
                .usage, "«\(id)» names nothing: write r12, c20, @name, external:source:id or a position", field: "id")
        }
        try invocation.withCommunity { community in
            let page = try invocation.query(community) { queries in
                try queries.history(
                    of: try queries.creation(of: reference), newestFirst: newest, page: invocation.page)
            }
            let end = Position(page.position)
            let log = community.log
            if options.json {
                let document = try log.document(of: page.events, position: end, next: page.next)
                invocation.write(String(decoding: document, as: UTF8.self))
            } else {
                for event in page.events {
                    guard let record = try log.read({ try $0.record(at: event) }) else { continue }
                    invocation.write(try EventText.line(record, log, invocation.terminal, namesAsOf: end))
                }
            }
            invocation.noteNext(page.next)
        }
    }
}
