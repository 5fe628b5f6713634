import Answers
import CloudEvents
import EventLog
import Events
import Layout
import Views

/// An event of the log, as JSON or as a line for people.
struct LoggedEvent {
    let json: () throws -> [UInt8]
    let line: () throws -> EventLine

    /// Names the members as they were named at `end`; `nil`: as they are named now.
    init(_ record: Record, _ log: EventLog, namesAsOf end: Position? = nil) {
        json = { try log.line(record, namesAsOf: end) }
        line = { try EventLine(record, log, namesAsOf: end) }
    }

    /// Reads an event from a service's JSON; `nil`: the document is no event.
    init?(_ json: [UInt8]) {
        // What is no JSON is no event.
        guard let value = try? JSONValue(json), let line = EventLine(value) else { return nil }
        self.json = { json }
        self.line = { line }
    }
}

/// Some events of the log, as of one position.
struct LoggedEvents {
    let position: UInt64
    let events: [LoggedEvent]
    /// The cursor of the next page; `nil`: this is the last page.
    let next: String?

    /// One JSON document.
    func document() throws -> [UInt8] {
        try EventDocument.bytes(of: events.map { try $0.json() }, position: Position(position), next: next)
    }
}
