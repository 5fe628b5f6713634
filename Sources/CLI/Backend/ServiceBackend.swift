import EventLog
import Events
import Fetching
import Foundation
import LarderAPI
import LarderClient
import Layout
import Operations
import Views

/// A running service, asked through `LarderClient`.
final class ServiceBackend: Backend {
    /// The number of places around a member that a service shows.
    private static let placesMax: UInt64 = 100

    let address: ServiceAddress
    /// `nil`: requests carry no token, and get what a guest gets.
    let token: String?
    /// The moment that the command's questions are about, for the operations that take one.
    let moment: CallOptions
    private let client: LarderClient
    /// The instant that relative times are counted from; `nil`: the present.
    private let knownNow: Timestamp?
    /// The member whom the token stands for, once the service has told.
    private var knownSelf: ProfileAnswer?

    /// `atLeast` is the position that the log must have reached before a question is answered, `asOf` the earlier moment that questions
    /// are about, as it was typed.
    init(
        _ address: ServiceAddress, token: String?, atLeast: UInt64? = nil, asOf: String? = nil, moment: Moment? = nil
    ) {
        (self.address, self.token) = (address, token)
        self.moment = CallOptions(atLeast: atLeast, asOf: asOf)
        var settings = ClientSettings()
        settings.silenceMax = .seconds(60)
        settings.answerBytesMax = ServerConnection.bytesMax
        settings.readsOwnActions = false
        let stored = token.map { StoredToken(service: address.text, token: $0) }
        client = LarderClient(
            at: address, tokens: MemoryTokenStore(stored), transport: ServiceTransport(address: address),
            settings: settings)
        if case .time(let time)? = moment { knownNow = time } else { knownNow = nil }
    }

    var now: Timestamp { knownNow ?? EventLog.systemClock() }

    // MARK: Asking

