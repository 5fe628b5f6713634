import ArgumentParser
import EventLog
import Events
import Layout
import Notation
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
            let records = try page.events.compactMap { event in try community.log.read { try $0.record(at: event) } }
            let end = Position(page.position)
            if options.json {
                let lines = try records.map { record in
                    String(decoding: try community.log.line(record, namesAsOf: end), as: UTF8.self)
                }
                let next = try page.next.map { ",\"next\":\(try JSONDocument.text($0))" } ?? ""
                invocation.write(
                    #"{"events":[\#(lines.joined(separator: ","))]\#(next),"position":\#(page.position)}"#)
            } else {
                for record in records {
                    invocation.write(try EventText.line(record, community.log, invocation.terminal, namesAsOf: end))
                }
            }
            invocation.noteNext(page.next)
        }
    }
}
