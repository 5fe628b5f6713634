import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP2
import NIOPosix
import TestSupport
import Testing

@testable import HTTP

/// HTTP/2 by TLS, as curl and hand-made connections speak it.
@Suite(.serialized) struct HTTP2Tests {
    private let directory = TemporaryDirectory()

    private struct Answer {
        /// `2` or `1.1`, the status, the bytes received, and the new connections: one line for each transfer.
        var lines: [String]
        var body: String
        var headers: String
        var exit: Int32
    }

    /// Serves by TLS while `body` runs.
    private func withTLS(
        _ change: (inout ServiceSettings) -> Void = { _ in }, _ body: (Counter) async throws -> Void
    ) async throws {
        let files = try Certificate("a", in: directory.path)
        try await withCounter(
            {
                $0.tls = TLSFiles(certificate: files.certificate, key: files.key)
                $0.isBehindTLS = true
                change(&$0)
            }, body)
    }

    /// Asks with curl, and waits without holding a thread.
    private func curl(_ counter: Counter, _ path: String, _ arguments: [String] = ["--http2"]) async throws -> Answer {
        let program = Process()
        let (body, headers, lines) = (directory.path("body"), directory.path("headers"), Pipe())
        program.executableURL = URL(filePath: "/usr/bin/curl")
        program.arguments =
            [
                "-s", "-m", "300", "--cacert", directory.path("a.pem"), "-w",
                "%{http_version} %{http_code} %{size_download} %{num_connects}\n", "-D", headers, "-o", body,
            ] + arguments + [address(counter) + path]
        program.standardOutput = lines
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            program.terminationHandler = { _ in done.resume() }
            do { try program.run() } catch { done.resume(throwing: error) }
        }
        let output = try lines.fileHandleForReading.readToEnd() ?? Data()
        return Answer(
            lines: String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init),
            body: (try? String(contentsOfFile: body, encoding: .utf8)) ?? "",
            headers: (try? String(contentsOfFile: headers, encoding: .utf8)) ?? "", exit: program.terminationStatus)
    }

    private func address(_ counter: Counter) -> String {
        counter.url.replacing("http://127.0.0.1", with: "https://localhost")
    }

    /// Registers a member and logs in; the token.
    private func join(_ counter: Counter) async throws -> String {
        _ = try await post(
            counter, "/accounts", #"{"password":"correct horse","profile":{"username":"ada","name":"Ada"}}"#)
        let answer = try await post(counter, "/log-in", #"{"username":"ada","password":"correct horse"}"#)
        let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        return try #require(json?["token"] as? String, "\(answer)")
    }

    private func post(
        _ counter: Counter, _ path: String, _ body: String, _ more: [String] = []
    ) async throws -> Answer {
        try await curl(counter, path, ["--http2", "-H", "Content-Type: application/json", "-d", body] + more)
    }

    @Test("a client chooses HTTP/2 or HTTP/1.1, and one that does not choose gets HTTP/1.1")
    func negotiation() async throws {
        try await withTLS { counter in
            for (arguments, version) in [(["--http2"], "2"), (["--http1.1"], "1.1"), (["--no-alpn"], "1.1")] {
                let answer = try await curl(counter, "/healthz", arguments)
                #expect(answer.lines.first?.hasPrefix("\(version) 200 ") == true, "\(arguments): \(answer)")
                #expect(answer.headers.lowercased().contains("strict-transport-security"), "\(arguments)")
                #expect(answer.headers.lowercased().contains("connection: close") == false, "\(arguments)")
            }
        }
    }

    @Test("two hundred requests at once share one connection") func manyStreams() async throws {
        try await withTLS { counter in
            // curl opens another connection for more requests at once than the service takes of one: a hundred.
            let others = (1...100).flatMap { ["\(address(counter))/leaderboard?limit=\($0)", "-o", "/dev/null"] }
            let answer = try await curl(
                counter, "/feed?limit=[1-100]",
                ["--http2", "-Z", "--parallel-max", "100", "-o", "/dev/null"] + others)
            #expect(answer.exit == 0 && answer.lines.count == 200, "\(answer)")
            #expect(answer.lines.allSatisfy { $0.hasPrefix("2 200 ") })
            #expect(answer.lines.count { $0.hasSuffix(" 1") } == 1)
        }
    }

    @Test("a body may come with its length, without it, and after 100 Continue") func bodies() async throws {
        try await withTLS { counter in
            let token = ["-H", "Authorization: Bearer \(try await join(counter))"]
            let measured = try await post(counter, "/recipes", Counter.soup("One"), token)
            #expect(measured.lines.first?.hasPrefix("2 201 ") == true, "\(measured)")
            let file = try directory.write(Counter.soup("Two"), to: "soup.json")
            let json = ["--http2", "-X", "POST", "-H", "Content-Type: application/json"] + token
            let unmeasured = try await curl(
                counter, "/recipes", json + ["-H", "Transfer-Encoding: chunked", "--data-binary", "@\(file)"])
            #expect(unmeasured.lines.first?.hasPrefix("2 201 ") == true, "\(unmeasured)")
            let waiting = try await curl(
                counter, "/recipes", json + ["-H", "Expect: 100-continue", "--data-binary", "@\(file)"])
            #expect(waiting.lines.first?.hasPrefix("2 201 ") == true, "\(waiting)")
            #expect(waiting.headers.hasPrefix("HTTP/2 100"), "\(waiting)")
            let bodiless = try await curl(counter, "/recipes/r4/like", ["--http2", "-X", "POST"] + token)
            #expect(bodiless.lines.first?.hasPrefix("2 2") == true || bodiless.body.contains("r4"), "\(bodiless)")
        }
    }

    @Test("a body over the limit is answered while it is sent, and the connection goes on") func largeBody()
        async throws
    {
        try await withTLS { counter in
            let token = ["-H", "Authorization: Bearer \(try await join(counter))"]
            let large = try directory.write(String(repeating: " ", count: 32 << 20), to: "large")
            for said in [[], ["-H", "Transfer-Encoding: chunked"], ["-H", "Expect: 100-continue"]] {
                let answer = try await curl(
                    counter, "/recipes",
                    ["--http2", "-X", "POST", "-H", "Content-Type: application/json", "--data-binary", "@\(large)"]
                        + token + said
                        + [
                            address(counter) + "/recipes", "--next", "-s", "--http2", "--cacert",
                            directory.path("a.pem"), "-w", "%{http_version} %{http_code} 0 %{num_connects}\n", "-o",
                            "/dev/null",
                        ])
                #expect(answer.lines.first?.hasPrefix("2 413 ") == true, "\(said): \(answer)")
                #expect(answer.body.contains("too-large"), "\(said)")
                #expect(answer.lines.last?.hasSuffix(" 0") == true, "\(said): \(answer.lines)")
            }
        }
    }

    @Test("what cannot be read is answered by a problem") func malformed() async throws {
        try await withTLS { counter in
            for (host, status) in [("a,b", 400), ("a:99999", 400), ("kitchen.example:8443", 200)] {
                let answer = try await curl(counter, "/healthz", ["--http2", "-H", "Host: \(host)"])
                #expect(answer.lines.first?.hasPrefix("2 \(status) ") == true, "\(host): \(answer)")
                #expect(answer.headers.contains("application/problem+json") == (status == 400), "\(host)")
            }
            let head = try await curl(counter, "/healthz", ["--http2", "-I", "-H", "Host: a,b"])
            #expect(head.lines.first?.hasPrefix("2 400 0 ") == true, "\(head)")
            // The answer to a request that still sends does not take the connection along.
            let json = ["--http2", "-H", "Host: a,b", "-d", Counter.soup("One")]
            #expect(try await curl(counter, "/recipes", json).lines.first?.hasPrefix("2 400 ") == true)
        }
    }

    @Test(
        "a request over HTTP/2 has one authority, and a path from the root",
        arguments: [
            ("localhost", "/feed?sort=hot", nil, true), ("localhost", "*", nil, true),
            ("localhost", "/", "localhost", true), (nil, "/", "localhost", false), ("", "/", nil, false),
            ("u@localhost", "/", nil, false), ("localhost", "/", "evil.example", false),
            ("localhost", "healthz", nil, false), ("localhost", "https://localhost/", nil, false),
            ("localhost", "", nil, false), ("localhost", "/ä", nil, false), ("localhost", "/a b", nil, false),
        ] as [(String?, String, String?, Bool)])
    func heads(authority: String?, path: String, host: String?, isRead: Bool) throws {
        var head = HTTPRequest(method: .get, scheme: "https", authority: authority, path: path)
        if let host { head.headerFields[try #require(HTTPField.Name("Host"))] = host }
        #expect((Malformation.found(in: head) == nil) == isRead)
    }

    @Test("a request over HTTP/2 has at most as many headers as one over HTTP/1.1") func manyHeaders() async throws {
        try await withTLS { counter in
            for (count, status) in [(90, 200), (101, 431)] {
                let headers = (1...count).flatMap { ["-H", "X-\($0): a"] }
                let answer = try await curl(counter, "/healthz", ["--http2"] + headers)
                #expect(answer.lines.first?.hasPrefix("2 \(status) ") == true, "\(count): \(answer)")
                #expect(answer.body.contains("at most 100") == (status == 431), "\(count): \(answer)")
            }
        }
    }

    @Test("a connection without a handshake is closed") func silence() async throws {
        try await withTLS {
            $0.idleSeconds = 1
        } _: { counter in
            let port = try #require(counter.url.split(separator: ":").last.flatMap { Int($0) })
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: port).get()
            try await channel.closeFuture.get()
        }
    }

    @Test("a connection whose client does not answer its end is closed once its requests are answered")
    func goAway() throws {
        let channel = EmbeddedChannel(handler: GoAwayHandler())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.pipeline.fireUserInboundEventTriggered(
            NIOHTTP2StreamCreatedEvent(streamID: 1, localInitialWindowSize: 1, remoteInitialWindowSize: 1))
        let end = HTTP2Frame(
            streamID: .rootStream, payload: .goAway(lastStreamID: .maxID, errorCode: .noError, opaqueData: nil))
        try channel.writeOutbound(end)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(channel.isActive)
        channel.pipeline.fireUserInboundEventTriggered(StreamClosedEvent(streamID: 1, reason: nil))
        #expect(!channel.isActive)
    }
}
