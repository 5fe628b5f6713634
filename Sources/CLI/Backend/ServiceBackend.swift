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

/// A running service, which is asked in place of a directory.
final class ServiceBackend: Backend {
    /// Entries that it gives at once.
    static let pageMax = 100
    /// Places of a board that are asked for to tell how members have moved.
    private static let ranksMax: UInt64 = 1_000
    /// How often a request is sent that gets no answer, or is put off.
    private static let triesMax = 3
    /// The longest wait for a service that is busy, in seconds.
    private static let patienceMax = 5.0
    /// Of a request for many events; a service takes more.
    private static let bulkBytesMax = 4 << 20

    let address: ServerAddress
    /// `nil`: requests go without one, and see what anyone sees.
    let token: String?
    /// The position that must be reached before a question is answered, if any.
    private let atLeast: UInt64?
    /// The earlier moment that questions are about, if any, as it was written.
    let asOf: String?
    /// The instant that relative times are counted from, where it is not the present.
    private let knownNow: Timestamp?
    /// The member whom the token stands for, once a request has told.
    private var knownSelf: ProfileAnswer?

    init(
        _ address: ServerAddress, token: String?, atLeast: UInt64? = nil, asOf: String? = nil, moment: Moment? = nil
    ) {
        (self.address, self.token, self.atLeast, self.asOf) = (address, token, atLeast, asOf)
        if case .time(let time)? = moment { knownNow = time } else { knownNow = nil }
    }

    var now: Timestamp { knownNow ?? EventLog.systemClock() }

    // MARK: Asking

