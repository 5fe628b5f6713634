import Accounts
import Fetching
import LarderAPI
import Layout
import Synchronization

/// The account that the rate limiter charges.
enum RatePayer: Hashable, Sendable {
    case member(MemberID)
    /// An IPv4 address, or the 64-bit prefix of an IPv6 address, which one household or host has.
    case network(NetworkPrefix)
    /// A client without an address.
    case unknown
}

/// Limits the rate of requests by token buckets: a bucket holds `burst` tokens, each request takes one, and tokens come back at
/// the limit's rate.
///
/// The buckets lie in memory: a restart forgets them, and requests cannot fill the disk.
final class RateLimiter: Sendable {
    /// The largest number of buckets. Beyond it the fullest ones are dropped.
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

    /// Takes a token. Refuses if there is none, with the seconds until there is one. O(1), but for one call in some ten thousand.
    func take(
        _ kind: RateKind, for payer: RatePayer, now: ContinuousClock.Instant = .now
    ) throws(RateLimitReached) {
        guard let limit = limits.limits[kind] else { return }
        let perSecond = limit.perSecond
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

    /// How much of a limit a payer has left; `nil`: the kind has no limit. It takes no token. O(1).
    func standing(of kind: RateKind, for payer: RatePayer, now: ContinuousClock.Instant = .now) -> RateStanding? {
        guard let limit = limits.limits[kind] else { return nil }
        let (burst, perSecond) = (Double(limit.burst), limit.perSecond)
        let bucket = buckets.withLock { $0[Key(payer: payer, kind: kind)] }
        let passed = bucket.map { max(0, (now - $0.at) / .seconds(1)) } ?? 0
        let tokens = bucket.map { min(burst, $0.tokens + passed * perSecond) } ?? burst
        // With no token left, the next one counts: Retry-After names the same moment.
        let missing = tokens < 1 ? 1 - tokens : burst - tokens
        return RateStanding(
            kind: kind, limit: limit, left: Int(tokens), seconds: Int((missing / perSecond).rounded(.up)))
    }

    /// Drops the fullest half: a payer who has used few tokens gains least from a new bucket. O(buckets).
    private func forgetFullest(_ buckets: inout [Key: Bucket], _ now: ContinuousClock.Instant) {
        func missing(_ key: Key, _ bucket: Bucket) -> Double {
            guard let limit = limits.limits[key.kind] else { return 0 }
            let filled = bucket.tokens + (now - bucket.at) / .seconds(1) * limit.perSecond
            return max(0, 1 - filled / Double(limit.burst))
        }
        let order = buckets.map { (key: $0.key, missing: missing($0.key, $0.value)) }.sorted { $0.missing < $1.missing }
        for item in order.prefix(order.count / 2) { buckets[item.key] = nil }
    }

    // MARK: Streams

    /// Whether one more stream may begin. If so, call `endStream` when it ends.
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

/// A payer has sent too many requests in too short a time.
struct RateLimitReached: Error {
    var kind: RateKind
    /// Until there is a token.
    var seconds: Int
}

/// What a payer has left of a limit, as draft-ietf-httpapi-ratelimit-headers-10 writes it: `RateLimit-Policy` names the limit, and
/// `RateLimit` what is left of it.
struct RateStanding: Equatable {
    var kind: RateKind
    var limit: RateLimit
    /// How many requests may come at once.
    var left: Int
    /// Until the limit is whole again; if nothing is left, until the next request may come.
    var seconds: Int

    /// The limit as a quota and the window in which it comes back: the bucket's size, and the seconds until an empty bucket is full.
    var policyField: String {
        "\"\(kind.rawValue)\";q=\(limit.burst);w=\((limit.burst * 3_600 + limit.perHour - 1) / limit.perHour)"
    }

    var field: String { "\"\(kind.rawValue)\";r=\(left);t=\(seconds)" }
}

/// A limit on requests: `burst` at once, and `perHour` in the long run.
package struct RateLimit: Hashable, Sendable {
    package var burst: Int
    package var perHour: Int

    package init(burst: Int, perHour: Int) {
        self.burst = burst
        self.perHour = perHour
    }

    package init(burst: Int, perMinute: Int) { self.init(burst: burst, perHour: perMinute * 60) }

    var perSecond: Double { Double(perHour) / 3_600 }
}

/// The kinds of requests, each with a limit of its own.
package enum RateKind: String, CaseIterable, Hashable, Sendable {
    /// Questions, and the beginnings of streams.
    case questions
    /// Actions of no kind below.
    case actions
    /// Recipes, comments, reposts and reports, which other members read.
    case posts
    case uploads
    /// Pages and files whose recipes are read.
    case imports
    /// Attempts with a password or a link.
    case logIns = "log-ins"
    case registrations
    /// Requests that the service sends to other services for a member. A kept answer costs nothing.
    case fetches
    /// The same for a guest's network.
    case guestFetches = "guest-fetches"
    /// Pictures of other services that are fetched for a member or a guest's network. A kept picture costs nothing.
    case pictureFetches = "picture-fetches"
}

extension RateKind {
    /// The limit of an operation; `nil`: it has none.
    init?(_ rate: RateClass) {
        switch rate {
        case .questions: self = .questions
        case .actions: self = .actions
        case .posts: self = .posts
        case .uploads: self = .uploads
        case .imports: self = .imports
        case .logIns: self = .logIns
        case .registrations: self = .registrations
        case .unlimited: return nil
        }
    }
}

/// The limit of each kind of requests. A member is charged in every network. Guests, log-ins and registrations are charged to their
/// network.
package struct RateLimits: Hashable, Sendable {
    /// A person at a screen stays far below these limits. A script reaches them after a while, and gets a `Retry-After`.
    package static let standard = RateLimits(limits: [
        .questions: RateLimit(burst: 600, perMinute: 1_800),
        .actions: RateLimit(burst: 120, perMinute: 240),
        .posts: RateLimit(burst: 30, perMinute: 30),
        .uploads: RateLimit(burst: 30, perMinute: 20),
        .imports: RateLimit(burst: 10, perHour: 10),
        .logIns: RateLimit(burst: 20, perMinute: 10),
        .registrations: RateLimit(burst: 10, perMinute: 1),
        // The operator pays for these requests.
        .fetches: RateLimit(burst: 20, perHour: 60),
        .guestFetches: RateLimit(burst: 10, perHour: 10),
        // A page of a search shows twenty.
        .pictureFetches: RateLimit(burst: 60, perHour: 300),
    ])

    /// A kind without an entry has no limit.
    package var limits: [RateKind: RateLimit]

    package init(limits: [RateKind: RateLimit]) { self.limits = limits }

    /// How many streams a payer may listen to at once.
    static let streamsMax = 100
}
