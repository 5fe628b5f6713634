import Accounts
import Answers
import Events
import HTTPTypes
import Hummingbird
import LarderAPI
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Operations

/// An operation of the catalogue, and what answers it over HTTP.
struct Route: Sendable {
    typealias Handler = @Sendable (APIRequest) async throws -> Reply

    let operation: any AnyOperation
    let admission: Admission
    /// The parameters that the query may have.
    let queryNames: [String]
    /// Whether the body is a JSON object of which the operation takes fields.
    let takesFields: Bool
    /// Whether the body as a whole is what the operation takes, instead of fields.
    let takesContent: Bool
    /// What answers the operation from one state of the views; `nil`: it is no question.
    let binding: (any AnyBinding)?
    private let handler: Handler?
    /// Whether a request begins a session or an account.
    private let beginsSession: Bool
    /// Whether an answer may hold what only its reader may keep: a secret, or all that is stored about a person.
    private let isConfidential: Bool

    /// An operation that neither a binding nor a handler answers is a mistake of the program, and so is one that both answer.
    private init(_ operation: any AnyOperation) {
        self.operation = operation
        admission = Admission(operation)
        beginsSession = operation.method == .post && operation.access == .anyone
        isConfidential =
            beginsSession || operation.traits.scope == .account || operation.name == API.exportRecipe.name
        queryNames = operation.queryNames
        takesFields = operation.ownParameters.contains { $0.place == .body && !$0.name.isEmpty }
        takesContent = operation.ownParameters.contains { $0.place == .body && $0.name.isEmpty }
        binding = Questions.binding(of: operation) ?? DocumentQuestions.binding(of: operation)
        if case .action(let event) = operation.traits.kind {
            handler = Actions.handler(of: operation, event)
        } else {
            handler = Handlers.byName[operation.name]
        }
        precondition((binding == nil) != (handler == nil), "\(operation.name) is not served once")
    }

    static let all = API.all.map { Route($0) }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.operation.name, $0) })

    static func of(_ operation: any AnyOperation) -> Route? { byName[operation.name] }

    private var method: HTTPRequest.Method { operation.method == .get ? .get : .post }
    private var bodyBytesMax: Int { operation.traits.bodyBytesMax }

    /// The limit that a request draws on; `nil`: none.
    var rateKind: RateKind? { RateKind(operation.traits.rate) }

    // MARK: From a request to its answer

    /// The router of the service. The pipeline wraps all routes.
    static func router(_ context: RequestContext) -> Router<ConnectionContext> {
        let router = Router(context: ConnectionContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: RequestPipeline(context))
        for route in all {
            // A page may have an operation's path: browsers get the page, and programs the operation's answer.
            let page = context.settings.hasWeb ? PageRoute.all.first { $0.hasPath(of: route.operation) } : nil
            router.on(RouterPath(route.operation.path.text), method: route.method) { request, connection in
                guard let page else { return try await route.respond(to: request, connection, context) }
                var response =
                    request.headers.wantHTML
                    ? try await page.respond(to: request, connection, context)
                    : try await route.respond(to: request, connection, context)
                response.headers[.vary] = response.headers[.vary].map { "Accept, \($0)" } ?? "Accept"
                return response
            }
        }
        guard context.settings.hasWeb else { return router }
        for route in PageRoute.all where !all.contains(where: { route.hasPath(of: $0.operation) }) {
            router.on(RouterPath(route.path.text), method: route.method == .get ? .get : .post) { request, connection in
                try await route.respond(to: request, connection, context)
            }
        }
        return router
    }

    /// Carries the operation out for the form of a page, whose caller is known and charged.
    func perform(_ request: APIRequest) async throws -> Reply {
        guard let handler else { preconditionFailure("\(operation.name) is a question") }
        if let principal = request.principal { try request.context.check(principal, for: admission) }
        if operation.access != .anyone, request.principal == nil { throw Refusal.logInFirst }
        return try await handler(request)
    }

    private func respond(
        to request: Request, _ connection: ConnectionContext, _ context: RequestContext
    ) async throws -> Response {
        connection.record.operation = operation.name
        let (principal, payer) = try context.authenticate(request, connection, for: self)
        if operation.access != .anyone, principal == nil { throw Refusal.logInFirst }
        // A question is checked in the state of the views that answers it, all other operations here.
        if let principal, binding == nil, rateKind != nil || operation.access != .anyone {
            try context.check(principal, for: admission)
        }
        if beginsSession { try context.checkSite(of: request) }
        let path = try PathValues.decoded(operation.path.names) { connection.parameters.get($0) }
        let read = APIRequest(
            context, self, target: request.uri.string, path: path,
            query: try QueryParameters(request.uri.query, allowed: queryNames), headers: request.headers,
            body: bodyBytesMax > 0
                ? try await BodyReader(bytesMax: bodyBytesMax, seconds: context.settings.bodySeconds)
                    .body(of: request, connection)
                : [],
            channel: connection.channel, record: connection.record, principal: principal, payer: payer)
        var reply = if let handler { try await handler(read) } else { try await read.answerQuestion() }
        if isConfidential { reply.headers[.cacheControl] = "no-store" }
        Compression.pack(&reply, for: request.headers)
        return Response(reply)
    }
}

