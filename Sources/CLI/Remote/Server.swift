import Accounts
import CloudEvents
import EventLog
import Events
import Fetching
import Foundation
import LarderAPI
import Layout
import Operations
import Recipes
import Views

/// A running service, asked in place of a directory.
final class Server: Counterpart {
    /// Entries that it gives at once.
    static let pageMax = 100
    /// How often something is tried that was not answered, or put off.
    private static let triesMax = 3
    /// Longer nobody waits for a service that is busy, in seconds.
    private static let patienceMax = 5.0
    /// Of a request for many events; a service takes more.
    private static let bulkBytesMax = 4 << 20

    let address: ServerAddress
    /// Nil: nobody in particular asks.
    let token: String?
    /// The position that must be reached before a question is answered, if any.
    private let least: [ServiceParameter]
    /// The earlier moment that questions are about, if any.
    let moment: [ServiceParameter]
    /// Who the token says it is, once somebody has asked.
    private var knownSelf: ProfileAnswer?

    init(_ address: ServerAddress, token: String?, atLeast: UInt64? = nil, asOf: String? = nil) {
        self.address = address
        self.token = token
        least = atLeast.map { [("atLeast", "\($0)")] } ?? []
        moment = asOf.map { [("asOf", $0)] } ?? []
    }

    var now: Timestamp { EventLog.systemClock() }

    // MARK: Asking

    func get<Answer: Decodable>(_ path: ServicePath, _ parameters: [ServiceParameter] = []) throws -> Answer {
        try decoded(try send("GET", path.text(parameters + least + moment)))
    }

    /// As many pages as make the one that is asked for.
    func get<Answer: PagedAnswer & Decodable>(
        _ path: ServicePath, _ parameters: [ServiceParameter] = [], page: Page
    ) throws -> Answer {
        try pages(page) { paging in try get(path, parameters + paging) }
    }

    /// The same of whatever `ask` makes of the parameters of each page.
    func pages<Answer: PagedAnswer>(_ page: Page, _ ask: ([ServiceParameter]) throws -> Answer) throws -> Answer {
        var answer: Answer?
        var left = page.limit == 0 ? .max : page.limit
        var after = page.after
        repeat {
            let paging =
                [("limit", "\(min(left, Self.pageMax))")] + (after.map { [("after", $0)] } ?? [])
                as [ServiceParameter]
            let part = try ask(paging)
            left -= part.count
            after = part.count > 0 ? part.next : nil
            if answer?.append(part) == nil { answer = part }
        } while after != nil && left > 0
        guard let answer else { throw strange("no page") }
        return answer
    }

    func ask<Answer>(_ inquiry: Inquiry<Answer>) throws -> Answer { try inquiry.fetch(self) }

    /// Whoever the token says it is.
    func oneself() throws -> ProfileAnswer {
        if let knownSelf { return knownSelf }
        let answer: ProfileAnswer = try decoded(try send("GET", ServicePath("members", "me").text([])))
        knownSelf = answer
        return answer
    }

    /// Whether that is whoever asks. Refuses a name that nobody has.
    func isOneself(_ reference: Reference) throws -> Bool {
        let named: ProfileAnswer = try get(["members", reference.description])
        return token == nil ? false : try oneself().id == named.id
    }

    /// Waits until the log has reached what was asked for; nothing where nobody asked.
    func wait() throws {
        guard !least.isEmpty else { return }
        _ = try send("GET", ServicePath("leaderboard", "weeks").text(least))
    }

    // MARK: Acting

    /// Under an id of its own, so that it is done once, however often it is sent.
    func submit(_ command: Command) throws -> Outcome {
        if command.kind == .memberDeleted { return try delete(command) }
        let line = CloudEventWriter.line(asking: command, origin: Self.newOrigin())
        do {
            return try outcome(
                try send("POST", "/events", body: line, type: "application/cloudevents+json"), command.kind)
        } catch let refusal as Refusal where refusal.code == .notFound {
            try checkNames([command.actor, command.subject])
            throw refusal
        }
    }

    /// What events are called that somebody asks for at a terminal.
    private static func newOrigin() -> Origin { Origin(source: Origin.commandSource, id: UUID().uuidString) }

    /// An admin deletes another account.
    private func delete(_ command: Command) throws -> Outcome {
        guard let subject = command.subject else { throw Refusal(.usage, "say whose account", field: "member") }
        var body: [UInt8] = []
        if case .reason(let message) = command.payload {
            body = Array(try JSONDocument.text(["reason": message.reason]).utf8)
        }
        let path: ServicePath = ["members", subject.description, "delete"]
        let answer = try send("POST", path.text([]), body: body, type: "application/json", key: UUID().uuidString)
        return try outcome(answer, .memberDeleted)
    }

    /// Refuses a name that nobody has with those that are like it.
    private func checkNames(_ references: [Reference?]) throws {
        for case .username(let name)? in references {
            let _: ProfileAnswer = try decoded(try send("GET", ServicePath("members", "@\(name)").text([])))
        }
    }

