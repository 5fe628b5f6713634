import Answers
import CloudEvents
import Events
import LarderAPI
import Layout
import Views

/// What the log says, and what explains an answer.
extension ServiceBackend {
    func event(at position: Position) throws -> LoggedEvent {
        let bytes = try document(API.event, EventInput(event: "\(position)"))
        guard let event = LoggedEvent(bytes) else { throw strange("no event") }
        return event
    }

    func history(of thing: Reference, newestFirst: Bool, page: Page) throws -> LoggedEvents {
        try pages(PageRequest(page)) { part in
            try events(
                API.history, HistoryInput(thing: thing.description, newestFirst: newestFirst, page: part))
        }
    }

    func newest(_ count: Int, kinds: [EventKind], by actor: Reference?) throws -> [LoggedEvent] {
        try pages(PageRequest(limit: UInt64(count))) { part in
            try events(API.log, LogInput(kinds: kinds.map(\.name), actor: actor?.description, page: part))
        }.events.reversed()
    }

    /// The events as the service writes them.
    private func events<Input>(
        _ operation: LarderAPI.Operation<Input, LogAnswer>, _ input: Input
    ) throws -> LoggedEvents {
        guard let events = LoggedEvents(try document(operation, input)) else { throw strange("no events") }
        return events
    }

    private struct CreationAnswer: Decodable {
        var type: String
        var actor: String?
        var subject: String?
    }

    func creation(at position: Position, by kind: EventKind) throws -> Creation? {
        let answer: CreationAnswer
        do {
            answer = try decoded(try send(API.event, EventInput(event: "\(position)")))
        } catch let refusal as Refusal where refusal.code == .notFound {
            return nil
        }
        guard answer.type == "larder.\(kind.name)", let actor = answer.actor else { return nil }
        return Creation(
            actor: actor.hasPrefix("@") ? try profile(actor).id : actor,
            subject: answer.subject.flatMap { Reference($0) })
    }

    func why(_ request: WhyRequest, page: Page, progress: (Int, Int) -> Void) throws -> WhyAnswer {
        var input = WhyInput(
            question: try request.call.path(on: self), wording: request.text, fields: request.path,
            viewer: request.viewer?.description, newestFirst: request.newestFirst, proof: request.proof, asOf: asOf)
        var answer: WhyAnswer = try pages(PageRequest(page)) { part in
            input.page = part
            return try decoded(try send(API.why, input))
        }
        answer.name = request.path.last
        return answer
    }

    func writeHoldings(about member: Reference, _ write: ([UInt8]) -> Void) throws {
        write(try document(API.exportPerson, MemberInput(member: member.description)))
    }
}

extension PageRequest {
    init(_ page: Page) { self.init(limit: UInt64(page.limit), after: page.after) }
}
