import Accounts
import Answers
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

/// Wraps all routes: writes and counts each request, turns refusals into answers, and adds the headers that every answer has. It wraps
/// requests without a route, too.
struct RequestPipeline: RouterMiddleware {
    typealias Context = ConnectionContext

    private let context: RequestContext

    init(_ context: RequestContext) { self.context = context }

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
            response = unknown(request, connection)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            let (refusal, seconds) = Self.refusal(of: error, record)
            response = problem(refusal, record, retryAfter: seconds)
        }
        context.addCommonHeaders(to: &response.headers, id: record.id)
        if let charge = record.charge, let standing = context.limiter?.standing(of: charge.kind, for: charge.payer) {
            response.headers[.rateLimitPolicy] = standing.policyField
            response.headers[.rateLimit] = standing.field
        }
        allowOrigin(request, &response)
        // An answer to HEAD has no body, on no path: the client would take it for the beginning of the next answer.
        if request.method == .head { response = response.createHeadResponse() }
        note(request, response, record, after: ContinuousClock.now - began)
        return response
    }

    /// Counts the request, and writes a line about it to the service's log. The line has the member's number and nothing that was
    /// sent, so that no log keeps what a deletion erases.
    private func note(_ request: Request, _ response: Response, _ record: RequestRecord, after duration: Duration) {
        let seconds = duration / .seconds(1)
        let operation = record.operation ?? "none"
        let bytes = response.body.contentLength
        context.metrics.count(operation, status: response.status.code, seconds: seconds, bytes: bytes ?? 0)
        guard context.logger.logLevel <= .info else { return }
        var metadata: Logger.Metadata = [
            "status": "\(response.status.code)", "ms": "\((seconds * 100_000).rounded() / 100)",
            "bytes": bytes.map { "\($0)" } ?? "stream",
        ]
        metadata["member"] = record.member.map { "\($0)" }
        metadata["about"] = record.subject.map { "\($0)" }
        record.logger.info("\(request.method.rawValue) \(operation)", metadata: metadata)
    }

    /// The id that a trusted proxy has given the request, or else an id of its own.
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

    // MARK: Refusals

    /// The answer to a request without a route. It is charged, unless a browser asks whether a named site may send a request.
    private func unknown(_ request: Request, _ connection: ConnectionContext) -> Response {
        let path = String(request.uri.path)
        var methods = API.all.filter { $0.path.values(in: path) != nil }.map(\.method.rawValue)
        if methods.isEmpty, context.settings.hasWeb {
            methods = PageRoute.all.filter { $0.fits(path) }.map(\.method.rawValue)
        }
        let isPreflight = request.method == .options && !methods.isEmpty && isNamedOrigin(request)
        do throws(RateLimitReached) {
            if !isPreflight { try context.chargeUnknown(request, connection) }
        } catch {
            return problem(error.refusal, connection.record, retryAfter: error.seconds)
        }
        guard methods.isEmpty else {
            let refusal = Refusal(
                .notAllowed, "\(path) takes \(methods.joined(separator: " or "))",
                field: methods.joined(separator: ", "))
            return errorPage(refusal, request, connection) ?? problem(refusal, connection.record)
        }
        return errorPage(.noPage, request, connection) ?? problem(Self.nothing(at: request), connection.record)
    }

    /// The answer for a browser; `nil`: another program asks, or there is no web app.
    private func errorPage(_ refusal: Refusal, _ request: Request, _ connection: ConnectionContext) -> Response? {
        guard context.settings.hasWeb, request.headers.wantHTML else { return nil }
        var page = WebRequest(context, to: request, connection)
        page.recognizeReader()
        var reply = page.errorPage(refusal)
        if refusal.code == .notAllowed { reply.headers[.allow] = refusal.field }
        page.addHeaders(to: &reply)
        return Response(reply)
    }

    /// The refusal of a request for a path that is neither an operation's nor a page's.
    static func nothing(at request: Request) -> Refusal {
        Refusal(.notFound, "there is nothing at \(request.uri.path.prefix(200)): see \(API.contract.path)")
    }

    /// The refusal that an error stands for, and the seconds after which a retry may succeed.
    static func refusal(of error: any Error, _ record: RequestRecord) -> (Refusal, retryAfter: Int?) {
        switch error {
        case let error as RateLimitReached: (error.refusal, error.seconds)
        case let error as ServiceRefusal: (error.refusal, error.retryAfterSeconds)
        default: (refusal(error, record), nil)
        }
    }

    private static func refusal(_ error: any Error, _ record: RequestRecord) -> Refusal {
        if let refusal = error as? Refusal { return refusal }
        if error is CancellationError { return Refusal(.unavailable, "the service is stopping") }
        // The details are for the operator, not for the client.
        record.logger.error("failed", metadata: ["error": "\(error)"])
        return Refusal(.failed, "something went wrong here: tell the operator the X-Request-ID")
    }

    private func problem(
        _ refusal: Refusal, _ record: RequestRecord, retryAfter: Int? = nil
    ) -> Response {
        let status = refusal.code.status
        // A refusal is answered also while the log cannot be read: then without a position.
        var problem = Problem(refusal, status: status, position: try? context.community.shownPosition().value)
        if status.kind == .serverError { problem.detail = context.withoutPaths(problem.detail) }
        var headers = HTTPFields()
        if refusal.code == .notAllowed {
            headers[.allow] = refusal.field
            problem.field = nil
        }
        if refusal.code == .unauthenticated { headers[.wwwAuthenticate] = "Bearer" }
        if let seconds = retryAfter ?? refusal.code.retryAfter { headers[.retryAfter] = "\(seconds)" }
        if status.kind == .serverError, refusal.code != .overloaded {
            var metadata: Logger.Metadata = ["code": "\(refusal.code.rawValue)"]
            // The remedy by its name: the message for the client is silent about what only the operator can do.
            if let remedy = refusal.remedy { metadata["remedy"] = "\(remedy)" }
            record.logger.error("\(refusal.message)", metadata: metadata)
        }
        // A problem that cannot be written as JSON still has its status.
        var reply = (try? Reply.json(problem, status: status)) ?? Reply(status: status)
        reply.headers.append(contentsOf: headers)
        reply.headers[.contentType] = "application/problem+json"
        return Response(
            status: reply.status, headers: reply.headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)))
    }

    // MARK: Other sites

    /// The headers that carry the attributes of a CloudEvent.
    private static let eventHeaders = [
        "specversion", "id", "source", "type", "time", "subject", "actor", "cause", "expectedversion",
    ].map { "ce-\($0)" }.joined(separator: ", ")

    /// Whether the request is from a site that the operator has named.
    private func isNamedOrigin(_ request: Request) -> Bool {
        request.headers[.origin].map(context.settings.origins.contains) ?? false
    }

    private func allowOrigin(_ request: Request, _ response: inout Response) {
        guard !context.settings.origins.isEmpty else { return }
        response.headers[.vary] = response.headers[.vary].map { "\($0), Origin" } ?? "Origin"
        guard let origin = request.headers[.origin], isNamedOrigin(request) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlAllowCredentials] = "true"
        response.headers[.accessControlExposeHeaders] =
            "ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"
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

