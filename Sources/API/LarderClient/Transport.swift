/// Carries requests to a service and answers back. `URLSessionTransport` is the default one.
///
/// A transport follows no redirects, keeps no cookies and no cache, and retries nothing: the client decides about retries.
public protocol LarderTransport: Sendable {
    /// Sends a request and returns as soon as the answer's head has arrived.
    ///
    /// Throws a ``LarderFailure``, or `CancellationError` if the task is cancelled. The body throws the same errors. The exchange ends
    /// when the body is released.
    func open(_ request: TransportRequest) async throws -> TransportAnswer
}

/// A request as a transport sends it.
public struct TransportRequest: Hashable, Sendable {
    /// `GET` or `POST`.
    public var method: String
    /// Absolute, percent-encoded.
    public var url: String
    public var headers: [String: String]
    public var body: [UInt8]?
    /// After so long without a byte, the exchange has timed out.
    public var silenceMax: Duration
    /// So many bytes of the answer may wait for the program. More end the exchange with ``LarderFailure/Kind/overrun``.
    public var bufferBytesMax: Int

    public init(
        method: String, url: String, headers: [String: String] = [:], body: [UInt8]? = nil,
        silenceMax: Duration = .seconds(30), bufferBytesMax: Int = 1 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.silenceMax = silenceMax
        self.bufferBytesMax = bufferBytesMax
    }
}

/// An answer whose body may still be arriving.
public struct TransportAnswer: Sendable {
    public var status: Int
    /// By lower-case names.
    public var headers: [String: String]
    public var body: TransportBody

    /// Header names may have any case.
    public init(status: Int, headers: [String: String], body: TransportBody) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.body = body
    }

    var mediaType: String? {
        headers["content-type"].map {
            String($0.prefix { $0 != ";" }).lowercased().filter { !$0.isWhitespace }
        }
    }

    /// In seconds, as Larder sends it; `nil` where the header is absent or a date.
    var retryAfter: Duration? {
        headers["retry-after"].flatMap(Int.init).flatMap { $0 >= 0 ? .seconds($0) : nil }
    }

    /// The whole body. Throws ``LarderFailure/Kind/tooLong`` beyond the limit, which is also that of the transport's buffer.
    func bytes(upTo bytesMax: Int) async throws -> [UInt8] {
        let tooLong = LarderFailure(.tooLong, "the answer has more than \(bytesMax) bytes: ask for smaller pages")
        var bytes: [UInt8] = []
        do {
            while let piece = try await body.next() {
                guard bytes.count + piece.count <= bytesMax else { throw tooLong }
                bytes += piece
            }
        } catch let failure as LarderFailure where failure.kind == .overrun {
            throw tooLong
        }
        return bytes
    }
}

/// The body of an answer, for one taker. The exchange ends when the body is released.
public struct TransportBody: Sendable {
    private let take: @Sendable () async throws -> [UInt8]?

    /// `take` gives one piece after the other, of any length, and then `nil`. It is never called twice at once.
    public init(taking take: @escaping @Sendable () async throws -> [UInt8]?) { self.take = take }

    /// Pieces that are all there.
    public init(_ pieces: [[UInt8]]) {
        let rest = Rest(pieces)
        take = { await rest.next() }
    }

    /// The next piece; `nil`: the body is whole.
    public func next() async throws -> [UInt8]? { try await take() }

    private actor Rest {
        private var pieces: ArraySlice<[UInt8]>

        init(_ pieces: [[UInt8]]) { self.pieces = pieces[...] }

        func next() -> [UInt8]? { pieces.popFirst() }
    }
}
