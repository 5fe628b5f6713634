import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Foundation's URL loading: no cookies, no cache, no redirects.
///
/// An answer that arrives faster than the program takes it is bounded by ``TransportRequest/bufferBytesMax``: beyond that the request ends.
/// Foundation may deliver what it has already read to a suspended task, so that suspending it would be no bound.
public final class URLSessionTransport: LarderTransport {
    private let session: URLSession
    private let streams: DataTaskStreams

    public convenience init() { self.init(connectionsMax: 8) }

    /// So many connections at once to one service; each stream takes one.
    public init(connectionsMax: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = connectionsMax
        streams = DataTaskStreams()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: configuration, delegate: streams, delegateQueue: queue)
    }

    deinit { session.invalidateAndCancel() }

    /// How many requests have not ended.
    var openRequestCount: Int { streams.count }

    public func open(_ request: TransportRequest) async throws -> TransportAnswer {
        try Task.checkCancellation()
        guard let url = URL(string: request.url) else {
            throw LarderFailure(.badAddress, "«\(request.url.prefix(200))» is not a URL")
        }
        var urlRequest = URLRequest(url: url)
        // On Linux the time-out of an initializer does not count.
        urlRequest.timeoutInterval = request.silenceMax / .seconds(1)
        urlRequest.httpMethod = request.method
        for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
        if let body = request.body { urlRequest.httpBody = Data(body) }
        let stream = DataTaskStream(session.dataTask(with: urlRequest), bufferBytesMax: request.bufferBytesMax)
        streams.begin(stream)
        let head = try await stream.head()
        // The body holds the stream: once it is released, the task is cancelled.
        return TransportAnswer(
            status: head.status, headers: head.headers, body: TransportBody { try await stream.piece() })
    }
}

/// Hands what the session reports to the stream that it is about.
private final class DataTaskStreams: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct Entry {
        weak var stream: DataTaskStream?
    }

    private let lock = NSLock()
    private var entries: [Int: Entry] = [:]

    var count: Int { lock.withLock { entries.count } }

    func begin(_ stream: DataTaskStream) {
        lock.withLock { entries[stream.task.taskIdentifier] = Entry(stream: stream) }
        stream.task.resume()
    }

    private func stream(of task: URLSessionTask) -> DataTaskStream? {
        lock.withLock { entries[task.taskIdentifier]?.stream }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let stream = stream(of: dataTask), let response = response as? HTTPURLResponse else {
            return completionHandler(.cancel)
        }
        stream.began(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        stream(of: dataTask)?.received(Array(data))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let entry = lock.withLock { entries.removeValue(forKey: task.taskIdentifier) }
        entry?.stream?.ended(error.map(LarderFailure.init(transporting:)))
    }

    /// Redirects are answers.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}

/// One request and its answer, between the session's queue and the one task that takes the answer.
private final class DataTaskStream: @unchecked Sendable {
    struct Head: Sendable {
        var status: Int
        var headers: [String: String]
    }

    let task: URLSessionDataTask
    private let bufferBytesMax: Int
    // The lock guards everything below.
    private let lock = NSLock()
    private var state = DataTaskState()

    init(_ task: URLSessionDataTask, bufferBytesMax: Int) {
        (self.task, self.bufferBytesMax) = (task, bufferBytesMax)
    }

    deinit { task.cancel() }

    // MARK: The session's side

    func began(_ response: HTTPURLResponse) {
        let headers = response.allHeaderFields.reduce(into: [String: String]()) { headers, field in
            if let name = field.key as? String, let value = field.value as? String { headers[name] = value }
        }
        advance { $0.head = Head(status: response.statusCode, headers: headers) }
    }

    func received(_ piece: [UInt8]) {
        let isOverrun = advance { state in
            guard state.end == nil else { return false }
            guard state.bytes + piece.count <= bufferBytesMax else {
                state.end = .failed(
                    LarderFailure(.overrun, "more than \(bufferBytesMax) bytes of the answer wait to be taken"))
                return true
            }
            state.pieces.append(piece)
            state.bytes += piece.count
            return false
        }
        if isOverrun { task.cancel() }
    }

    func ended(_ failure: LarderFailure?) {
        advance { state in
            if state.end == nil { state.end = failure.map { .failed($0) } ?? .whole }
        }
    }

    // MARK: The taker's side

    func head() async throws -> Head {
        while true {
            if let head = lock.withLock({ state.head }) { return head }
            if let end = lock.withLock({ state.end }) {
                guard case .failed(let failure) = end else {
                    throw LarderFailure(.lost, "the connection ended without an answer")
                }
                throw failure
            }
            try await change { $0.head != nil || $0.end != nil }
        }
    }

    /// The next piece of the body; `nil`: it is whole.
    func piece() async throws -> [UInt8]? {
        while true {
            let (piece, end) = lock.withLock { (state.take(), state.end) }
            if let piece { return piece }
            switch end {
            case .whole: return nil
            case .failed(let failure): throw failure
            case nil: try await change { !$0.pieces.isEmpty || $0.end != nil }
            }
        }
    }

    /// Changes the state, and wakes the taker.
    @discardableResult private func advance<Result>(_ body: (inout DataTaskState) -> Result) -> Result {
        let (result, taker) = lock.withLock {
            let result = body(&state)
            defer { state.taker = nil }
            return (result, state.taker)
        }
        taker?.resume()
        return result
    }

    /// Waits until the state has what is wanted. Cancellation ends the stream.
    private func change(_ isThere: @escaping @Sendable (borrowing DataTaskState) -> Bool) async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = lock.withLock {
                    if isThere(state) || state.isCancelled { return true }
                    state.taker = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            advance { $0.isCancelled = true }
            task.cancel()
        }
        if lock.withLock({ state.isCancelled }) { throw CancellationError() }
    }
}

private struct DataTaskState {
    enum End {
        case whole
        case failed(LarderFailure)
    }

    var head: DataTaskStream.Head?
    var pieces: [[UInt8]] = []
    /// In the pieces.
    var bytes = 0
    var end: End?
    /// The one task that waits.
    var taker: CheckedContinuation<Void, Never>?
    var isCancelled = false

    /// All pieces that are there, as one.
    mutating func take() -> [UInt8]? {
        guard !pieces.isEmpty else { return nil }
        defer { (pieces, bytes) = ([], 0) }
        return Array(pieces.joined())
    }
}

extension LarderFailure {
    /// Says what Foundation reports.
    fileprivate init(transporting error: any Error) {
        let text = error.localizedDescription
        guard let error = error as? URLError else {
            self.init(.lost, "the connection failed (\(text)): try again")
            return
        }
        switch error.code {
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
            self.init(.unreachable, "the service cannot be reached (\(text)): check its address and the network")
        case .timedOut: self.init(.timedOut, "the service did not answer in time: try again")
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            self.init(.untrusted, "the service cannot prove who it is (\(text)): check its certificate")
        default: self.init(.lost, "the connection failed (\(text)): try again")
        }
    }
}
