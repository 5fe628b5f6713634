import Accounts
import Answers
import Events
import HTTPTypes
import LarderAPI
import Operations

/// An operation of the catalogue, and what answers it over HTTP.
struct Route: Sendable {
    typealias Handler = @Sendable (APIRequest) async throws -> Reply

    let operation: any AnyOperation
    let admission: Admission
    /// The names that may stand behind `?`.
    let queryNames: [String]
    /// Whether the body is a JSON object of which the operation takes fields.
    let takesFields: Bool
    /// What answers it from one state of the views; nil: it is no question.
    let binding: (any AnyBinding)?
    private let handler: Handler?

    /// An operation without a binding and without a handler cannot be served: a mistake of the program.
    private init(_ operation: any AnyOperation) {
        self.operation = operation
        admission = Admission(operation)
        queryNames = operation.queryNames
        takesFields = operation.ownParameters.contains { $0.place == .body && !$0.name.isEmpty }
        binding = Questions.binding(of: operation) ?? DocumentQuestions.binding(of: operation)
        if case .action(let event) = operation.traits.kind {
            handler = ActionInputs.handler(of: operation, event)
        } else {
            handler = Handlers.byName[operation.name]
        }
        precondition((binding == nil) != (handler == nil), "\(operation.name) is not served once")
    }

    static let all = API.all.map { Route($0) }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.operation.name, $0) })

    static func of(_ operation: any AnyOperation) -> Route? { byName[operation.name] }

    func answer(_ request: APIRequest) async throws -> Reply {
        if let handler { return try await handler(request) }
        return try await request.answerQuestion()
    }

    var method: HTTPRequest.Method { operation.method == .get ? .get : .post }
    var bodyBytesMax: Int { operation.traits.bodyBytesMax }

    /// The limit that a request for it draws on; nil: none.
    var rateKind: RateKind? { RateKind(operation.traits.rate) }
}

/// Who may ask for an operation, and with which key.
struct Admission: Sendable {
    var access: Access
    /// What a key must allow.
    var scope: Scopes
    /// What is enough as well; nil: nothing is.
    var otherScope: Scopes?
    /// Whether a banned member may, too.
    var admitsBanned: Bool

    init(_ operation: any AnyOperation) {
        access = operation.access
        scope = Scopes(operation.traits.scope)
        otherScope = operation.traits.otherScope.map { Scopes($0) }
        admitsBanned = operation.name == API.logOut.name
    }
}

extension Scopes {
    fileprivate init(_ scope: Scope) {
        switch scope {
        case .read: self = .read
        case .act: self = .act
        case .import: self = .import
        case .account: self = .account
        }
    }
}

extension RateKind {
    init?(_ rate: RateClass) {
        switch rate {
        case .questions: self = .questions
        case .actions: self = .actions
        case .posts: self = .posts
        case .uploads: self = .uploads
        case .logIns: self = .logIns
        case .registrations: self = .registrations
        case .unlimited: return nil
        }
    }
}

/// What answers the operations that are neither questions of the views nor actions.
enum Handlers {
    struct Entry: Sendable {
        let name: String
        let handler: Route.Handler
    }

    static let byName = Dictionary(
        uniqueKeysWithValues: (accounts + images + events + log + audit + service).map { ($0.name, $0.handler) })

    static func handle<Input, Answer>(
        _ operation: Operation<Input, Answer>, _ answer: @escaping @Sendable (Input, APIRequest) async throws -> Reply
    ) -> Entry {
        Entry(name: operation.name) { request in try await answer(try request.input(), request) }
    }
}

extension APIRequest {
    /// What the operation is asked with. Refuses what is missing, malformed or unknown.
    func input<Input: OperationInput>() throws(Refusal) -> Input {
        let source = try RequestInput(self)
        let input: Input
        do throws(InputError) { input = try Input(from: source) } catch { throw error.refusal }
        try source.finish()
        return input
    }
}

/// A request as an operation's input is read from it.
final class RequestInput: InputSource {
    private let request: APIRequest
    private var fields: JSONBody?

    /// Refuses a body that is no JSON object, where the operation takes fields of one.
    init(_ request: APIRequest) throws(Refusal) {
        self.request = request
        if request.route.operation.isPaged { try request.checkLimit() }
        fields = request.route.takesFields ? try JSONBody(request) : nil
    }

    func path(_ name: String) -> String? { request.path[name] }

    func query(_ name: String) -> [String] {
        let values = request.query.all(name)
        return name == "limit" && values.isEmpty && request.isWhole ? ["0"] : values
    }

    func body(_ name: String) -> BodyValue? { fields?.take(name) }
    var content: [UInt8] { request.body }

    /// Refuses fields that the operation does not take.
    func finish() throws(Refusal) { try fields?.finish() }
}
