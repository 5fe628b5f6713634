import Answers
import CloudEvents
import EventLog
import Events
import Layout
import Views

/// An event as it is read at home: as JSON, or as a line for people.
struct LoggedEvent {
    let json: () throws -> [UInt8]
    let line: () throws -> EventLine

    /// With names as they were at `end`; nil: those of today.
    init(_ record: Record, _ log: EventLog, namesAsOf end: Position? = nil) {
        json = { try log.line(record, namesAsOf: end) }
        line = { try EventLine(record, log, namesAsOf: end) }
    }

    /// As a service shows it; nil where that is no event.
    init?(_ json: [UInt8]) {
        guard let value = try? JSONValue(json), let line = EventLine(value) else { return nil }
        self.json = { json }
        self.line = { line }
    }
}

/// Some of them, as of one position.
struct LoggedEvents: PagedAnswer {
    let position: UInt64
    private(set) var events: [LoggedEvent]
    private(set) var next: String?
    var count: Int { events.count }

    init(position: UInt64, events: [LoggedEvent], next: String?) {
        (self.position, self.events, self.next) = (position, events, next)
    }

    /// As a service shows them; nil where those are none.
    init?(_ document: [UInt8]) {
        guard case .object(let members, _)? = try? JSONValue(document),
            let position = members["position"]?.integer.flatMap({ UInt64(exactly: $0) }),
            case .array(let items)? = members["events"]
        else { return nil }
        let events = items.compactMap { item -> LoggedEvent? in
            guard case .object(_, let range) = item else { return nil }
            return LoggedEvent(Array(document[range]))
        }
        guard events.count == items.count else { return nil }
        var next: String?
        if case .string(let cursor)? = members["next"] { next = cursor }
        self.init(position: position, events: events, next: next)
    }

    mutating func append(_ more: LoggedEvents) {
        events += more.events
        next = more.next
    }

    /// One JSON document.
    func document() throws -> [UInt8] {
        try EventDocument.bytes(of: events.map { try $0.json() }, position: Position(position), next: next)
    }
}
