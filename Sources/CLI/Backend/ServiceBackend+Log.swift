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

    func newest(_ count: Int, _ choice: EventChoice, by actor: Reference?, about thing: Reference?) throws
        -> [LoggedEvent]
    {
        func text(_ moment: Moment?) -> String? {
            switch moment {
            case nil: nil
            case .position(let position)?: "\(position)"
            case .time(let time)?: time.rfc3339
            }
        }
        return try events(
            API.log,
            LogInput(
                LogSelection(
                    kinds: choice.kinds.map(\.name), actor: actor?.description, thing: thing?.description),
                from: text(choice.part.from), to: text(choice.part.to), page: PageRequest(limit: UInt64(count)))
        ).events.reversed()
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

    func why(_ request: WhyRequest, page: Page, progress: (Int, Int) -> Void) throws -> WhyAnswer {
        let input = WhyInput(
            question: try request.call.path(on: self), wording: request.text, fields: request.path,
            viewer: request.viewer?.description, newestFirst: request.newestFirst, proof: request.proof,
            asOf: moment.asOf, page: PageRequest(page))
        let strange = unreadable("\(WhyAnswer.self)")
        let pages: WhyPage = try run { client in
            try await .collecting(input.page.count, after: input.page.after) { page in
                var input = input
                input.page = page
                let document = try await client.document(of: API.why, input)
                do {
                    return WhyPage(answer: try JSONDecoder().decode(WhyAnswer.self, from: Data(document.bytes)))
                } catch {
                    throw strange
                }
            }
        }
        var answer = pages.answer
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

/// A page of reasons.
private struct WhyPage: PageAnswer {
    var answer: WhyAnswer
    var next: String? { answer.next }
    var count: Int { answer.reasons.count }

    mutating func append(_ page: WhyPage) {
        answer.reasons += page.answer.reasons
        answer.next = page.answer.next
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
