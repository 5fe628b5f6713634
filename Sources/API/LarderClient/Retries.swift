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
