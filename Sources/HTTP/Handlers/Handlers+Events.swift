import Accounts
import CloudEvents
import Community
import EventLog
import Events
import Foundation
import HTTPTypes
import LarderAPI
import Layout
import Operations
import Views

/// CloudEvents over HTTP, one or many, as their HTTP protocol binding defines it.
extension Handlers {
    static let events = [
        handle(API.submitEvents) { _, request in
            switch request.eventMode {
            case .structured: return try await request.submitEvent(request.body)
            case .binary: return try await request.submitEvent(try request.binaryEvent())
            case .batch: return try await request.submitEvents()
            case .unknown:
                throw Refusal(
                    .unsupported,
                    "send application/cloudevents+json, application/cloudevents-batch+json, application/x-ndjson, or ce- headers"
                )
            }
        },
        handle(API.stream) { input, request in try request.stream(input) },
    ]
}

private enum EventMode {
    case structured, batch, binary, unknown
}

extension APIRequest {
    fileprivate var eventMode: EventMode {
        let media = (headers[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
        return switch media {
        case "application/cloudevents+json": .structured
        case "application/cloudevents-batch+json", "application/x-ndjson": .batch
        default: headers.contains(where: { $0.name.canonicalName.hasPrefix("ce-") }) ? .binary : .unknown
        }
    }

    fileprivate func submitEvent(_ bytes: [UInt8]) async throws -> Reply {
        guard bytes.count <= EventLines.byteLimit else {
            throw Refusal(.tooLarge, "an event has at most \(EventLines.byteLimit) bytes")
        }
        let command = try await context.apart {
            let command = try self.checked(try CloudEventReader.command(json: bytes), isAdmin: try self.isAdmin())
            try self.context.community.holdImages(command.payload.imageIDs, by: self.viewer)
            return command
        }
        return try Self.reply(try await context.submit(command))
    }

    /// Decides all events in order, in batches that become durable as a whole. The answer reports each event.
    fileprivate func submitEvents() async throws -> Reply {
        let (answer, deletes) = try await context.apart { try self.submittedEvents() }
        if deletes { await context.forget() }
        return try .json(answer)
    }

    /// Reads and submits the events: eight megabytes take long. Returns also whether a member was deleted.
    private func submittedEvents() throws -> (EventsAnswer, deletes: Bool) {
        let lines = EventLines(HeldBytes(body, name: "the request"))
        var answer = EventsAnswer(position: 0, read: 0)
        var isAtEnd = false
        var deletes = false
        while !isAtEnd {
            var batch: [(number: Int, command: Command)] = []
            let isAdmin = try isAdmin()
            while batch.count < Submission.batchCount {
                guard let line = try lines.next() else {
                    isAtEnd = true
                    break
                }
                answer.read += 1
                do throws(Refusal) {
                    let command = try checked(try line.command.get(), isAdmin: isAdmin)
                    try context.community.holdImages(command.payload.imageIDs, by: viewer)
                    batch.append((line.number, command))
                } catch {
                    answer.add(error, line.number)
                }
            }
            guard !batch.isEmpty else { continue }
            for (item, result) in zip(batch, try context.community.submit(batch: batch.map(\.command))) {
                answer.add(result, item.number)
                deletes = deletes || item.command.kind == .memberDeleted
            }
        }
        answer.events.sort { $0.number < $1.number }
        answer.position = try context.community.log.head().value
        return (answer, deletes)
    }

    /// Whether the caller is an admin now, as an import needs.
    private func isAdmin() throws(Refusal) -> Bool {
        let member = try requiredPrincipal.member
        return try context.community.query { $0.role(member) == .admin }
    }

    /// The command as the caller may submit it. Only the key of an admin with the scope `import` acts for other members, or at an earlier
    /// time. Accounts are created and deleted by operations of their own.
    private func checked(_ command: Command, isAdmin: Bool) throws(Refusal) -> Command {
        let principal = try requiredPrincipal
        if principal.scopes.contains(.import) {
            guard isAdmin else { throw Refusal(.forbidden, "only an admin's key can have the scope import") }
            // Without an actor the key's member acts: only a program with the directory is the operator.
            var command = command
            if command.kind != .memberRegistered { command.actor = command.actor ?? .member(principal.member) }
            return command
        }
        var command = command
        guard command.kind != .memberRegistered, command.kind != .memberDeleted else {
            throw Refusal(.forbidden, "\(command.kind.name) requires a key with the scope import", field: "type")
        }
        if let actor = command.actor {
            let named = try context.community.query { try $0.member(actor) }
            guard named == principal.member else {
                throw Refusal(.forbidden, "acting for others requires a key with the scope import", field: "actor")
            }
        }
        command.actor = .member(principal.member)
        guard command.occurredAt == nil else {
            throw Refusal(.forbidden, "events of another time require a key with the scope import", field: "time")
        }
        // Two members may use one origin.
        if let origin = command.origin {
            command.origin = Origin(source: "larder/\(principal.member)/\(origin.source)", id: origin.id)
        }
        // Each event of a batch is charged as a request of its own.
        do { try count(as: command.kind.rateKind) } catch { throw error.refusal }
        return command
    }

    /// The event of a request whose headers are the attributes and whose body is the data.
    fileprivate func binaryEvent() throws(Refusal) -> [UInt8] {
        var attributes: [String: String] = [:]
        for field in headers where field.name.canonicalName.hasPrefix("ce-") {
            guard let value = field.value.removingPercentEncoding else {
                throw Refusal(
                    .usage, "\(field.name) is not percent-encoded UTF-8", field: String(field.name.canonicalName))
            }
            attributes[String(field.name.canonicalName.dropFirst(3))] = value
        }
        attributes["datacontenttype"] = body.isEmpty ? nil : headers[.contentType]
        // The body is written between attributes: unchecked, it could add attributes of its own.
        if !body.isEmpty, (try? JSONValue(body)) == nil {
            throw Refusal(.invalid, "data must be a JSON object", field: "data")
        }
        var text = Array("{".utf8)
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            // A header is a text, and this attribute is a number.
            let isNumber = name == "expectedversion" && UInt32(value) != nil
            text += Array("\(Self.quoted(name)):\(isNumber ? value : Self.quoted(value))".utf8)
        }
        if !body.isEmpty { text += Array(",\"data\":".utf8) + body }
        return text + Array("}".utf8)
    }

    // A text always has a form in JSON.
    private static func quoted(_ text: String) -> String { (try? JSONDocument.text(text)) ?? "\"\"" }
}

extension EventsAnswer {
    fileprivate mutating func add(_ result: Result<Outcome, Refusal>, _ number: Int) {
        switch result {
        case .success(let outcome):
            if outcome.changed { appended += 1 } else { unchanged += 1 }
            let submitted = SubmitAnswer(outcome)
            events.append(
                EventAnswer(
                    number: number, position: submitted.position, id: submitted.id, changed: submitted.changed))
        case .failure(let refusal): add(refusal, number)
        }
    }

    fileprivate mutating func add(_ refusal: Refusal, _ number: Int) {
        refused[refusal.code.rawValue, default: 0] += 1
        events.append(EventAnswer(number: number, error: RefusalDocument(refusal)))
    }
}
