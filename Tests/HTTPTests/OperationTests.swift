import Community
import EventLog
import Fetching
import Foundation
import HTTP
import Layout
import Logging
import Synchronization
import TestSupport
import Testing

@testable import HTTP

/// What operators need: limits, metrics, lines of the log, compressed answers.
@Suite(.serialized) struct OperationTests {
    @Test("a client beyond a limit gets the time to wait") func rateLimits() async throws {
        try await withCounter {
            $0.limits = RateLimits(limits: [
                .questions: RateLimit(burst: 3, perMinute: 1), .posts: RateLimit(burst: 2, perMinute: 1),
            ])
        } _: { counter in
            let ada = try await counter.join("ada")
            for _ in 0..<2 { _ = try await counter.postSoup(as: ada) }
            let refused = try await counter.post("/recipes", Counter.soup("x"), as: ada)
            #expect(refused.status == 429 && refused.code == "limited", "\(refused.text)")
            #expect((1...60).contains(Int(refused.headers["retry-after"] ?? "") ?? 0))
            // Other things may be done, and others may do the same.
            #expect(try await counter.post("/feed/seen", "{}", as: ada).status != 429)
            let bo = try await counter.join("bo")
            _ = try await counter.postSoup(as: bo)
            for _ in 0..<3 { #expect(try await counter.ask("GET", "/feed").status == 200) }
            #expect(try await counter.ask("GET", "/feed").status == 429)
            #expect(try await counter.ask("GET", "/feed", as: "ls_nobody").status == 429)
            #expect(try await counter.ask("GET", "/feed", as: ada).status == 200)
            #expect(try await counter.ask("GET", "/healthz").status == 200)
        }
    }

    @Test("a key that may import is not limited while its owner is an admin, but for log-ins") func imports()
        async throws
    {
        try await withCounter {
            $0.limits = RateLimits(limits: [
                .questions: RateLimit(burst: 2, perMinute: 1), .logIns: RateLimit(burst: 3, perMinute: 1),
                .registrations: RateLimit(burst: 2, perMinute: 1),
            ])
        } _: { counter in
            let ada = try await counter.join("ada", admin: true)
            let bo = try await counter.join("bo")
            let promoted = try await counter.post("/members/@bo/role", #"{"role":"admin"}"#, as: ada)
            #expect(promoted.status == 200, "\(promoted.text)")
            let made = try await counter.post("/keys", #"{"label":"move","scopes":["read","import"]}"#, as: ada)
            let key = try #require(made.json["key"] as? String)
            for _ in 0..<5 {
                let answer = try await counter.ask("GET", "/feed", as: key)
                #expect(answer.status == 200 && answer.headers["ratelimit"] == nil)
            }
            // A guess at a password is one, whatever key comes along.
            func guess() async throws -> Int {
                try await counter.post("/log-in", #"{"username":"bo","password":"wrong horse"}"#, as: key).status
            }
            #expect(try await guess() == 401)
            #expect(try await guess() == 429)
            let profile = #"{"password":"correct horse","profile":{"username":"cy","name":"Cy"}}"#
            #expect(try await counter.post("/accounts", profile, as: key).status == 429)
            let demoted = try await counter.post("/members/@ada/role", #"{"role":"member"}"#, as: bo)
            #expect(demoted.status == 200, "\(demoted.text)")
            var statuses: [Int] = []
            for _ in 0..<3 { statuses.append(try await counter.ask("GET", "/feed", as: key).status) }
            #expect(statuses == [200, 200, 429])
        }
    }

    @Test("requests to unknown paths are charged") func unknownPaths() async throws {
        try await withCounter {
            $0.limits = RateLimits(limits: [.questions: RateLimit(burst: 3, perMinute: 1)])
            $0.origins = ["https://kitchen.example"]
        } _: { counter in
            let asked = ["Origin": "https://kitchen.example", "Access-Control-Request-Method": "POST"]
            // A browser's question before a request costs nothing.
            for _ in 0..<5 { #expect(try await counter.ask("OPTIONS", "/recipes", headers: asked).status == 204) }
            var statuses: [Int] = []
            for (method, path) in [("GET", "/nowhere"), ("HEAD", "/log-in"), ("DELETE", "/feed"), ("GET", "/nowhere")] {
                statuses.append(try await counter.ask(method, path).status)
            }
            #expect(statuses == [404, 405, 405, 429])
            #expect(try await counter.ask("GET", "/feed").status == 429)
        }
    }

    @Test("an answer says what is left of the limit") func rateLimitFields() async throws {
        try await withCounter {
            $0.limits = RateLimits(limits: [.questions: RateLimit(burst: 2, perMinute: 3)])
        } _: { counter in
            var answers: [Counter.Answer] = []
            for _ in 0..<3 { answers.append(try await counter.ask("GET", "/feed")) }
            #expect(answers.map(\.status) == [200, 200, 429])
            for answer in answers { #expect(answer.headers["ratelimit-policy"] == #""questions";q=2;w=40"#) }
            #expect(answers[0].headers["ratelimit"]?.hasPrefix(#""questions";r=1;t="#) == true, "\(answers[0].headers)")
            #expect(answers[1].headers["ratelimit"]?.hasPrefix(#""questions";r=0;t="#) == true, "\(answers[1].headers)")
            #expect(answers[2].headers["ratelimit"]?.hasPrefix(#""questions";r=0;t="#) == true, "\(answers[2].headers)")
            #expect(try await counter.ask("GET", "/healthz").headers["ratelimit"] == nil)
        }
    }

    @Test("each event of a batch is charged") func batches() async throws {
        try await withCounter {
            $0.limits = RateLimits(limits: [.actions: RateLimit(burst: 5, perMinute: 1)])
        } _: { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            let line = #"{"specversion":"1.0","id":"%","source":"s","type":"larder.recipe.liked","subject":"\#(soup)"}"#
            let lines = (0..<8).map { line.replacing("%", with: "\($0)") }.joined(separator: "\n")
            let answer = try await counter.post(
                "/events", lines, as: ada, headers: ["Content-Type": "application/x-ndjson"])
            #expect(answer.status == 200)
            #expect((answer.json["refused"] as? [String: Int])?["limited"] == 3, "\(answer.text)")
        }
    }

    @Test("log-ins are charged to their network") func logInLimits() async throws {
        try await withCounter {
            $0.limits = RateLimits(limits: [.logIns: RateLimit(burst: 2, perMinute: 1)])
            $0.trustedProxies = [.init("127.0.0.1")!]
        } _: { counter in
            func tryOne(from address: String) async throws -> Int {
                try await counter.post(
                    "/log-in", #"{"username":"ada","password":"battery staple"}"#,
                    headers: ["X-Forwarded-For": address]
                ).status
            }
            var statuses: [Int] = []
            for address in ["2001:db8::1", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"] {
                statuses.append(try await tryOne(from: address))
            }
            #expect(statuses == [401, 401, 429, 401])
        }
    }

    @Test("answers are compressed for clients that accept it") func compression() async throws {
        try await withCounter { counter in
            let plain = try await counter.ask("GET", "/openapi.yaml")
            let packed = try await counter.ask("GET", "/openapi.yaml", headers: ["Accept-Encoding": "br, gzip;q=0.5"])
            #expect(packed.headers["content-encoding"] == "gzip" && packed.headers["vary"] == "Accept-Encoding")
            #expect(plain.headers["content-encoding"] == nil && plain.headers["vary"] == "Accept-Encoding")
            #expect(packed.body.count * 3 < plain.body.count)
            let folder = TemporaryDirectory()
            let file = folder.path("packed")
            try packed.body.write(to: URL(filePath: file))
            let gzip = Process()
            gzip.executableURL = URL(filePath: "/bin/gzip")
            gzip.arguments = ["-dc", file]
            let pipe = Pipe()
            gzip.standardOutput = pipe
            try gzip.run()
            #expect(try pipe.fileHandleForReading.readToEnd() == plain.body)
            gzip.waitUntilExit()
        }
    }

    @Test("a compressed answer has a tag of its own") func compressedTags() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            for number in 0..<8 { _ = try await counter.postSoup(as: ada, title: "Soup \(number)") }
            let gzip = ["Accept-Encoding": "gzip"]
            let plain = try await counter.ask("GET", "/feed")
            let packed = try await counter.ask("GET", "/feed", headers: gzip)
            let tag = try #require(packed.headers["etag"])
            #expect(packed.headers["content-encoding"] == "gzip" && tag != plain.headers["etag"])
            #expect(packed.headers["vary"] == "Authorization, Cookie, Accept-Encoding")
            for tag in [tag, plain.headers["etag"] ?? ""] {
                let again = try await counter.ask("GET", "/feed", headers: gzip.merging(["If-None-Match": tag]) { $1 })
                #expect(again.status == 304)
            }
            let small = try await counter.ask("GET", "/healthz", headers: gzip)
            #expect(small.headers["content-encoding"] == nil)
            // A secret is not packed together with what another client may have sent.
            let long = String(repeating: "x", count: 3_000)
            let begun = try await counter.post(
                "/log-in", #"{"username":"ada","password":"correct horse","label":"\#(long.prefix(40))"}"#,
                headers: gzip)
            #expect(begun.status == 201 && begun.headers["content-encoding"] == nil)
        }
    }

    @Test(
        "Accept-Encoding decides about compression",
        arguments: [
            ("gzip", true), ("", false), ("br", false), ("*", true), ("gzip;q=0", false), ("*;q=0, gzip", true),
            ("*, gzip;q=0.0", false), ("GZIP ; q=0.1", true), ("identity", false), ("gzip;q=x", true),
        ])
    func acceptEncoding(header: String, takes: Bool) {
        #expect(Compression.accepts([header]) == takes)
    }

    @Test("metrics are for admins") func metrics() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let bo = try await counter.join("bo")
            _ = try await counter.postSoup(as: bo)
            #expect(try await counter.ask("GET", "/metrics").status == 401)
            #expect(try await counter.ask("GET", "/metrics", as: bo).status == 403)
            _ = try await counter.ask("GET", "/nowhere")
            let answer = try await counter.ask("GET", "/metrics", as: ada)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let families = try PrometheusText(answer.text).families
            #expect(families["larder_http_requests_total"]?.samples[#"operation="postRecipe",status="201""#] == 1)
            #expect(families["larder_http_requests_total"]?.samples[#"operation="metrics",status="403""#] == 1)
            #expect(families["larder_http_requests_total"]?.samples[#"operation="none",status="404""#] == 1)
            let head = try counter.community.log.head()
            #expect(families["larder_log_events"]?.samples[""] == Double(head.value))
            #expect(families["larder_views_lag_events"]?.samples[""] == 0)
            #expect(families["larder_ready"]?.samples[""] == 1)
            #expect((families["larder_http_connections"]?.samples[""] ?? 0) >= 1)
            #expect((families["process_resident_memory_bytes"]?.samples[""] ?? 0) > 1e6)
            #expect(families["larder_http_request_seconds"]?.type == "histogram")
        }
    }

    @Test("every metric of the dashboard exists") func dashboard() async throws {
        let text = try Checkout.text(of: "tools/dashboard.json")
        #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
        let asked = Set(text.matches(of: /(?:larder|process)_[a-z_]+/).map { String($0.output) })
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let families = try PrometheusText(try await counter.ask("GET", "/metrics", as: ada).text).families
            for name in asked {
                let family = name.replacing(/_(bucket|sum|count)$/, with: "")
                #expect(families[name] != nil || families[family] != nil, "\(name)")
            }
            #expect(asked.count > 10)
        }
    }

    @Test("a line of the log has the operation, and nothing that was sent") func logLines() {
        let lines = Mutex<[String]>([])
        var logger = Logger(label: "x") { _ in JSONLineLog { line in lines.withLock { $0.append(line) } } }
        logger[metadataKey: "request"] = "abc"
        logger.debug("not said")
        logger.info("GET feed", metadata: ["status": "200", "odd": "a \"quoted\"\nline"])
        let written = lines.withLock { $0 }
        #expect(written.count == 1 && written[0].hasSuffix("}\n") && written[0].filter { $0 == "\n" }.count == 1)
        let line = (try? JSONSerialization.jsonObject(with: Data(written[0].utf8))) as? [String: Any]
        #expect(line?["level"] as? String == "info" && line?["message"] as? String == "GET feed")
        #expect(
            line?["with"] as? [String: String] == ["request": "abc", "status": "200", "odd": "a \"quoted\"\nline"])
        #expect((line?["time"] as? String)?.wholeMatch(of: /20\d\d-\d\d-\d\dT[0-9:.]+Z/) != nil)
    }
}

/// A strict reader of Prometheus' text format.
private struct PrometheusText {
    struct Family {
        var type: String
        var samples: [String: Double] = [:]
    }

    private(set) var families: [String: Family] = [:]

    init(_ text: String) throws {
        #expect(text.hasSuffix("\n"))
        var name = ""
        for line in text.split(separator: "\n") {
            if let help = line.wholeMatch(of: /# HELP ([a-z_]+) (.+)/) {
                name = String(help.output.1)
                #expect(families[name] == nil, "\(name) is said twice")
            } else if let type = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge|histogram)/) {
                #expect(type.output.1 == name)
                families[name] = Family(type: String(type.output.2))
            } else {
                let sample = try #require(
                    line.wholeMatch(of: /([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\]|\\.)*",?)+)\})? (\S+)/), "\(line)")
                let value = try #require(Double(sample.output.3))
                let ends = ["", "_bucket", "_sum", "_count"].map { name + $0 }
                #expect(ends.contains(String(sample.output.1)), "\(line)")
                if sample.output.1 == name { families[name]?.samples[String(sample.output.2 ?? "")] = value }
            }
        }
    }
}
