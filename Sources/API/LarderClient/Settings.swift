/// Limits and habits of a client. The standard values suit an app.
public struct ClientSettings: Hashable, Sendable {
    /// After so long without a byte a request has timed out.
    public var silenceMax: Duration = .seconds(30)
    /// No answer but a stream may take longer, from its request to its last byte.
    public var answerTimeMax: Duration = .seconds(120)
    /// No answer may be longer, and neither may an event of a stream.
    public var answerBytesMax = 32 << 20
    public var retries = RetryPolicy()
    public var streams = StreamPolicy()
    /// Whether questions wait for the member's own actions: the client asks for at least the last position that it was answered.
    public var readsOwnActions = true
    /// Whether `http` is allowed to other machines. Passwords and tokens are readable on the way then.
    public var allowsCleartext = false

    public init() {}
}

/// When a request is retried: only if a second one cannot do anything twice.
public struct RetryPolicy: Hashable, Sendable {
    /// How often a request is sent, the first time included.
    public var triesMax = 3
    /// The longest wait in total. A service that asks for a longer one has refused.
    public var delayMax: Duration = .seconds(5)

    public init() {}
}

/// How a stream is listened to.
public struct StreamPolicy: Hashable, Sendable {
    /// After so long without a byte the connection is replaced. The service sends something every 15 seconds unless told otherwise.
    public var silenceMax: Duration = .seconds(45)
    /// The wait before the second attempt in a row; it doubles with each further one.
    public var delayMin: Duration = .milliseconds(500)
    public var delayMax: Duration = .seconds(30)
    /// So many attempts in a row may fail before listening ends with their error.
    public var failuresMax = 20
    /// A line, and the data of an event, have at most so many bytes.
    public var eventBytesMax = 1 << 20
    /// So many bytes may wait for the program. If more arrive, the connection is replaced once they are taken; no event is lost.
    public var bufferBytesMax = 1 << 20

    public init() {}
}

/// What one call wants in particular.
public struct CallOptions: Hashable, Sendable {
    /// Answer from a state that has reached this position. The service waits about a second for it.
    public var atLeast: UInt64?
    /// Answer as of an earlier position or RFC 3339 instant. For admins.
    public var asOf: String?
    /// Names an action, so that it is done once however often it is sent. `nil`: the client makes a new one for each call.
    public var idempotencyKey: String?
    /// An edit of a recipe is refused as `stale` if this is no longer its version.
    public var expectedVersion: UInt64?
    /// The body's media type, where it is not that of the operation.
    public var contentType: String?

    public init(
        atLeast: UInt64? = nil, asOf: String? = nil, idempotencyKey: String? = nil, expectedVersion: UInt64? = nil,
        contentType: String? = nil
    ) {
        self.atLeast = atLeast
        self.asOf = asOf
        self.idempotencyKey = idempotencyKey
        self.expectedVersion = expectedVersion
        self.contentType = contentType
    }
}

/// Decides whether a request is sent once more, and when. It does no I/O.
struct RetryStateMachine {
    private var triesLeft: Int
    private var delayLeft: Duration
    private var backoff: Duration = .milliseconds(200)
    /// Whether a second request does nothing twice.
    private let isRepeatable: Bool

    init(_ policy: RetryPolicy, isRepeatable: Bool) {
        (triesLeft, delayLeft) = (policy.triesMax - 1, policy.delayMax)
        self.isRepeatable = isRepeatable
    }

    /// How long to wait before the retry; `nil`: the answer stands.
    ///
    /// A request that a rate limit refused was not begun. One that failed as unavailable may have been.
    mutating func delay(afterStatus status: Int, retryAfter: Duration?) -> Duration? {
        guard status == 429 || status == 503 && isRepeatable, let retryAfter else { return nil }
        return spend(max(retryAfter, .milliseconds(100)))
    }

    /// How long to wait before the retry; `nil`: the failure stands. `random` is from 0 to 1.
    mutating func delay(after failure: LarderFailure, random: Double) -> Duration? {
        guard isRepeatable, failure.kind == .lost else { return nil }
        defer { backoff *= 2 }
        return spend(backoff * (0.5 + random / 2))
    }

    private mutating func spend(_ delay: Duration) -> Duration? {
        guard triesLeft > 0, delay <= delayLeft else { return nil }
        triesLeft -= 1
        delayLeft -= delay
        return delay
    }
}
