import Accounts
import CloudEvents
import Community
import Decisions
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
            case .structured:
                return try await request.submitEvent { request throws(Refusal) in try request.structuredEvent() }
            case .binary: return try await request.submitEvent { request throws(Refusal) in try request.binaryEvent() }
            case .many(let form): return try await request.submitEvents(as: form)
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
    case structured, binary, unknown
    case many(EventLines.Form)
}

extension APIRequest {
    /// With so many bytes of lines a batch is decided: their commands can take forty times as much.
    private static let batchBytes = 128 << 10

    fileprivate var eventMode: EventMode {
        let media = (headers[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
        return switch media {
        case "application/cloudevents+json": .structured
        case "application/cloudevents-batch+json": .many(.batch)
        case "application/x-ndjson": .many(.lines)
        default: headers.contains(where: { $0.name.canonicalName.hasPrefix("ce-") }) ? .binary : .unknown
        }
    }

    fileprivate func submitEvent(
        _ read: @escaping @Sendable (APIRequest) throws(Refusal) -> Command
    ) async throws -> Reply {
        guard body.count <= EventLines.byteLimit else {
            throw Refusal(.tooLarge, "an event has at most \(EventLines.byteLimit) bytes")
        }
        let command = try await context.apart {
            let event = Result { () throws(Refusal) in try read(self) }
            try self.charge(event)
            let command = try self.checked(try event.get(), isAdmin: try self.isAdmin())
            try self.context.community.holdImages(command.payload.imageIDs, by: self.viewer)
            return command
        }
        return try Self.reply(try await context.submit(command))
    }

    /// Decides all events in order, in batches that become durable as a whole. The answer reports each event.
    fileprivate func submitEvents(as form: EventLines.Form) async throws -> Reply {
        let (answer, deletes) = try await context.apart { try self.submittedEvents(as: form) }
        if deletes { await context.forget() }
        return try .json(answer)
    }

    /// Reads and submits the events. Returns also whether a member was deleted.
    ///
    /// Memory: the events of one batch, and the answers to all.
    private func submittedEvents(as form: EventLines.Form) throws -> (EventsAnswer, deletes: Bool) {
        try checkForm(form)
        let lines = EventLines(HeldBytes(body, name: "the request"), as: form)
        let isAdmin = try isAdmin()
        var answer = EventsAnswer(position: 0, read: 0)
        var deletes = false
        var batch: [(number: Int, command: Command)] = []
        var batchBytes = 0
        func decide() throws {
            guard !batch.isEmpty else { return }
            for (item, result) in zip(batch, try context.community.submit(batch: batch.map(\.command))) {
                answer.add(result, item.number)
                deletes = deletes || item.command.kind == .memberDeleted
            }
            batch = []
            batchBytes = 0
        }
        while let line = try lines.next() {
            answer.read += 1
            if lines.refusal == nil {
                do throws(RateLimitReached) { try charge(line.command) } catch {
                    // A client that waits and sends the request again loses nothing: nothing was decided.
                    guard answer.read > 1 else { throw error }
                    lines.refusal = error.refusal
                }
            }
            let command: Command
            do throws(Refusal) {
                if let refusal = lines.refusal { throw refusal }
                command = try checked(try line.command.get(), isAdmin: isAdmin)
                try context.community.holdImages(command.payload.imageIDs, by: viewer)
            } catch {
                answer.add(error, line.number)
                continue
            }
            batch.append((line.number, command))
            batchBytes += line.bytes.count
            if batchBytes >= Self.batchBytes { try decide() }
        }
        try decide()
        answer.finish()
        answer.position = try context.community.log.head().value
        return (answer, deletes)
    }

    /// Refuses a batch that is not a JSON array, and too many events, before anything is decided. Such a request is charged as one
    /// event.
    private func checkForm(_ form: EventLines.Form) throws {
        let count: Int
        do throws(JSONValue.Malformed) {
            count = try EventLines.count(body, as: form, countMax: API.eventsMax)
        } catch {
            try self.count(as: .actions)
            throw Refusal(malformed: error)
        }
        guard count <= API.eventsMax else {
            try self.count(as: .actions)
            throw Refusal(
                .tooLarge, "a request has at most \(API.eventsMax) events: send the others in further requests")
        }
    }

    /// Charges an event as a request of its own, whether it can be read or not.
    private func charge(_ event: Result<Command, Refusal>) throws(RateLimitReached) {
        try count(as: (try? event.get())?.kind.rateKind ?? .actions)
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
            var command = command.byOperator
            // No member answers for numbers from before.
            guard command.kind != .memberRegistered, !command.kind.isCarriedOver else { return command }
            command.actor = command.actor ?? .member(principal.member)
            return command
        }
        var command = command
        guard command.kind != .memberRegistered, command.kind != .memberDeleted else {
            throw Refusal(.forbidden, "\(command.kind.name) requires a key with the scope import", field: "type")
        }
        if let actor = command.actor {
            let named = try context.community.query { try $0.member(actor, for: principal.member) }
            guard named == principal.member else {
                throw Refusal(.forbidden, "acting for others requires a key with the scope import", field: "actor")
            }
        }
        command.actor = .member(principal.member)
        // Two members may use one origin.
        if let origin = command.origin {
            command.origin = Origin(source: "larder/\(principal.member)/\(origin.source)", id: origin.id)
        }
        try checkTime(of: command)
        return command
    }

    /// Refuses a time that is not about now. The libraries of CloudEvents write the present one. A repeated event keeps its time
    /// however late it comes.
    private func checkTime(of command: Command) throws(Refusal) {
        guard let time = command.occurredAt else { return }
        let distance = abs(time.microseconds - EventLog.systemClock().microseconds)
        guard distance > ContentLimits.aheadMicroseconds else { return }
        if let origin = command.origin, try context.community.log.read({ try $0.position(of: origin) }) != nil {
            return
        }
        throw Refusal(
            .forbidden, "time must be within 5 minutes of now: only a key that may import names another time",
            field: "time")
    }

    fileprivate func structuredEvent() throws(Refusal) -> Command {
        try CloudEventReader.command(try jsonObject(), of: body)
    }

    /// The event of a request whose headers are the attributes and whose body is the data.
    fileprivate func binaryEvent() throws(Refusal) -> Command {
        var members = try EventHeaders.members(of: headers.lazy.map { (String($0.name.canonicalName), $0.value) })
        members["datacontenttype"] = nil
        if !body.isEmpty {
            members["datacontenttype"] = headers[.contentType].map { .string($0) }
            members["data"] = try jsonObject()
        }
        return try CloudEventReader.command(.object(members), of: body)
    }
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

    /// Puts the events into their order, and drops all but the first refusals.
    fileprivate mutating func finish() {
        events.sort { $0.number < $1.number }
        var refusals = 0
        events.removeAll { event in
            guard event.error != nil else { return false }
            refusals += 1
            return refusals > API.refusalsListedMax
        }
    }
}
