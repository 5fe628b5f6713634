/// The service's refusal of a request: the request arrived, and nothing was done.
///
/// With a `status` of 500 or more it is unknown whether an action was done: a retry under the same key finds out.
/// Show `message` to people; decide by `code`.
public struct LarderRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why a request was refused. A newer service may send codes that are not listed here.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }

        /// The request or a value in it is malformed.
        public static let invalid = Code(rawValue: "invalid")
        public static let notFound = Code(rawValue: "not-found")
        /// It was deleted.
        public static let gone = Code(rawValue: "gone")
        /// No token, an ended session or a revoked key: log in.
        public static let unauthenticated = Code(rawValue: "unauthenticated")
        /// The member may not do this.
        public static let forbidden = Code(rawValue: "forbidden")
        /// A moderator has banned the member.
        public static let banned = Code(rawValue: "banned")
        /// It contradicts what is there, such as a username that is taken.
        public static let conflict = Code(rawValue: "conflict")
        /// An edit is based on an earlier version, or the service has not reached the position that was asked for.
        public static let stale = Code(rawValue: "stale")
        public static let tooLarge = Code(rawValue: "too-large")
        public static let unsupported = Code(rawValue: "unsupported")
        /// A rate limit: see `retryAfter`.
        public static let limited = Code(rawValue: "limited")
        /// Too many failed log-ins: see `retryAfter`.
        public static let locked = Code(rawValue: "locked")
        /// More requests than the service can hold; a retry may be served.
        public static let overloaded = Code(rawValue: "overloaded")
        /// The service is stopping, or cannot write.
        public static let unavailable = Code(rawValue: "unavailable")
        /// A failure within the service. `requestID` finds it in the operator's log.
        public static let failed = Code(rawValue: "failed")
    }

    public var code: Code
    /// A sentence for people: what is wrong, then what to do.
    public var message: String
    /// The parameter, field or header that caused the refusal.
    public var field: String?
    /// Where the log ended when the service refused.
    public var position: UInt64?
    /// HTTP's status.
    public var status: Int
    /// When a retry may succeed; `nil`: the service has not said.
    public var retryAfter: Duration?
    /// Names the request in the service's log.
    public var requestID: String?

    public init(
        _ code: Code, _ message: String, field: String? = nil, position: UInt64? = nil, status: Int,
        retryAfter: Duration? = nil, requestID: String? = nil
    ) {
        self.code = code
        self.message = message
        self.field = field
        self.position = position
        self.status = status
        self.retryAfter = retryAfter
        self.requestID = requestID
    }

    public var description: String { "\(code): \(message)" }
}

/// A request that has no usable answer: the service was not reached, the connection ended, or the answer is not a Larder service's.
///
/// After `lost` and `timedOut` it is unknown whether an action was done. The client has retried what may be repeated. To make sure, call
/// again with the same ``CallOptions/idempotencyKey``.
public struct LarderFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// No connection: wrong address, no network, or no service there.
        case unreachable
        /// The connection ended before the answer did.
        case lost
        case timedOut
        /// The service cannot prove by TLS who it is.
        case untrusted
        /// The answer is longer than the client's limit.
        case tooLong
        /// The program took the answer more slowly than it arrived, and the transport's buffer is full.
        case overrun
        /// The service answered with a redirect. The client follows none: its token is for one service.
        case redirected
        /// A program that is not a Larder service answered.
        case notLarder
        /// The answer has another form than this version of the client knows.
        case unreadable
        /// The URL names no service, or would send a token in the clear.
        case badAddress
        /// The token cannot be read or stored.
        case tokenStore
    }

    public var kind: Kind
    public var message: String

    public init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

    public var description: String { message }
}
