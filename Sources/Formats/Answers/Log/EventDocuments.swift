package import EventLog
import Events
package import Layout
import Operations

/// Events as JSON, for reading at home.
extension EventLog {
    /// One of them. Refuses a position that there is none at.
    package func event(at position: Position) throws(Refusal) -> Record {
        guard let record = try read({ try $0.record(at: position) }) else {
            throw Refusal(.notFound, "there is no event \(position): the log ends at \(try head())")
        }
        return record
    }

    /// Several in one document, with names as they were at `position`, and where the list goes on.
    package func document(of events: [Position], position: Position, next: String?) throws -> [UInt8] {
        let records = try events.compactMap { event in try read { try $0.record(at: event) } }
        let lines = try records.map { record in try line(record, namesAsOf: position) }
        return try EventDocument.bytes(of: lines, position: position, next: next)
    }
}

/// Events in one JSON document.
package enum EventDocument {
    /// Of the lines of some, as of `position`, and where their list goes on.
    package static func bytes(of lines: [[UInt8]], position: Position, next: String?) throws -> [UInt8] {
        var document = Array(#"{"events":["#.utf8)
        for (index, line) in lines.enumerated() {
            if index > 0 { document.append(UInt8(ascii: ",")) }
            document += line
        }
        document.append(UInt8(ascii: "]"))
        if let next { document += Array(#","next":"#.utf8) + (try JSONDocument.bytes(next)) }
        document += Array(#","position":\#(position)}"#.utf8)
        return document
    }
}
