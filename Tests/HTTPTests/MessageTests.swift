import Foundation
import HTTPTypes
import NIOHTTP1
import Testing

@testable import HTTP

/// HTTP/1 as the bytes of a connection.
@Suite(.serialized) struct MessageTests {
    private static let health = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let logIn = "POST /log-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

    @Test("HEAD has no body on any path, and the connection keeps step") func heads() async throws {
        try await withCounter { counter in
            let answer = try await counter.exchange(
                "HEAD /nowhere HTTP/1.1\r\nHost: x\r\n\r\nHEAD /log-in HTTP/1.1\r\nHost: x\r\n\r\n"
                    + "HEAD /recipes/r999 HTTP/1.1\r\nHost: x\r\n\r\nHEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
                    + Self.health
            ) { $0.text.hasSuffix("}") }
            #expect(answer.statuses == [404, 405, 404, 200, 200], "\(answer.text)")
            #expect(answer.text.matches(of: /\{/).count == 1, "\(answer.text)")
            #expect(answer.header("Content-Length").flatMap { Int($0) } ?? 0 > 0)
        }
    }

    @Test(
        "a request that cannot be read is answered by a problem with its status",
        arguments: [
            ("NONSENSE\r\n\r\n", 400), ("\u{0}\u{1}\u{2}\r\n\r\n", 400), ("GET /feed HTTP/9.9\r\n\r\n", 400),
            ("GET /feed HTTP/1.1\r\nHost: x\r\nX y: z\r\n\r\n", 400),
            ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
            ("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
            ("GET /feed HTTP/1.1\r\nHost: x\r\nX-Long: \(String(repeating: "x", count: 20_000))\r\n\r\n", 431),
            ("GET /feed HTTP/1.1\r\nHost: x\r\n\(String(repeating: "X-Many: x\r\n", count: 1_000))\r\n", 431),
            ("BREW /feed HTTP/1.1\r\nHost: x\r\n\r\n", 501), ("CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n", 501),
            // The Host.
            ("GET /feed HTTP/1.1\r\n\r\n", 400), ("GET /feed HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
            ("GET /feed HTTP/1.1\r\nHost:\r\n\r\n", 400), ("GET /feed HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
            ("GET /feed HTTP/1.1\r\nHost: http://x/\r\n\r\n", 400), ("GET /feed HTTP/1.0\r\nHost: @\r\n\r\n", 400),
            // The body's length.
            (logIn + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501), (logIn + "Transfer-Encoding: gzip\r\n\r\n", 501),
            (logIn + "Transfer-Encoding: chunked, chunked\r\n\r\n", 400),
            (logIn + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n", 400),
            ("POST /log-in HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
            (logIn + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
            (logIn + "Content-Length: 9223372036854775808\r\n\r\n", 400),
            (logIn + "Content-Length: 18446744073709551616\r\n\r\n", 400), (logIn + "Content-Length: -1\r\n\r\n", 400),
            (logIn + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n", 400),
        ])
    func malformations(request: String, status: Int) async throws {
        try await withCounter { counter in
            let answer = try await counter.exchange(request)
            #expect(answer.statuses == [status] && answer.isEnded, "\(answer.text)")
            #expect(answer.header("Content-Type") == "application/problem+json", "\(answer.text)")
            #expect(answer.header("Connection") == "close" && answer.header("X-Request-ID") != nil)
            #expect(answer.json["status"] as? Int == status && answer.json["detail"] is String, "\(answer.text)")
            #expect(try await counter.ask("GET", "/healthz").status == 200)
        }
    }

    @Test("what cannot be read is answered after the requests before it, once") func order() async throws {
        try await withCounter { counter in
            let two = try await counter.exchange(Self.health + "GET /feed HTTP/1.1\r\n\r\n" + Self.health)
            #expect(two.statuses == [200, 400] && two.isEnded, "\(two.text)")
            // The chunks belong to a request that is answered without them.
            let one = try await counter.exchange(
                "GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n")
            #expect(one.statuses == [200] && one.isEnded, "\(one.text)")
        }
    }

    @Test("HTTP/1.0 needs no Host, gets no chunks, and its connection ends") func oldVersion() async throws {
        try await withCounter { counter in
            let health = try await counter.exchange(
                "GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + Self.health)
            #expect(health.statuses == [200] && health.isEnded, "\(health.text)")
            #expect(health.header("Connection") == "close" && health.json["status"] as? String == "ok")
            let stream = try await counter.exchange("GET /stream HTTP/1.0\r\n\r\n") { $0.text.contains("id: ") }
            #expect(stream.header("Transfer-Encoding") == nil && stream.header("Content-Length") == nil)
            #expect(stream.body.hasPrefix("retry: 2000\nid: "), "\(stream.text)")
            let body = try await counter.exchange(
                "POST /log-in HTTP/1.0\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}"
            )
            #expect(body.statuses == [422] && body.isEnded, "\(body.text)")
        }
    }

    @Test("100 Continue comes after the caller and the size are known") func expectations() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let post = "POST /recipes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
            let guest = try await counter.exchange(post + "Content-Length: 20\r\n\r\n")
            #expect(guest.statuses == [401] && guest.isEnded, "\(guest.text)")
            let large = try await counter.exchange(
                post + "Authorization: Bearer \(ada)\r\nContent-Length: 20000000\r\n\r\n")
            #expect(large.statuses == [413] && large.isEnded, "\(large.text)")
            for path in [
                "/members/@ada/ban", "/members/@ada/unban", "/members/@ada/role", "/reports/f9/resolve", "/rules",
            ] {
                let plain = try await counter.exchange(
                    "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
                        + "Authorization: Bearer \(ada)\r\nContent-Length: 20\r\n\r\n")
                #expect(plain.statuses == [403] && plain.isEnded, "\(path): \(plain.text)")
            }
            let soup = Counter.soup("Leek soup")
            let small = try await counter.exchange(
                post + "Authorization: Bearer \(ada)\r\nContent-Length: \(soup.utf8.count)\r\n\r\n"
            ) { !$0.statuses.isEmpty }
            #expect(small.statuses == [100], "\(small.text)")
            let whole = try await counter.exchange(
                post + "Authorization: Bearer \(ada)\r\nContent-Length: \(soup.utf8.count)\r\n\r\n", soup
            ) { $0.statuses.count == 2 }
            #expect(whole.statuses == [100, 201], "\(whole.text)")
        }
    }

    /// A client that reads only after it has sent everything gets the answer, and no reset connection.
    @Test(
        "an upload over the limit is answered before the connection ends",
        arguments: [
            ("Content-Length: 20000000\r\nConnection: close\r\n\r\n", [413]),
            ("Content-Length: 20000000\r\n\r\n", [413, 200]),
            ("", [413, 200]),
        ])
    func largeUploads(headers: String, statuses: [Int]) async throws {
        try await withCounter { counter in
            let bytes = String(repeating: "x", count: 20_000_000)
            let body =
                headers.isEmpty ? "Transfer-Encoding: chunked\r\n\r\n1312d00\r\n\(bytes)\r\n0\r\n\r\n" : headers + bytes
            let answer = try await counter.exchange(Self.logIn + body, Self.health) {
                $0.text.hasSuffix(#"{"status":"ok"}"#)
            }
            #expect(answer.statuses == statuses && answer.isEnded == (statuses == [413]), "\(answer.text.prefix(500))")
            #expect(answer.body.contains(#""code":"too-large""#))
        }
    }

    @Test("an unread body does not end the connection") func unreadBodies() async throws {
        try await withCounter { counter in
            let answer = try await counter.exchange(
                "POST /recipes HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n", "{}" + Self.health
            ) { $0.statuses.count == 2 }
            #expect(answer.statuses == [401, 200], "\(answer.text)")
        }
    }

    @Test("an offer to change the protocol is declined, and the connection ends") func upgrades() async throws {
        try await withCounter { counter in
            let answer = try await counter.exchange(
                "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
            #expect(answer.statuses == [200] && answer.isEnded, "\(answer.text)")
        }
    }

    // MARK: Apart from a connection

    @Test(
        "Host is a name or an address, with or without a port",
        arguments: [
            ("x", true), ("cook.example", true), ("cook.example:8080", true), ("127.0.0.1:80", true), ("[::1]", true),
            ("[2001:db8::1]:443", true), ("a_b", true), ("%c3%a9", true), ("x:", true), ("", false), (" ", false),
            ("a b", false), ("a,b", false), ("a@b", false), ("a/b", false), ("x:99999", false), ("x:1:2", false),
            ("x:-1", false), ("[::1", false), ("[]", false), ("[::1]x", false), (":80", false), ("%zz", false),
            ("é", false), (String(repeating: "a", count: 300), false),
        ])
    func hosts(text: String, isHost: Bool) { #expect(Malformation.isHost(text) == isHost) }

    @Test("the request line is known in whatever pieces it comes") func requestLines() {
        for step in 1...40 {
            var line = RequestLine()
            let bytes = Array("\r\nBREW /pot HTTP/1.1\r\nHost: x y\r\n".utf8)
            for start in stride(from: 0, to: bytes.count, by: step) {
                line.read(bytes[start..<min(start + step, bytes.count)])
            }
            #expect(line.method == "BREW" && !line.isTooLong)
            line.reset()
            #expect(line.method == nil && line.isTooLong)
        }
        var garbage = RequestLine()
        garbage.read(Array("\u{1}\u{2} x\r\n".utf8))
        #expect(garbage.method == nil)
    }

    private func head(_ version: HTTPVersion = .http1_1, _ headers: HTTPHeaders = [:]) -> HTTPRequestHead {
        HTTPRequestHead(version: version, method: .POST, uri: "/", headers: headers)
    }

    /// The `Connection` of the answer to a request, and whether the connection ends with it.
    private func answer(_ states: inout MessageStates) -> (
        connection: String?, ending: MessageStates.Ending
    ) {
        var head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "2"])
        states.answer(&head)
        return (head.headers.first(name: "connection"), states.finish())
    }

    @Test("an answer before the whole body ends the connection if too much is left") func earlyAnswers() {
        let max = MessageStates.droppedBytesMax
        for (length, read, closes) in [
            (10, 10, false), (10, 3, false), (max, 0, false), (max + 5, 0, true), (max + 5, 5, false),
        ] {
            var states = MessageStates()
            var request = head(.http1_1, ["Content-Length": "\(length)"])
            states.begin(&request)
            states.receive(read)
            if read == length { states.end() }
            let (connection, ends) = answer(&states)
            #expect(ends == (closes ? .afterRest : .none) && (connection == "close") == closes, "\(length) \(read)")
            #expect(states.isDropping == (!closes && read < length))
            states.receive(max)
            #expect(!states.dropsTooMuch)
            states.receive(1)
            #expect(states.dropsTooMuch == states.isDropping)
            states.end()
            #expect(!states.isDropping)
        }
    }

    @Test("each answer follows its own request") func manyRequests() {
        var states = MessageStates()
        for headers in [HTTPHeaders(), ["Connection": "close"]] {
            var request = head(.http1_1, headers)
            states.begin(&request)
            states.end()
        }
        #expect(answer(&states) == (nil, .none))
        #expect(answer(&states) == ("close", .now))
    }
}
