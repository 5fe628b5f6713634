import CloudEvents
import Events
import Operations

extension Payload {
    /// What an event of that kind says in its `data`, told by values of our own.
    ///
    /// It goes by way of JSON: times and lists are protobuf's own types in payloads, and only Interchange knows those.
    init(_ kind: EventKind, saying content: some Encodable) throws {
        self = try CloudEventReader.data(kind, json: Array(try JSONDocument.text(content).utf8)).payload
    }
}
