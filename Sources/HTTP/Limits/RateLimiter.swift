import Accounts
import Fetching
import Layout
import Synchronization

/// Who is counted.
enum RatePayer: Hashable, Sendable {
    case member(MemberID)
    /// An IPv4 address, or the 64 bits of an IPv6 one that a household or host has to itself.
    case network(NetworkPrefix)
    /// A client without an address.
    case unknown
}

/// Counts what each asks for, by token buckets: a bucket holds `burst` tokens, each request takes one, and `perMinute` of them
/// come back each minute.
///
/// It is held in memory: restarting the service forgets, and what is on the disk cannot be filled up by asking.
final class RateLimiter: Sendable {
    /// Buckets that are remembered; beyond that those go that are the fullest.
    static let bucketsMax = 1 << 16

    struct Key: Hashable {
        var payer: RatePayer
        var kind: RateKind
    }

    private struct Bucket {
        var tokens: Double
        var at: ContinuousClock.Instant
    }

    private let limits: RateLimits
    private let metrics: ServiceMetrics
    private let buckets = Mutex<[Key: Bucket]>([:])
    private let streams = Mutex<[RatePayer: Int]>([:])

    /// Refusals are counted in `metrics`.
    init(_ limits: RateLimits, _ metrics: ServiceMetrics) {
        self.limits = limits
        self.metrics = metrics
    }

    /// Takes a token, or refuses and says after how many seconds there is one. O(1), but for one call in some ten thousand.
    func take(
        _ kind: RateKind, for payer: RatePayer, now: ContinuousClock.Instant = .now
    ) throws(RateLimitReached) {
        guard let limit = limits.limits[kind] else { return }
        let perSecond = Double(limit.perMinute) / 60
        let seconds: Double? = buckets.withLock { buckets in
            let key = Key(payer: payer, kind: kind)
            if buckets.count >= Self.bucketsMax, buckets[key] == nil { forgetFullest(&buckets, now) }
            var bucket = buckets[key] ?? Bucket(tokens: Double(limit.burst), at: now)
            let passed = max(0, (now - bucket.at) / .seconds(1))
            bucket.tokens = min(Double(limit.burst), bucket.tokens + passed * perSecond)
            bucket.at = max(bucket.at, now)
            guard bucket.tokens >= 1 else {
                buckets[key] = bucket
                return (1 - bucket.tokens) / perSecond
            }
            bucket.tokens -= 1
            buckets[key] = bucket
            return nil
        }
        guard let seconds else { return }
        metrics.countLimited(kind)
        throw RateLimitReached(kind: kind, seconds: max(1, Int(seconds.rounded(.up))))
    }

    /// Who has asked for least has least to gain from being forgotten. O(buckets).
    private func forgetFullest(_ buckets: inout [Key: Bucket], _ now: ContinuousClock.Instant) {
        func missing(_ key: Key, _ bucket: Bucket) -> Double {
            guard let limit = limits.limits[key.kind] else { return 0 }
            let filled = bucket.tokens + (now - bucket.at) / .seconds(1) * Double(limit.perMinute) / 60
            return max(0, 1 - filled / Double(limit.burst))
        }
        let order = buckets.map { (key: $0.key, missing: missing($0.key, $0.value)) }.sorted { $0.missing < $1.missing }
        for item in order.prefix(order.count / 2) { buckets[item.key] = nil }
    }

    // MARK: Streams

    /// Whether one more stream may begin; then `endStream` is to be called.
    func beginStream(for payer: RatePayer) -> Bool {
        streams.withLock { streams in
            guard streams[payer, default: 0] < RateLimits.streamsMax else { return false }
            streams[payer, default: 0] += 1
            return true
        }
    }

    func endStream(for payer: RatePayer) {
        streams.withLock { streams in
            let left = (streams[payer] ?? 1) - 1
            streams[payer] = left > 0 ? left : nil
        }
    }
}

/// Somebody has asked for too much in too short a time.
struct RateLimitReached: Error {
    var kind: RateKind
    /// Until there is one more.
    var seconds: Int
}

/// How much somebody may ask for: so much at once, and so much a minute in the long run.
package struct RateLimit: Hashable, Sendable {
    package var burst: Int
    package var perMinute: Int

    package init(burst: Int, perMinute: Int) {
        self.burst = burst
        self.perMinute = perMinute
    }
}

/// What is counted apart from the rest.
package enum RateKind: String, CaseIterable, Hashable, Sendable {
    /// Whatever only looks, streams that begin included.
    case questions
    /// Whatever is done, what follows aside.
    case actions
    /// What others get to read: recipes, comments, reposts, reports.
    case posts
    case uploads
    /// Passwords and links that are tried.
    case logIns = "log-ins"
    case registrations
}

/// Who may ask how much. A member is counted wherever they are; whoever is nobody yet, or tries passwords, by the network that
/// they come from.
package struct RateLimits: Hashable, Sendable {
    /// Nobody at a screen comes near these; a script that was meant well does after a while, and is told when to go on.
    package static let standard = RateLimits(limits: [
        .questions: RateLimit(burst: 600, perMinute: 1_800),
        .actions: RateLimit(burst: 120, perMinute: 240),
        .posts: RateLimit(burst: 30, perMinute: 30),
        .uploads: RateLimit(burst: 30, perMinute: 20),
        .logIns: RateLimit(burst: 20, perMinute: 10),
        .registrations: RateLimit(burst: 10, perMinute: 1),
    ])

    /// A class that is not here is not limited.
    package var limits: [RateKind: RateLimit]

    package init(limits: [RateKind: RateLimit]) { self.limits = limits }

    /// Streams that one may listen to at once.
    static let streamsMax = 100
}
