import Events
import Interchange

/// Payloads from JSON, with the same reading and the same refusals as an event's `data` in a submission.
enum EventJSON {
    static func payload(of kind: EventKind, _ bytes: [UInt8]) throws(Refusal) -> Payload {
        let envelope = #"{"specversion":"1.0","type":"larder.\#(kind.name)","source":"file","id":"1","data":"#
        return try CloudEventReader.command(json: Array(envelope.utf8) + bytes + Array("}".utf8)).payload
    }
}
