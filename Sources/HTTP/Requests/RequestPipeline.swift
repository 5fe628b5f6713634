import Accounts
import Community
import EventLog
import Events
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import LarderAPI
import Layout
import Logging
import NIOCore
import NIOHTTP1
import Operations

/// Takes requests to their routes, and turns refusals into answers: around all routes, and around what is none.
struct RequestPipeline: RouterMiddleware {
    typealias Context = ConnectionContext

    private let context: RequestContext

    private init(_ context: RequestContext) { self.context = context }

    /// All routes behind the pipeline.
    static func router(_ context: RequestContext) -> Router<ConnectionContext> {
        let router = Router(context: ConnectionContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: RequestPipeline(context))
        for route in Route.all {
            router.on(RouterPath(route.operation.path.text), method: route.method) { request, connection in
                try await respond(to: request, connection, route, context)
            }
        }
        return router
    }

    func handle(
        _ request: Request, context connection: ConnectionContext,
        next: @concurrent (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        let began = ContinuousClock.now
        let record = RequestRecord(
            context.logger, id: Self.requestID(request, connection, context))
        var connection = connection
        connection.record = record
        var response: Response
        do {
            response = try await next(request, connection)
        } catch let error as HTTPError where error.status == .notFound {
            response = problem(unknown(request), record)
        } catch let error as HTTPParserError {
            throw error
        } catch let error as RateLimitReached {
            response = problem(error.refusal, record, retryAfter: error.seconds)
        } catch {
            response = problem(Self.refusal(error, record), record)
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.requestID] = record.id
        if context.settings.isBehindTLS { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        allowOrigin(request, &response)
        tell(of: request, response, record, after: ContinuousClock.now - began)
        return response
    }

    /// Counts it, and writes a line of it to the log: who is a number there, and nothing that was sent is in it, so that no
    /// log keeps what is to be forgotten.
    private func tell(of request: Request, _ response: Response, _ record: RequestRecord, after duration: Duration) {
        let seconds = duration / .seconds(1)
        let operation = record.operation ?? "none"
        let bytes = response.body.contentLength
        context.metrics.count(operation, status: response.status.code, seconds: seconds, bytes: bytes ?? 0)
        guard context.logger.logLevel <= .info else { return }
        record.logger.info(
            "\(request.method.rawValue) \(operation)",
            metadata: [
                "status": "\(response.status.code)",
                "ms": "\((seconds * 100_000).rounded() / 100)", "bytes": bytes.map { "\($0)" } ?? "stream",
            ].merging(record.member.map { ["member": "\($0)"] } ?? [:]) { $1 })
    }

    /// What a proxy that is trusted calls the request; else what it is called here.
    private static func requestID(_ request: Request, _ connection: ConnectionContext, _ context: RequestContext)
        -> String
    {
        let proxies = context.settings.trustedProxies
        guard !proxies.isEmpty, let said = request.headers[.requestID], (1...64).contains(said.utf8.count),
            said.utf8.allSatisfy(Self.isPlain),
            let peer = ClientAddress.peer(of: connection.channel), proxies.contains(where: { $0.contains(peer) })
        else { return connection.id }
        return said
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    // MARK: A request

    private static func respond(
        to request: Request, _ connection: ConnectionContext, _ route: Route, _ context: RequestContext
    ) async throws -> Response {
        let operation = route.operation
        connection.record.operation = operation.name
        // RFC 9112, 3.2.
        guard request.head.authority != nil else { throw Refusal(.usage, "say the Host", field: "host") }
        let (principal, payer) = try whoAsks(request, connection, route, context)
        if operation.access != .anyone, principal == nil { throw Refusal.logInFirst }
        // What does not put a question is checked here; questions are checked in the state that answers them.
        if let principal, route.binding == nil, route.rateKind != nil || operation.access != .anyone {
            try context.check(principal, for: route.admission)
        }
        let path = try APIRequest.pathValues(of: operation.path.names) { connection.parameters.get($0) }
        let understood = APIRequest(
            context, route, target: request.uri.string, path: path,
            query: try QueryParameters(request.uri.query, allowed: route.queryNames), headers: request.headers,
            body: route.bodyBytesMax > 0 ? try await body(of: request, route, context) : [],
            channel: connection.channel, principal: principal, payer: payer)
        var reply = try await route.answer(understood)
        Compression.pack(&reply, for: request.headers)
        return Response(reply)
    }

    /// Who asks, and for whom it is counted; refuses who has asked for too much. Secrets that are none are counted, too.
    private static func whoAsks(
        _ request: Request, _ connection: ConnectionContext, _ route: Route, _ context: RequestContext
    ) throws -> (Principal?, RatePayer?) {
        let found = Result<Principal?, Refusal> { () throws(Refusal) in try principal(request, route, context) }
        let asker = (try? found.get()) ?? nil
        connection.record.member = asker?.member
        // Whoever may import is an operator's program.
        guard let limiter = context.limiter, asker?.scopes.contains(.import) != true else {
            return (try found.get(), nil)
        }
        let byNetwork = asker == nil || route.rateKind == .logIns || route.rateKind == .registrations
        let payer: RatePayer
        if !byNetwork, let asker {
            payer = .member(asker.member)
        } else {
            payer = ClientAddress.payer(
                ClientAddress.address(
                    of: connection.channel, request.headers, trusting: context.settings.trustedProxies))
        }
        if let kind = route.rateKind { try limiter.take(kind, for: payer) }
        return (try found.get(), payer)
    }

    /// Who asks: whoever shows a secret in the header, or in the cookie. With a cookie alone nothing is done but what its site
    /// asks for.
    private static func principal(
        _ request: Request, _ route: Route, _ context: RequestContext
    ) throws(Refusal) -> Principal? {
        if let header = request.headers[.authorization] {
            let parts = header.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else {
                throw Refusal(.unauthenticated, "Authorization takes: Bearer, a blank, and a token")
            }
            return try context.principal(String(parts[1].drop { $0 == " " }))
        }
        guard let secret = SessionCookie.secret(in: request.headers) else { return nil }
        guard route.method != .get else {
            // An ended session must not keep a browser from looking.
            return route.operation.access == .anyone
                ? try context.accounts.principal(secret) : try context.principal(secret)
        }
        guard route.operation.access != .anyone else { return nil }
        guard let token = request.headers[.csrfToken], SessionCookie.isCSRFToken(token, of: secret) else {
            throw Refusal(
                .forbidden, "with a session in a cookie, send the X-CSRF-Token that logging in answered",
                field: "x-csrf-token")
        }
        return try context.principal(secret)
    }

    /// All of it, or a refusal when it is too long or too slow.
    private static func body(of request: Request, _ route: Route, _ context: RequestContext) async throws -> [UInt8] {
        if let length = request.headers[.contentLength].flatMap(Int.init), length > route.bodyBytesMax {
            throw tooLarge(route)
        }
        // Without either header there is none: RFC 9112, 6.3. To wait for it would cost a timer.
        guard request.headers[.transferEncoding] != nil || (request.headers[.contentLength] ?? "0") != "0" else {
            return []
        }
        let seconds = context.settings.bodySeconds
        return try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask {
                do {
                    let buffer = try await request.body.collect(upTo: route.bodyBytesMax)
                    return Array(buffer.readableBytesView)
                } catch is NIOTooManyBytesError {
                    throw tooLarge(route)
                }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw Refusal(.usage, "the body did not arrive within \(seconds) seconds")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
        }
    }

    private static func tooLarge(_ route: Route) -> Refusal {
        Refusal(.tooLarge, "this takes at most \(route.bodyBytesMax) bytes")
    }

    // MARK: Refusals

    private func unknown(_ request: Request) -> Refusal {
        let path = String(request.uri.path)
        let methods = API.all.filter { $0.path.values(in: path) != nil }.map(\.method.rawValue)
        guard methods.isEmpty else {
            return Refusal(
                .notAllowed, "\(path) takes \(methods.joined(separator: " or "))",
                field: methods.joined(separator: ", "))
        }
        return Refusal(.notFound, "there is nothing at \(path.prefix(200)): see \(API.contract.path)")
    }

    private static func refusal(_ error: any Error, _ record: RequestRecord) -> Refusal {
        if let refusal = error as? Refusal { return refusal }
        if error is CancellationError { return Refusal(.unavailable, "the service is stopping") }
        // What went wrong within is told to those who run it.
        record.logger.error("failed", metadata: ["error": "\(error)"])
        return Refusal(.failed, "something went wrong here: tell the operator the X-Request-ID")
    }

    private func problem(
        _ refusal: Refusal, _ record: RequestRecord, retryAfter: Int? = nil
    ) -> Response {
        let status = refusal.code.status
        var problem = Problem(refusal, status: status, position: try? context.community.log.head().value)
        if status.kind == .serverError { problem.detail = context.withoutPaths(problem.detail) }
        var headers = HTTPFields()
        if refusal.code == .notAllowed {
            headers[.allow] = refusal.field
            problem.field = nil
        }
        if refusal.code == .unauthenticated { headers[.wwwAuthenticate] = "Bearer" }
        if let seconds = retryAfter ?? refusal.code.retryAfter { headers[.retryAfter] = "\(seconds)" }
        if status.kind == .serverError, refusal.code != .overloaded {
            record.logger.error("\(refusal.message)", metadata: ["code": "\(refusal.code.rawValue)"])
        }
        var reply = (try? Reply.json(problem, status: status)) ?? Reply(status: status)
        reply.headers.append(contentsOf: headers)
        reply.headers[.contentType] = "application/problem+json"
        return Response(reply)
    }

    // MARK: Other sites

    /// Those in which the attributes of a CloudEvent come.
    private static let eventHeaders = [
        "specversion", "id", "source", "type", "time", "subject", "actor", "cause", "expectedversion",
    ].map { "ce-\($0)" }.joined(separator: ", ")

    private func allowOrigin(_ request: Request, _ response: inout Response) {
        guard !context.settings.origins.isEmpty else { return }
        response.headers[.vary] = response.headers[.vary].map { "\($0), Origin" } ?? "Origin"
        guard let origin = request.headers[.origin], context.settings.origins.contains(origin) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlAllowCredentials] = "true"
        response.headers[.accessControlExposeHeaders] = "ETag, Location, Retry-After, X-Request-ID"
        guard request.method == .options else { return }
        response.status = .noContent
        response.body = ResponseBody()
        response.headers[.contentType] = nil
        response.headers[.allow] = nil
        response.headers[.contentLength] = nil
        response.headers[.accessControlAllowMethods] = "GET, HEAD, POST"
        response.headers[.accessControlAllowHeaders] =
            "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, X-CSRF-Token, "
            + Self.eventHeaders
        response.headers[.accessControlMaxAge] = "600"
    }
}

extension Response {
    fileprivate init(_ reply: Reply) {
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

/// What is known of a request beside itself: the connection that it came by.
struct ConnectionContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// Made where the request comes in.
    var record = RequestRecord.none

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
