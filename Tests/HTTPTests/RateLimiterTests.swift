import Fetching
import HTTPTypes
import Layout
import NIOCore
import NIOEmbedded
import Testing

@testable import HTTP

@Suite struct RateLimiterTests {
    private let limits = RateLimits(limits: [.posts: RateLimit(burst: 3, perMinute: 60)])
    private let metrics = ServiceMetrics()
    private let ada = RatePayer.member(MemberID(1))
    private let now = ContinuousClock.now

    @Test("a bucket gives its burst, and then what comes back") func bucket() throws {
        let limiter = RateLimiter(limits, metrics)
        for _ in 0..<3 { try limiter.take(.posts, for: ada, now: now) }
        let refused = #expect(throws: RateLimitReached.self) { try limiter.take(.posts, for: ada, now: now) }
        #expect(refused?.kind == .posts && refused?.seconds == 1)
        // One a second comes back, and no more than fits in.
        try limiter.take(.posts, for: ada, now: now + .seconds(1))
        #expect(throws: RateLimitReached.self) { try limiter.take(.posts, for: ada, now: now + .seconds(1)) }
        for _ in 0..<3 { try limiter.take(.posts, for: ada, now: now + .seconds(3_600)) }
        #expect(throws: RateLimitReached.self) { try limiter.take(.posts, for: ada, now: now + .seconds(3_600)) }
    }

    @Test("a refusal costs no token") func freeRefusals() throws {
        let limiter = RateLimiter(limits, metrics)
        for _ in 0..<3 { try limiter.take(.posts, for: ada, now: now) }
        for _ in 0..<100 {
            #expect(throws: RateLimitReached.self) {
                try limiter.take(.posts, for: ada, now: now + .milliseconds(900))
            }
        }
        try limiter.take(.posts, for: ada, now: now + .seconds(1))
    }

    @Test("each payer and each kind has a bucket of its own") func separateBuckets() throws {
        let limiter = RateLimiter(limits, metrics)
        for _ in 0..<3 { try limiter.take(.posts, for: ada, now: now) }
        try limiter.take(.posts, for: .member(MemberID(2)), now: now)
        for _ in 0..<10_000 { try limiter.take(.questions, for: ada, now: now) }
    }

    @Test("what is left is told without taking it") func standing() throws {
        let limiter = RateLimiter(limits, metrics)
        func fields(after seconds: Int) -> [String?] {
            let standing = limiter.standing(of: .posts, for: ada, now: now + .seconds(seconds))
            return [standing?.policyField, standing?.field]
        }
        #expect(fields(after: 0) == [#""posts";q=3;w=3"#, #""posts";r=3;t=0"#])
        for _ in 0..<2 { try limiter.take(.posts, for: ada, now: now) }
        #expect(fields(after: 0) == [#""posts";q=3;w=3"#, #""posts";r=1;t=2"#])
        try limiter.take(.posts, for: ada, now: now)
        // With nothing left it is the moment that Retry-After names.
        #expect(fields(after: 0) == [#""posts";q=3;w=3"#, #""posts";r=0;t=1"#])
        #expect(fields(after: 2) == [#""posts";q=3;w=3"#, #""posts";r=2;t=1"#])
        #expect(fields(after: 60) == [#""posts";q=3;w=3"#, #""posts";r=3;t=0"#])
        #expect(limiter.standing(of: .questions, for: ada) == nil)
    }

    @Test("beyond the limit of buckets the fullest ones are dropped") func droppedBuckets() throws {
        let limiter = RateLimiter(limits, metrics)
        for _ in 0..<3 { try limiter.take(.posts, for: ada, now: now) }
        for number in 0..<RateLimiter.bucketsMax {
            try limiter.take(.posts, for: .member(MemberID(UInt64(number + 10))), now: now)
        }
        #expect(throws: RateLimitReached.self) { try limiter.take(.posts, for: ada, now: now) }
    }

    @Test("streams are counted while they are open") func openStreams() {
        let limiter = RateLimiter(limits, metrics)
        for _ in 0..<RateLimits.streamsMax { #expect(limiter.beginStream(for: ada)) }
        #expect(!limiter.beginStream(for: ada))
        #expect(limiter.beginStream(for: .unknown))
        limiter.endStream(for: ada)
        #expect(limiter.beginStream(for: ada))
    }

    // MARK: Where a request comes from

    private func address(_ peer: String, _ said: [String], trusting proxies: [String]) throws -> String? {
        let channel = EmbeddedChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: peer, port: 1)
        var headers = HTTPFields()
        for value in said { headers.append(HTTPField(name: .forwardedFor, value: value)) }
        return ClientAddress.address(of: channel, headers, trusting: proxies.compactMap { NetworkPrefix($0) })?
            .description
    }

    @Test("only trusted proxies name the client's address") func proxies() throws {
        #expect(try address("203.0.113.9", ["198.51.100.1"], trusting: []) == "203.0.113.9")
        #expect(try address("203.0.113.9", ["198.51.100.1"], trusting: ["10.0.0.0/8"]) == "203.0.113.9")
        #expect(try address("10.0.0.1", ["198.51.100.1"], trusting: ["10.0.0.0/8"]) == "198.51.100.1")
        // What a client writes before it is not.
        #expect(try address("10.0.0.1", ["1.2.3.4, 198.51.100.1"], trusting: ["10.0.0.0/8"]) == "198.51.100.1")
        #expect(
            try address("10.0.0.1", ["1.2.3.4, 198.51.100.1, 10.0.0.2"], trusting: ["10.0.0.0/8"]) == "198.51.100.1")
        #expect(try address("10.0.0.1", ["1.2.3.4", "198.51.100.1"], trusting: ["10.0.0.0/8"]) == "198.51.100.1")
        #expect(try address("10.0.0.1", ["198.51.100.1:4711"], trusting: ["10.0.0.0/8"]) == "198.51.100.1")
        #expect(try address("10.0.0.1", ["[2001:db8::1]:4711"], trusting: ["10.0.0.0/8"]) == "2001:db8::1")
        #expect(try address("10.0.0.1", ["[2001:db8::1]"], trusting: ["10.0.0.0/8"]) == "2001:db8::1")
        #expect(try address("10.0.0.1", ["nonsense"], trusting: ["10.0.0.0/8"]) == "10.0.0.1")
        #expect(try address("::ffff:10.0.0.1", ["2001:db8::1"], trusting: ["10.0.0.0/8"]) == "2001:db8::1")
    }

    @Test("addresses with one 64-bit prefix have one payer") func prefixes() throws {
        func payer(_ text: String) -> RatePayer { ClientAddress.payer(NetworkAddress(text)) }
        #expect(payer("2001:db8:1:2::1") == payer("2001:db8:1:2:ffff::9"))
        #expect(payer("2001:db8:1:2::1") != payer("2001:db8:1:3::1"))
        #expect(payer("192.0.2.1") != payer("192.0.2.2"))
        #expect(ClientAddress.payer(nil) == .unknown)
    }
}
