package import Events

extension Payload {
    /// As an event's `data` says it; an empty object when it says nothing.
    package var json: [UInt8] { message.flatMap(EventData.json) ?? Array("{}".utf8) }
}