// MARK: What every answer has

extension RequestContext {
    /// The answer to a request that cannot be read. It is counted and logged here: it never reaches the pipeline.
    func reply(to malformation: Malformation) -> Reply {
        let id = RequestID().description
        let problem = Problem(malformation)
        // A problem that cannot be written as JSON still has its status.
        var reply = (try? Reply.json(problem, status: malformation.status)) ?? Reply(status: malformation.status)
        reply.headers[.contentType] = "application/problem+json"
        addCommonHeaders(to: &reply.headers, id: id)
        metrics.count("none", status: malformation.status.code, seconds: 0, bytes: reply.body.count)
        if logger.logLevel <= .info {
            RequestRecord(logger, id: id).logger.info(
                "malformed", metadata: ["status": "\(malformation.status.code)", "bytes": "\(reply.body.count)"])
        }
        return reply
    }

    /// Adds the headers that every answer has.
    func addCommonHeaders(to headers: inout HTTPFields, id: String) {
        headers[.xContentTypeOptions] = "nosniff"
        // A document of this service loads nothing and stands in no other site's frame, whatever a member has put into it.
        if headers[.contentSecurityPolicy] == nil {
            headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        // With `no-referrer`, browsers would hide the origin of this service's own pages from it.
        headers[.referrerPolicy] = "same-origin"
        headers[.requestID] = id
        if settings.isBehindTLS { headers[.strictTransportSecurity] = "max-age=31536000" }
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    fileprivate static let rateLimit = HTTPField.Name("RateLimit")!
    fileprivate static let rateLimitPolicy = HTTPField.Name("RateLimit-Policy")!
}