    func outcome(_ answer: ServerAnswer, _ kind: EventKind) throws -> Outcome {
        let submitted: SubmitAnswer = try decoded(answer)
        return Outcome(position: Position(submitted.position), changed: submitted.changed, kind: kind)
    }

    /// What became of one of many.
    private struct EventAnswer: Decodable {
        var number: Int
        var position: UInt64?
        var changed: Bool?
        var error: RefusalDocument?
    }

    private struct EventsAnswer: Decodable {
        var events: [EventAnswer]
    }

    /// In as few requests as hold them. Each goes under the name that it has, else under one of its own.
    func submit(batch: [Command]) throws -> [Result<Outcome, Refusal>] {
        var results: [Result<Outcome, Refusal>] = []
        var (body, kinds): ([UInt8], [EventKind]) = ([], [])
        func flush() throws {
            guard !kinds.isEmpty else { return }
            let answer: EventsAnswer = try decoded(
                try send("POST", "/events", body: body, type: "application/x-ndjson"))
            guard answer.events.map(\.number) == Array(1...kinds.count) else {
                throw strange("another number of events")
            }
            for (event, kind) in zip(answer.events, kinds) {
                if let error = event.error {
                    results.append(.failure(error.refusal))
                } else if let place = event.position, let changed = event.changed {
                    results.append(.success(Outcome(position: Position(place), changed: changed, kind: kind)))
                } else {
                    throw strange("an event without an answer")
                }
            }
            (body, kinds) = ([], [])
        }
        for command in batch {
            let line = CloudEventWriter.line(asking: command, origin: command.origin ?? Self.newOrigin())
            if body.count + line.count > Self.bulkBytesMax { try flush() }
            body += line + [0x0A]
            kinds.append(command.kind)
        }
        try flush()
        return results
    }

    /// Where its log ends, as far as it is told to anybody.
    func head() throws -> Position {
        let answer: LeaderboardWeeksAnswer = try get(["leaderboard", "weeks"])
        return Position(answer.position)
    }

    // MARK: What commands begin with

    private struct EntityAnswer: Decodable {
        /// With the letter of what it is.
        var id: String
        var version: UInt32

        var type: EntityType? { id.first.flatMap { EntityType(letter: $0) } }
    }

    private func entity(_ reference: Reference) throws -> EntityAnswer? {
        do {
            return try decoded(try send("GET", ServicePath("entities", reference.description).text([])))
        } catch let refusal as Refusal where refusal.code == .notFound {
            return nil
        }
    }

    func entityType(_ reference: Reference) throws -> EntityType? {
        try entity(reference)?.type
    }

    func content(of recipe: Reference) throws -> VersionedContent { try content(of: recipe, parameters: []) }

    func content(of recipe: Reference, version: UInt64) throws -> ProtoRecipeContent {
        try content(of: recipe, parameters: [("version", "\(version)")]).content
    }

    private func content(of recipe: Reference, parameters: [ServiceParameter]) throws -> VersionedContent {
        let path: ServicePath = ["recipes", recipe.description, "content"]
        let bytes: [UInt8]
        do {
            bytes = try checked(try send("GET", path.text(parameters)))
        } catch {
            var refusal = error
            if parameters.isEmpty, refusal.code == .notFound || refusal.code == .gone { refusal.field = "subject" }
            throw refusal
        }
        guard case .object(let members, _)? = try? JSONValue(bytes),
            let version = members["version"]?.integer.flatMap({ UInt32(exactly: $0) }),
            case .object(_, let range)? = members["content"],
            case .recipe(let content)? = try? CloudEventReader.data(.recipePosted, json: Array(bytes[range])).payload
        else { throw strange("no recipe") }
        return VersionedContent(content: content, version: version)
    }

    /// A recipe in a form that others read: a file of its own, or for JSON-LD one line of many.
    func text(of recipe: String, as format: ExportFormat, isLine: Bool) throws -> String {
        let path: ServicePath = ["recipes", recipe, "export"]
        let bytes = try checked(try send("GET", path.text([("format", format.rawValue)])), type: format.mediaType)
        guard isLine, format == .jsonld else { return String(decoding: bytes, as: UTF8.self) }
        guard let document = try? JSONValue(bytes) else { throw strange("no recipe") }
        return document.text(isIndented: false)
    }

    /// The version is asked for first: where the words are newer, what is based on it is refused.
    func cookbook(_ reference: Reference) throws -> VersionedCookbook? {
        guard let entity = try entity(reference), entity.type == .cookbook else { return nil }
        let answer: CookbookAnswer = try get(["cookbooks", reference.description], [("limit", "1")])
        var words = ProtoCookbook()
        words.name = answer.name
        words.isPublic = answer.visibility == "public"
        return VersionedCookbook(words: words, version: entity.version)
    }

    // MARK: Talking