    /// A list is asked for in as many pages as it takes.
    func ask<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, of owner: Reference?
    ) throws -> Answer {
        if let owner { try requireOneself(owner) }
        if let board = input as? LeaderboardInput, board.around != nil {
            return try askAround(operation, input, board.page.limit ?? 0)
        }
        guard let paged = input as? any PagedInput, let type = Answer.self as? any (PageAnswer & Codable).Type else {
            return try call(operation, input)
        }
        func list<Paged: PagedInput, Whole: PageAnswer & Codable>(_ input: Paged, _ type: Whole.Type) throws -> Answer?
        {
            guard let operation = operation as? LarderAPI.Operation<Paged, Whole> else { return nil }
            let (count, moment) = (input.page.count, moment)
            let whole: Whole = try run { client in
                try await client.list(of: operation, input, upTo: count, moment)
            }
            return whole as? Answer
        }
        guard let answer = try list(paged, type) else { throw unreadable("\(Answer.self)") }
        return answer
    }

    /// A member's place with its neighbors, which has no next page.
    private func askAround<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ limit: UInt64
    ) throws -> Answer {
        guard limit != 0 else {
            // The whole board has no middle, but the member must be on it.
            _ = try call(operation, input.with(PageRequest(limit: 1)))
            guard var whole = input as? LeaderboardInput else { throw unreadable("\(Answer.self)") }
            (whole.around, whole.page) = (nil, PageRequest(limit: 0))
            guard let whole = whole as? Input else { throw unreadable("\(Answer.self)") }
            return try ask(operation, whole)
        }
        guard limit <= Self.placesMax else {
            throw Refusal(
                .usage, "a service shows at most \(Self.placesMax) places around a member: pass a smaller --limit",
                field: "limit")
        }
        return try call(operation, input.with(PageRequest(limit: limit)))
    }

    /// A service answers each question from its newest state, so that two answers may be of two positions.
    func inOneState<R>(_ body: (any Backend) throws -> R) throws -> R { try body(self) }

    func outdatedNeeds() throws -> [String] {
        let today = now.day
        let first = Day(number: today.number - Int32(PlanSlot.daysMax))
        let past: ShoppingAnswer = try ask(
            API.shopping, ShoppingInput(from: "\(first)", days: UInt64(PlanSlot.daysMax)))
        return past.items.filter { item in item.through.flatMap { Day($0) }.map { $0 < today } ?? false }.map(\.id)
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
        try call(API.profile, MemberInput(member: member), CallOptions())
    }

    /// Whether the token stands for that member. Refuses an unknown name.
    func isOneself(_ member: Reference) throws -> Bool {
        let named = try ask(API.profile, MemberInput(member: member.description))
        return token == nil ? false : try oneself().id == named.id
    }

    /// Refuses a question about what belongs to another member.
    func requireOneself(_ member: Reference) throws {
        guard token != nil else { throw logInFirst }
        guard try isOneself(member) else { throw Refusal.notTheirs(member) }
    }

    /// Waits until the log has reached the position of `--at-least`, if there is one.
    func wait() throws {
        guard moment.atLeast != nil else { return }
        _ = try call(API.leaderboardWeeks, NoInput())
    }

    /// The position of the log's end, which the service reports to every client.
    func head() throws -> Position { Position(try ask(API.leaderboardWeeks, NoInput()).position) }

    // MARK: Calls

    /// One call, as of the moment that the command asks about.
    func call<Input, Answer>(_ operation: LarderAPI.Operation<Input, Answer>, _ input: Input) throws(Refusal) -> Answer
    {
        try call(operation, input, moment)
    }

    func call<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ options: CallOptions
    ) throws(Refusal) -> Answer {
        try run { client in try await client.call(operation, input, options) }
    }

    /// An answer byte for byte, for documents that are passed on as the service writes them. `options`: as of the command's moment, if
    /// `nil`.
    func document<Input, Answer>(
        of operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ options: CallOptions? = nil
    ) throws(Refusal) -> [UInt8] {
        let options = options ?? moment
        return try run { client in try await client.document(of: operation, input, options) }.bytes
    }

    func decoded<Answer: Decodable>(_ document: [UInt8]) throws(Refusal) -> Answer {
        do { return try JSONDecoder().decode(Answer.self, from: Data(document)) } catch {
            throw unreadable("\(Answer.self)")
        }
    }

    /// Runs a call of the client to its end. What it throws becomes a refusal of the command line.
    func run<Answer: Sendable>(
        _ body: @escaping @Sendable (LarderClient) async throws -> Answer
    ) throws(Refusal) -> Answer {
        let client = client
        do {
            return try Waiting.run { () async throws -> Answer in try await body(client) }
        } catch let refusal as LarderRefusal {
            throw worded(refusal)
        } catch let failure as LarderFailure {
            throw failure.kind == .unreadable ? unreadable("\(Answer.self)") : failure.refusal
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(.failed, "\(address) cannot be reached: \(error)")
        }
    }

    // MARK: Refusals

    /// The names that the command line has for parameters of questions.
    private static let typedNames = ["asOf": "as-of", "likedBy": "liked-by", "q": "text"]

    private func worded(_ answer: LarderRefusal) -> Refusal {
        let field = answer.field.map { Self.typedNames[$0] ?? $0 }
        var refusal = Refusal(Refusal.Code(rawValue: answer.code.rawValue), answer.message, field: field)
        switch refusal.code {
        // HTTP has no code of its own for a mistake of the command line.
        case .invalid where answer.status == 400: refusal.code = .usage
        case .unauthenticated where token == nil: return logInFirst
        case .stale where refusal.field == "atLeast": refusal = Refusal(.unavailable, refusal.message)
        case .failed:
            if let id = answer.requestID { refusal.message += " (\(id))" }
        default: break
        }
        return refusal
    }

    /// The refusal where a token is needed and there is none.
    var logInFirst: Refusal {
        Refusal(
            .unauthenticated,
            "log in first: larder log-in NAME --server \(address), or set a token in LARDER_TOKEN")
    }

    /// The refusal of an answer that has another form than this program knows.
    func unreadable(_ what: String) -> Refusal {
        Refusal(
            .failed,
            "\(address) sent an answer that this larder cannot read (\(what)): check that both have the same version")
    }
}

extension PageRequest {
    init(_ page: Page) { self.init(limit: UInt64(page.limit), after: page.after) }

    /// The number of entries that the caller wants; `nil`: all.
    var count: Int? { limit.flatMap { $0 == 0 ? nil : Int(clamping: $0) } }
}

extension OperationInput {
    /// This input for that page, if it has pages.
    func with(_ page: PageRequest) -> Self {
        guard var paged = self as? any PagedInput else { return self }
        paged.page = page
        return paged as? Self ?? self
    }
}