extension Response {
    init(_ reply: Reply) {
        self.init(
            status: reply.status, headers: reply.headers,
            body: reply.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)))
        guard let stream = reply.stream else { return }
        body = ResponseBody { writer in
            try await stream.write(to: &writer)
            try await writer.finish(nil)
        }
    }
}

/// Reads the bodies of requests, within bounds.
struct BodyReader {
    let bytesMax: Int
    /// A body that takes longer is refused.
    let seconds: Int

    /// The whole body. Refuses one that is too long or too slow. A client that waits for `100 Continue` gets it here: its caller is known,
    /// and its size is not too large, as far as it says one (RFC 9110, 10.1.1).
    func body(of request: Request, _ connection: ConnectionContext) async throws -> [UInt8] {
        let tooLarge = Refusal(.tooLarge, "this takes at most \(bytesMax) bytes")
        if let length = request.headers[.contentLength].flatMap(Int.init), length > bytesMax { throw tooLarge }
        // A request without either header has no body: RFC 9112, 6.3. Waiting for one would cost a timer.
        guard request.headers[.transferEncoding] != nil || (request.headers[.contentLength] ?? "0") != "0" else {
            return []
        }
        if request.headers[.expect]?.lowercased() == "100-continue" {
            try await connection.channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
        }
        return try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask { [bytesMax] in
                do {
                    return Array(try await request.body.collect(upTo: bytesMax).readableBytesView)
                } catch is NIOTooManyBytesError {
                    throw tooLarge
                }
            }
            group.addTask { [seconds] in
                try await Task.sleep(for: .seconds(seconds))
                throw Refusal(.usage, "the body did not arrive within \(seconds) seconds")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
        }
    }
}

/// What answers the operations that are neither questions to the views nor actions.
enum Handlers {
    struct Entry: Sendable {
        let name: String
        let handler: Route.Handler
    }

    static let byName = Dictionary(
        uniqueKeysWithValues: [accounts, images, imports, events, log, audit, operators, jobs, service, external]
            .joined().map { ($0.name, $0.handler) })

    static func handle<Input, Answer>(
        _ operation: Operation<Input, Answer>, _ answer: @escaping @Sendable (Input, APIRequest) async throws -> Reply
    ) -> Entry {
        Entry(name: operation.name) { request in try await answer(try request.input(), request) }
    }
}

/// What is known of a request beside its message: its connection and its record.
struct ConnectionContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// The pipeline replaces it when a request arrives.
    var record = RequestRecord.none

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
