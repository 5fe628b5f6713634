import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// A request to a Larder service, and the time limit for its answer.
package struct ServerRequest: Sendable {
    /// `GET` or `POST`.
    package var method: String
    package var url: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]?
    /// The time limit for the whole answer.
    package var seconds: Double

    package init(
        _ method: String, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        seconds: Double = 60
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.seconds = seconds
    }
}

/// An answer of any status.
package struct ServerAnswer: Sendable {
    package var status: Int
    /// In lower case, without parameters; `nil` if the answer names none.
    package var mediaType: String?
    /// By their names in lower case.
    package var headers: [String: String]
    package var bytes: [UInt8]
}

/// An answer of any status whose body is still arriving.
package struct OpenAnswer: Sendable {
    package let status: Int
    /// By their names in lower case.
    package let headers: [String: String]
    private let pieces: Pieces

    fileprivate init(_ response: HTTPClientResponse) {
        status = Int(response.status.code)
        headers = response.fields
        pieces = Pieces(response.body)
    }

    /// The next piece of the body; `nil`: it is whole. Never called twice at once. What is not taken waits at the server.
    package func next() async throws(ConnectionFailure) -> [UInt8]? { try await pieces.next() }

    /// The place in the body, which one task after the other moves on.
    private final class Pieces: @unchecked Sendable {
        private var iterator: HTTPClientResponse.Body.AsyncIterator

        init(_ body: HTTPClientResponse.Body) { iterator = body.makeAsyncIterator() }

        func next() async throws(ConnectionFailure) -> [UInt8]? {
            do {
                return try await iterator.next().map { Array($0.readableBytesView) }
            } catch {
                throw ServerConnection.failure(
                    error, hasBegun: true, seconds: Double(ServerConnection.streamSilenceSeconds))
            }
        }
    }
}

/// Why there is no answer, and whether the server may have carried the request out.
package struct ConnectionFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// No server accepted the request.
        case unreachable
        /// A server accepted the request, and the answer is missing or incomplete: the server may have carried it out.
        case lost
        /// The time was over: the server may have carried the request out.
        case timedOut
        /// The server's certificate does not prove its name, or it does not speak TLS.
        case untrusted
        /// The answer is longer than `ServerConnection.bytesMax`.
        case tooLong
    }

    package var kind: Kind
    /// A clause for a person.
    package var message: String
}

/// Sends requests to the server that the member has chosen; connections are kept for the next request.
///
/// Unlike for pages, the server may have any address, this machine's included. Redirects are not followed, because a request
/// may hold a secret.
package enum ServerConnection {
    /// The limit of one unpacked answer.
    package static let bytesMax = 64 << 20
    /// The limit for the time without a byte of a stream. Larder sends something every 15 s unless told otherwise.
    package static let streamSilenceSeconds: Int64 = 45
    private static let connectSeconds: Int64 = 10

    /// Clients for the whole process, which are never shut down.
    private static let client = client(.init(connect: .seconds(connectSeconds)))
    private static let streamClient = client(
        .init(connect: .seconds(connectSeconds), read: .seconds(streamSilenceSeconds)))

    private static func client(_ timeout: HTTPClient.Configuration.Timeout) -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: timeout, decompression: .enabled(limit: .size(bytesMax)))
        configuration.httpVersion = .http1Only
        // A refused connection is reported at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// An answer that goes on, from its head on. The request's time limit has no effect, and that of silence counts instead.
    package static func open(_ request: ServerRequest) async throws(ConnectionFailure) -> OpenAnswer {
        do {
            return OpenAnswer(try await streamClient.execute(question(request), deadline: .distantFuture))
        } catch {
            throw failure(error, hasBegun: false, seconds: Double(streamSilenceSeconds))
        }
    }

    /// The whole answer, or a failure when the time is over.
    package static func ask(_ request: ServerRequest) async throws(ConnectionFailure) -> ServerAnswer {
        let first = await withTaskGroup(of: Result<ServerAnswer, ConnectionFailure>.self) { group in
            group.addTask {
                do throws(ConnectionFailure) {
                    return .success(try await answer(request))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                // A cancelled sleep ends the wait: the group has its answer.
                try? await Task.sleep(for: .seconds(request.seconds))
                return .failure(late(request.seconds))
            }
            let first = await group.next() ?? .failure(late(request.seconds))
            group.cancelAll()
            return first
        }
        return try first.get()
    }

    private static func late(_ seconds: Double) -> ConnectionFailure {
        ConnectionFailure(kind: .timedOut, message: "there was no answer within \(Int(seconds)) s")
    }

    private static func question(_ request: ServerRequest) -> HTTPClientRequest {
        var question = HTTPClientRequest(url: request.url)
        question.method = .RAW(value: request.method)
        question.headers.add(name: "User-Agent", value: "larder")
        for (name, value) in request.headers { question.headers.add(name: name, value: value) }
        if let body = request.body { question.body = .bytes(body) }
        return question
    }

    private static func answer(_ request: ServerRequest) async throws(ConnectionFailure) -> ServerAnswer {
        var hasBegun = false
        do {
            let response = try await client.execute(
                question(request), timeout: .milliseconds(Int64(request.seconds * 1_000)))
            hasBegun = true
            var bytes: [UInt8] = []
            for try await chunk in response.body {
                bytes.append(contentsOf: chunk.readableBytesView)
                guard bytes.count <= bytesMax else { throw NIOHTTPDecompression.DecompressionError.limit }
            }
            return ServerAnswer(
                status: Int(response.status.code), mediaType: response.headers.mediaType, headers: response.fields,
                bytes: bytes)
        } catch {
            throw failure(error, hasBegun: hasBegun, seconds: request.seconds)
        }
    }

    fileprivate static func failure(_ error: any Error, hasBegun: Bool, seconds: Double) -> ConnectionFailure {
        if case NIOHTTPDecompression.DecompressionError.limit = error {
            return ConnectionFailure(kind: .tooLong, message: "its answer is longer than \(bytesMax >> 20) MiB")
        }
        let words = PageFetcher.words(error)
        switch error as? HTTPClientError {
        case .connectTimeout?:
            return ConnectionFailure(
                kind: .unreachable, message: "the server did not accept the connection within \(connectSeconds) s")
        case .deadlineExceeded?, .readTimeout?, .writeTimeout?, .getConnectionFromPoolTimeout?:
            return late(seconds)
        case .remoteConnectionClosed?:
            return ConnectionFailure(kind: .lost, message: "the connection was closed without an answer")
        case .invalidURL?, .emptyHost?, .emptyScheme?:
            return ConnectionFailure(kind: .unreachable, message: "that is not a URL that can be asked")
        default: break
        }
        // The libraries below report these failures only by their descriptions.
        if words.contains("SSL") || words.contains("certificate") || words.contains("TLS") {
            return ConnectionFailure(kind: .untrusted, message: "TLS failed: \(words)")
        }
        if words.contains("Connection refused") {
            return ConnectionFailure(kind: .unreachable, message: "no server listens there")
        }
        if words.contains("DNS error") {
            return ConnectionFailure(kind: .unreachable, message: "cannot resolve its name: check the network")
        }
        if words.contains("Connection errors") || words.contains("connect(") {
            return ConnectionFailure(kind: .unreachable, message: words)
        }
        if hasBegun { return ConnectionFailure(kind: .lost, message: "the answer ended early: \(words)") }
        return ConnectionFailure(kind: .lost, message: "there was no answer: \(words)")
    }
}

extension HTTPClientResponse {
    /// The header fields by their names in lower case.
    fileprivate var fields: [String: String] {
        Dictionary(headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