    /// Says it until it is answered; what is refused is thrown. What is not done once, however often it is sent, must not be sent
    /// again.
    func send(
        _ method: String, _ path: String, body: [UInt8]? = nil, type: String? = nil, key: String? = nil,
        maySendAgain: Bool = true
    ) throws(Refusal) -> ServerAnswer {
        var request = ServerRequest(method, address.text + path, headers: [("Accept", "application/json")], body: body)
        if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
        if let type { request.headers.append(("Content-Type", type)) }
        if let key { request.headers.append(("Idempotency-Key", key)) }
        var triesLeft = maySendAgain ? Self.triesMax : 1
        while true {
            triesLeft -= 1
            let (question, outcome): (ServerRequest, Result<ServerAnswer, ConnectionFailure>)
            question = request
            do throws(ConnectionFailure) {
                outcome = .success(
                    try Waiting.run { () throws(ConnectionFailure) in try await ServerConnection.ask(question) })
            } catch {
                outcome = .failure(error)
            }
            switch outcome {
            case .success(let answer):
                if (200..<300).contains(answer.status) { return answer }
                guard triesLeft > 0, let seconds = patience(answer) else { throw refusal(answer) }
                Thread.sleep(forTimeInterval: seconds)
            case .failure(let failure):
                guard triesLeft > 0, failure.kind == .lost else { throw refusal(failure) }
            }
        }
    }

    /// How long to wait for a service that says it is busy just now; nil: it has refused.
    private func patience(_ answer: ServerAnswer) -> Double? {
        guard answer.status == 503 || answer.status == 429,
            let said = answer.headers["retry-after"].flatMap(Double.init),
            said <= Self.patienceMax
        else { return nil }
        return max(said, 0.1)
    }

    func decoded<Answer: Decodable>(_ answer: ServerAnswer) throws -> Answer {
        let bytes = try checked(answer)
        do { return try JSONDecoder().decode(Answer.self, from: Data(bytes)) } catch { throw strange("\(Answer.self)") }
    }

    /// What a question is answered, as it is written.
    func question(_ path: ServicePath) throws(Refusal) -> [UInt8] { try json(path, least + moment) }

    /// A document as it is written.
    func json(_ path: ServicePath, _ parameters: [ServiceParameter] = []) throws(Refusal) -> [UInt8] {
        try checked(try send("GET", path.text(parameters)))
    }

    private func checked(
        _ answer: ServerAnswer, type: String = "application/json"
    ) throws(Refusal) -> [UInt8] {
        guard answer.mediaType == type else { throw stranger(answer) }
        return answer.bytes
    }

    // MARK: Refusals

    /// RFC 9457, as the service writes it.
    private struct Problem: Decodable {
        var code: String
        var detail: String
        var field: String?
    }

    private func refusal(_ answer: ServerAnswer) -> Refusal {
        guard answer.mediaType == "application/problem+json",
            let problem = try? JSONDecoder().decode(Problem.self, from: Data(answer.bytes))
        else { return stranger(answer) }
        var refusal = Refusal(Refusal.Code(rawValue: problem.code), problem.detail, field: problem.field)
        switch refusal.code {
        // HTTP knows no command line.
        case .invalid where answer.status == 400: refusal.code = .usage
        case .unauthenticated where token == nil: return logInFirst
        case .stale where refusal.field == "atLeast": refusal = Refusal(.unavailable, refusal.message)
        case .failed:
            if let id = answer.headers["x-request-id"] { refusal.message += " (\(id.prefix(80)))" }
        default: break
        }
        return refusal
    }

    /// Of whoever shows no token where one is needed.
    var logInFirst: Refusal {
        Refusal(
            .unauthenticated,
            "log in first: larder log-in NAME --server \(address.text), or say a token in LARDER_TOKEN")
    }

    private func refusal(_ failure: ConnectionFailure) -> Refusal {
        let message = "\(address.text) cannot be asked: \(failure.message)"
        return switch failure.kind {
        case .unreachable: Refusal(.unavailable, "\(message): check the address, and whether larder serve runs there")
        case .lost, .timedOut: Refusal(.unavailable, "\(message): try again")
        case .untrusted: Refusal(.failed, "\(message)")
        case .tooLong: Refusal(.failed, "\(message): ask for less with --limit")
        }
    }

    /// Whoever answered is none of ours.
    private func stranger(_ answer: ServerAnswer) -> Refusal {
        if (300..<400).contains(answer.status), let place = answer.headers["location"] {
            return Refusal(
                .failed, "\(address.text) sends whoever asks on to \(place.prefix(200)): name that with --server")
        }
        return Refusal(
            .failed,
            "\(address.text) is no service of larder: it answered \(answer.status) \(answer.mediaType ?? "and nothing")"
        )
    }

    func strange(_ what: String) -> Refusal {
        Refusal(.failed, "\(address.text) answered what this larder cannot read (\(what)): is it of the same version?")
    }
}
