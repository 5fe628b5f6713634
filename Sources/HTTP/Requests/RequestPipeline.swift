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
        record.logger.info(
            "\(request.method.rawValue) \(operation)",
            metadata: [
                "status": "\(response.status.code)",
                "ms": "\((seconds * 100_000).rounded() / 100)", "bytes": bytes.map { "\($0)" } ?? "stream",
            ].merging(record.member.map { ["member": "\($0)"] } ?? [:]) { $1 })
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
        // The details are for the operator, not for the client.
        record.logger.error("failed", metadata: ["error": "\(error)"])
        return Refusal(.failed, "something went wrong here: tell the operator the X-Request-ID")
    }

    private func problem(
        _ refusal: Refusal, _ record: RequestRecord, retryAfter: Int? = nil
    ) -> Response {
        let status = refusal.code.status
        // A refusal is answered also while the log cannot be read: then without a position.
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