    /// As many pages as make the one that is asked for.
    func ask<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, of owner: Reference?
    ) throws -> Answer {
        if let owner { try requireOneself(owner) }
        if let board = input as? LeaderboardInput, board.around != nil {
            return try askAround(operation, input, board.page.limit ?? 0)
        }
        guard let page = (input as? any PagedInput)?.page, let type = Answer.self as? any PagedAnswer.Type else {
            return try decoded(try send(operation, input))
        }
        func collected<Paged: PagedAnswer>(_ type: Paged.Type) throws -> Answer? {
            let answer: Paged = try pages(page) { part in
                let answer: Answer = try decoded(try send(operation, input.with(part)))
                guard let answer = answer as? Paged else { throw strange("\(Answer.self)") }
                return answer
            }
            return answer as? Answer
        }
        guard let answer = try collected(type) else { throw strange("\(Answer.self)") }
        return answer
    }

    /// A member's place with its neighbours, which has no next page.
    private func askAround<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ limit: UInt64
    ) throws -> Answer {
        guard limit != 0 else {
            // The whole board has no middle, but the member must be there.
            let _: Answer = try decoded(try send(operation, input.with(PageRequest(limit: 1))))
            guard var whole = input as? LeaderboardInput else { throw strange("\(Answer.self)") }
            (whole.around, whole.page) = (nil, PageRequest(limit: 0))
            guard let whole = whole as? Input else { throw strange("\(Answer.self)") }
            return try ask(operation, whole)
        }
        guard limit <= UInt64(Self.pageMax) else {
            throw Refusal(
                .usage, "a service shows at most \(Self.pageMax) places around a member: say a smaller --limit",
                field: "limit")
        }
        return try decoded(try send(operation, input.with(PageRequest(limit: limit))))
    }

    /// As many pages as make `page`.
    func pages<Answer: PagedAnswer>(_ page: PageRequest, _ ask: (PageRequest) throws -> Answer) throws -> Answer {
        var answer: Answer?
        let limit = Int(clamping: page.limit ?? 0)
        var left = limit == 0 ? .max : limit
        var after = page.after
        repeat {
            let part = try ask(PageRequest(limit: UInt64(min(left, Self.pageMax)), after: after))
            left -= part.count
            after = part.count > 0 ? part.next : nil
            if answer?.append(part) == nil { answer = part }
        } while after != nil && left > 0
        guard let answer else { throw strange("no page") }
        return answer
    }

    /// Answers may be of one position after the other.
    func inOneState<R>(_ body: (any Backend) throws -> R) throws -> R { try body(self) }

    func outdatedNeeds() throws -> [String] {
        let today = now.day
        let first = Day(number: today.number - Int32(PlanSlot.daysMax))
        let past: ShoppingAnswer = try ask(
            API.shopping, ShoppingInput(from: "\(first)", days: UInt64(PlanSlot.daysMax)))
        return past.items.filter { item in item.through.flatMap { Day($0) }.map { $0 < today } ?? false }.map(\.id)
    }

    func ranks(before board: LeaderboardAnswer) throws -> [String: Int] {
        guard let week = Week(board.week) else { return [:] }
        let before = try ask(
            API.leaderboard,
            LeaderboardInput(week: "\(Week(number: week.number - 1))", page: PageRequest(limit: Self.ranksMax)))
        return Dictionary(before.entries.map { ($0.member, $0.rank) }, uniquingKeysWith: { first, _ in first })
    }

    /// The member whom the token stands for.
    func oneself() throws -> ProfileAnswer {
        if let knownSelf { return knownSelf }
        let answer = try profile("me")
        knownSelf = answer
        return answer
    }

    /// A member as of now.
    func profile(_ member: String) throws -> ProfileAnswer {
        try decoded(try send(API.profile, MemberInput(member: member), isNow: true))
    }

    /// Whether the token stands for that member. Refuses an unknown name.
    func isOneself(_ member: Reference) throws -> Bool {
        let named = try ask(API.profile, MemberInput(member: member.description))
        return token == nil ? false : try oneself().id == named.id
    }

    /// Refuses to ask for what is another member's.
    func requireOneself(_ member: Reference) throws {
        guard token != nil else { throw logInFirst }
        guard try isOneself(member) else { throw Refusal.notTheirs(member) }
    }

    /// Waits until the log has reached the position of `--at-least`, if there is one.
    func wait() throws {
        guard atLeast != nil else { return }
        _ = try send(API.leaderboardWeeks, NoInput())
    }

    // MARK: Acting

    /// Under an id of its own, so that it is done once, however often it is sent.
    func submit(_ command: Command) throws -> Outcome {
        if command.kind == .memberDeleted { return try delete(command) }
        let line = CloudEventWriter.line(asking: command, origin: Self.newOrigin())
        do {
            return try outcome(
                try send(
                    API.submitEvents, EventsInput(content: JSONText(line)), type: "application/cloudevents+json"),
                command.kind)
        } catch let refusal as Refusal where refusal.code == .notFound {
            try checkNames([command.actor, command.subject])
            throw refusal
        }
    }

    /// The name of an event that a command asks for.
    private static func newOrigin() -> Origin { Origin(source: Origin.commandSource, id: UUID().uuidString) }

    /// An admin deletes another account.
    private func delete(_ command: Command) throws -> Outcome {
        guard let subject = command.subject else { throw Refusal(.usage, "say whose account", field: "member") }
        var input = OtherMemberActionInput(member: subject.description)
        if case .reason(let message) = command.payload {
            input.content = JSONText(try JSONDocument.bytes(["reason": message.reason]))
        }
        return try outcome(try send(API.deleteMember, input, key: UUID().uuidString), .memberDeleted)
    }

    /// Refuses an unknown name with the names that are like it.
    private func checkNames(_ references: [Reference?]) throws {
        for case .username(let name)? in references { _ = try profile("@\(name)") }
    }

    func outcome(_ answer: ServerAnswer, _ kind: EventKind) throws -> Outcome {
        let submitted: SubmitAnswer = try decoded(answer)
        return Outcome(position: Position(submitted.position), changed: submitted.changed, kind: kind)
    }

    /// In as few requests as hold them. Each goes under the name that it has, else under one of its own.
    func submit(batch: [Command]) throws -> [Result<Outcome, Refusal>] {
        var results: [Result<Outcome, Refusal>] = []
        var (body, kinds): ([UInt8], [EventKind]) = ([], [])
        func flush() throws {
            guard !kinds.isEmpty else { return }
            let answer: EventsAnswer = try decoded(
                try send(API.submitEvents, EventsInput(content: JSONText(body)), type: "application/x-ndjson"))
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
    func head() throws -> Position { Position(try ask(API.leaderboardWeeks, NoInput()).position) }

    // MARK: What commands begin with

    private func entity(_ reference: Reference) throws -> (type: EntityType, version: UInt32)? {
        do {
            let answer: EntityAnswer = try decoded(
                try send(API.entity, EntityInput(entity: reference.description)))
            // The id begins with the letter of what it is.
            return answer.id.first.flatMap { EntityType(letter: $0) }.map { ($0, answer.version) }
        } catch let refusal as Refusal where refusal.code == .notFound {
            return nil
        }
    }

    func entityType(_ reference: Reference) throws -> EntityType? { try entity(reference)?.type }

    func content(of recipe: Reference) throws -> VersionedContent { try content(of: recipe, nil) }

    func content(of recipe: Reference, version: UInt64) throws -> ProtoRecipeContent {
        try content(of: recipe, version).content
    }

    private func content(of recipe: Reference, _ version: UInt64?) throws -> VersionedContent {
        let bytes: [UInt8]
        do throws(Refusal) {
            bytes = try document(
                API.recipeContent, RecipeContentInput(recipe: recipe.description, version: version), isNow: true)
        } catch {
            var refusal = error
            if version == nil, refusal.code == .notFound || refusal.code == .gone { refusal.field = "subject" }
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
        let input = ExportRecipeInput(recipe: recipe, format: ExportRecipeInput.Format(rawValue: format.rawValue))
        let bytes = try checked(try send(API.exportRecipe, input, isNow: true), type: format.mediaType)
        guard isLine, format == .jsonld else { return String(decoding: bytes, as: UTF8.self) }
        guard let document = try? JSONValue(bytes) else { throw strange("no recipe") }
        return document.text(isIndented: false)
    }

    /// The version is asked for first: where the words are newer, what is based on it is refused.
    func cookbook(_ reference: Reference) throws -> VersionedCookbook? {
        guard let (type, version) = try entity(reference), type == .cookbook else { return nil }
        let answer = try ask(
            API.cookbook, CookbookInput(cookbook: reference.description, page: PageRequest(limit: 1)))
        var words = ProtoCookbook()
        words.name = answer.name
        words.isPublic = answer.visibility == "public"
        return VersionedCookbook(words: words, version: version)
    }

    // MARK: Talking

    /// What a question is asked at for its whole answer: a path with its query.
    func wholePath<Input, Answer>(_ operation: LarderAPI.Operation<Input, Answer>, _ input: Input) -> String {
        var input = input
        if let page = (input as? any PagedInput)?.page {
            input = input.with(PageRequest(limit: page.limit == 0 ? nil : page.limit))
        }
        let request = input.request
        return Self.path(operation, request, request.query)
    }

    private static func path(
        _ operation: some AnyOperation, _ request: EncodedInput, _ query: [QueryItem]
    ) -> String {
        let path = operation.path.path(with: request.path)
        guard !query.isEmpty else { return path }
        return path + "?"
            + query.map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }
            .joined(separator: "&")
    }

    /// The moment that is asked about, as far as the operation takes one.
    private func moments(of operation: some AnyOperation) -> [QueryItem] {
        operation.traits.moments.compactMap { moment in
            switch moment {
            case .atLeast: atLeast.map { QueryItem("atLeast", "\($0)") }
            case .asOf: asOf.map { QueryItem("asOf", $0) }
            }
        }
    }

    /// Sends a request until it is answered, and throws what is refused. `isNow`: whatever moment the command asks about.
    /// A request whose repetition would act again must say so by `maySendAgain`.
    func send<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, isNow: Bool = false,
        type: String = "application/json", key: String? = nil, maySendAgain: Bool = true
    ) throws(Refusal) -> ServerAnswer {
        let content = input.request
        let query = content.query + (isNow ? [] : moments(of: operation))
        var request = ServerRequest(
            operation.method.rawValue, address.text + Self.path(operation, content, query),
            headers: [("Accept", "application/json")], body: nil)
        if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
        if operation.method == .post {
            if let document = content.content {
                request.body = document.bytes
            } else {
                request.body = try Self.object(content.body)
            }
            request.headers.append(("Content-Type", type))
        }
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

    /// The JSON object of a request's body; without fields, no body.
    private static func object(_ fields: [BodyField]) throws(Refusal) -> [UInt8] {
        guard !fields.isEmpty else { return [] }
        func text(_ value: BodyValue) throws -> String {
            switch value {
            case .text(let text): try JSONDocument.text(text)
            case .flag(let flag): "\(flag)"
            case .texts(let texts): try JSONDocument.text(texts)
            case .object(let object): String(decoding: object.bytes, as: UTF8.self)
            case .other: "null"
            }
        }
        do {
            let parts = try fields.map { "\(try JSONDocument.text($0.name)):\(try text($0.value))" }
            return Array("{\(parts.joined(separator: ","))}".utf8)
        } catch {
            throw Refusal(.failed, "the request cannot be written as JSON: \(error.localizedDescription)")
        }
    }

    func decoded<Answer: Decodable>(_ answer: ServerAnswer) throws -> Answer {
        let bytes = try checked(answer)
        do { return try JSONDecoder().decode(Answer.self, from: Data(bytes)) } catch { throw strange("\(Answer.self)") }
    }

    /// A document as it is written.
    func document<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, isNow: Bool = false
    ) throws(Refusal) -> [UInt8] {
        try checked(try send(operation, input, isNow: isNow))
    }

    private func checked(
        _ answer: ServerAnswer, type: String = "application/json"
    ) throws(Refusal) -> [UInt8] {
        guard answer.mediaType == type else { throw stranger(answer) }
        return answer.bytes
    }

    // MARK: Refusals

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

    /// The refusal where a token is needed and there is none.
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

    /// The refusal of an answer that no service of Larder gives.
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

extension OperationInput {
    /// The same input for that page, if it has pages.
    fileprivate func with(_ page: PageRequest) -> Self {
        guard var paged = self as? any PagedInput else { return self }
        paged.page = page
        return paged as? Self ?? self
    }
}
