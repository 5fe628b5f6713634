import Answers
import CloudEvents
import Community
import Events
import LarderAPI
import Layout
import Views

/// What the log says, and what is proved of it.
extension Server {
    func event(at position: Position) throws -> LoggedEvent {
        let bytes = try json(["log", "\(position)"])
        guard let event = LoggedEvent(bytes) else { throw strange("no event") }
        return event
    }

    func history(of thing: Reference, newestFirst: Bool, page: Page) throws -> LoggedEvents {
        let order: [ServiceParameter] = newestFirst ? [("newestFirst", "true")] : []
        return try pages(page) { paging in
            try events(["log", "history", thing.description], order + paging + moment)
        }
    }

    func newest(_ count: Int, kinds: [EventKind], by actor: Reference?) throws -> [LoggedEvent] {
        let parameters = kinds.map { ("kind", $0.name) } + (actor.map { [("actor", $0.description)] } ?? [])
        return try pages(Page(limit: count)) { try events(["log"], parameters + $0) }.events.reversed()
    }

    private func events(_ path: ServicePath, _ parameters: [ServiceParameter]) throws -> LoggedEvents {
        guard let events = LoggedEvents(try json(path, parameters)) else { throw strange("no events") }
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
            answer = try decoded(try send("GET", ServicePath("log", "\(position)").text([])))
        } catch let refusal as Refusal where refusal.code == .notFound {
            return nil
        }
        guard answer.type == "larder.\(kind.name)", let actor = answer.actor else { return nil }
        return Creation(actor: try memberID(actor), subject: answer.subject.flatMap { Reference($0) })
    }

    /// Of whom an event names.
    private func memberID(_ name: String) throws -> String {
        guard name.hasPrefix("@") else { return name }
        let profile: ProfileAnswer = try decoded(try send("GET", ServicePath("members", name).text([])))
        return profile.id
    }

    func why(_ request: WhyRequest, page: Page, progress: (Int, Int) -> Void) throws -> WhyAnswer {
        var parameters: [ServiceParameter] = [
            ("question", try request.asking.path(of: request.question)), ("wording", request.text),
        ]
        parameters += request.path.map { ("field", $0) }
        if let viewer = request.asking.actor { parameters.append(("as", viewer.description)) }
        if request.newestFirst { parameters.append(("newestFirst", "true")) }
        if request.proof { parameters.append(("proof", "true")) }
        var answer: WhyAnswer = try pages(page) { paging in
            try decoded(try send("GET", ServicePath("why").text(parameters + paging + moment)))
        }
        answer.name = request.path.last
        return answer
    }

    func writeHoldings(about member: Reference, _ write: ([UInt8]) -> Void) throws {
        write(try json(["members", member.description, "export"]))
    }

    private struct KeyAnswer: Decodable {
        var key: String
    }

    func auditKey() throws -> String {
        let answer: KeyAnswer = try proved("key")
        return answer.key
    }

    func auditHead(size: UInt64?) throws -> AuditHead { try proved("head", ("size", size)) }

    func auditProof(of event: Position, size: UInt64?) throws -> AuditProof {
        try decoded(try send("GET", ServicePath("audit", "inclusion", "\(event)").text(Self.numbers([("size", size)]))))
    }

    func auditProof(from oldSize: UInt64, to newSize: UInt64?) throws -> AuditProof {
        try proved("consistency", ("from", oldSize), ("to", newSize))
    }

    private func proved<Answer: Decodable>(_ what: String, _ numbers: (String, UInt64?)...) throws -> Answer {
        try decoded(try send("GET", ServicePath("audit", what).text(Self.numbers(numbers))))
    }

    private static func numbers(_ named: [(String, UInt64?)]) -> [ServiceParameter] {
        named.compactMap { name, number in number.map { (name, "\($0)") } }
    }
}
