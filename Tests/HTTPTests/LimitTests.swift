import Fetching
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import HTTP

/// The service refuses what exceeds a limit, and continues.
@Suite(.serialized) struct LimitTests {
    @Test("a body that is too long is refused") func longBodies() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let long = #"{"title":"\#(String(repeating: "x", count: 2 << 20))"}"#
            let answer = try await counter.post("/recipes", long, as: ada)
            #expect(answer.status == 413 && answer.code == "too-large")
            #expect(try await counter.ask("GET", "/healthz").status == 200)
        }
    }

    @Test("a body that does not arrive in time is refused") func slowBodies() async throws {
        try await withCounter {
            $0.bodySeconds = 1
        } _: { counter in
            // Every other body of so short a time would have to arrive in it, too.
            let answer = try await Self.raw(
                counter.url,
                "POST /log-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"us",
                // A thousand tests share a few threads, and the answer waits for its turn.
                seconds: 300)
            #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
        }
    }

    /// A request without a length and without chunks has no body, and the service does not wait for one.
    @Test("a body is read with its length, in chunks, or not at all") func transferEncodings() async throws {
        try await withCounter { counter in
            let body = #"{"username":"absent","password":"wrong horse"}"#
            for (headers, sent, status) in [
                ("Content-Length: \(body.utf8.count)", body, 401),
                (
                    "Transfer-Encoding: chunked",
                    "10\r\n\(body.prefix(16))\r\n\(String(body.utf8.count - 16, radix: 16))\r\n\(body.dropFirst(16))\r\n0\r\n\r\n",
                    401
                ),
                ("Content-Length: 0", "", 422), ("X-None: x", "", 422),
            ] {
                let answer = try await Self.raw(
                    counter.url,
                    "POST /log-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\(headers)\r\nConnection: close\r\n\r\n\(sent)"
                )
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(headers): \(answer)")
            }
        }
    }

    @Test(
        "a malformed request is refused, and other clients are served",
        arguments: [
            "GET /feed HTTP/1.1\r\nHost: x\r\nX-Long: \(String(repeating: "x", count: 100_000))\r\n\r\n",
            "GET /feed HTTP/1.1\r\nHost: x\r\n\(String(repeating: "X-Many: x\r\n", count: 1_000))\r\n",
            "NONSENSE\r\n\r\n", "GET /feed HTTP/1.1\r\n\r\n", "GET /feed HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
            "POST /recipes HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
            "POST /recipes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        ])
    func malformedRequests(request: String) async throws {
        try await withCounter { counter in
            let answer = try await Self.raw(counter.url, request)
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(200))")
            #expect(try await counter.ask("GET", "/healthz").status == 200)
        }
    }

    @Test("a client that waits for 100 Continue gets it") func expectations() async throws {
        try await withCounter { counter in
            let asked = "POST /log-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
            let answer = try await Self.raw(counter.url, asked + "Expect: 100-continue\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 100 "), "\(answer)")
        }
    }

    @Test("no network takes all connections") func networks() async throws {
        let connections = Connections(max: 8, trusting: [try #require(NetworkPrefix("127.0.0.2"))])
        let (one, other) = (RatePayer.network(try #require(NetworkPrefix("192.0.2.1"))), RatePayer.unknown)
        for _ in 1...6 { #expect(connections.enter(one)) }
        #expect(!connections.enter(one) && connections.enter(other))
        connections.leave(one)
        #expect(connections.enter(one) && !connections.enter(one))
        // Over the wire: two of eight stay free, whatever holds the others.
        try await withCounter {
            $0.connectionsMax = 8
        } _: { counter in
            let port = try #require(counter.url.split(separator: ":").last.flatMap { Int($0) })
            var held: [any Channel] = []
            for _ in 1...12 {
                held.append(
                    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                        .connect(host: "127.0.0.1", port: port).get())
            }
            // Those that are too many are closed at once; each is told so by a thread of its own.
            var closed = 0
            for _ in 0..<6_000 where closed < 5 {
                try await Task.sleep(for: .milliseconds(20))
                closed = held.count(where: { !$0.isActive })
            }
            #expect(closed >= 5, "\(closed)")
            for channel in held { try? await channel.close() }
        }
    }

    @Test("only the named sites may send requests from a browser") func origins() async throws {
        try await withCounter {
            $0.origins = ["https://kitchen.example"]
        } _: { counter in
            let headers = ["Origin": "https://kitchen.example", "Access-Control-Request-Method": "POST"]
            let asked = try await counter.ask("OPTIONS", "/recipes", headers: headers)
            #expect(asked.status == 204 && asked.headers["access-control-allow-methods"] == "GET, HEAD, POST")
            let got = try await counter.ask("GET", "/feed", headers: headers)
            #expect(got.headers["access-control-allow-origin"] == "https://kitchen.example")
            let other = try await counter.ask("GET", "/feed", headers: ["Origin": "https://mallory.example"])
            #expect(other.headers["access-control-allow-origin"] == nil)
            // Caches keep apart what is told to different sites.
            for answer in [asked, got, other] { #expect(answer.headers["vary"]?.hasSuffix("Origin") == true) }
            #expect(asked.headers["content-type"] == nil && asked.headers["allow"] == nil)
            let allowed = asked.headers["access-control-allow-headers"] ?? ""
            #expect(allowed.contains("Last-Event-ID") && allowed.contains("ce-specversion"))
        }
    }

    /// Sends raw bytes. Returns all that comes back until the service closes the connection, or the time is over.
    private static func raw(_ url: String, _ text: String, seconds: Int = 120) async throws -> String {
        let port = try #require(url.split(separator: ":").last.flatMap { Int($0) })
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try? await outbound.write(ByteBuffer(string: text))
            return await withTaskGroup(of: String?.self) { group in
                group.addTask {
                    var answer = ""
                    do {
                        for try await part in inbound {
                            answer += String(buffer: part)
                            if answer.contains("\r\n\r\n") { return answer }
                        }
                    } catch {}
                    return answer
                }
                group.addTask {
                    try? await Task.sleep(for: .seconds(seconds))
                    return ""
                }
                let first = await group.next() ?? nil
                group.cancelAll()
                return first ?? ""
            }
        }
    }
}
