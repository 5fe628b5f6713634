import LarderAPI
import TestSupport
import Testing

@testable import LarderClient

/// What no sound service does.
@Suite struct URLSessionTransportTests {
    private func failure(
        _ answer: LoopbackServer.Answer, _ settings: ClientSettings = ClientSettings()
    ) async throws -> (kind: LarderFailure.Kind?, paths: [String]) {
        let server = try LoopbackServer(["/healthz": answer])
        defer { server.stop() }
        var settings = settings
        settings.retries.triesMax = 1
        let client = try LarderClient(url: server.url(""), settings: settings)
        do {
            _ = try await client.call(API.health)
            return (nil, server.paths)
        } catch { return ((error as? LarderFailure)?.kind, server.paths) }
    }

    @Test("an answer that is cut short is lost") func cutShort() async throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        #expect(try await failure(LoopbackServer.Answer(bytes: Array(text.utf8))).kind == .lost)
    }

    @Test("a redirect is not followed") func redirects() async throws {
        let found = try await failure(.redirect(to: "/readyz"))
        #expect(found.kind == .redirected)
        #expect(found.paths == ["/healthz"])
    }

    @Test("a service that says nothing times out") func silence() async throws {
        var settings = ClientSettings()
        settings.silenceMax = .seconds(1)
        #expect(try await failure(LoopbackServer.Answer(bytes: [], hangs: true), settings).kind == .timedOut)
    }

    @Test("an answer that goes on for too long times out") func slowness() async throws {
        var settings = ClientSettings()
        settings.answerTimeMax = .seconds(1)
        #expect(try await failure(unfinished, settings).kind == .timedOut)
    }

    /// An answer that begins, and never continues.
    private var unfinished: LoopbackServer.Answer {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        return LoopbackServer.Answer(bytes: Array(head.utf8), hangs: true)
    }

    /// Four MiB of an answer that claims to be far longer.
    private var endless: LoopbackServer.Answer {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n"
        return LoopbackServer.Answer(
            bytes: Array(head.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 4 << 20), hangs: true)
    }

    @Test("an answer without an end is too long") func endlessAnswers() async throws {
        var settings = ClientSettings()
        settings.answerBytesMax = 1 << 20
        #expect(try await failure(endless, settings).kind == .tooLong)
    }

    @Test("what the program does not take is bounded, and ends the exchange") func overrun() async throws {
        let server = try LoopbackServer(["/": endless])
        defer { server.stop() }
        let request = TransportRequest(method: "GET", url: server.url("/"), bufferBytesMax: 100_000)
        let answer = try await URLSessionTransport().open(request)
        try await Task.sleep(for: .milliseconds(300))
        var count = 0
        await #expect {
            while let piece = try await answer.body.next() {
                count += piece.count
                #expect(piece.count <= 100_000)
                try await Task.sleep(for: .milliseconds(300))
            }
        } throws: {
            ($0 as? LarderFailure)?.kind == .overrun
        }
        #expect(count <= 200_000)
    }

    @Test("the exchange ends when its body is released") func release() async throws {
        let server = try LoopbackServer(["/": unfinished])
        defer { server.stop() }
        let transport = URLSessionTransport()
        var answer: TransportAnswer? = try await transport.open(
            TransportRequest(method: "GET", url: server.url("/")))
        #expect(answer?.status == 200)
        withExtendedLifetime(answer) { #expect(transport.openRequestCount == 1) }
        answer = nil
        for _ in 0..<6_000 where transport.openRequestCount > 0 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(transport.openRequestCount == 0)
    }
}
