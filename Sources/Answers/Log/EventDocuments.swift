package import EventLog
package import Events
package import Layout
import Notation

/// Events as JSON, for reading at home.
extension EventLog {
    /// One of them. Refuses a position that there is none at.
    package func line(at position: Position) throws(Refusal) -> [UInt8] {
        guard let record = try read({ try $0.record(at: position) }) else {
            throw Refusal(.notFound, "there is no event \(position): the log ends at \(try head())")
        }
        return try line(record)
    }

    /// Several in one document, with names as they were at `position`, and where the list goes on.
    package func document(of events: [Position], position: Position, next: String?) throws -> [UInt8] {
        let records = try events.compactMap { event in try read { try $0.record(at: event) } }
        var document = Array(#"{"events":["#.utf8)
        for (index, record) in records.enumerated() {
            if index > 0 { document.append(UInt8(ascii: ",")) }
            document += try line(record, namesAsOf: position)
        }
        document.append(UInt8(ascii: "]"))
        if let next { document += Array(#","next":"#.utf8) + (try JSONDocument.bytes(next)) }
        document += Array(#","position":\#(position)}"#.utf8)
        return document
    }
}
