import Fetching
import TestSupport
import Testing

/// A server that the caller has chosen.
@Suite struct ServerConnectionTests {
    private func failure(_ request: ServerRequest) async -> ConnectionFailure.Kind? {
        do throws(ConnectionFailure) {
            _ = try await ServerConnection.ask(request)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("an answer comes with status, headers and body, and redirects are not followed")
    func anAnswerComesAsItIs() async throws {
        let server = try LoopbackServer([
            "/here?q=1": LoopbackServer.Answer(
                status: "418 I'm a teapot", type: "Application/JSON; charset=utf-8", headers: ["X-Thing: one"],
                body: Array("{}".utf8)),
            "/there": .redirect(to: "/here?q=1"),
        ])
        defer { server.stop() }
        let answer = try await ServerConnection.ask(
            ServerRequest("POST", server.url("/here?q=1"), headers: [("X-Asked", "so")], body: Array("hello".utf8)))
        #expect(answer.status == 418 && answer.mediaType == "application/json" && answer.bytes == Array("{}".utf8))
        #expect(answer.headers["x-thing"] == "one")
        #expect(server.bodies == ["hello"])
        #expect(server.heads.first?.contains("X-Asked: so\r\n") == true)
        // A redirect is not followed: the request may hold a secret.
        let moved = try await ServerConnection.ask(ServerRequest("GET", server.url("/there")))
        #expect(moved.status == 302 && moved.headers["location"] == "/here?q=1" && server.paths.count == 2)
    }

    @Test("an answer that goes on is taken piece by piece, and its early end is reported")
    func anAnswerThatGoesOn() async throws {
        let server = try LoopbackServer([
            "/stream": LoopbackServer.Answer(
                bytes: Array("HTTP/1.1 200 OK\r\nX-Thing: one\r\nContent-Length: 9\r\n\r\nfirst".utf8))
        ])
        defer { server.stop() }
        let answer = try await ServerConnection.open(ServerRequest("GET", server.url("/stream")))
        #expect(answer.status == 200 && answer.headers["x-thing"] == "one")
        #expect(try await answer.next() == Array("first".utf8))
        await #expect(throws: ConnectionFailure.self) { try await answer.next() }
        await #expect(throws: ConnectionFailure.self) {
            _ = try await ServerConnection.open(ServerRequest("GET", "http://127.0.0.1:9/"))
        }
    }

    @Test("a missing answer is reported by its kind") func whatIsNotAnsweredIsToldByItsKind() async throws {
        let server = try LoopbackServer([
            "/silent": LoopbackServer.Answer(bytes: []),
            "/hanging": LoopbackServer.Answer(bytes: [], hangs: true),
            "/half": LoopbackServer.Answer(bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal".utf8)),
            "/halting": LoopbackServer.Answer(
                bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal".utf8), hangs: true),
        ])
        defer { server.stop() }
        #expect(await failure(ServerRequest("GET", server.url("/silent"))) == .lost)
        #expect(await failure(ServerRequest("GET", server.url("/half"))) == .lost)
        #expect(await failure(ServerRequest("GET", server.url("/hanging"), seconds: 0.3)) == .timedOut)
        #expect(await failure(ServerRequest("GET", server.url("/halting"), seconds: 0.3)) == .timedOut)
        #expect(await failure(ServerRequest("GET", "http://127.0.0.1:9/")) == .unreachable)
        #expect(await failure(ServerRequest("GET", "http://no.such.host.invalid/")) == .unreachable)
        let place = server.url("/").replacing("http:", with: "https:")
        #expect(await failure(ServerRequest("GET", place)) == .untrusted)
    }
}
