import Answers
import CloudEvents
import Events
import Foundation
import LarderAPI
import LarderClient
import Layout
import Views

/// Reads events of the log and explanations of answers.
extension ServiceBackend {
    func event(at position: Position) throws -> LoggedEvent {
        guard let event = LoggedEvent(try document(of: API.event, EventInput(event: "\(position)"))) else {
            throw unreadable("no event")
        }
        return event
    }

    func history(of thing: Reference, newestFirst: Bool, page: Page) throws -> LoggedEvents {
        try events(
            API.history,
            HistoryInput(thing: thing.description, newestFirst: newestFirst, page: PageRequest(page)))
    }

    func newest(_ count: Int, _ choice: EventChoice, _ body: (LoggedEvent) throws -> Void) throws -> Position {
        func text(_ moment: Moment?) -> String? {
            switch moment {
            case nil: nil
            case .position(let position)?: "\(position)"
            case .time(let time)?: time.rfc3339
            }
        }
        let found = try events(
            API.log,
            LogInput(
                choice.selection, from: text(choice.part.from), to: text(choice.part.to),
                page: PageRequest(limit: UInt64(count))))
        for event in found.events.reversed() { try body(event) }
        return Position(found.position)
    }

    func follow(
        _ choice: EventChoice, after position: Position, warn: @escaping @Sendable (String) -> Void,
        _ body: (LoggedEvent) throws -> Void
    ) throws {
        let (strange, selection) = (unreadable("no event"), choice.selection)
        let lines = LogLines { client in
            client.log(selection, after: position.value) { error, delay in
                let why = (error as? LarderFailure)?.message ?? (error as? LarderRefusal)?.message ?? "\(error)"
                let seconds = max(1, Int((delay / .seconds(1)).rounded()))
                warn("\(why). The next attempt is in \(seconds) s, and no event is left out")
            }
        }
        while let line = try run({ try await lines.next($0) }) {
            guard let event = LoggedEvent(line.event.bytes) else { throw strange }
            guard choice.part.hasBegun(by: event.position, recordedAt: event.recordedAt) else { continue }
            try body(event)
        }
    }

    /// The events as the service writes them, in as many pages as that takes.
    private func events<Input: PagedInput>(
        _ operation: LarderAPI.Operation<Input, LogAnswer>, _ input: Input
    ) throws -> LoggedEvents {
        let (page, moment, strange) = (input.page, moment, unreadable("no events"))
        let log: LogPage = try run { client in
            try await .collecting(page.count, after: page.after) { page in
                var input = input
                input.page = page
                let document = try await client.document(of: operation, input, moment)
                guard let page = LogPage(document.bytes) else { throw strange }
                return page
            }
        }
        let events = log.events.compactMap { LoggedEvent($0) }
        guard events.count == log.events.count else { throw strange }
        return LoggedEvents(position: log.position, events: events, next: log.next)
    }

    private struct CreationAnswer: Decodable {
        var type: String
        var actor: String?
        var subject: String?
    }

    func creation(at position: Position, by kind: EventKind) throws -> Creation? {
        let answer: CreationAnswer
        do throws(Refusal) {
            answer = try decoded(try document(of: API.event, EventInput(event: "\(position)")))
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
        guard answer.type == "larder.\(kind.name)", let actor = answer.actor else { return nil }
        return Creation(
            actor: actor.hasPrefix("@") ? try profile(actor).id : actor,
            subject: answer.subject.flatMap { Reference($0) })
    }

    /// The most reasons of one page.
    private static let reasonsMax = 100

    /// An answer, or the result of the job that the service starts for it.
    private func document<Input, Answer>(
        of operation: LarderAPI.Operation<Input, Answer>, _ input: Input, progress: (Int, Int) -> Void
    ) throws -> [UInt8] {
        switch try run({ try await $0.documentOrJob(of: operation, input) }) {
        case .document(let document): return document.bytes
        case .job(let job):
            return Array(try JSONEncoder().encode(try result(of: job) { _, done, total in progress(done, total) }))
        }
    }

    func why(_ request: WhyRequest, page: Page, progress: (Int, Int) -> Void) throws -> WhyAnswer {
        let input = WhyInput(
            question: try request.call.path(on: self), wording: request.text, fields: request.path,
            viewer: request.viewer?.description, newestFirst: request.newestFirst, proof: request.proof,
            asOf: moment.asOf, page: PageRequest(page))
        var (paged, left, answer) = (input, input.page.count ?? .max, WhyAnswer?.none)
        repeat {
            paged.page.limit = UInt64(min(left, Self.reasonsMax))
            let page: WhyAnswer = try decoded(try document(of: API.why, paged, progress: progress))
            // A page that is followed by itself would never end.
            guard page.next == nil || page.next != paged.page.after else { throw unreadable("\(WhyAnswer.self)") }
            left -= page.reasons.count
            paged.page.after = page.reasons.isEmpty ? nil : page.next
            if answer == nil { answer = page } else { answer?.reasons += page.reasons }
            answer?.next = page.next
        } while left > 0 && paged.page.after != nil
        guard var answer else { throw unreadable("\(WhyAnswer.self)") }
        answer.name = request.path.last
        return answer
    }

    func writeHoldings(about member: Reference, _ write: ([UInt8]) -> Void) throws {
        write(try document(of: API.exportPerson, MemberInput(member: member.description)))
    }

    /// The target of a question's request for its whole answer: a path with its query.
    func target<Input, Answer>(of operation: LarderAPI.Operation<Input, Answer>, _ input: Input) -> String {
        guard let page = (input as? any PagedInput)?.page else { return operation.target(for: input) }
        return operation.target(for: input.with(PageRequest(limit: page.limit == 0 ? nil : page.limit)))
    }
}

/// The place in a stream of the log, which the command's thread moves on.
private actor LogLines {
    private let open: @Sendable (LarderClient) -> LiveStream<LogLine>
    private var iterator: LiveStream<LogLine>.AsyncIterator?

    init(_ open: @escaping @Sendable (LarderClient) -> LiveStream<LogLine>) { self.open = open }

    func next(_ client: LarderClient) async throws -> LogLine? {
        var place = iterator ?? open(client).makeAsyncIterator()
        defer { iterator = place }
        return try await place.next()
    }
}

extension EventChoice {
    fileprivate var selection: LogSelection {
        LogSelection(kinds: kinds.map(\.name), actor: actor?.description, thing: thing?.description)
    }
}

/// A page of the log as the service writes it.
private struct LogPage: PageAnswer {
    let position: UInt64
    private(set) var events: [[UInt8]] = []
    private(set) var next: String?
    var count: Int { events.count }

    /// `nil`: the document has another form.
    init?(_ document: [UInt8]) {
        // What is no JSON is reported as an unreadable answer.
        guard case .object(let members, _)? = try? JSONValue(document),
            let position = members["position"]?.integer.flatMap({ UInt64(exactly: $0) }),
            case .array(let items)? = members["events"]
        else { return nil }
        self.position = position
        for item in items {
            guard case .object(_, let range) = item else { return nil }
            events.append(Array(document[range]))
        }
        if case .string(let cursor)? = members["next"] { next = cursor }
    }

    mutating func append(_ page: LogPage) {
        events += page.events
        next = page.next
    }
}
