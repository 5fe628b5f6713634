import Answers
import CloudEvents
import EventLog
import Events
import Layout
import Views

/// An event of the log, as JSON, as a line for people, or as a row for programs.
struct LoggedEvent {
    let position: Position
    let recordedAt: Timestamp
    let json: () throws -> [UInt8]
    let line: () throws -> EventLine
    /// `nil`: the event comes from a service, which names neither the owner nor the credited time.
    let row: ((EventTable) throws -> String)?

    /// Names the members as they were named at `end`; `nil`: as they are named now.
    init(_ record: Record, _ log: EventLog, namesAsOf end: Position? = nil) {
        (position, recordedAt) = (record.header.position, record.header.recordedAt)
        json = { try log.line(record, namesAsOf: end) }
        line = { try EventLine(record, log, namesAsOf: end) }
        row = { table in try log.read { table.row(record.header, in: $0) } }
    }

    /// Reads an event from a service's JSON; `nil`: the document is no event.
    init?(_ json: [UInt8]) {
        // What is no JSON is no event.
        guard let value = try? JSONValue(json), let line = EventLine(value),
            case .object(let members, _) = value,
            case .string(let sequence)? = members["sequence"], let position = UInt64(sequence),
            case .string(let recorded)? = members["recordedtime"], let recordedAt = Timestamp(rfc3339: recorded)
        else { return nil }
        (self.position, self.recordedAt) = (Position(position), recordedAt)
        self.json = { json }
        self.line = { line }
        row = nil
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
