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
