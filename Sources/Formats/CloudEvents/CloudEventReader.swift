package import Events
import Foundation
import Layout
import SwiftProtobuf

/// Reads CloudEvents as commands: one event is one command.
package enum CloudEventReader {
    static let originByteLimit = 255

    /// The command of an event of one of our types.
    ///
    /// Refuses with `invalid` and the field. Ignores extensions other than `actor`, `cause` and
    /// `expectedversion`.
    package static func command(json bytes: [UInt8], valuesMax: Int = .max) throws(Refusal) -> Command {
        try command(try CloudEvent(json: bytes, valuesMax: valuesMax), valuesMax)
    }

    /// The command of a request's event that was read from these bytes: the range of its `data` lies within them.
    package static func command(_ value: JSONValue, of bytes: [UInt8]) throws(Refusal) -> Command {
        try command(try CloudEvent(value, of: bytes), JSONValue.requestValuesMax)
    }

    private static func command(_ event: CloudEvent, _ valuesMax: Int) throws(Refusal) -> Command {
        let kind = try kind(event.type)
        try checkLength(event.source, "source")
        try checkLength(event.id, "id")
        try checkSchema(event, kind)
        var command = Command(
            kind, actor: try reference(event, "actor"), cause: try reference(event, "cause"),
            occurredAt: event.time, origin: Origin(source: event.source, id: event.id))
        if let subject = event.subject { command.subject = try reference(subject, "subject") }
        command.expectedVersion = try expectedVersion(event)
        let data = try dataBytes(event, valuesMax)
        do throws(Refusal) { try EventData.read(data, into: &command) } catch {
            throw Refusal(error.code, error.message, field: error.field ?? "data")
        }
        return command
    }

    /// The origin of an event whose command cannot be read. `nil` if its envelope cannot be read either: `command(json:)`
    /// has reported that error.
    static func origin(json bytes: [UInt8]) -> Origin? {
        (try? CloudEvent(json: bytes)).map { Origin(source: $0.source, id: $0.id) }
    }

    /// Reads `data` of an event of that kind: its payload, and the small value of the header.
    ///
    /// Refuses with `invalid` and the field: unknown fields by name, values of the wrong type, malformed JSON.
    package static func data(
        _ kind: EventKind, json bytes: [UInt8]
    ) throws(Refusal) -> (payload: Payload, value: UInt8) {
        guard case .object = try JSONValue(event: bytes) else {
            throw Refusal(.invalid, "the content must be a JSON object")
        }
        var command = Command(kind, actor: nil)
        try read(object: bytes, into: &command)
        return (command.payload, command.value)
    }

    /// Reads `data` into a command whose other fields are known. The caller has checked that it is a JSON object.
    package static func read(object bytes: [UInt8], into command: inout Command) throws(Refusal) {
        try EventData.read(bytes, into: &command)
    }

    private static func kind(_ type: String) throws(Refusal) -> EventKind {
        guard type.hasPrefix("larder."), let kind = EventKind(name: type) else {
            let bare = type.hasPrefix("larder.") ? String(type.dropFirst(7)) : type
            var near = NearestNames(to: bare.lowercased())
            for name in EventKind.allNames { near.consider("larder.\(name)", folded: name.lowercased()) }
            throw Refusal(.invalid, "there is no event type «\(type.excerpt())»\(near.question)", field: "type")
        }
        guard kind.isSubmittable else {
            throw Refusal(.invalid, "\(type) cannot be submitted: Larder alone writes it", field: "type")
        }
        return kind
    }

    private static func checkLength(_ text: String, _ field: String) throws(Refusal) {
        guard text.utf8.count <= originByteLimit else {
            throw Refusal(.invalid, "\(field) must be at most \(originByteLimit) bytes long", field: field)
        }
    }

    private static func checkSchema(_ event: CloudEvent, _ kind: EventKind) throws(Refusal) {
        guard let schema = event.dataSchema, schema.hasPrefix("larder:") else { return }
        guard schema == kind.dataSchema(version: 1) else {
            throw Refusal(
                .invalid, "dataschema of \(event.type) is \(kind.dataSchema(version: 1)) here", field: "dataschema")
        }
    }

    private static func reference(_ event: CloudEvent, _ name: String) throws(Refusal) -> Reference? {
        switch event.extensions[name] {
        case nil: nil
        case .string(let text)?: try reference(text, name)
        default: throw Refusal(.invalid, "\(name) must be a string", field: name)
        }
    }

    private static func reference(_ text: String, _ field: String) throws(Refusal) -> Reference {
        guard let reference = Reference(text) else {
            throw Refusal(
                .invalid, "\(field) «\(text.excerpt())» names nothing; write @name, r12 or external:source:id",
                field: field)
        }
        return reference
    }

    private static func expectedVersion(_ event: CloudEvent) throws(Refusal) -> UInt32? {
        switch event.extensions["expectedversion"] {
        case nil: return nil
        case .integer(let version)? where version >= 1: return UInt32(version)
        default:
            throw Refusal(.invalid, "expectedversion must be a whole number from 1", field: "expectedversion")
        }
    }

    /// The bytes of the JSON object in `data`; `nil` without one.
    private static func dataBytes(_ event: CloudEvent, _ valuesMax: Int) throws(Refusal) -> [UInt8]? {
        guard event.isJSON || event.data == .none else {
            throw Refusal(.invalid, "data of \(event.type) must be JSON", field: "datacontenttype")
        }
        switch event.data {
        case .none: return nil
        case .object(let bytes): return bytes
        case .other: throw Refusal(.invalid, "data must be a JSON object", field: "data")
        case .base64(let text):
            guard let data = Data(base64Encoded: text) else {
                throw Refusal(.invalid, "data_base64 is not base64", field: "data_base64")
            }
            let bytes = [UInt8](data)
            guard case .object = try JSONValue(event: bytes, valuesMax: valuesMax) else {
                throw Refusal(.invalid, "data_base64 must hold a JSON object", field: "data_base64")
            }
            return bytes
        }
    }
}

extension EventKind {
    /// Whether a command of this kind may be submitted. Only the log or the service write the others.
    package var isSubmittable: Bool {
        switch self {
        case .logCreated, .commandNoted, .memberPasswordChanged, .memberResetLinkMade, .memberAccessRevoked,
            .memberLoggedIn,
            .memberLoggedOut:
            false
        default: true
        }
    }

    /// The `dataschema` of its events, such as `larder:recipe.posted:1`.
    package func dataSchema(version: UInt8) -> String { "larder:\(name):\(version)" }
}
